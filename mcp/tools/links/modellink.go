package links

import (
	"context"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/federation"
)

type linkModel struct {
	LinkedModel  string              `json:"linked_model" jsonschema:"id or name"`
	LinkedBranch string              `json:"linked_branch,omitempty" jsonschema:"default main"`
	State        string              `json:"state,omitempty" jsonschema:"live (default), delivery: as last imported, or a revision or tag of it"`
	Name         string              `json:"name,omitempty" jsonschema:"of the link, for models; default the model's"`
	Discipline   string              `json:"discipline,omitempty" jsonschema:"such as structure; names the link too"`
	Placement    state.LinkPlacement `json:"placement,omitempty" jsonschema:"default map where both are in one crs, else origin"`
	Offset       *geometry.Point3    `json:"offset,omitempty" jsonschema:"of given: where its origin is here"`
	Rotation     *geometry.Angle     `json:"rotation,omitempty" jsonschema:"of given: about its origin, counter-clockwise"`
	mcp.MutationArguments
}

type updateLink struct {
	Link         string               `json:"link" jsonschema:"id or name"`
	LinkedBranch *string              `json:"linked_branch,omitempty" jsonschema:"as link_model"`
	State        *string              `json:"state,omitempty" jsonschema:"as link_model"`
	Name         *string              `json:"name,omitempty"`
	Discipline   *string              `json:"discipline,omitempty" jsonschema:"as link_model"`
	Placement    *state.LinkPlacement `json:"placement,omitempty" jsonschema:"as link_model"`
	Offset       *geometry.Point3     `json:"offset,omitempty"`
	Rotation     *geometry.Angle      `json:"rotation,omitempty"`
	mcp.MutationArguments
}

type unlinkModel struct {
	Link string `json:"link" jsonschema:"id or name"`
	mcp.MutationArguments
}

// linkChanged is the reply to a change of a link.
type linkChanged struct {
	ModelID  string         `json:"model_id"`
	Branch   string         `json:"branch"`
	Revision uint64         `json:"revision" jsonschema:"of the branch after the change"`
	Link     *linkEntry     `json:"link,omitempty" jsonschema:"as it is then"`
	Count    int            `json:"event_count"`
	Events   []app.EventRef `json:"events"`
}

type listLinks struct {
	mcp.ReadArguments
}

type linkList struct {
	ModelID  string      `json:"model_id"`
	Branch   string      `json:"branch"`
	Revision uint64      `json:"revision"`
	Links    []linkEntry `json:"links"`
	app.Paging
}

// linkEntry is a link with the facts that a caller may know. For a model that the caller may not read, it has only the
// id of the link.
type linkEntry struct {
	LinkID     state.ID             `json:"link_id"`
	Loaded     bool                 `json:"loaded" jsonschema:"questions can be about it"`
	Name       string               `json:"name,omitempty"`
	Discipline string               `json:"discipline,omitempty"`
	ModelID    string               `json:"linked_model_id,omitempty"`
	Model      string               `json:"linked_model,omitempty" jsonschema:"its name"`
	Owner      string               `json:"owner,omitempty"`
	Branch     string               `json:"linked_branch,omitempty"`
	State      string               `json:"state,omitempty"`
	Revision   *uint64              `json:"linked_revision,omitempty" jsonschema:"that is looked at"`
	At         *time.Time           `json:"linked_at,omitempty" jsonschema:"when that was made"`
	Elements   int                  `json:"elements,omitempty"`
	Placement  state.LinkPlacement  `json:"placement,omitempty"`
	Offset     *geometry.Point3     `json:"offset,omitempty" jsonschema:"where its origin is here"`
	Rotation   geometry.Angle       `json:"rotation,omitempty"`
	Problem    string               `json:"problem,omitempty" jsonschema:"why it is not loaded"`
	Findings   []federation.Finding `json:"findings,omitempty" jsonschema:"what does not fit between the models"`
}

func linkTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{
		{Name: "link_model", Title: "Link model", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryMutation, Operation: mcp.OpCreate,
			Description: "Links another model to the branch, so that questions with models are about it too. Nothing " +
				"is copied. Replies what does not fit: storeys, origins, norths.",
			Input: linkModel{}, Output: linkChanged{}, Handle: b.linkModel},
		{Name: "update_link", Title: "Update link", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryMutation, Idempotent: true,
			Description: "Says another state, name, discipline or placement of a link.",
			Input:       updateLink{}, Output: linkChanged{}, Handle: b.updateLink},
		{Name: "unlink_model", Title: "Unlink model", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryMutation, Operation: mcp.OpModify,
			Description: "Ends a link of the branch. The linked model stays as it is.",
			Input:       unlinkModel{}, Output: linkChanged{}, Handle: b.unlinkModel},
		{Name: "list_links", Title: "Linked models", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists the models that a branch links, the state of each that is looked at, and what does " +
				"not fit between them.",
			Input: listLinks{}, Output: linkList{}, Handle: b.listLinks},
		createProjectTool(b), coordinationReportTool(b),
	}
}

func (b *Backend) linkModel(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a linkModel
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	linked, err := b.ModelNamed(ctx, c.Principal, strings.TrimSpace(a.LinkedModel))
	if err != nil {
		return nil, err
	}
	do := change.LinkModel{ModelID: linked, Branch: a.LinkedBranch, State: a.State, Name: a.Name,
		Discipline: a.Discipline, Placement: a.Placement}
	if do.Branch == projections.MainBranch {
		do.Branch = ""
	}
	if a.Offset != nil {
		do.Offset = *a.Offset
	}
	if a.Rotation != nil {
		do.Rotation = *a.Rotation
	}
	return b.changeLinks(ctx, c, func(v *projections.View) (change.Operation, error) {
		// a model that may not be read is reported as not found before any other error
		there, err := b.stateToLink(ctx, c, state.ModelLink{ModelID: linked, Branch: do.Branch, State: do.State})
		if err != nil {
			return nil, err
		}
		if do.Name == "" {
			do.Name = there.Model.Info().Name
		}
		if do.Placement == "" && (a.Offset != nil || a.Rotation != nil) {
			do.Placement = state.PlacedAsGiven
		}
		if do.Placement == "" && federation.SameMap(v.Model, there.Model) {
			do.Placement = state.PlacedByMap
		}
		return do, nil
	})
}

