package branches

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

type decision struct {
	ConflictID string          `json:"conflict_id"`
	Take       state.Choice    `json:"take" jsonschema:"ours: branch; theirs: source"`
	Value      json.RawMessage `json:"value,omitempty" jsonschema:"with take value"`
}

type mergeBranch struct {
	Source    string            `json:"source"`
	Decisions []decision        `json:"decisions,omitempty"`
	Policy    state.MergePolicy `json:"policy,omitempty" jsonschema:"for conflicts without a decision"`
	app.ReplyArguments
	mcp.MutationArguments
}

// merging is a merge with the decisions that have been made so far.
type merging struct {
	*projections.Comparison
	Outcome merge.MergeOutcome
	seed    string              // seed of the ids of new elements
	decider projections.Decider // whose recorded decisions apply
}

// DecideMerge computes the merge of a source into the branch of a call, with the caller's recorded decisions and the
// given ones.
func (b *Backend) DecideMerge(ctx context.Context, c *mcp.Call, v *projections.View, source string,
	policy state.MergePolicy, given []decision) (*merging, error) {
	theirs, err := b.sourceView(ctx, c, v, source)
	if err != nil {
		return nil, err
	}
	comparison, err := b.Live.Compare(ctx, v, theirs)
	if err != nil {
		return nil, err
	}
	decisions, err := b.decisions(ctx, c, v, source, given)
	if err != nil {
		return nil, err
	}
	outcome, err := comparison.Merge(app.SeedOf(c, v), policy, decisions)
	if err != nil {
		return nil, err
	}
	b.KnownConflicts(ctx, c.Principal, outcome.Conflicts, comparison.Base, v, theirs)
	b.KnownAutomatic(ctx, c.Principal, outcome.Automatic, comparison.Base, v, theirs)
	return &merging{comparison, outcome, app.SeedOf(c, v), decider(c)}, nil
}

// sourceView returns the view of the branch to merge, which the caller must be allowed to read.
func (b *Backend) sourceView(ctx context.Context, c *mcp.Call, v *projections.View,
	source string) (*projections.View, error) {
	if source == v.Branch {
		return nil, state.Errorf(state.InvalidInput,
			"a branch cannot be merged into itself: branch is what to merge into, source what to merge").With(
			"parameter", "source")
	}
	if scope, ok := c.Principal.Scope(mcp.OpRead); !ok || !scope.AllowsBranch(source) {
		return nil, state.Errorf(state.NotFound, "there is no branch %q: list_branches names them",
			source).With("branch", source)
	}
	return b.Live.View(ctx, v.ModelID, source)
}

