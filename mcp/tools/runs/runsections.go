package runs

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/validation"
)

// openIssue is a finding that keeps a gate of a run from passing.
type openIssue struct {
	ID       string `json:"id" jsonschema:"key of the finding, or validation run of what was not checked"`
	Severity string `json:"severity"`
	Gate     string `json:"gate"`
	Title    string `json:"title"`
}

// leftArtifact is a text of a run that run_artifact reads.
type leftArtifact struct {
	Name   runPart `json:"name"`
	SHA256 string  `json:"sha256"`
	Size   int     `json:"size" jsonschema:"bytes"`
}

// sectionState is the state of a part of a run.
type sectionState struct {
	Section string `json:"section" jsonschema:"branch, steps, gates, fixes, merge"`
	State   string `json:"state" jsonschema:"pending, running, done, failed"`
}

// issuesShown bounds the open issues of a reply; the report counts all.
const issuesShown = 50

// openIssues returns the findings that count against the gates that did not pass in the last round of checks.
func (r *executions) openIssues(ctx context.Context, c *mcp.Call, f *found) ([]openIssue, error) {
	run, out := f.Is, []openIssue{}
	if run.State.Over() || len(run.Report) == 0 {
		return out, nil
	}
	record, err := r.checks.Record(ctx, f.modelID)
	if err != nil {
		return nil, err
	}
	w := &worker{executions: r, call: c, modelID: f.modelID, id: run.ID, state: f}
	for i, result := range run.Report {
		if result.OK || i >= len(run.Config.Gates) {
			continue
		}
		check, err := record.Run(result.CheckID)
		if err != nil {
			return nil, err
		}
		all, counting, err := w.counting(ctx, run.Config.Gates[i], check)
		if err != nil {
			return nil, err
		}
		for _, one := range counting[:min(len(counting), issuesShown-len(out))] {
			out = append(out, issueOf(result.Gate, all, one))
		}
		if lacksChecks(run, i) && len(out) < issuesShown {
			out = append(out, openIssue{result.CheckID, string(rules.Warning), result.Gate,
				"not everything could be checked: get_validation_run says what and why"})
		}
	}
	return out, nil
}

// lacksChecks reports whether a gate of the last round does not pass because something could not be checked.
func lacksChecks(run *runs.Run, gate int) bool {
	result := run.Report[gate]
	return !result.OK && result.Undecided && gate < len(run.Config.Gates) && !run.Config.Gates[gate].AllowUnknowns
}

func issueOf(gate string, found *validation.Found, f validation.Finding) openIssue {
	var said struct {
		Severity string `json:"severity"`
		Rule     string `json:"rule_id"`
		Kind     string `json:"kind"`
		Message  string `json:"message"`
	}
	_ = json.Unmarshal(f.Data, &said) // the title names the elements if the check has no message
	var names []string
	for _, id := range f.Elements {
		if e, ok := found.Elements(id); ok {
			names = append(names, e.Name)
		}
	}
	title := cmp.Or(said.Message, strings.TrimSpace(cmp.Or(said.Rule, said.Kind)+": "+strings.Join(names, ", ")))
	return openIssue{f.Key, cmp.Or(said.Severity, "error"), gate, clipTitle(title)}
}

// clipTitle bounds the title of an issue.
func clipTitle(title string) string {
	if runes := []rune(title); len(runes) > 200 {
		return string(runes[:199]) + "…"
	}
	return title
}

// artifacts lists the texts that run_artifact reads, in the current state of the run.
func (r *executions) artifacts(ctx context.Context, c *mcp.Call, f *found) ([]leftArtifact, error) {
	out := []leftArtifact{}
	for _, name := range runPart("").Enum() {
		text, _, err := r.left(ctx, c, f, runPart(name))
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256([]byte(text))
		out = append(out, leftArtifact{runPart(name), hex.EncodeToString(sum[:]), len(text)})
	}
	return out, nil
}

// sectionStates returns the states of the parts of a run.
func sectionStates(run *runs.Run, ok bool) []sectionState {
	branched := slices.ContainsFunc(run.Done, func(d runs.ItemDone) bool { return d.Tool == branchesTool })
	drafted := branched && run.StepsDone == len(run.Config.Steps)
	says := func(done, running, failed bool) string {
		switch {
		case done:
			return "done"
		case failed:
			return "failed"
		case running:
			return "running"
		}
		return "pending"
	}
	over := run.State == runs.Paused || run.State == runs.Failed || run.State == runs.Cancelled
	checked := len(run.Report) > 0
	return []sectionState{
		{"branch", says(branched, run.State == runs.Created, over && !branched)},
		{"steps", says(drafted, run.State == runs.Drafting, over && branched && !drafted)},
		{"gates", says(checked && ok, run.State == runs.Validating, checked && !ok)},
		{"fixes", says(len(run.Fixes) > 0 && ok, run.State == runs.Fixing, checked && !ok && run.State == runs.Paused)},
		{"merge", says(run.State == runs.Merged, run.Asked != nil && !run.State.Over(), false)},
	}
}
