package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/runlog"
)

// sliceOfWork is how long one call works on a run before it answers: less than clients wait, and short enough to leave
// time for an item that was begun.
const sliceOfWork = 20 * time.Second

// worker carries out a run for one call, which holds the lock of the run.
type worker struct {
	*executions
	call    *mcp.Call
	modelID string
	id      string
	state   *found
	view    *projections.View // of the branch, for finding fixes
	events  []app.EventRef    // of the run, stored by this call
	fixing  bool              // the call asks for one fix
	begun   time.Time
	items   int
	merged  mergeDone    // by this call
	effects []itemEffect // of the items that this call did
}

// meta returns the metadata for the events of a run.
func (r *executions) meta(c *mcp.Call, run *runs.Run) projections.Meta {
	meta := app.MetaOf(c, 0)
	meta.BaseRevision, meta.CorrelationID = nil, run.ID
	return meta
}

// work continues a run for as long as a call may, and returns the state of the run. Only one process works on a run at
// a time.
func (r *executions) work(ctx context.Context, c *mcp.Call, model, id string, before []app.EventRef,
	fixing bool) (*mcp.Outcome, error) {
	release, err := r.lock(id)
	if err != nil {
		return nil, err
	}
	defer release()
	return r.workLocked(ctx, c, model, id, before, fixing)
}

// workLocked does the work of a call that holds the lock of the run.
func (r *executions) workLocked(ctx context.Context, c *mcp.Call, model, id string, before []app.EventRef,
	fixing bool) (*mcp.Outcome, error) {
	w := &worker{executions: r, call: c, modelID: model, id: id, events: before, fixing: fixing, begun: time.Now()}
	if err := w.goOn(ctx); err != nil {
		return nil, mcp.InRun(id, err)
	}
	out, err := r.answer(ctx, c, model, id, w.events)
	if err != nil {
		return nil, mcp.InRun(id, err)
	}
	data := out.Data.(runData)
	data.Effects = w.effects[max(0, len(w.effects)-effectsShown):]
	out.Data = data
	return out, nil
}

// lock keeps other processes of this machine from working on a run. The store's revisions keep processes of other
// machines from storing their results.
func (r *executions) lock(id string) (release func(), err error) {
	if r.backend.LockRun == nil {
		return func() {}, nil
	}
	release, free, err := r.backend.LockRun(id)
	if err == nil && !free {
		err = state.Errorf(state.IllegalState, "another process works on this run: follow it with run_status").
			With("state", "at_work").With("allowed", []string{"run_status", "run_cancel"})
	}
	return release, err
}

// answer returns the state of a run, and the events that a call has stored.
func (r *executions) answer(ctx context.Context, c *mcp.Call, model, id string,
	events []app.EventRef) (*mcp.Outcome, error) {
	f, err := r.read(ctx, c, model, id)
	if err != nil {
		return nil, err
	}
	data, err := r.data(ctx, c, model, f.Is)
	if err != nil {
		return nil, err
	}
	data.Events = append([]app.EventRef{}, events[:min(len(events), eventsShown)]...)
	out := &mcp.Outcome{Data: data, RunID: id}
	if len(events) > 0 {
		out.EventID, out.Written = events[0].EventID, true
	}
	return out, nil
}

// goOn does one item after the other, until the run waits or the time of a call is over.
func (w *worker) goOn(ctx context.Context) error {
	for time.Since(w.begun) < sliceOfWork {
		if err := w.reread(ctx); err != nil {
			return err
		}
		run := w.state.Is
		item, ok := run.Next()
		if !ok {
			return nil
		}
		if item.Kind == runs.ItemFix && !run.Config.AutoFix && !w.fixing {
			return nil
		}
		if why := run.BudgetLeft(); why != "" {
			events, err := run.OverBudget(why)
			if err != nil {
				return err
			}
			return w.store(ctx, run.Moved(), events)
		}
		if err := w.do(ctx, item); err != nil {
			return err
		}
		w.items++
		w.call.Progress(float64(w.items), 0, fmt.Sprintf("%q: %s done", run.Config.Name, item.Name()))
	}
	return nil
}

