package tools

import (
	"context"
	"errors"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/runlog"
)

// runData is what is told of a run.
type runData struct {
	ModelID string `json:"model_id"`
	workEntry
	Why         string             `json:"why,omitempty" jsonschema:"why it is in this state"`
	OK          bool               `json:"ok" jsonschema:"all gates passed in the last round of checks"`
	Revision    *uint64            `json:"branch_revision,omitempty" jsonschema:"of its branch now"`
	Steps       int                `json:"steps"`
	StepsDone   int                `json:"steps_done"`
	Report      []runs.CheckResult `json:"report" jsonschema:"of the last round of checks"`
	Merged      []runs.CheckResult `json:"merged_report,omitempty" jsonschema:"of run_open_merge: the gates on what the merge comes to, where the base has moved on"`
	Fixes       []runs.FixDone     `json:"fixes" jsonschema:"the last ones"`
	Attempts    int                `json:"fix_attempts"`
	MaxAttempts int                `json:"max_fix_attempts"`
	Elements    int                `json:"elements_affected"`
	WorkedS     float64            `json:"worked_s"`
	Config      string             `json:"configuration_sha256"`
	Files       []runs.GateFile    `json:"files,omitempty" jsonschema:"that gates name, as they have to be"`
	Next        string             `json:"next,omitempty" jsonschema:"the item of work that comes next"`
	More        bool               `json:"more" jsonschema:"it has work to do by itself: call run_resume"`
	Allowed     []string           `json:"allowed" jsonschema:"tools that it takes now"`
	Asked       *mergeAsked        `json:"merge_asked,omitempty"`
	Events      []EventRef         `json:"events" jsonschema:"of the run, by this call"`
}

type mergeAsked struct {
	ApprovalID string `json:"approval_id,omitempty"`
	Message    string `json:"message"`
	Revision   uint64 `json:"revision"`
}

// workEntry is a run in a list.
type workEntry struct {
	RunID     string     `json:"run_id"`
	Name      string     `json:"name"`
	State     runs.State `json:"state"`
	Owner     string     `json:"owner"`
	Principal string     `json:"principal"`
	Base      string     `json:"base"`
	Branch    string     `json:"branch"`
	CreatedAt string     `json:"created_at"`
	UpdatedAt string     `json:"updated_at"`
}

func workEntryOf(r *runs.Run) workEntry {
	return workEntry{r.ID, r.Config.Name, r.State, r.Owner, r.Principal, r.Config.Base,
		r.Config.Branch, r.CreatedAt, r.UpdatedAt}
}

// fixesShown caps the fixes in a reply.
const fixesShown = 50

// eventsShown caps the events of the run in a reply.
const eventsShown = 100

// data tells a caller where a run stands.
func (r *executions) data(ctx context.Context, c *mcp.Call, modelID string, whole *runs.Run) (runData, error) {
	run := toldRun(c.Principal, whole)
	d := runData{
		ModelID: modelID, workEntry: workEntryOf(run), Why: run.Why, OK: len(run.Report) > 0,
		Steps: len(run.Config.Steps), StepsDone: run.StepsDone,
		Report: run.Report, Fixes: run.Fixes[max(0, len(run.Fixes)-fixesShown):], Attempts: len(run.Fixes),
		MaxAttempts: run.Config.MaxFixes,
		Elements:    run.Elements, WorkedS: float64(run.WorkedMS) / 1000, Config: run.ConfigSHA256,
		Files: run.Files, Allowed: runs.Allowed(run.State),
	}
	for _, c := range run.Report {
		d.OK = d.OK && c.OK
	}
	if item, ok := run.Next(); ok {
		d.Next, d.More = item.Name(), item.Kind != runs.ItemFix || run.Config.AutoFix
	}
	if a := run.Asked; a != nil {
		d.Asked = &mergeAsked{a.ApprovalID, a.Message, a.Revision}
	}
	head, err := r.backend.Store.Head(ctx, projections.StreamName(modelID, run.Config.Branch))
	switch {
	case err == nil:
		d.Revision = &head.Revision
	case !errors.Is(err, eventstore.ErrStreamNotFound):
		return d, err
	}
	return d, nil
}

func (r *executions) status(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a runByID
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	f, err := r.run(ctx, c, a.RunID)
	if err != nil {
		return nil, err
	}
	data, err := r.data(ctx, c, f.modelID, f.Is)
	return &mcp.Outcome{Data: data, RunID: f.Is.ID}, err
}

type listWork struct {
	States  []runs.State `json:"states,omitempty" jsonschema:"only these"`
	ModelID string       `json:"model_id,omitempty"`
	Limit   mcp.Limit    `json:"limit,omitempty"`
	Cursor  string       `json:"cursor,omitempty"`
}

type workList struct {
	ModelID string      `json:"model_id"`
	Runs    []workEntry `json:"runs"`
	Paging
}

func (r *executions) list(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a listWork
	p, err := decodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	model, err := r.backend.modelID(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := r.backend.checkAccess(ctx, c, model); err != nil {
		return nil, err
	}
	ids, err := runlog.IDs(ctx, r.backend.Store, model)
	if err != nil {
		return nil, err
	}
	var entries []workEntry
	for _, id := range ids {
		if f, err := r.read(ctx, c, model, id); err == nil && a.takes(f.Is.State) {
			entries = append(entries, workEntryOf(toldRun(c.Principal, f.Is)))
		}
	}
	lastFirst(entries)
	data := workList{ModelID: model}
	data.Runs, data.Paging, err = takeLive(p, entries, func(e workEntry) string { return e.RunID }, bytesOf[workEntry])
	return &mcp.Outcome{Data: data}, err
}
