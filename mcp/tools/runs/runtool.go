package runs

import (
	"context"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/ledger"
	"github.com/bimstream/bimstream/projections/runlog"
	"github.com/bimstream/bimstream/projections/validation"
)

// executions holds the tools for runs.
type executions struct {
	backend *Backend
	log     *ledger.Log[*runs.Run]
	checks  *validation.Log
}

func runTools(b *Backend) []mcp.Tool {
	r := &executions{backend: b, log: runlog.New(b.Store), checks: validation.NewLog(b.Store)}
	rows := []mcp.Tool{
		{Name: "run_start", Title: "Start run", Category: mcp.CategoryExecution, Operation: mcp.OpCreate, Heavy: true,
			Description: "Starts longer work on a branch of its own by a configuration (schema: " +
				"bim://docs/run-configuration): steps that draft, gates that have to pass, bounds. Works for up to " +
				"20 s; run_resume goes on while more is true. The same idempotency_key with the same configuration " +
				"is the same run.",
			Input: runStart{}, Output: runData{}, Handle: r.start},
		{Name: "run_status", Title: "Run", Category: mcp.CategoryRead, Idempotent: true,
			Description: "Where a run stands: state, report of the gates, fixes, what comes next and which tools " +
				"it takes.",
			Input: runByID{}, Output: runStatus{}, Handle: r.status},
		{Name: "run_list", Title: "List runs", Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists the runs of a model, the last one first.",
			Input:       listWork{}, Output: workList{}, Handle: r.list},
		{Name: "run_artifact", Title: "Artifact of a run", Category: mcp.CategoryRead, Idempotent: true,
			Description: "Reads what a run left: report (Markdown), configuration (JSON), log (a JSON line for " +
				"each event).",
			Input: runArtifact{}, Output: runText{}, Handle: r.artifact},
		{Name: "run_validate", Title: "Validate run", Category: mcp.CategoryExecution,
			Operation: mcp.OpModify, Heavy: true,
			Description: "Checks all gates of a run on its branch as it is now. Succeeds as a tool when gates fail: " +
				"ok is false then.",
			Input: runSteer{}, Output: runData{}, Handle: r.validate},
		{Name: "run_fix_next", Title: "Fix next", Category: mcp.CategoryExecution, Operation: mcp.OpModify, Heavy: true,
			Description: "Mends the next finding that has a computed fix (bim://docs/run-fixes), and checks the " +
				"gates again. FIX_EXHAUSTED when none is left.",
			Input: runSteer{}, Output: runData{}, Handle: r.fixNext},
		{Name: "run_resume", Title: "Resume run", Category: mcp.CategoryExecution, Operation: mcp.OpModify, Heavy: true,
			Description: "Goes on with a run from what the log says: one that paused, that has more to do, or whose " +
				"process died. A step at which it paused is corrected by step.",
			Input: runResume{}, Output: runData{}, Handle: r.resume},
		{Name: "run_cancel", Title: "Cancel run", Category: mcp.CategoryExecution, Operation: mcp.OpModify,
			Description: "Ends a run. Its branch stays as it is.",
			Input:       runCancel{}, Output: runData{}, Handle: r.cancel},
		{Name: "run_open_merge", Title: "Merge run", Category: mcp.CategoryExecution,
			Operation: mcp.OpModify, Heavy: true,
			Description: "Asks for the merge of a run whose gates passed on the branch as it is now; where the base " +
				"has moved on, they are checked on what the merge comes to. Goes through the approval gate of " +
				"merge_branch: for an agent a person approves, who finds report and diff under the run; then call " +
				"it again.",
			Input: runMerge{}, Output: runData{}, Handle: r.openMerge},
	}
	for i := range rows {
		rows[i].Server, rows[i].Set = "coordination", mcp.SetFull
	}
	return rows
}

// runByID names a run.
type runByID struct {
	RunID   string `json:"run_id" jsonschema:"from run_start or run_list"`
	ModelID string `json:"model_id,omitempty"`
}

// steering are the arguments of the tools that control a run.
type steering struct {
	ModelID   string `json:"model_id,omitempty"`
	DryRun    *bool  `json:"dry_run,omitempty" jsonschema:"say what would come next, and do nothing"`
	Reasoning string `json:"reasoning,omitempty"`
}

type runSteer struct {
	RunID string `json:"run_id" jsonschema:"from run_start or run_list"`
	steering
}

// found is a run that a call is about, with the state of its stream.
type found struct {
	ledger.State[*runs.Run]
	modelID string
}

// run returns a run of a model that the caller may see. The error is NOT_FOUND also if the caller may not see the
// model.
func (r *executions) run(ctx context.Context, c *mcp.Call, id string) (*found, error) {
	model, err := r.backend.ModelID(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := r.backend.CheckAccess(ctx, c, model); err != nil {
		return nil, err
	}
	return r.read(ctx, c, model, id)
}

func (r *executions) read(ctx context.Context, c *mcp.Call, model, id string) (*found, error) {
	missing := state.Errorf(state.NotFound, "there is no run %q of this model: run_list names them",
		id).With("run_id", id)
	if !app.LooksLikeID(id) {
		return nil, missing
	}
	state, err := r.log.Read(ctx, runlog.Stream(model, id))
	if err != nil {
		return nil, err
	}
	if scope, ok := c.Principal.Scope(mcp.OpRead); state.Is.ID == "" || !ok ||
		!scope.AllowsBranch(state.Is.Config.Branch) {
		return nil, missing
	}
	return &found{state, model}, nil
}

// steered returns a run that the caller may control, which only its owner may.
func (r *executions) steered(ctx context.Context, c *mcp.Call, id string) (*found, error) {
	f, err := r.run(ctx, c, id)
	if err == nil && f.Is.Owner != app.User(c.Principal) {
		return nil, state.Errorf(state.PermissionDenied,
			"the run is steered by who started it: look with run_status").With("run_id", id)
	}
	return f, err
}

// CheckRunSeen returns the given error if the caller can see no run with the id.
func (b *Backend) CheckRunSeen(ctx context.Context, c *mcp.Call, modelID, id string, missing error) error {
	r := &executions{backend: b, log: runlog.New(b.Store)}
	if _, err := r.read(ctx, c, modelID, id); err != nil {
		return missing
	}
	return nil
}
