package tools

import (
	"context"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/mcp"
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
	Resolved   int            `json:"resolved"`
	Kinds      []kindChange   `json:"kinds" jsonschema:"of all, by rule or kind of clash"`
	Findings   []findingEntry `json:"findings" jsonschema:"added, persistent, then resolved"`
	Paging
}

// kindChange counts what has become of the findings of one rule, or of one kind of clash.
type kindChange struct {
	Kind       string `json:"kind"`
	Added      int    `json:"added"`
	Persistent int    `json:"persistent"`
	Resolved   int    `json:"resolved"`
}

// changeKind is what has become of a finding from one run to another.
type changeKind string

// Enum lists the changes.
func (changeKind) Enum() []string { return []string{findingAdded, findingPersistent, findingResolved} }

// kindsOf counts findings by kind and change, by kind.
func kindsOf(all []findingEntry) []kindChange {
	byKind := map[string]*kindChange{}
	for _, f := range all {
		kind := ruleOf(validation.Finding{Data: f.Finding})
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
	findingResolved   = "resolved"
)

func (r *validations) compareRuns(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
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
	comparison := validation.Compare(before, after)
	data := runComparison{
		ModelID: asked.modelID, Before: entryOfRun(before), After: entryOfRun(after),
		Added: len(comparison.Added), Persistent: len(comparison.Persistent), Resolved: len(comparison.Resolved),
	}
	all, err := r.compared(ctx, asked, before, after, comparison)
	if err != nil {
		return nil, err
	}
	data.Kinds = kindsOf(all)
	if len(a.Changes) > 0 {
		all = slices.DeleteFunc(all, func(f findingEntry) bool {
			return !slices.Contains(a.Changes,
				changeKind(f.Change))
		})
	}
	data.Findings, data.Paging = take(p, all, bytesOf[findingEntry])
	return &mcp.Outcome{Data: data, Warnings: comparisonWarnings(before, after)}, nil
}

// compared returns the findings of two runs with their changes.
func (r *validations) compared(ctx context.Context, a *asked, before, after *validation.Run,
	c validation.Comparison) ([]findingEntry, error) {
	var out []findingEntry
	for _, part := range []struct {
		run    *validation.Run
		change string
		keys   []string
	}{{after, findingAdded, c.Added}, {after, findingPersistent, c.Persistent}, {before, findingResolved, c.Resolved}} {
		found, err := r.log.Found(ctx, a.modelID, part.run)
		if err != nil {
			return nil, err
		}
		wanted := map[string]bool{}
		for _, key := range part.keys {
			wanted[key] = true
		}
		for _, f := range found.Findings {
			if wanted[f.Key] {
				entry := a.entry(part.run, found, f)
				entry.Change = part.change
				out = append(out, entry)
			}
		}
	}
	return out, nil
}

// comparisonWarnings says when a finding may be missing because nobody looked for it.
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
