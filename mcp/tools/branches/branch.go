package branches

import (
	"context"
	"errors"
	"time"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/drawings"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/projections"
)

type createBranch struct {
	Name        string `json:"name" jsonschema:"letters, digits, . _ - /, no spaces"`
	At          mcp.At `json:"at,omitempty" jsonschema:"fork from the past: revision, time or tag"`
	Description string `json:"description,omitempty"`
	mcp.MutationArguments
}

type branchCreated struct {
	ModelID      string         `json:"model_id"`
	Name         string         `json:"name"`
	Parent       string         `json:"parent"`
	ForkRevision uint64         `json:"fork_revision" jsonschema:"of the parent"`
	Revision     uint64         `json:"revision" jsonschema:"of the new branch"`
	Events       []app.EventRef `json:"events"`
}

type listBranches struct {
	Archived bool      `json:"archived,omitempty" jsonschema:"also those that were put away"`
	ModelID  string    `json:"model_id,omitempty"`
	Limit    mcp.Limit `json:"limit,omitempty"`
	Cursor   string    `json:"cursor,omitempty"`
}

type branchList struct {
	ModelID  string              `json:"model_id"`
	Branches []model.BranchEntry `json:"branches"`
	Tags     []tagEntry          `json:"tags" jsonschema:"names of states, for at"`
	app.Paging
}

type tagEntry struct {
	Name        string    `json:"name"`
	Branch      string    `json:"branch"`
	Revision    uint64    `json:"revision"`
	Description string    `json:"description,omitempty"`
	TaggedAt    time.Time `json:"tagged_at"`
	UserID      string    `json:"user_id"`
}

type tagRevision struct {
	Name        string `json:"name" jsonschema:"such as Issue 2"`
	At          mcp.At `json:"at,omitempty" jsonschema:"revision or time; default the last"`
	Description string `json:"description,omitempty"`
	mcp.MutationArguments
}

type tagged struct {
	ModelID  string         `json:"model_id"`
	Branch   string         `json:"branch"`
	Name     string         `json:"name"`
	Revision uint64         `json:"revision" jsonschema:"that has the name now"`
	Hash     string         `json:"hash" jsonschema:"of its last event"`
	Events   []app.EventRef `json:"events"`
}

// branchTools are the tools for branches and for the differences between states.
func branchTools(b *Backend) []mcp.Tool {
	rows := []mcp.Tool{
		{Name: "create_branch", Additive: true, Title: "Create branch", Set: mcp.SetDefault,
			Category: mcp.CategoryMutation, Operation: mcp.OpRead,
			Description: "Forks a branch off the given one (default main); nothing is copied. Then give its name as " +
				"branch to any tool.",
			Input: createBranch{}, Output: branchCreated{}, Handle: b.createBranch},
		{Name: "list_branches", Title: "List branches", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists a model's branches and tags.",
			Input:       listBranches{}, Output: branchList{}, Handle: b.listBranches},
		{Name: "diff_branches", Title: "Compare branches", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "What source and branch each changed since the newest state both had.",
			Input:       diffBranches{}, Output: branchDiff{}, Handle: b.diffBranches},
		{Name: "diff_revisions", App: app.ViewURI, Title: "Compare revisions", Set: mcp.SetDefault,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "What was added, deleted and modified between two states of a branch, facet by facet.",
			Input:       diffRevisions{}, Output: revisionDiff{}, Handle: b.diffRevisions},
		{Name: "merge_branch", Title: "Merge branch", Set: mcp.SetDefault, Category: mcp.CategoryMutation,
			Operation: mcp.OpModify, Destructive: true, AskedFrom: "source",
			Description: "Merges source into branch. dry_run lists the conflicts, with ids, and all that is decided " +
				"without asking. To merge, decide each conflict or give a policy. Agents need approval.",
			Input: mergeBranch{}, Output: MergeData{}, Handle: b.mergeBranch},
		{Name: "resolve_conflict", Title: "Resolve conflict", Set: mcp.SetFull, Category: mcp.CategoryMutation,
			Description: "Records the decision of one conflict of merge_branch, for the merge to come. It lapses " +
				"when the values change.",
			Input: resolveConflict{}, Output: conflictResolved{}, Handle: b.resolveConflict},
		{Name: "tag_revision", Additive: true, Title: "Tag revision", Set: mcp.SetDefault,
			Category:    mcp.CategoryMutation,
			Description: "Names a state, for at. Tags do not move.",
			Input:       tagRevision{}, Output: tagged{}, Handle: b.tagRevision},
	}
	for i := range rows {
		rows[i].Server = "coordination"
	}
	return rows
}