func (w *worker) reread(ctx context.Context) (err error) {
	w.state, err = w.read(ctx, w.call, w.modelID, w.id)
	return err
}

// store appends events of the run after the state that they were decided on.
func (w *worker) store(ctx context.Context, about string, events []runs.Event) error {
	if len(events) == 0 {
		return nil
	}
	part := w.append(about, events)
	if _, err := w.backend.Store.Append(ctx, part); err != nil {
		return w.lost(err)
	}
	w.events = append(w.events, refsAfter(part)...)
	return nil
}

// refsAfter names the events of an append with the revisions that they get.
func refsAfter(part eventstore.Append) []app.EventRef {
	out := app.RefsOf(part.Events)
	for i := range out {
		out[i].Revision = uint64(i)
		if part.Expected >= 0 {
			out[i].Revision = uint64(part.Expected) + 1 + uint64(i)
		}
	}
	return out
}

func (w *worker) append(about string, events []runs.Event) eventstore.Append {
	run := w.state.Is
	return eventstore.Append{
		Stream: runlog.Stream(w.modelID, run.ID), Expected: w.state.Expected,
		Events: runlog.Events(run, about, events, w.meta(w.call, run)),
	}
}

// lost returns err, or an error with the code ILLEGAL_STATE if another worker has written to the run first.
func (w *worker) lost(err error) error {
	if errors.Is(err, eventstore.ErrWrongExpected) || errors.Is(err, eventstore.ErrIdempotencyCorrupt) {
		return state.Errorf(state.IllegalState,
			"somebody else has gone on with this run or cancelled it: look with run_status").
			With("state", "at_work").With("allowed", []string{"run_status", "run_cancel"})
	}
	return err
}

// do does one item: it stores that the item begins, makes the call, and stores the result.
func (w *worker) do(ctx context.Context, item runs.Item) error {
	tool, call, err := w.prepare(ctx, item)
	if err != nil || call == nil {
		return err
	}
	if !w.state.Is.Started(item) {
		if err := w.store(ctx, item.Name(), []runs.Event{&runs.ItemStarted{RunID: w.state.Is.ID,
			Item: item.Name(), Tool: tool}}); err != nil {
			return err
		}
		if err := w.reread(ctx); err != nil {
			return err
		}
	}
	return call(ctx)
}

// prepare returns the tool and the call of an item; no call if the run changed its state instead.
func (w *worker) prepare(ctx context.Context, item runs.Item) (tool string,
	call func(context.Context) error, err error) {
	run := w.state.Is
	switch item.Kind {
	case runs.ItemBranch:
		args := map[string]any{"model_id": w.modelID, "branch": run.Config.Base, "at": fmt.Sprint(run.BaseRevision),
			"name": run.Config.Branch, "description": "run " + run.Config.Name}
		return "create_branch", func(ctx context.Context) error {
			return w.change(ctx, item, "create_branch",
				args, nil, "", false)
		}, nil
	case runs.ItemStep:
		step := run.Config.Steps[item.Index]
		return step.Tool, func(ctx context.Context) error { return w.step(ctx, item, step) }, nil
	case runs.ItemCheck:
		gate := run.Config.Gates[item.Index]
		return gate.Tool, func(ctx context.Context) error { return w.check(ctx, item, gate) }, nil
	}
	return w.prepareFix(ctx, item)
}

func (w *worker) step(ctx context.Context, item runs.Item, step runs.Step) error {
	resolved, err := runs.Resolve(step.Args, w.state.Is.Results)
	if err != nil {
		return w.refused(ctx, item, step.Tool, state.CodeOf(err).Name(), err.Error(), 0, nil)
	}
	args := map[string]any{}
	if err := json.Unmarshal(resolved, &args); err != nil {
		return err
	}
	args["model_id"], args["branch"] = w.modelID, w.state.Is.Config.Branch
	if id := w.state.Is.Approval(w.call.Principal.ID); id != "" {
		args["approval_id"] = id
	}
	return w.change(ctx, item, step.Tool, args, nil, step.Reason, true)
}