// stateToLink returns the state to which a link would refer.
func (b *Backend) stateToLink(ctx context.Context, c *mcp.Call, l state.ModelLink) (*projections.View, error) {
	r := b.ReaderOf(c.Principal)
	if err := r.Admits(ctx, l.ModelID); err != nil {
		return nil, app.MissingModel(l.ModelID)
	}
	if l.State == "" {
		l.State = shape.LinkLive
	}
	return b.StateOfLink(ctx, r, l, time.Time{})
}

func (b *Backend) updateLink(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a updateLink
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if a.LinkedBranch != nil && *a.LinkedBranch == projections.MainBranch {
		*a.LinkedBranch = ""
	}
	return b.changeLinks(ctx, c, func(v *projections.View) (change.Operation, error) {
		l, err := b.knownLink(ctx, c, v, a.Link)
		if err != nil {
			return nil, err
		}
		if a.State != nil || a.LinkedBranch != nil {
			if a.State != nil {
				l.State = *a.State
			}
			if a.LinkedBranch != nil {
				l.Branch = *a.LinkedBranch
			}
			if _, err := b.stateToLink(ctx, c, l); err != nil {
				return nil, err
			}
		}
		return change.UpdateLink{Link: string(l.ID), Branch: a.LinkedBranch, State: a.State, Name: a.Name,
			Discipline: a.Discipline, Placement: a.Placement, Offset: a.Offset, Rotation: a.Rotation}, nil
	})
}

func (b *Backend) unlinkModel(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a unlinkModel
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	return b.changeLinks(ctx, c, func(v *projections.View) (change.Operation, error) {
		l, err := b.knownLink(ctx, c, v, a.Link)
		return change.UnlinkModel{Link: string(l.ID)}, err
	})
}

// knownLink returns a link by its id, or by its name if the caller may read the linked model.
func (b *Backend) knownLink(ctx context.Context, c *mcp.Call, v *projections.View,
	reference string) (state.ModelLink, error) {
	reference = strings.TrimSpace(reference)
	l, ok := v.Model.ModelLinkOf(reference)
	if ok && string(l.ID) != reference && b.ReaderOf(c.Principal).Admits(ctx, l.ModelID) != nil {
		ok = false
	}
	if !ok {
		return l, state.Errorf(state.NotFound, "no link %q on this branch: list_links names them", reference).
			With("link", reference)
	}
	return l, nil
}

// changeLinks changes the links of a branch, and replies with the changed link.
func (b *Backend) changeLinks(ctx context.Context, c *mcp.Call,
	operation func(*projections.View) (change.Operation, error)) (*mcp.Outcome, error) {
	var after *projections.View
	var changed state.ID
	out, err := b.Change(ctx, c, func(v *projections.View, commandID string) (change.Decision, error) {
		do, err := operation(v)
		if err != nil {
			return change.Decision{}, err
		}
		d, err := v.Decide(change.Command{ID: commandID, Do: do})
		if err != nil {
			return d, err
		}
		after, changed = v.PreviewOf(d), app.ChangedLink(d.Events)
		return d, nil
	}, nil)
	if err != nil {
		return nil, err
	}
	if change, ok := out.Data.(*app.Change); ok {
		data := &linkChanged{ModelID: change.ModelID, Branch: change.Branch, Revision: change.Revision,
			Count: change.EventCount, Events: change.Events}
		if l, ok := after.Model.ModelLinkOf(string(changed)); ok {
			entry := b.linkEntry(ctx, b.LinkState(ctx, c, after, l, time.Time{}))
			data.Link = &entry
		}
		out.Data = data
	}
	return out, nil
}

func (b *Backend) listLinks(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a listLinks
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	now, err := b.View(ctx, c)
	if err != nil {
		return nil, err
	}
	v, past, err := b.AskedState(ctx, c, now, p)
	if err != nil {
		return nil, err
	}
	p.Revision = v.Revision
	all := []linkEntry{}
	for _, s := range b.LinkStates(ctx, c, v, past) {
		all = append(all, b.linkEntry(ctx, s))
	}
	data := linkList{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision}
	data.Links, data.Paging = app.Take(p, all, app.BytesOf[linkEntry])
	return &mcp.Outcome{Data: data}, nil
}

// linkEntry returns the facts of a link that its caller may know.
func (b *Backend) linkEntry(_ context.Context, s app.LinkState) linkEntry {
	out := linkEntry{LinkID: s.Link.ID, Loaded: s.Loaded()}
	if s.Hidden {
		out.Problem = "it links a model that you may not read"
		return out
	}
	l := s.Link
	out.Name, out.Discipline, out.ModelID, out.Branch = l.Name, l.Discipline, l.ModelID, app.BranchOfLink(l)
	out.State, out.Placement, out.Findings = l.State, l.Placement, s.Findings
	if s.Problem != nil {
		out.Problem = s.Problem.Error()
	}
	if s.View == nil {
		return out
	}
	info := s.View.Model.Info()
	out.Model, out.Owner = info.Name, info.Owner
	out.Revision, out.At, out.Elements = &s.View.Revision, &s.View.At, s.View.Model.Len()
	out.Offset, out.Rotation = &s.Place.Delta, s.Place.Rotation
	return out
}
