package projections

import (
	"slices"
	"strings"
)

// MainBranch is the name of the first branch of a model.
const MainBranch = "main"

// These are the prefixes of streams beside the streams of a model, which lists of models and folds ignore: the events
// of plans that people are asked about, and blobs by their SHA-256. The id of the model follows.
const (
	PlanPrefix = "plan."
	BlobPrefix = "blob."
)

// These are the parts of the name of a model stream.
const (
	streamPrefix    = "model."
	streamSeparator = ".branch."
)

// StreamName returns the name of the stream of a branch: model.<model id>.branch.<branch>.
func StreamName(modelID, branch string) string {
	return streamPrefix + modelID + streamSeparator + branch
}

// ParseStreamName returns the model and the branch of a stream; ok is false for streams that are no branch of a model.
// The id of a model contains no ".branch."; the name of a branch may.
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

// prefixesOf returns the prefixes of the names of all streams that belong to a model, sorted.
func prefixesOf(modelID string) []string {
	return []string{BlobPrefix + modelID + ".", streamPrefix + modelID + ".", PlanPrefix + modelID + "."}
}

// IsOfModel reports whether a stream belongs to a model, including the streams beside it.
func IsOfModel(stream, modelID string) bool {
	return slices.ContainsFunc(prefixesOf(modelID), func(p string) bool { return strings.HasPrefix(stream, p) })
}
