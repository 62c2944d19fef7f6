package app

import (
	"context"
	"strconv"
	"time"

	"github.com/bimstream/bimstream/mcp"
)

// About returns the functions that determine which model and state a call concerns.
func (b *Backend) About() mcp.About { return mcp.About{Admits: b.Admits, Meaning: b.Meaning} }

// Meaning returns the model and the state of a branch that a call concerns. A model's name is replaced by its id. A
// call that names no model concerns the caller's only model, if there is exactly one. A reference that cannot be
// resolved stays as written, because the call is refused for it later.
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

// onlyModel returns the model of a call that names none, or "" if it could be several.
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

// stateSpelled normalizes a state of a branch: a revision becomes its digits, a time is converted to UTC, and the last
// state becomes "".
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
