package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/fixes"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/validation"
)

// check runs the check of a gate, unless it was recorded before a crash, and stores the result.
func (w *worker) check(ctx context.Context, item runs.Item, gate runs.Gate) error {
	run, began := w.state.Is, time.Now()
	recorded, err := w.recordedCheck(ctx, run.Command(item))
	if err != nil {
		return err
	}
	if recorded == nil {
		failure, err := w.makeCheck(ctx, item, gate)
		if err != nil {
			return err
		}
		if failure != nil {
			return w.refusedBy(ctx, item, gate.Tool, failure, time.Since(began), nil)
		}
		if recorded, err = w.recordedCheck(ctx, run.Command(item)); err != nil {
			return err
		}
		if recorded == nil {
			return w.refused(ctx, item, gate.Tool, state.Internal.Name(), "the check left no record",
				time.Since(began).Milliseconds(), nil)
		}
	}
	result, err := w.judge(ctx, gate, recorded)
	if err != nil {
		return err
	}
	helps := false
	if item.Index+1 == len(run.Config.Gates) {
		next, _, err := w.pick(ctx, append(slices.Clone(run.Checks), result))
		if err != nil {
			return err
		}
		helps = next != nil
	}
	events, err := run.Finish(item, runs.ItemFinished{Tool: gate.Tool,
		DurationMS: time.Since(began).Milliseconds(), Check: &result}, helps)
	if err != nil {
		return err
	}
	return w.store(ctx, item.Name(), events)
}

func (w *worker) makeCheck(ctx context.Context, item runs.Item, gate runs.Gate) (*mcp.Failure, error) {
	run := w.state.Is
	args, err := w.gateArguments(gate, run.Config.Branch)
	if err != nil {
		return nil, err
	}
	out, err := w.call.Invoke(ctx, mcp.Invocation{
		Tool: gate.Tool, Arguments: args, CommandID: run.Command(item), RunID: run.ID, Pinned: run.Pinned(),
		Reasoning: reasonOf(run, item, "gate "+gate.Name, ""),
	})
	return out.Error, err
}

// gateArguments returns the arguments of a gate's check on a branch.
func (w *worker) gateArguments(gate runs.Gate, branch string) (json.RawMessage, error) {
	args := map[string]any{}
	if len(gate.Args) > 0 {
		if err := json.Unmarshal(gate.Args, &args); err != nil {
			return nil, err
		}
	}
	args["model_id"], args["branch"], args["limit"] = w.modelID, branch, 1
	if gate.Tool == string(validation.CodeCompliance) && args["severity_threshold"] == nil {
		// gates stored before this argument was required filter by severity themselves
		args["severity_threshold"] = rules.Note
	}
	return app.MustEncode(args), nil
}

// recordedCheck returns the check that a command has recorded, or nil.
func (w *worker) recordedCheck(ctx context.Context, commandID string) (*validation.Run, error) {
	record, err := w.checks.Record(ctx, w.modelID)
	if err != nil {
		return nil, err
	}
	for _, run := range record.Runs() {
		if run.Of(commandID) {
			return run, nil
		}
	}
	return nil, nil
}

// findingHead holds the field that the findings of all checks have in common.
type findingHead struct {
	Severity rules.Severity `json:"severity"`
}

// counting returns the findings of a check that count for a gate: grave enough, and not approved by a person.
func (w *worker) counting(ctx context.Context, gate runs.Gate, check *validation.Run) (*validation.Found,
	[]validation.Finding, error) {
	all, err := w.checks.Found(ctx, w.modelID, check)
	if err != nil {
		return nil, nil, err
	}
	counting, err := w.countingOf(ctx, gate, all.Findings, check.Branch, w.state.Is.Config.Base)
	return all, counting, err
}

