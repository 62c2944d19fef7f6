package runs

import (
	"context"
	"errors"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/runlog"
)

// runData is a run as replies show it.
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
	Failed      *itemRefused       `json:"failed,omitempty" jsonschema:"the item that was refused last, at which it paused"`
	Done        []runs.ItemDone    `json:"done" jsonschema:"the last items"`
	Effects     []itemEffect       `json:"effects,omitempty" jsonschema:"of the steps and fixes that this call has done, in a dry run that it would do; the last ones"`
	Amended     int                `json:"amended,omitempty" jsonschema:"steps that were corrected: log of run_artifact"`
	Events      []app.EventRef     `json:"events" jsonschema:"of the run, by this call"`
	Sections    []sectionState     `json:"section_states"`
	fixDone
	mergeDone
	run *runs.Run // the run that the data describes
}

// mergeDone is the part of run_open_merge's reply that describes the merge.
type mergeDone struct {
	MergeEvent   string            `json:"merge_event_id,omitempty" jsonschema:"of branch.merged"`
	BaseRevision *uint64           `json:"base_revision,omitempty" jsonschema:"of the base before the merge"`
	Created      []effectNamed     `json:"created,omitempty" jsonschema:"by the merge, on the base; the first ones"`
	Modified     []effectNamed     `json:"modified,omitempty"`
	Deleted      []effectNamed     `json:"deleted,omitempty"`
	Counts       *app.ChangeCounts `json:"merge_counts,omitempty" jsonschema:"of all"`
}

// fixDone is the part of run_fix_next's reply that describes the fix.
type fixDone struct {
	Fixed    string   `json:"fixed_issue_id,omitempty" jsonschema:"key of the finding that run_fix_next mended"`
	Applied  []string `json:"applied_event_ids,omitempty" jsonschema:"the first event of the change that mended it"`
	Blockers *int     `json:"remaining_blockers,omitempty" jsonschema:"counting findings, and gates not fully checked"`
}

// fixDoneBy returns the fix that a call has made, given the number of fixes before the call.
func fixDoneBy(run *runs.Run, before int) fixDone {
	var out fixDone
	left := 0
	for i, c := range run.Report {
		if !c.OK {
			left += c.Counting
		}
		if lacksChecks(run, i) {
			left++
		}
	}
	out.Blockers = &left
	if len(run.Fixes) > before {
		if last := run.Fixes[len(run.Fixes)-1]; last.OK {
			out.Fixed = last.Finding
		}
	}
	for _, d := range run.Done {
		if out.Fixed != "" && d.EventID != "" && runs.IsFix(d.Item, len(run.Fixes)-1) {
			out.Applied = append(out.Applied, d.EventID)
		}
	}
	return out
}

// runStatus is the state of a run with its open issues and its artifacts.
type runStatus struct {
	runData
	Issues    []openIssue    `json:"open_issues" jsonschema:"the first ones; report counts all"`
	Artifacts []leftArtifact `json:"artifacts" jsonschema:"read them with run_artifact"`
}

// itemRefused is an item of a run that was refused.
type itemRefused struct {
	Item    string         `json:"item"`
	Tool    string         `json:"tool"`
	Error   string         `json:"error"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data"`
}

func refusedItem(f *runs.ItemFailed) *itemRefused {
	if f == nil {
		return nil
	}
	out := &itemRefused{f.Item, f.Tool, f.Error, f.Message, map[string]any{}}
	for name, value := range map[string]string{"bound_of": f.BoundOf, "approval_id": f.ApprovalID} {
		if value != "" {
			out.Data[name] = value
		}
	}
	return out
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
	EndedAt   string     `json:"finished_at,omitempty" jsonschema:"when it was merged, cancelled or failed"`
}

func workEntryOf(r *runs.Run) workEntry {
	return workEntry{r.ID, r.Config.Name, r.State, r.Owner, r.Principal, r.Config.Base,
		r.Config.Branch, r.CreatedAt, r.UpdatedAt, r.EndedAt}
}

// fixesShown bounds the fixes in a reply.
const fixesShown = 50

// eventsShown bounds the events of the run in a reply.
const eventsShown = 100

// data returns the state of a run as the caller may see it.
func (r *executions) data(ctx context.Context, c *mcp.Call, modelID string, whole *runs.Run) (runData, error) {
	run := toldRun(c.Principal, whole)
	d := runData{
		ModelID: modelID, workEntry: workEntryOf(run), Why: run.Why, OK: len(run.Report) > 0,
		run: whole, Steps: len(run.Config.Steps), StepsDone: run.StepsDone,
		Report: run.Report, Fixes: run.Fixes[max(0, len(run.Fixes)-fixesShown):], Attempts: len(run.Fixes),
		MaxAttempts: run.Config.MaxFixes,
		Elements:    run.Elements, WorkedS: float64(run.WorkedMS) / 1000, Config: run.ConfigSHA256,
		Files: run.Files, Allowed: run.Takes(), Failed: refusedItem(run.Failure),
		Done: run.Done[max(0, len(run.Done)-fixesShown):], Amended: len(run.Amended),
	}
	for _, c := range run.Report {
		d.OK = d.OK && c.OK
	}
	d.Sections = sectionStates(run, d.OK)
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
	var data runStatus
	if data.runData, err = r.data(ctx, c, f.modelID, f.Is); err != nil {
		return nil, err
	}
	if data.Issues, err = r.openIssues(ctx, c, f); err != nil {
		return nil, err
	}
	data.Artifacts, err = r.artifacts(ctx, c, f)
	return &mcp.Outcome{Data: data, RunID: f.Is.ID}, err
}

type listWork struct {
	States  []runs.State `json:"states,omitempty" jsonschema:"only these"`
	Name    string       `json:"name,omitempty" jsonschema:"part of the name, any case"`
	Branch  string       `json:"run_branch,omitempty" jsonschema:"only of this one"`
	Owner   string       `json:"owner,omitempty" jsonschema:"only of this user"`
	ModelID string       `json:"model_id,omitempty"`
	Limit   mcp.Limit    `json:"limit,omitempty"`
	Cursor  string       `json:"cursor,omitempty"`
}

type workList struct {
	ModelID string      `json:"model_id"`
	Runs    []workEntry `json:"runs"`
	app.Paging
}

func (r *executions) list(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a listWork
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	model, err := r.backend.ModelID(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := r.backend.CheckAccess(ctx, c, model); err != nil {
		return nil, err
	}
	ids, err := runlog.IDs(ctx, r.backend.Store, model)
	if err != nil {
		return nil, err
	}
	var entries []workEntry
	for _, id := range ids {
		if f, err := r.read(ctx, c, model, id); err == nil && a.takes(f.Is) {
			entries = append(entries, workEntryOf(toldRun(c.Principal, f.Is)))
		}
	}
	lastFirst(entries)
	data := workList{ModelID: model}
	data.Runs, data.Paging, err = app.TakeLive(p, entries, func(e workEntry) string { return e.RunID },
		app.BytesOf[workEntry])
	return &mcp.Outcome{Data: data}, err
}