// change makes a call whose events are stored together with the end of the item.
func (w *worker) change(ctx context.Context, item runs.Item, tool string, args map[string]any, fix *runs.FixDone,
	reason string, bounded bool) error {
	run := w.state.Is
	began := time.Now()
	end := func(reply mcp.Envelope, affected int) ([]runs.Event, error) {
		done := runs.ItemFinished{Tool: tool, Affected: affected,
			DurationMS: time.Since(began).Milliseconds(), Fix: fix}
		if reply.EventID != nil {
			done.EventID = *reply.EventID
		}
		if item.Kind == runs.ItemStep && run.Config.Steps[item.Index].Name != "" {
			done.Result = reply.Data
		}
		return run.Finish(item, done, false)
	}
	if w.call.Invocable(tool) == nil { // the run may have begun on a server with more tools
		return w.refused(ctx, item, tool, state.NotFound.Name(), fmt.Sprintf("there is no tool %q here", tool), 0, fix)
	}
	bound, err := w.bound(ctx, bounded)
	if err != nil {
		return err
	}
	var stored eventstore.Append
	out, err := w.call.Invoke(ctx, mcp.Invocation{
		Tool: tool, Arguments: app.MustEncode(args), CommandID: run.Command(item), RunID: run.ID, Bound: bound,
		Reasoning: reasonOf(run, item, reason, w.call.Common.Reasoning),
		Records: func(reply mcp.Envelope, affected int) ([]eventstore.Append, error) {
			events, err := end(reply, affected)
			if err != nil {
				return nil, err
			}
			stored = w.append(item.Name(), events)
			return []eventstore.Append{stored}, nil
		},
	})
	if err != nil {
		return err
	}
	if out.Error != nil {
		return w.refusedBy(ctx, item, tool, out.Error, time.Since(began), fix)
	}
	if item.Kind != runs.ItemBranch {
		w.effects = append(w.effects, effectOf(item, tool, out))
	}
	if out.Recorded {
		w.events = append(w.events, refsAfter(stored)...)
		return nil
	}
	events, err := end(out.Envelope, out.Affected)
	if err != nil {
		return err
	}
	return w.store(ctx, item.Name(), events)
}

func reasonOf(run *runs.Run, item runs.Item, reason, asked string) string {
	text := fmt.Sprintf("run %q, %s", run.Config.Name, item.Name())
	for _, more := range []string{reason, asked} {
		if more != "" {
			text += ": " + more
		}
	}
	return text
}

// passing holds the errors that are not the item's fault: the item is tried again when somebody resumes the run.
var passing = map[string]bool{
	state.RateLimited.Name(): true, state.SessionLimitExceeded.Name(): true, state.RevisionConflict.Name(): true,
	state.StoreUnavailable.Name(): true,
	state.StorageFull.Name():      true, state.Cancelled.Name(): true, state.Timeout.Name(): true,
	state.Internal.Name(): true,
}

// refusedBy stores that a call of an item was refused.
func (w *worker) refusedBy(ctx context.Context, item runs.Item, tool string, e *mcp.Failure,
	took time.Duration, fix *runs.FixDone) error {
	if passing[e.Name] {
		return &state.Error{Code: state.Code(e.Code), Message: e.Message, Data: e.Data}
	}
	approval, _ := e.Data["approval_id"].(string)
	boundOf, _ := e.Data["bound_of"].(string)
	return w.fail(ctx, item, runs.ItemFailed{Tool: tool, Error: e.Name, Message: e.Message, BoundOf: boundOf,
		DurationMS: took.Milliseconds(), ApprovalID: approval, Principal: w.call.Principal.ID}, fix)
}

func (w *worker) refused(ctx context.Context, item runs.Item, tool, name, message string,
	ms int64, fix *runs.FixDone) error {
	return w.fail(ctx, item, runs.ItemFailed{Tool: tool, Error: name, Message: message, DurationMS: ms}, fix)
}

func (w *worker) fail(ctx context.Context, item runs.Item, failed runs.ItemFailed, fix *runs.FixDone) error {
	if fix != nil {
		refused := *fix
		refused.OK, refused.Why = false, failed.Error+": "+failed.Message
		failed.Fix = &refused
	}
	events, err := w.state.Is.Fail(item, failed)
	if err != nil {
		return err
	}
	return w.store(ctx, item.Name(), events)
}
