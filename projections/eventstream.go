package projections

import (
	"slices"
	"strings"
)

// MainBranch is the branch that a model begins with.
const MainBranch = "main"

// What lies beside the streams of a model, in streams that lists of models and folds do not go through: the events of
// plans that people are asked about, and bytes that are kept by their SHA-256. The id of the model follows.
const (
	PlanPrefix = "plan."
	BlobPrefix = "blob."
)

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

// prefixesOf returns what the names of all streams that belong to a model begin with, in the order of the names.
func prefixesOf(modelID string) []string {
	return []string{BlobPrefix + modelID + ".", streamPrefix + modelID + ".", PlanPrefix + modelID + "."}
}

// IsOfModel reports whether a stream belongs to a model, what lies beside it included.
func IsOfModel(stream, modelID string) bool {
	return slices.ContainsFunc(prefixesOf(modelID), func(p string) bool { return strings.HasPrefix(stream, p) })
}
