package model

import (
	"context"
	"errors"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// combining changes the error of boolean_operation for an operand that is on another branch: the error then names only
// that branch. The ids are of one model, so the caller has most likely mixed up branches.
func combining(b *Backend, r mutationRow) mutationRow {
	decide := r.Tool.Handle
	r.Tool.Handle = func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
		out, err := decide(ctx, c)
		if state.CodeOf(err) == state.NotFound {
			err = b.onOtherBranch(ctx, c, err)
		}
		return out, err
	}
	return r
}

// onOtherBranch returns BRANCH_MISMATCH if another branch that the caller may see has the missing element, else the
// error that it was given.
func (b *Backend) onOtherBranch(ctx context.Context, c *mcp.Call, missing error) error {
	known, ok := errors.AsType[*state.Error](missing)
	if !ok {
		return missing
	}
	id, ok := known.Data["element_id"].(state.ID)
	if !ok {
		return missing
	}
	here, err := b.View(ctx, c)
	if err != nil {
		return missing
	}
	models, err := b.Models(ctx, c.Principal)
	if err != nil {
		return missing
	}
	for _, m := range models {
		if m.ID != here.ModelID {
			continue
		}
		for _, branch := range m.Branches {
			if branch.Name == here.Branch || !c.Scope.AllowsBranch(branch.Name) {
				continue
			}
			if v, err := b.Live.View(ctx, m.ID, branch.Name); err == nil && app.Has(v.Model, id) {
				return state.Errorf(state.BranchMismatch,
					"element %q is on branch %s, not on %s: merge that branch first, or name two elements of "+
						"one branch", id, branch.Name, here.Branch).
					With("element_id", id).With("branch", branch.Name)
			}
		}
	}
	return missing
}
