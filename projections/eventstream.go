package projections

import "strings"

// MainBranch is the branch that a model begins with.
const MainBranch = "main"

// The parts of the name of a model stream.
const (
	streamPrefix    = "model."
	streamSeparator = ".branch."
)

// StreamName returns the stream of a branch of a model: model.<model id>.branch.<branch>.
func StreamName(modelID, branch string) string {
	return streamPrefix + modelID + streamSeparator + branch
}

// ParseStreamName returns what a stream is of; ok is false for streams that are no branch of a model. The id of a model
// has no ".branch." in it; the name of a branch may.
func ParseStreamName(stream string) (modelID, branch string, ok bool) {
	rest, ok := strings.CutPrefix(stream, streamPrefix)
	if !ok {
		return "", "", false
	}
	modelID, branch, ok = strings.Cut(rest, streamSeparator)
	if !ok || modelID == "" || branch == "" {
		return "", "", false
	}
	return modelID, branch, true
}

// IsOfModel reports whether a stream belongs to a model.
func IsOfModel(stream, modelID string) bool {
	return strings.HasPrefix(stream, streamPrefix+modelID+".")
}
