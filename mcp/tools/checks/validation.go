package checks

import (
	"context"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections/ledger"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/tasklog"
	"github.com/bimstream/bimstream/projections/validation"
)

// keeping returns the commit that records a check. For a judged state it keeps the check for the judge and returns nil.
func (r *Validations) keeping(ctx context.Context, model string, check *validation.Check,
	batches [][]eventstore.Event) func(context.Context, []eventstore.Append) (string, error) {
	if j := app.JudgedIn(ctx); j != nil {
		j.Check = check
		return nil
	}
	return r.Recording(validation.Stream(model), batches)
}

// Validations are the tools that check a model and record the findings.
type Validations struct {
	Backend *Backend
	log     *validation.Log
	tasks   *ledger.Log[*tasks.Board]
	clashes app.SharedWork[*validation.Check]
	checks  app.SharedWork[*rules.Report]
}

// NewValidations returns the checks of the models of a backend.
func NewValidations(b *app.Backend) *Validations {
	return &Validations{Backend: New(b), log: b.Checks(), tasks: tasklog.New(b.Store)}
}

func validationTools(r *Validations) []mcp.Tool {
	return append(ruleTools(r), []mcp.Tool{
		{Name: "clash_detection", App: app.ViewURI, Heavy: true, Records: true, Title: "Clash detection",
			Server: "validation", Set: mcp.SetContract, Category: mcp.CategoryRead,
			Description: "Finds bodies that overlap, contain or repeat each other, or come nearer than a clearance: " +
				"exact overlap volume, depth, place, gap. " +
				"What touches, belongs together (hosted, connected) or is a space does not clash. Records a " +
				"validation run; the cursor goes on in it. " +
				"Raising tolerance gives fewer overlaps, raising clearance more gaps. Fix with move_element or " +
				"modify_parameter, then test again.",
			Input: ClashDetection{}, Output: clashData{}, Handle: r.clashDetection},
		{Name: "list_validation_runs", Title: "Validation runs", Server: "validation", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists the recorded checks of a model, the last one first.",
			Input:       listRuns{}, Output: runList{}, Handle: r.listRuns},
		{Name: "get_validation_run", Title: "Validation run", Server: "validation", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Reads a recorded check again: its parameters, what it found and what has become of " +
				"that since. With finding, that one with a plan excerpt of its place.",
			Input: getRun{}, Output: runDetail{}, Handle: r.getRun},
		{Name: "compare_validation_runs", Title: "Compare validation runs", Server: "validation", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Says which findings of one check are gone in another one, which are there in both and " +
				"which are new.",
			Input: compareRuns{}, Output: runComparison{}, Handle: r.compareRuns},
		{Name: "update_finding", Title: "Update finding", Server: "validation", Set: mcp.SetFull,
			Category: mcp.CategoryMutation, AlsoNeeds: findingNeeds,
			Description: "Says of findings of a branch what has become of them: reviewed, approved (needs the " +
				"permission APPROVE), resolved, active or new, and why: reasoning is required. " +
				"A resolved one that is found again is new; an approved one stays so while it is found. The model " +
				"does not change.",
			Input: updateFinding{}, Output: findingsUpdated{}, Handle: r.updateFinding},
	}...)
}

// asked is the model of a call with the record of its checks, for a caller who may see the model.
type asked struct {
	ModelID string
	Record  *validation.Record
	call    *mcp.Call
}

func (r *Validations) ask(ctx context.Context, c *mcp.Call) (*asked, error) {
	model, err := r.Backend.ModelID(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := r.Backend.CheckAccess(ctx, c, model); err != nil {
		return nil, err
	}
	record, err := r.log.Record(ctx, model)
	if err != nil {
		return nil, err
	}
	return &asked{model, r.Backend.ReadableRuns(ctx, c.Principal, record), c}, nil
}

// pagedAsk reads the arguments of a call that lists, and the record that the call reads.
func (r *Validations) pagedAsk(ctx context.Context, c *mcp.Call, args any) (*app.Page, *asked, error) {
	p, err := app.DecodePaged(c, args)
	if err != nil {
		return nil, nil, err
	}
	a, err := r.ask(ctx, c)
	return p, a, err
}

// AskRun returns a run that the caller may see, with its findings.
func (r *Validations) AskRun(ctx context.Context, c *mcp.Call, id string) (*asked, *validation.Run,
	*validation.Found, error) {
	a, err := r.ask(ctx, c)
	if err != nil {
		return nil, nil, nil, err
	}
	run, found, err := r.foundBy(ctx, a, id)
	return a, run, found, err
}

func (r *Validations) foundBy(ctx context.Context, a *asked, id string) (*validation.Run, *validation.Found, error) {
	run, err := a.run(id)
	if err != nil {
		return nil, nil, err
	}
	found, err := r.log.Found(ctx, a.ModelID, run)
	return run, found, err
}

// run returns the run with an id, if the caller may see its branch.
func (a *asked) run(id string) (*validation.Run, error) {
	run, err := a.Record.Run(id)
	if err == nil && !a.call.Scope.AllowsBranch(run.Branch) {
		return nil, state.Errorf(state.NotFound,
			"no validation run %q of this model: list_validation_runs names them", id).With("validation_run_id", id)
	}
	return run, err
}