// countingOf returns the findings that count for a gate. A finding does not count if the latest statement about it on
// any of the branches approves it.
func (w *worker) countingOf(ctx context.Context, gate runs.Gate, findings []validation.Finding,
	branches ...string) ([]validation.Finding, error) {
	record, err := w.checks.Record(ctx, w.modelID)
	if err != nil {
		return nil, err
	}
	var out []validation.Finding
	for _, f := range findings {
		var head findingHead
		if err := json.Unmarshal(f.Data, &head); err != nil {
			return nil, fmt.Errorf("finding %s: %w", f.Key, err)
		}
		approved := record.LastWord(f.Key, w.call.Now, branches...).Status == validation.Approved
		if !approved && graveEnough(head.Severity, gate.Severity) {
			out = append(out, f)
		}
	}
	return out, nil
}

// graveEnough reports whether a severity is at least the least one that counts. A finding without severity always
// counts.
func graveEnough(s rules.Severity, least string) bool {
	order := []rules.Severity{rules.Note, rules.Warning, rules.Error}
	if least == "" {
		least = string(rules.Warning)
	}
	return s == "" || slices.Index(order, s) >= slices.Index(order, rules.Severity(least))
}

// judge returns the result of a gate from the check that was run for it.
func (w *worker) judge(ctx context.Context, gate runs.Gate, check *validation.Run) (runs.CheckResult, error) {
	if err := w.look(ctx); err != nil {
		return runs.CheckResult{}, err
	}
	all, counting, err := w.counting(ctx, gate, check)
	if err != nil {
		return runs.CheckResult{}, err
	}
	r := runs.CheckResult{
		Gate: gate.Name, Tool: gate.Tool, CheckID: check.ID, Findings: len(all.Findings),
		Counting: len(counting), Revision: check.Revision,
		Undecided: len(all.Undecided) > 0 || undecided(check.Summary),
	}
	pass(&r, gate)
	for _, f := range counting[:min(len(counting), countedFixes)] {
		if call, _ := w.fixOf(gate, check, f); call != nil {
			r.Fixable++
		}
	}
	return r, nil
}

// pass sets whether a gate passes with its findings, and the reason if it does not.
func pass(r *runs.CheckResult, gate runs.Gate) {
	switch {
	case r.Counting > gate.MaxFindings:
		r.Why = fmt.Sprintf("%s: %d findings, %d may stay", state.GateFailed.Name(), r.Counting, gate.MaxFindings)
	case r.Undecided && !gate.AllowUnknowns:
		r.Why = state.GateFailed.Name() + ": not everything could be checked, see get_validation_run"
	default:
		r.OK = true
	}
}

// countedFixes is the number of findings up to which a report counts the available fixes.
const countedFixes = 1000

// undecided reports whether the summary of a check names parts that were not checked, or shows that nothing could be
// checked.
func undecided(summary json.RawMessage) bool {
	var s struct {
		Verdict rules.Verdict `json:"verdict"`
		Status  string        `json:"status"`
		Not     []any         `json:"not_checked"`
	}
	if json.Unmarshal(summary, &s) != nil {
		return true
	}
	return len(s.Not) > 0 || s.Verdict == rules.Incomplete || s.Verdict == rules.Nothing || s.Status == "invalid"
}

// fixOf returns the call that fixes a finding on the branch in its current state, or nil and the reason why there is
// none.
func (w *worker) fixOf(gate runs.Gate, check *validation.Run, f validation.Finding) (*fixes.Call, string) {
	v := w.view
	call, why := fixes.Of(fixes.Problem{View: v, Check: check.Tool, Parameters: check.Parameters, Finding: f.Data,
		Values: w.state.Is.Config.Values})
	allowed := w.state.Is.Config.Allowed.Tools
	switch {
	case call == nil:
		return nil, why
	case len(allowed) > 0 && !slices.Contains(allowed, call.Tool):
		return nil, call.Tool + " is not among the allowed tools of gate " + gate.Name
	case fixes.Deletes(call.Fix) && w.call.Principal.Kind != mcp.KindHuman:
		return nil, "deleting takes a person"
	}
	return call, ""
}