// decisions returns the decisions that the caller has recorded; given decisions replace them.
func (b *Backend) decisions(ctx context.Context, c *mcp.Call, v *projections.View, source string,
	given []decision) (map[string]state.Resolution, error) {
	annotations, err := b.Live.Annotations(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	out := annotations.Decisions(v.Branch, source, decider(c))
	if out == nil {
		out = map[string]state.Resolution{}
	}
	for _, d := range given {
		if (d.Take == merge.TakeValue) == (len(d.Value) == 0) {
			return nil, state.Errorf(state.InvalidInput,
				"conflict %s: a value goes with take \"value\", and only with that",
				d.ConflictID).With("conflict_id", d.ConflictID)
		}
		out[d.ConflictID] = state.Resolution{ConflictID: d.ConflictID, Take: d.Take,
			Value: d.Value, By: merge.ByDecision}
	}
	return out, nil
}

// decider returns the caller in the form in which decisions are recorded.
func decider(c *mcp.Call) projections.Decider {
	meta := app.MetaOf(c, 0)
	return projections.Decider{UserID: meta.UserID, AgentID: meta.AgentID}
}

func (b *Backend) mergeBranch(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a mergeBranch
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	v, err := b.ExpectedView(ctx, c)
	if err != nil {
		return nil, err
	}
	m, err := b.DecideMerge(ctx, c, v, a.Source, a.Policy, a.Decisions)
	if err != nil {
		return nil, err
	}
	if err := m.checkUsed(a.Decisions); err != nil {
		return nil, err
	}
	if m.NothingNew() {
		return m.shown(ctx, c, a, []mcp.Warning{{Code: "NOTHING_TO_MERGE",
			Message: "the branch has everything that the source has"}})
	}
	if open := m.Outcome.Undecided(); len(open) > 0 {
		return m.undecided(ctx, c, a, open)
	}
	return b.mergeOutcome(ctx, c, m, a)
}

// undecided returns the open conflicts: as a preview in a dry run, else as an error.
func (m *merging) undecided(ctx context.Context, c *mcp.Call, a mergeBranch,
	open []merge.Conflict) (*mcp.Outcome, error) {
	if c.DryRun() {
		return m.shown(ctx, c, a, app.Warnings(m.Outcome.Decision.Warnings))
	}
	return nil, state.Errorf(state.MergeConflict,
		"%d conflicts are open, nothing was merged: decide each by its conflict_id in decisions, or give a policy",
		len(open)).
		With("conflicts", firstShown(m.conflicts(a.ReplyArguments))).With("open_conflicts", len(open))
}

// shown returns the preview of the merge and stores nothing.
func (m *merging) shown(ctx context.Context, c *mcp.Call, a mergeBranch, warnings []mcp.Warning) (*mcp.Outcome, error) {
	done, err := m.done(ctx)
	if err != nil {
		return nil, err
	}
	return &mcp.Outcome{Data: m.reply(c, a, done, nil), Warnings: warnings}, nil
}

// mergeOutcome returns the outcome with the append of a merge: the events of elements, followed by the event
// branch.merged.
func (b *Backend) mergeOutcome(ctx context.Context, c *mcp.Call, m *merging, a mergeBranch) (*mcp.Outcome, error) {
	merged := &state.BranchMerged{
		MergeID: string(state.DeriveID(app.SeedOf(c, m.Ours), 0)), Source: m.Theirs.Point(), Target: m.Ours.Point(),
		Base: m.Base.Point(), Policy: a.Policy,
		Resolutions: append([]state.Resolution{}, m.Outcome.Resolutions...), Counts: m.Outcome.Counts,
	}
	done, err := m.done(ctx, merged)
	if err != nil {
		return nil, err
	}
	events := projections.EncodeEvents(done.Events, app.MetaOf(c, m.Ours.Revision))
	if err := app.VerifyState(done.After.Model, done.Events); err != nil {
		return nil, err
	}
	reached := app.ReachOf(m.Ours, done.After, done.Events, done.Effects)
	out := &mcp.Outcome{
		Data: m.reply(c, a, done, events), Warnings: app.Warnings(m.Outcome.Decision.Warnings),
		Affected: len(reached.Effects), Deletes: true, EventID: app.FirstID(events), Reach: reached.List,
		Plan:    app.PlanOf(m.Ours, events, m.Theirs.Point().Hash),
		Related: reached.Related(done), Checks: reached.Checks,
		Conflicts: func(ctx context.Context) ([]approvals.Conflict, error) { return b.conflictsTold(ctx, m) },
	}
	out.Plan.Also = m.decidedWords()
	findings, err := b.findingsMerged(ctx, c, m, out, len(events))
	if err != nil {
		return nil, err
	}
	b.Appending(out, app.EventsAfter(m.Ours, events), app.StoredAs(done.After, done.Events, events), findings...)
	return out, nil
}

// done returns the effect of the merge on the branch. Conflicts that are still open count as decided for ours.
func (m *merging) done(ctx context.Context, mark ...state.Event) (*app.Done, error) {
	events := append(append([]state.Event{}, m.Outcome.Decision.Events...), mark...)
	return app.DoneBy(ctx, m.Ours, m.Ours.Preview(events), events)
}

// checkUsed refuses decisions about conflicts that do not exist, because they were made about another state.
func (m *merging) checkUsed(given []decision) error {
	for _, d := range given {
		if !slices.ContainsFunc(m.Outcome.Conflicts, func(c merge.Conflict) bool { return c.ID == d.ConflictID }) {
			return state.Errorf(state.NotFound,
				"there is no conflict %q between %q and %q now; the values may have changed, or another decision "+
					"settled it: merge_branch with dry_run lists them", d.ConflictID, m.Theirs.Branch, m.Ours.Branch).
				With("conflict_id", d.ConflictID)
		}
	}
	return nil
}

// Bounds of the conflicts that a refusal lists.
const (
	mergeShown      = 40
	mergeShownBytes = app.MaxAnswerBytes / 3
)

// firstShown returns the part of a list that fits in a reply, at least one entry.
func firstShown[T any](list []T) []T {
	bytes := 0
	for i, item := range list {
		if bytes += app.BytesOf(item); i == mergeShown || (i > 0 && bytes > mergeShownBytes) {
			return append([]T{}, list[:i]...)
		}
	}
	return append([]T{}, list...)
}

type resolveConflict struct {
	Source     string          `json:"source"`
	ConflictID string          `json:"conflict_id"`
	Take       state.Choice    `json:"take" jsonschema:"ours: branch; theirs: source"`
	Value      json.RawMessage `json:"value,omitempty" jsonschema:"with take value"`
	mcp.MutationArguments
}

type conflictResolved struct {
	ModelID  string         `json:"model_id"`
	Branch   string         `json:"branch"`
	Conflict merge.Conflict `json:"conflict"`
	Open     int            `json:"open_conflicts" jsonschema:"that are left"`
	Events   []app.EventRef `json:"events"`
}

// resolveConflict records the decision of an existing conflict. A later merge applies it.
func (b *Backend) resolveConflict(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a resolveConflict
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	v, err := b.ExpectedView(ctx, c)
	if err != nil {
		return nil, err
	}
	given := []decision{{a.ConflictID, a.Take, a.Value}}
	m, err := b.DecideMerge(ctx, c, v, a.Source, "", given)
	if err != nil {
		return nil, err
	}
	if err := m.checkUsed(given); err != nil {
		return nil, err
	}
	annotations, err := b.Live.Annotations(ctx, v.ModelID)
	if err != nil {
		return nil, err
	}
	data := conflictResolved{ModelID: v.ModelID, Branch: v.Branch, Open: len(m.Outcome.Undecided())}
	for _, conflict := range m.Outcome.Conflicts {
		if conflict.ID == a.ConflictID {
			data.Conflict = conflict
		}
	}
	event := &state.ConflictResolved{
		Target: v.Branch, Source: a.Source, ElementID: data.Conflict.ElementID, Facet: data.Conflict.Facet,
		Resolution: state.Resolution{ConflictID: a.ConflictID, Take: a.Take, Value: a.Value},
	}
	events := projections.EncodeEvents([]state.Event{event}, app.MetaOf(c, v.Revision))
	data.Events = app.RefsOf(events)
	return &mcp.Outcome{
		Data: data, EventID: events[0].ID, Commit: b.Storing(projections.AnnotationStream(v.ModelID),
			annotations.Expected, events),
		Reach: m.reachOfConflict(data.Conflict), Plan: app.PlanOf(v, events, m.Theirs.Point().Hash),
	}, nil
}

// reachOfConflict returns the reach of deciding a conflict: its elements, in the states of both branches.
func (m *merging) reachOfConflict(c merge.Conflict) func() []mcp.Reached {
	return func() []mcp.Reached {
		r := &app.Reach{Before: m.Ours, After: m.Theirs,
			Effects: map[state.ID]mcp.Effect{c.ElementID: mcp.EffectModified}}
		return r.List()
	}
}
