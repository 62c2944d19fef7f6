package tasks

import (
	"context"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// warnOfAssignee adds a warning if the assignee of a task may not read the model. The name is stored as a text, for
// example of a company, and nobody finds the task by it. Only the owner gets the warning, because only the owner may
// know with whom the model is shared.
func (r *Assignments) warnOfAssignee(ctx context.Context, b *Board, assignee *string, out *mcp.Outcome) error {
	if assignee == nil || *assignee == "" || b.is(*assignee) {
		return nil
	}
	v, err := r.View(ctx, b.call)
	if err != nil {
		return err
	}
	said, err := r.Backend.Live.Annotations(ctx, b.ModelID)
	owner := v.Model.Info().Owner
	if err != nil || !b.is(owner) || *assignee == owner ||
		slices.ContainsFunc(said.Shares(), func(s projections.Share) bool { return s.UserID == *assignee }) {
		return err
	}
	out.Warnings = append(out.Warnings, mcp.Warning{Code: "ASSIGNEE_IS_TEXT", Message: fmt.Sprintf("%s is nobody whom "+
		"this model is shared with: the assignee is kept as a text; share_model shares the model, list_models tells "+
		"with whom it is", mcp.Quoted(*assignee)), Data: map[string]any{"assignee": *assignee}})
	return nil
}

func (b *Board) is(name string) bool { return name == b.Caller.User || name == b.Caller.Principal }
