package model

import (
	"context"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// createModel is the argument struct of create_model, which has no branch yet.
type createModel struct {
	change.CreateModel
	mcp.MutationArguments
}

func createModelTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: app.CreateModelName, Title: "Create model", Server: "coordination", Set: mcp.SetDefault,
		Category: mcp.CategoryMutation, Operation: mcp.OpCreate,
		Description: "Starts a model with site and building. Then create_level.",
		Input:       createModel{}, Output: app.Change{},
		Handle: func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) { return b.createModel(ctx, c) },
	}
}

// createModel starts the stream of a new model's main branch. The model's id derives from the command's, so a retry
// finds the same model. A model_id given by the caller is refused: ids are the server's.
func (b *Backend) createModel(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a createModel
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if a.ModelID != "" || (a.Branch != "" && a.Branch != projections.MainBranch) {
		return nil, state.Errorf(state.InvalidInput,
			"create_model gives the new model its id and a branch main: leave model_id and branch out")
	}
	if err := app.RefuseExpected(a.ExpectedRevision != nil, "a new model has no revision"); err != nil {
		return nil, err
	}
	operation := a.CreateModel
	operation.ID, operation.Owner = string(state.DeriveID(c.CommandID, 0)), app.User(c.Principal)
	empty := state.NewModel()
	decision, err := domain.Decide(empty, change.Command{ID: c.CommandID, Do: operation})
	if err != nil {
		return nil, err
	}
	if err := b.CheckModelName(ctx, c, operation.Name); err != nil {
		return nil, err
	}
	stream := projections.StreamName(operation.ID, projections.MainBranch)
	events := projections.EncodeDecision(decision, app.MetaOf(c, 0))
	before := projections.EmptyView(operation.ID, projections.MainBranch)
	after := before.Preview(decision.Events)
	done, err := app.DoneBy(ctx, before, after, decision.Events)
	if err != nil {
		return nil, err
	}
	change := app.ReplyArguments{}.Change(done, events, app.NoEvents)
	change.Revision, change.ElementID = uint64(len(events)-1), ""
	out := &mcp.Outcome{Data: change, Warnings: app.Warnings(decision.Warnings), Affected: len(change.Created),
		EventID: app.FirstID(events), Reach: app.ModelWide(mcp.EffectCreated, "model", a.Name)}
	b.Appending(out, eventstore.Append{Stream: stream, Expected: eventstore.NoStream, Events: events},
		app.StoredAs(after, decision.Events, events))
	return out, nil
}

// CheckModelName refuses a second model of the same name and owner: nobody could tell them apart.
func (b *Backend) CheckModelName(ctx context.Context, c *mcp.Call, name string) error {
	models, err := b.Models(ctx, c.Principal)
	if err != nil {
		return err
	}
	for _, m := range models {
		if m.Name == name && m.Owner == app.User(c.Principal) {
			return state.Errorf(state.AlreadyExists,
				"you have a model named %q already: use it, or choose another name", name).With("model_id", m.ID)
		}
	}
	return nil
}
