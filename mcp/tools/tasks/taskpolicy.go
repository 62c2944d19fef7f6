package tasks

import (
	"context"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

type setTaskPolicy struct {
	Note     *bool `json:"note,omitempty" jsonschema:"completing a task takes a note"`
	Evidence *bool `json:"evidence,omitempty" jsonschema:"completing a task takes an evidence"`
	mcp.MutationArguments
}

type taskPolicy struct {
	ModelID string         `json:"model_id"`
	Policy  tasks.Policy   `json:"policy"`
	Events  []app.EventRef `json:"events"`
}

// setPolicy sets the requirements for completing a task of the model from now on. Completed tasks stay completed.
func (r *Assignments) setPolicy(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a setTaskPolicy
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	b, err := r.Board(ctx, c)
	if err != nil {
		return nil, err
	}
	if c.Principal.Kind != mcp.KindHuman {
		return nil, state.Errorf(state.PermissionDenied, "a person says what completing a task takes, not the %s %q",
			c.Principal.Kind, c.Principal.ID).With("operation", mcp.OpApprove)
	}
	if err := app.RefuseExpected(a.ExpectedRevision != nil, "a policy has no version"); err != nil {
		return nil, err
	}
	policy := b.Policy
	if a.Note != nil {
		policy.Note = *a.Note
	}
	if a.Evidence != nil {
		policy.Evidence = *a.Evidence
	}
	out, err := r.decided(ctx, b, "", tasks.SetPolicy{Policy: policy})
	if err != nil {
		return nil, err
	}
	data := out.Data.(taskData)
	out.Data = taskPolicy{b.ModelID, policy, data.Events}
	return out, nil
}
