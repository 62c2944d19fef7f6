package checks

import (
	"context"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/validation"
)

type compareRuns struct {
	Before  string       `json:"before" jsonschema:"validation_run_id"`
	After   string       `json:"after"`
	Changes []changeKind `json:"changes,omitempty" jsonschema:"only these; default all"`
	ModelID string       `json:"model_id,omitempty"`
	Limit   mcp.Limit    `json:"limit,omitempty"`
	Cursor  string       `json:"cursor,omitempty"`
}

type runComparison struct {
	ModelID    string         `json:"model_id"`
	Before     runEntry       `json:"before"`
	After      runEntry       `json:"after"`
	Added      int            `json:"added"`
	Persistent int            `json:"persistent"`
	Unjudged   int            `json:"unjudged" jsonschema:"that the run after could not look at: neither there nor gone"`
	Resolved   int            `json:"resolved"`
	Kinds      []kindChange   `json:"kinds" jsonschema:"of all, by rule or kind of clash"`
	Findings   []findingEntry `json:"findings" jsonschema:"added, persistent, unjudged, then resolved"`
	app.Paging
}

// kindChange counts the findings of one rule, or of one kind of clash, by their change from one run to another.
type kindChange struct {
	Kind       string `json:"kind"`
	Added      int    `json:"added"`
	Persistent int    `json:"persistent"`
	Unjudged   int    `json:"unjudged,omitempty"`
	Resolved   int    `json:"resolved"`
}

// changeKind is the change of a finding from one run to another.
type changeKind string

// Enum lists the changes.
func (changeKind) Enum() []string {
	return []string{findingAdded, findingPersistent, findingUnjudged, findingResolved}
}

// kindsOf counts findings by kind and change, in the order of the kinds.
func kindsOf(all []findingEntry) []kindChange {
	byKind := map[string]*kindChange{}
	for _, f := range all {
		kind := validation.Finding{Data: f.Finding}.Rule()
		k := byKind[kind]
		if k == nil {
			k = &kindChange{Kind: kind}
			byKind[kind] = k
		}
		switch f.Change {
		case findingAdded:
			k.Added++
		case findingPersistent:
			k.Persistent++
		case findingUnjudged:
			k.Unjudged++
		default:
			k.Resolved++
		}
	}
	out := make([]kindChange, 0, len(byKind))
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		out = append(out, *byKind[kind])
	}
	return out
}

// The changes of a finding from one run to another.
const (
	findingAdded      = "added"
	findingPersistent = "persistent"
	findingUnjudged   = "unjudged"
	findingResolved   = "resolved"
)

func (r *Validations) compareRuns(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a compareRuns
	p, asked, err := r.pagedAsk(ctx, c, &a)
	if err != nil {
		return nil, err
	}
	before, err := asked.run(a.Before)
	if err != nil {
		return nil, err
	}
	after, err := asked.run(a.After)
	if err != nil {
		return nil, err
	}
	was, is, err := r.bothFound(ctx, asked, before, after)
	if err != nil {
		return nil, err
	}
	unjudged, err := r.unjudged(ctx, asked, after, was, is)
	if err != nil {
		return nil, err
	}
	comparison := validation.Compare(before, after, unjudged)
	data := runComparison{
		ModelID: asked.ModelID, Before: entryOfRun(before), After: entryOfRun(after),
		Added: len(comparison.Added), Persistent: len(comparison.Persistent), Unjudged: len(comparison.Unjudged),
		Resolved: len(comparison.Resolved),
	}
	all := asked.compared([]comparedPart{
		{after, is, findingAdded, comparison.Added}, {after, is, findingPersistent, comparison.Persistent},
		{before, was, findingUnjudged, comparison.Unjudged}, {before, was, findingResolved, comparison.Resolved},
	})
	data.Kinds = kindsOf(all)
	if len(a.Changes) > 0 {
		all = slices.DeleteFunc(all, func(f findingEntry) bool {
			return !slices.Contains(a.Changes,
				changeKind(f.Change))
		})
	}
	data.Findings, data.Paging = app.Take(p, all, app.BytesOf[findingEntry])
	return &mcp.Outcome{Data: data, Warnings: comparisonWarnings(before, after)}, nil
}

// bothFound returns the findings of two runs.
func (r *Validations) bothFound(ctx context.Context, a *asked, before, after *validation.Run) (was,
	is *validation.Found, err error) {
	if was, err = r.log.Found(ctx, a.ModelID, before); err != nil {
		return nil, nil, err
	}
	is, err = r.log.Found(ctx, a.ModelID, after)
	return was, is, err
}

// unjudged returns the findings of a run that a later run could not judge. A finding about an element that was deleted
// in between is resolved.
func (r *Validations) unjudged(ctx context.Context, a *asked, after *validation.Run,
	was, is *validation.Found) ([]validation.Finding, error) {
	all := func(state.ID) bool { return true }
	if len(is.Unjudged(was.Findings, all)) == 0 {
		return nil, nil
	}
	v, err := r.Backend.CheckedView(ctx, a.ModelID, after)
	if err != nil {
		return nil, err
	}
	return is.Unjudged(was.Findings, func(id state.ID) bool { _, ok := v.Model.Element(id); return ok }), nil
}

// comparedPart holds the findings of one run that have the same change.
type comparedPart struct {
	run    *validation.Run
	found  *validation.Found
	change string
	keys   []string
}

// compared returns the findings of two runs with their changes.
func (a *asked) compared(parts []comparedPart) []findingEntry {
	var out []findingEntry
	for _, part := range parts {
		wanted := map[string]bool{}
		for _, key := range part.keys {
			wanted[key] = true
		}
		for _, f := range part.found.Findings {
			if wanted[f.Key] {
				entry := a.entry(part.run, part.found, f)
				entry.Change = part.change
				out = append(out, entry)
			}
		}
	}
	return out
}

// comparisonWarnings warns if a finding may be missing because only one of the runs looked for it.
func comparisonWarnings(before, after *validation.Run) []mcp.Warning {
	if before.Test == after.Test && before.Branch == after.Branch {
		return nil
	}
	return []mcp.Warning{{
		Code: "DIFFERENT_TESTS", Message: "the runs have other parameters or branches: what is called added or " +
			"resolved may only have been looked for in one of them",
		Data: map[string]any{"before": before.Test, "after": after.Test},
	}}
}