func (b *Backend) createBranch(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a createBranch
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if err := shape.CheckBranchName(a.Name); err != nil {
		return nil, err
	}
	if scope, ok := c.Principal.Scope(mcp.OpCreate); !ok || !scope.AllowsBranch(a.Name) {
		return nil, state.Errorf(state.PermissionDenied, "%q may not create a branch %q", c.Principal.ID, a.Name).
			With("operation", mcp.OpCreate).With("branch", a.Name).With("branch_patterns", scope.BranchPatterns)
	}
	v, err := b.ExpectedView(ctx, c)
	if err != nil {
		return nil, err
	}
	if v, err = b.StateOf(ctx, c, v, string(a.At)); err != nil {
		return nil, err
	}
	if err := b.CheckBranchFree(ctx, v.ModelID, a.Name); err != nil {
		return nil, err
	}
	annotations, err := b.Live.Annotations(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	if t, taken := annotations.Tag(a.Name); taken {
		return nil, TagTaken(c, t)
	}
	if err := app.CheckWhole(ctx, b.Store, v); err != nil {
		return nil, err
	}
	stream := projections.StreamName(v.ModelID, a.Name)
	events := projections.EncodeEvents(v.ForkEvents(a.Name, a.Description), app.MetaOf(c, v.Revision))
	findings, err := b.FindingsForked(ctx, c, v, a.Name)
	if err != nil {
		return nil, err
	}
	return &mcp.Outcome{
		Data: branchCreated{v.ModelID, a.Name, v.Branch, v.Revision, 0,
			[]app.EventRef{{EventID: events[0].ID, Type: events[0].Type}}},
		EventID: events[0].ID, Commit: b.Storing(stream, eventstore.NoStream, events, findings...),
		Reach: app.ReachesNothing, Plan: app.PlanOf(v, events, ""),
	}, nil
}

// CheckBranchFree refuses the name of a branch that already exists.
func (b *Backend) CheckBranchFree(ctx context.Context, modelID, name string) error {
	switch _, err := b.Store.Head(ctx, projections.StreamName(modelID, name)); {
	case errors.Is(err, eventstore.ErrStreamNotFound):
		return nil
	case err != nil:
		return err
	}
	return state.Errorf(state.AlreadyExists, "there is a branch %q already: use it, or choose another name",
		name).With("branch", name)
}

func (b *Backend) listBranches(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a listBranches
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	v, err := b.View(ctx, c)
	if err != nil {
		return nil, err
	}
	models, err := b.Models(ctx, c.Principal)
	if err != nil {
		return nil, err
	}
	data := branchList{ModelID: v.ModelID, Branches: []model.BranchEntry{}, Tags: []tagEntry{}}
	var entries []model.BranchEntry
	for _, m := range models {
		if m.ID != v.ModelID {
			continue
		}
		for _, branch := range m.Branches {
			if _, archived := m.Register.Archived(branch.Name); !c.Scope.AllowsBranch(branch.Name) ||
				archived && !a.Archived {
				continue
			}
			entry, err := b.branchEntry(ctx, m, branch)
			if err != nil {
				return nil, err
			}
			entries = append(entries, entry.Told(c.Principal))
		}
	}
	if err := b.overlapping(ctx, c, v.ModelID, entries); err != nil {
		return nil, err
	}
	data.Branches, data.Paging, err = app.TakeLive(p, entries, func(e model.BranchEntry) string { return e.Name },
		app.BytesOf[model.BranchEntry])
	if err != nil {
		return nil, err
	}
	annotations, err := b.Live.Annotations(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	for _, t := range annotations.Tags() {
		if c.Scope.AllowsBranch(t.At.Branch) {
			data.Tags = append(data.Tags, tagEntry{t.Name, t.At.Branch, uint64(t.At.Revision),
				t.Description, t.TaggedAt, t.UserID})
		}
	}
	return &mcp.Outcome{Data: data}, nil
}

// overlapping adds to each branch the other listed branches that change the same elements.
func (b *Backend) overlapping(ctx context.Context, c *mcp.Call, model string, entries []model.BranchEntry) error {
	if app.ReadBounds(c) != nil {
		return nil
	}
	var open []string
	for _, e := range entries {
		if e.ArchivedBy == "" && e.Reason == "" {
			open = append(open, e.Name)
		}
	}
	overlaps, err := b.OverlapsOf(ctx, model, open)
	for i := range entries {
		entries[i].Overlaps = overlaps[entries[i].Name]
	}
	return err
}

func (b *Backend) branchEntry(ctx context.Context, m projections.ModelEntry,
	e projections.BranchEntry) (model.BranchEntry, error) {
	away, _ := m.Register.Archived(e.Name)
	out := model.BranchEntry{Name: e.Name, Revision: e.Revision, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
		ArchivedBy: away.UserID, Reason: away.Reason}
	if e.Fork == nil {
		return out, nil
	}
	fork := uint64(e.Fork.ForkRevision)
	out.Parent, out.ForkRevision, out.Description = e.Fork.Parent, &fork, e.Fork.Description
	merged, _, err := b.Live.MergedFrom(ctx, m.ID, e.Fork.Parent, e.Name)
	if err != nil {
		return out, err
	}
	unmerged := e.Revision - min(merged, e.Revision) // the first event is the fork itself, which is no change
	out.Unmerged = &unmerged
	return out, nil
}

func (b *Backend) tagRevision(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a tagRevision
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if err := drawings.CheckTagName(a.Name); err != nil {
		return nil, err
	}
	v, err := b.ExpectedView(ctx, c)
	if err != nil {
		return nil, err
	}
	if v, err = b.StateOf(ctx, c, v, string(a.At)); err != nil {
		return nil, err
	}
	if err := app.CheckWhole(ctx, b.Store, v); err != nil {
		return nil, err
	}
	annotations, err := b.Live.Annotations(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	if t, taken := annotations.Tag(a.Name); taken {
		return nil, TagTaken(c, t)
	}
	if err := b.CheckBranchFree(ctx, v.ModelID, a.Name); state.CodeOf(err) == state.AlreadyExists {
		return nil, state.Errorf(state.AlreadyExists,
			"%q is the name of a branch, whose last state it names: choose another name for the tag", a.Name).
			With("parameter", "name")
	} else if err != nil {
		return nil, err
	}
	event := &state.RevisionTagged{Name: a.Name, At: v.Point(), Description: a.Description}
	events := projections.EncodeEvents([]state.Event{event}, app.MetaOf(c, v.Revision))
	return &mcp.Outcome{
		Data:    tagged{v.ModelID, v.Branch, a.Name, v.Revision, event.At.Hash, app.RefsOf(events)},
		EventID: events[0].ID, Commit: b.Storing(projections.AnnotationStream(v.ModelID), annotations.Expected, events),
		Reach: app.ModelWide(mcp.EffectDerived, "tag", a.Name), Plan: app.PlanOf(v, events, ""),
	}, nil
}

// TagTaken returns the error for a tag name that is already in use.
func TagTaken(c *mcp.Call, t projections.Tag) error {
	return state.Errorf(state.AlreadyExists, "tag %q names %s, and tags do not move: choose another name", t.Name,
		drawings.TaggedState(c, t)).With("tag", t.Name)
}
