package tasks

import (
	"context"
	"time"

	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/runs"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/validation"
)

type completeTask struct {
	TaskID   TaskRef         `json:"task_id" jsonschema:"id or title"`
	Note     string          `json:"note,omitempty" jsonschema:"what was done"`
	Evidence *tasks.Evidence `json:"evidence,omitempty" jsonschema:"what shows it, on branch"`
	mcp.MutationArguments
}

func (r *Assignments) complete(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a completeTask
	b, id, err := r.onTask(ctx, c, &a, &a.TaskID)
	if err != nil {
		return nil, err
	}
	task, err := b.Task(b.Caller, id)
	if err != nil {
		return nil, err
	}
	if a.Evidence != nil {
		if err := r.checkEvidence(ctx, b, task, *a.Evidence); err != nil {
			return nil, err
		}
	}
	return r.decided(ctx, b, id, tasks.CompleteTask{ID: id, Note: a.Note, Evidence: a.Evidence, Version: versionOf(c)})
}

// checkEvidence refuses evidence that does not exist or that does not prove that the work is done.
func (r *Assignments) checkEvidence(ctx context.Context, b *Board, task *tasks.Task, e tasks.Evidence) error {
	missing := modelstate.Errorf(modelstate.NotFound, "there is no %s %q on branch %q to show that the task is done",
		e.Kind, e.ID, app.BranchOf(b.call)).
		With("parameter", "evidence")
	switch e.Kind {
	case tasks.EvidenceEvent:
		return r.findEvent(ctx, b, e.ID, missing)
	case tasks.EvidenceRun:
		return runs.New(r.Backend.Backend).CheckRunSeen(ctx, b.call, b.ModelID, e.ID, missing)
	}
	record, err := r.checks.Record(ctx, b.ModelID)
	if err != nil {
		return err
	}
	if e.Kind == tasks.EvidenceCheck {
		run, err := r.Backend.ReadableRuns(ctx, b.call.Principal, record).Run(e.ID)
		if err != nil {
			return missing
		}
		return checkMended(record, run, task, b.call.Now)
	}
	state, known := record.State(app.BranchOf(b.call), e.ID, b.call.Now)
	switch {
	case !known:
		return missing
	case state.Status != validation.Resolved && state.Status != validation.Approved:
		return modelstate.Errorf(modelstate.IllegalState,
			"finding %s is %s, which shows nothing: it has to be resolved or approved", e.ID, state.Status).
			With("state", state.Status).With("allowed", []validation.Status{validation.Resolved, validation.Approved})
	}
	return nil
}

// checkMended refuses a run that still found a finding of the task, unless the finding has been approved since.
func checkMended(record *validation.Record, run *validation.Run, task *tasks.Task, now time.Time) error {
	for _, f := range task.Findings {
		if f.Branch != run.Branch || !run.Found(f.Key) {
			continue
		}
		if state, _ := record.State(f.Branch, f.Key, now); state.Status != validation.Approved {
			return modelstate.Errorf(modelstate.IllegalState,
				"run %s found the finding that the task is about: run the check "+
					"again once it is mended", run.ID).With("finding", f.Key).With("validation_run_id", run.ID)
		}
	}
	return nil
}

// findEvent searches the branch for an event, the last events first.
func (r *Assignments) findEvent(ctx context.Context, b *Board, id string, missing error) error {
	for e, err := range r.Backend.Store.ReadBackward(ctx, projections.StreamName(b.ModelID, app.BranchOf(b.call))) {
		if err != nil {
			return missing
		}
		if e.ID == id {
			return nil
		}
	}
	return missing
}
