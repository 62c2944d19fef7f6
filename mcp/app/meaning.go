package app

import (
	"context"
	"strconv"
	"time"

	"github.com/bimstream/bimstream/mcp"
)

// About says what models calls are about.
func (b *Backend) About() mcp.About { return mcp.About{Admits: b.Admits, Meaning: b.Meaning} }

// Meaning says which model and which state of a branch a call is about. A name of a model means its id; a call that
// names no model is about the only one that its caller has, if there is one. What cannot be told stays as it was
// written: the call is refused for it.
func (b *Backend) Meaning(ctx context.Context, c *mcp.Call) mcp.Meaning {
	is := mcp.Meaning{At: stateSpelled(BranchOf(c), string(c.Common.At))}
	named, only := c.Common.ModelID, b.onlyModel(ctx, c)
	if named == "" {
		is.Models = []string{"", only}
		return is
	}
	if id, err := b.ModelNamed(ctx, c.Principal, named); err == nil {
		named = id
	}
	if is.Models = []string{named}; named == only {
		is.Models = append(is.Models, "")
	}
	return is
}

// onlyModel returns the model of a call that names none, "" where it could be several.
func (b *Backend) onlyModel(ctx context.Context, c *mcp.Call) string {
	if b.DefaultModel != "" {
		return b.DefaultModel
	}
	ids, err := b.Live.ModelsOf(ctx, User(c.Principal))
	if err != nil || len(ids) != 1 {
		return ""
	}
	return ids[0]
}

// stateSpelled writes a state of a branch in one way: a revision by its digits, a time in UTC, the last state not at
// all.
func stateSpelled(branch, at string) string {
	if of, revision, ok := cutRevision(at); ok && of == branch {
		at = revision
	}
	if revision, err := strconv.ParseUint(at, 10, 64); err == nil {
		return strconv.FormatUint(revision, 10)
	}
	if t, err := mcp.ParseInstant(at); err == nil {
		return t.UTC().Format(time.RFC3339Nano)
	}
	if at == branch {
		return ""
	}
	return at
}
