package governance

import (
	"context"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/branches"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/projections"
)

// sharedAccess is the access that a model can be shared with.
type sharedAccess state.Access

// Enum lists the kinds of access.
func (sharedAccess) Enum() []string {
	return []string{string(state.AccessRead), string(state.AccessComment),
		string(state.AccessEdit), string(state.AccessNone)}
}

type shareModel struct {
	User   string       `json:"user" jsonschema:"id of a person; their agents may do what they may"`
	Access sharedAccess `json:"access" jsonschema:"read; comment (tasks, findings); edit; none ends it"`
	mcp.MutationArguments
}

type modelShared struct {
	ModelID string              `json:"model_id"`
	Owner   string              `json:"owner"`
	Shared  []projections.Share `json:"shared_with"`
	Events  []app.EventRef      `json:"events"`
}

// maxShares bounds how many users a model is shared with, so that a list of them fits in a reply.
const maxShares = 100

func sharingTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{
		{Name: "share_model", Title: "Share model", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryMutation, Operation: mcp.OpApprove, People: true, Idempotent: true,
			Description: "Says what another user may do with a model of yours: read, comment or edit it, or nothing " +
				"any more. People only. list_models tells who may do what.",
			Input: shareModel{}, Output: modelShared{}, Handle: b.shareModel},
		{Name: "delete_branch", Title: "Archive branch", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryMutation, Destructive: true, Idempotent: true, BranchIn: "name",
			Description: "Puts a branch away: it is not listed any more and takes no changes; its log stays and can " +
				"be read. restore brings it back.",
			Input: branches.DeleteBranch{}, Output: branches.BranchArchived{},
			Handle: branches.New(b.Backend).DeleteBranch},
		{Name: "set_model_info", Title: "Set model info", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryMutation, Idempotent: true,
			Description: "Says what is given of a model as a whole: name, authors, bounds, address, place on earth " +
				"and on the map. On main only.",
			Input: model.SetModelInfo{}, Output: app.Change{}, Handle: model.New(b.Backend).SetModelInfo},
	}
}

func (b *Backend) shareModel(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a shareModel
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	v, err := b.ExpectedView(ctx, c)
	if err != nil {
		return nil, err
	}
	said, err := b.Live.Annotations(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	data := modelShared{ModelID: v.ModelID, Owner: v.Model.Info().Owner, Shared: said.Shares(),
		Events: []app.EventRef{}}
	access, name := state.Access(a.Access), strings.TrimSpace(a.User)
	if err := checkShare(c, data, name, access); err != nil {
		return nil, err
	}
	if said.Access(name) == access {
		return &mcp.Outcome{Data: data, Reach: app.ReachesNothing}, nil
	}
	out, events, err := branches.New(b.Backend).Registered(ctx, c, v, &state.ModelShared{UserID: name, Access: access})
	if err != nil {
		return nil, err
	}
	data.Shared, data.Events = said.SharesAfter(name, access), app.RefsOf(events)
	out.Data, out.Reach = data, app.ModelWide(mcp.EffectDerived, "share", name)
	return out, nil
}

func checkShare(c *mcp.Call, now modelShared, name string, access state.Access) error {
	switch {
	case c.Principal.Kind != mcp.KindHuman:
		return state.Errorf(state.PermissionDenied, "a person shares a model, not the %s %q", c.Principal.Kind,
			c.Principal.ID).With("operation", mcp.OpApprove)
	case name == "" || len(name) > shape.MaxUser:
		return state.Errorf(state.OutOfRange, "user has 1 to %d bytes", shape.MaxUser).With("parameter", "user")
	case name == now.Owner:
		return state.Errorf(state.OutOfRange, "the model is theirs: an owner may do everything").With(
			"parameter", "user")
	case access != state.AccessNone && len(now.Shared) >= maxShares:
		return state.Errorf(state.OutOfRange, "the model is shared with %d users, which is as many as can be",
			len(now.Shared)).With("parameter", "user").With("limit", maxShares)
	}
	return nil
}
