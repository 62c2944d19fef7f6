package tools

import (
	"context"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/validation"
)

type compareRuns struct {
	Before  string    `json:"before" jsonschema:"validation_run_id"`
	After   string    `json:"after"`
	ModelID string    `json:"model_id,omitempty"`
	Limit   mcp.Limit `json:"limit,omitempty"`
	Cursor  string    `json:"cursor,omitempty"`
}

type runComparison struct {
	ModelID    string         `json:"model_id"`
	Before     runEntry       `json:"before"`
	After      runEntry       `json:"after"`
	Added      int            `json:"added"`
	Persistent int            `json:"persistent"`
	Resolved   int            `json:"resolved"`
	Findings   []findingEntry `json:"findings" jsonschema:"added, persistent, then resolved"`
	Paging
}

// The changes of a finding from one run to another.
const (
	findingAdded      = "added"
	findingPersistent = "persistent"
	findingResolved   = "resolved"
)

func (r *validations) compareRuns(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a compareRuns
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	p, err := pageOf(c)
	if err != nil {
		return nil, err
	}
	asked, err := r.ask(ctx, c)
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
	data.Findings, data.Paging = take(p, all, bytesOf[findingEntry])
	return &mcp.Outcome{Data: data, Warnings: comparisonWarnings(before, after)}, nil
}

// compared returns the findings of two runs with their changes.
func (r *validations) compared(ctx context.Context, a *asked, before, after *validation.Run, c validation.Comparison) ([]findingEntry, error) {
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
		Code: "DIFFERENT_TESTS", Message: "the runs have other parameters or branches: what is called added or resolved may only have been looked for in one of them",
		Data: map[string]any{"before": before.Test, "after": after.Test},
	}}
}
