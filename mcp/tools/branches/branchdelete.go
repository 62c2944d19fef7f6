package branches

import (
	"context"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

type DeleteBranch struct {
	Name    string `json:"name" jsonschema:"of the branch"`
	Restore bool   `json:"restore,omitempty" jsonschema:"bring it back"`
	mcp.MutationArguments
}

type BranchArchived struct {
	ModelID  string         `json:"model_id"`
	Name     string         `json:"name"`
	Revision uint64         `json:"revision" jsonschema:"at which it ends"`
	Archived bool           `json:"archived"`
	Unmerged uint64         `json:"unmerged_events" jsonschema:"that its parent does not have"`
	Events   []app.EventRef `json:"events"`
}

// DeleteBranch archives a branch, or restores an archived one. Nothing is removed from the store.
func (b *Backend) DeleteBranch(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a DeleteBranch
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	on, err := b.ExpectedView(ctx, c)
	if err != nil {
		return nil, err
	}
	if a.Name == projections.MainBranch {
		return nil, state.Errorf(state.IllegalState, "every model has its branch main: it stays").With("state",
			"main").With("allowed", []string{})
	}
	v, err := b.BranchView(ctx, c, on.ModelID, a.Name)
	if err != nil {
		return nil, err
	}
	if !c.Scope.AllowsBranch(a.Name) {
		return nil, state.Errorf(state.PermissionDenied, "%q may not archive branch %q", c.Principal.ID,
			a.Name).With("branch", a.Name).With("branch_patterns", c.Scope.BranchPatterns).
			With("operation", c.Tool.Needs())
	}
	said, err := b.Live.Annotations(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	data := BranchArchived{ModelID: v.ModelID, Name: v.Branch, Revision: v.Revision,
		Archived: !a.Restore, Events: []app.EventRef{}}
	if data.Unmerged, err = b.unmerged(ctx, v); err != nil {
		return nil, err
	}
	if _, archived := said.Archived(a.Name); archived != a.Restore { // nothing to do
		return &mcp.Outcome{Data: data, Reach: app.ReachesNothing}, nil
	}
	var event state.Event = &state.BranchArchived{At: v.Point(), Reason: c.Common.Reasoning}
	if a.Restore {
		event = &state.BranchRestored{Name: a.Name}
	}
	out, events, err := b.Registered(ctx, c, v, event)
	if err != nil {
		return nil, err
	}
	data.Events = app.RefsOf(events)
	out.Data, out.Reach = data, app.ModelWide(mcp.EffectDerived, "branch", a.Name)
	if data.Unmerged > 0 && !a.Restore {
		out.Warnings = append(out.Warnings, mcp.Warning{
			Code: "UNMERGED", Message: "the branch has changes that its parent does not have: they stay in its log, " +
				"and restore brings them back",
			Data: map[string]any{"events": data.Unmerged},
		})
	}
	return out, nil
}

// unmerged returns how many events of a branch its parent lacks.
func (b *Backend) unmerged(ctx context.Context, v *projections.View) (uint64, error) {
	models, err := b.Live.Models(ctx)
	if err != nil {
		return 0, err
	}
	for _, m := range models {
		for _, branch := range m.Branches {
			if m.ID != v.ModelID || branch.Name != v.Branch {
				continue
			}
			entry, err := b.branchEntry(ctx, m, branch)
			if err != nil || entry.Unmerged == nil {
				return 0, err
			}
			return *entry.Unmerged, nil
		}
	}
	return 0, nil
}

// Registered returns the outcome of an event for the register of a view's model, and the encoded event.
func (b *Backend) Registered(ctx context.Context, c *mcp.Call, v *projections.View, event state.Event) (*mcp.Outcome,
	[]eventstore.Event, error) {
	said, err := b.Live.Annotations(ctx, v.ModelID)
	if err != nil {
		return nil, nil, err
	}
	events := projections.EncodeEvents([]state.Event{event}, app.MetaOf(c, v.Revision))
	return &mcp.Outcome{
		EventID: events[0].ID, Commit: b.Storing(projections.AnnotationStream(v.ModelID), said.Expected, events),
		Plan: app.PlanOf(v, events, ""),
	}, events, nil
}
