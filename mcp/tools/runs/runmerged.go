package runs

import (
	"context"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/runs"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/branches"
	"github.com/bimstream/bimstream/projections/validation"
)

// mergeSeen is the merge of a run in the state that its gates checked.
type mergeSeen struct {
	base   uint64             // revision of the base at the check
	report []runs.CheckResult // of the gates on the merged state; nil if that equals the branch
}

// mergedFinding names a finding that counts against a gate in the merged state.
type mergedFinding struct {
	Gate     string          `json:"gate"`
	Key      string          `json:"key"`
	Elements []modelstate.ID `json:"element_ids"`
	Names    []string        `json:"names"`
}

// mergedFindingsShown bounds the findings of a refusal, for each gate.
const mergedFindingsShown = 10

// judgeMerge runs the gates on the merged state if the base has changes that the branch does not have. The error is
// ILLEGAL_STATE if a gate fails. With open conflicts there is no merged state yet, and merge_branch refuses the merge.
func (w *worker) judgeMerge(ctx context.Context, policy modelstate.MergePolicy) (*mergeSeen, error) {
	run := w.state.Is
	if !w.call.Principal.ReadsBranch(run.Config.Base) {
		return nil, modelstate.Errorf(modelstate.PermissionDenied,
			"the run is merged into its base, which %q may not READ; an administrator can grant it",
			w.call.Principal.ID).With("operation", mcp.OpRead)
	}
	base, err := w.backend.BranchView(ctx, w.call, w.modelID, run.Config.Base)
	if err != nil {
		return nil, err
	}
	m, err := branches.New(w.backend.Backend).DecideMerge(ctx, w.call, base, run.Config.Branch, policy, nil)
	if err != nil {
		return nil, err
	}
	seen := &mergeSeen{base: base.Revision}
	had := m.Base.Branch == base.Branch && m.Base.Revision == base.Revision
	if had || m.NothingNew() || len(m.Outcome.Undecided()) > 0 {
		return seen, nil
	}
	state := base.Preview(m.Outcome.Decision.Events)
	var failed []string
	var findings []mergedFinding
	for i, gate := range run.Config.Gates {
		check, err := w.checkMerged(ctx, i, gate, &app.Judged{View: state})
		if err != nil {
			return nil, err
		}
		counting, err := w.countingOf(ctx, gate, check.Findings, run.Config.Branch, run.Config.Base)
		if err != nil {
			return nil, err
		}
		result := runs.CheckResult{
			Gate: gate.Name, Tool: gate.Tool, Findings: len(check.Findings),
			Counting: len(counting), Revision: base.Revision,
			Undecided: len(check.Undecided) > 0 || undecided(check.Summary),
		}
		pass(&result, gate)
		if seen.report = append(seen.report, result); !result.OK {
			failed = append(failed, fmt.Sprintf("%q (%d)", gate.Name, result.Counting))
			findings = append(findings, mergedFindings(gate, check, counting)...)
		}
	}
	if len(failed) == 0 {
		return seen, nil
	}
	return nil, modelstate.Errorf(modelstate.IllegalState,
		"%s has moved on to revision %d, and together with it gates fail: %s. Take it into the branch (merge_branch "+
			"with source %q, branch %q), mend that, call run_validate, then ask again",
		run.Config.Base, base.Revision, strings.Join(failed, ", "), run.Config.Base, run.Config.Branch).
		With("state", run.State).With("allowed", run.Takes()).With("merged_report",
		seen.report).With("findings", findings).With("base_revision", base.Revision)
}

// checkMerged runs the check of a gate on a state that is not stored.
func (w *worker) checkMerged(ctx context.Context, i int, gate runs.Gate, j *app.Judged) (*validation.Check, error) {
	run := w.state.Is
	args, err := w.gateArguments(gate, run.Config.Base)
	if err != nil {
		return nil, err
	}
	out, err := w.call.Invoke(app.Judging(ctx, j), mcp.Invocation{
		Tool: gate.Tool, Arguments: args, RunID: run.ID, Pinned: run.Pinned(),
		CommandID: string(modelstate.DeriveID(w.call.CommandID+" "+fmt.Sprint(j.View.Revision), i)),
		Reasoning: fmt.Sprintf("run %q, gate %s on the merge", run.Config.Name, gate.Name),
	})
	switch {
	case err != nil:
		return nil, err
	case out.Error != nil:
		return nil, &modelstate.Error{Code: modelstate.Code(out.Error.Code),
			Message: fmt.Sprintf("gate %q on what the merge comes to: %s", gate.Name, out.Error.Message),
			Data:    out.Error.Data}
	case j.Check == nil:
		return nil, modelstate.Errorf(modelstate.Internal, "gate %s made no check", gate.Name)
	}
	return j.Check, nil
}

func mergedFindings(gate runs.Gate, check *validation.Check, counting []validation.Finding) []mergedFinding {
	var out []mergedFinding
	for _, f := range counting[:min(len(counting), mergedFindingsShown)] {
		one := mergedFinding{Gate: gate.Name, Key: f.Key, Elements: f.Elements}
		for _, id := range f.Elements {
			if e, ok := check.Elements(id); ok {
				one.Names = append(one.Names, e.Name)
			}
		}
		out = append(out, one)
	}
	return out
}

// checkBase refuses a merge into a base that has moved on since the gates checked it.
func (s *mergeSeen) checkBase(merged branches.MergeData) error {
	if had := merged.Revision - uint64(merged.EventCount); had != s.base {
		return modelstate.Errorf(modelstate.RevisionConflict,
			"%s moved on to revision %d while the gates looked at revision %d: ask again", merged.Branch, had, s.base).
			With("current_revision", had).With("expected_revision", s.base)
	}
	return nil
}
