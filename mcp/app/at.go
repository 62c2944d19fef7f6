package app

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// ViewAt returns the branch of a view as it was at a revision, at an RFC 3339 time, or at a tag of that branch. If at
// is empty, it returns v itself. The error is NOT_FOUND for an unknown revision, time or tag, and ILLEGAL_STATE for a
// tag of another branch.
func ViewAt(ctx context.Context, live *projections.Live, v *projections.View, at string) (*projections.View, error) {
	if at == "" {
		return v, nil
	}
	if branch, revision, ok := cutRevision(at); ok {
		if branch != v.Branch {
			return nil, state.Errorf(state.IllegalState,
				"at is %q, and the call is about branch %q: ask with branch %q", at, v.Branch, branch).
				With("parameter", "branch").With("state", v.Branch).With("allowed", []string{branch})
		}
		at = revision
	}
	if revision, err := strconv.ParseUint(at, 10, 64); err == nil {
		if revision > v.Revision {
			return nil, state.Errorf(state.NotFound, "the branch has no revision %d yet: its last is %d", revision,
				v.Revision).With("current_revision", v.Revision)
		}
		return live.At(ctx, v.ModelID, v.Branch, revision)
	}
	if t, err := mcp.ParseInstant(at); err == nil {
		return live.AtTime(ctx, v.ModelID, v.Branch, t)
	}
	return viewAtTag(ctx, live, v, at)
}

// StateOf returns the state that ViewAt returns. A caller who may read only some branches gets the same error for the
// state or tag of another branch as for one that does not exist.
func (b *Backend) StateOf(ctx context.Context, c *mcp.Call, v *projections.View, at string) (*projections.View, error) {
	past, err := ViewAt(ctx, b.Live, v, at)
	read, _ := c.Principal.Scope(mcp.OpRead)
	if code := state.CodeOf(err); err != nil && len(read.BranchPatterns) > 0 &&
		(code == state.NotFound || code == state.IllegalState) {
		return nil, state.Errorf(state.NotFound,
			"at is %q, which names no state of branch %q: its last revision is %d", at, v.Branch, v.Revision).
			With("parameter", "at").With("current_revision", v.Revision)
	}
	return past, err
}

// cutRevision splits a state named by its branch and revision, such as main@127.
func cutRevision(at string) (branch, revision string, ok bool) {
	i := strings.LastIndexByte(at, '@')
	if i < 0 {
		return "", "", false
	}
	_, err := strconv.ParseUint(at[i+1:], 10, 64)
	return at[:i], at[i+1:], err == nil
}

func viewAtTag(ctx context.Context, live *projections.Live, v *projections.View,
	name string) (*projections.View, error) {
	if name == v.Branch {
		return v, nil // the last state of the branch, also in old models that have a tag with the name of the branch
	}
	annotations, err := live.Annotations(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	tag, ok := annotations.Tag(name)
	switch {
	case !ok && shape.CheckTagName(name) != nil:
		return nil, state.Errorf(state.InvalidInput,
			"at is %q: give a revision number, an RFC 3339 time, or a tag that list_branches names",
			name).With("parameter", "at")
	case !ok:
		return nil, state.Errorf(state.NotFound,
			"at is %q, which is no tag of this model: give a revision number, an RFC 3339 time, or a tag that "+
				"list_branches names", name).
			With("parameter", "at").With("tags", tagNames(annotations))
	case tag.At.Branch != v.Branch:
		return nil, state.Errorf(state.IllegalState,
			"tag %q names a state of branch %q: ask with that branch", name, tag.At.Branch).
			With("parameter", "branch").With("state", v.Branch).With("allowed", []string{tag.At.Branch})
	}
	past, err := live.At(ctx, v.ModelID, v.Branch, uint64(tag.At.Revision))
	if err != nil {
		return nil, err
	}
	if past.Point() != tag.At {
		return nil, state.Errorf(state.StoreCorrupt,
			"revision %d is not the one that was tagged %q: run audit_verify_chain",
			tag.At.Revision, name).With("tag", name)
	}
	return past, nil
}

// tagsShown caps the tags named in an error.
const tagsShown = 20

func tagNames(r *projections.Annotations) []string {
	names := []string{}
	for _, t := range r.Tags() {
		if len(names) == tagsShown {
			break
		}
		names = append(names, t.Name)
	}
	return names
}

// WhenAsked parses a day or an RFC 3339 time; an empty text gives the zero time. The error names the parameter.
func WhenAsked(text, parameter string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if t, err := mcp.ParseDayOrInstant(text); err == nil {
		return t, nil
	}
	return time.Time{}, state.Errorf(state.InvalidInput,
		"%s takes a day or a time, such as 2026-05-04 or 2026-05-04T12:00:00Z", parameter).With("parameter", parameter)
}
