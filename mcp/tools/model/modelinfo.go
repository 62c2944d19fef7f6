package model

import (
	"context"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

type SetModelInfo struct {
	change.SetModelInfo
	app.ReplyArguments
	mcp.MutationArguments
}

// SetModelInfo sets the information of a model on its branch main: other branches have the information of main at their
// fork, and a merge brings none of it. A new name is also written to the register, where lists look for it, in the same
// append.
func (b *Backend) SetModelInfo(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a SetModelInfo
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if branch := app.BranchOf(c); branch != projections.MainBranch {
		if _, err := b.View(ctx, c); err != nil {
			return nil, err
		}
		return nil, state.Errorf(state.IllegalState,
			"what is said of a model is said on its branch main: leave branch %q out", branch).
			With("state", branch).With("allowed", []string{projections.MainBranch})
	}
	var named *state.ModelNamed
	var of string
	out, err := b.Change(ctx, c, func(v *projections.View, commandID string) (change.Decision, error) {
		decision, err := v.Decide(change.Command{ID: commandID, Do: a.SetModelInfo})
		for _, e := range decision.Events {
			if set, ok := e.(*state.ModelInfoSet); ok &&
				(set.From.Name != set.To.Name || set.From.Description != set.To.Description) {
				named, of = &state.ModelNamed{Name: set.To.Name, Description: set.To.Description}, set.From.Name
			}
		}
		return decision, err
	}, nil)
	if err != nil || named == nil {
		return out, err
	}
	if named.Name != of {
		if err := b.CheckModelName(ctx, c, named.Name); err != nil {
			return nil, err
		}
	}
	return out, b.naming(ctx, c, out, named)
}

// naming adds a new name to the append of an outcome.
func (b *Backend) naming(ctx context.Context, c *mcp.Call, out *mcp.Outcome, named *state.ModelNamed) error {
	model := out.Plan.ModelID
	said, err := b.Live.Annotations(ctx, model)
	if err != nil {
		return err
	}
	meta := app.MetaOf(c, 0)
	// the ids of the other stream's events derive from the command's id
	meta.CommandID = string(state.DeriveID(c.CommandID+"/name", 0))
	part := eventstore.Append{Stream: projections.AnnotationStream(model), Expected: said.Expected,
		Events: projections.EncodeEvents([]state.Event{named}, meta)}
	enqueue := out.Enqueue
	out.Enqueue = func(ctx context.Context, records []eventstore.Append) func() (string, error) {
		return enqueue(ctx, append([]eventstore.Append{part}, records...))
	}
	out.Commit = func(ctx context.Context, records []eventstore.Append) (string, error) {
		return out.Enqueue(ctx, records)()
	}
	return nil
}
