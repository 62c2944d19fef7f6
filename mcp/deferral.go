package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/wire"
)

// DeferralPlace is where the tasks of the protocol (SEP-2663) are worked on. Its zero value is this process alone.
type DeferralPlace struct {
	// TryLock takes the lock of a task, which its worker holds until it has ended, however it ends; nil: no other
	// process can tell that a worker has died.
	TryLock func(taskID string) (release func(), free bool, err error)
	// Name is that of the place whose processes share these locks.
	Name string
}

// deferralStream begins the names of the streams of tasks. What the protocol calls a task is a call that is answered
// later; the tasks of a model are something else.
const deferralStream = "deferred."

// The states of a task.
const (
	taskWorking   = "working"
	taskCompleted = "completed"
	taskFailed    = "failed"
	taskCancelled = "cancelled"
)

// Of the events of a task.
const (
	deferralBegun  = "deferred.begun"
	deferralCancel = "deferred.cancel_requested"
	deferralEnded  = "deferred.ended"
)

const (
	// pollInterval is how often a client need ask.
	pollInterval = 500 * time.Millisecond
	// cancelSeen is within what a cancellation by another process reaches the worker.
	cancelSeen = 250 * time.Millisecond
	// endWithin bounds how long the end of a task is tried to be recorded.
	endWithin = 10 * time.Second
)

// deferredTask is what the events of a task say.
type deferredTask struct {
	ID      string          `json:"task_id"`
	Tool    string          `json:"tool,omitempty"`
	By      string          `json:"by,omitempty"`    // identity of the caller
	Place   string          `json:"place,omitempty"` // of the worker
	Begun   time.Time       `json:"begun,omitzero"`
	Status  string          `json:"status,omitempty"`
	Message string          `json:"message,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
	Ended   time.Time       `json:"ended,omitzero"`

	last eventstore.Expected
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// told is a task as the protocol has it.
type told struct {
	ResultType string          `json:"resultType"`
	TaskID     string          `json:"taskId"`
	Status     string          `json:"status"`
	Message    string          `json:"statusMessage,omitempty"`
	Created    string          `json:"createdAt"`
	Updated    string          `json:"lastUpdatedAt"`
	TTL        *int64          `json:"ttlMs"` // null: for ever
	Poll       int64           `json:"pollIntervalMs,omitempty"`
	Result     json.RawMessage `json:"result,omitempty"`
	Error      *rpcError       `json:"error,omitempty"`
}

func (t *deferredTask) told(kind string) told {
	out := told{ResultType: kind, TaskID: t.ID, Status: t.Status, Message: t.Message, Result: withType(t.Result),
		Error:   t.Error,
		Created: t.Begun.Format(time.RFC3339Nano), Updated: t.Begun.Format(time.RFC3339Nano)}
	if t.Status == taskWorking {
		out.Poll = pollInterval.Milliseconds()
	} else {
		out.Updated = t.Ended.Format(time.RFC3339Nano)
	}
	return out
}

// withType adds the result type that every result has since revision 2026-07-28. The library adds it only to results
// that it sends itself.
func withType(result json.RawMessage) json.RawMessage {
	var r struct {
		Type string `json:"resultType"`
	}
	object := bytes.TrimSpace(result)
	if !bytes.HasPrefix(object, []byte("{")) || json.Unmarshal(object, &r) != nil || r.Type != "" {
		return result
	}
	members := bytes.TrimSpace(object[1:])
	if bytes.HasPrefix(members, []byte("}")) {
		return []byte(`{"resultType":"complete"}`)
	}
	return append([]byte(`{"resultType":"complete",`), members...)
}

// deferral works on calls that were answered with a task.
type deferral struct {
	server *Server
	ended  context.Context
	end    context.CancelCauseFunc
	wg     sync.WaitGroup

	mu      sync.Mutex
	working map[string]*deferredWork
}

// deferredWork is a task that this process works on.
type deferredWork struct {
	cancel  context.CancelCauseFunc
	message string
}

var (
	errTaskCancelled = errors.New("the task was cancelled")
	errServerStopped = errors.New("the server stopped")
)

func newDeferral(s *Server) *deferral {
	d := &deferral{server: s, working: map[string]*deferredWork{}}
	d.ended, d.end = context.WithCancelCause(context.Background())
	return d
}

// close ends the work on all tasks, which is recorded.
func (d *deferral) close(ctx context.Context) {
	d.end(errServerStopped)
	done := make(chan struct{})
	go func() {
		d.wg.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// begin records a task and begins its work. The handle that it returns holds for whoever asks for it: it is durable.
func (d *deferral) begin(ctx context.Context, r wire.Request, work wire.Work) (any, error) {
	s := d.server
	t := &deferredTask{ID: s.newID(), Tool: r.Tool, By: s.principal(ctx).identity(), Begun: s.now(),
		Place: s.config.Deferral.Name}
	release := func() {}
	if lock := s.config.Deferral.TryLock; lock != nil {
		held, free, err := lock(t.ID)
		if err != nil || !free {
			return nil, errors.New("the lock of a new task cannot be taken")
		}
		release = held
	}
	if err := d.note(ctx, t, eventstore.NoStream, deferralBegun, t); err != nil {
		release()
		return nil, err
	}
	working, cancel := context.WithCancelCause(WithPrincipal(context.WithoutCancel(ctx), s.principal(ctx)))
	stop := context.AfterFunc(d.ended, func() { cancel(errServerStopped) })
	w := &deferredWork{cancel: cancel}
	d.mu.Lock()
	d.working[t.ID] = w
	d.mu.Unlock()
	d.wg.Go(func() {
		defer release()
		defer stop()
		d.work(working, t, w, work)
	})
	t.Status = taskWorking
	return t.told("task"), nil
}

// work makes the call of a task and records how it ended.
func (d *deferral) work(ctx context.Context, t *deferredTask, w *deferredWork, work wire.Work) {
	followed, done := context.WithCancel(ctx)
	go d.follow(followed, t.ID, w)
	result, err := work(ctx, func(_, _ float64, message string) {
		d.mu.Lock()
		w.message = message
		d.mu.Unlock()
	})
	done()
	end := deferredTask{ID: t.ID, Status: taskCompleted, Result: result, Ended: d.server.now()}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errTaskCancelled) && !succeeded(result):
		end.Status, end.Result, end.Message = taskCancelled, nil, "cancelled by the client"
	case errors.Is(cause, errServerStopped) && !succeeded(result):
		end.Status, end.Result, end.Error = taskFailed, nil, interrupted(cause.Error())
	case err != nil:
		end.Status, end.Result, end.Error = taskFailed, nil, interrupted(err.Error())
	}
	recording, stop := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
	defer stop()
	if err := d.note(recording, t, eventstore.StreamExists, deferralEnded, end); err != nil {
		d.server.log.Error("the end of a task could not be recorded", "task", t.ID, "error", err)
	}
	d.mu.Lock()
	delete(d.working, t.ID)
	d.mu.Unlock()
}

func interrupted(why string) *rpcError {
	const internal = -32603
	return &rpcError{internal, clip("the call did not end: "+why+"; call again", maxIDBytes)}
}

// succeeded reports whether a call has a result that says so: what it committed is not taken back by a cancellation.
func succeeded(result json.RawMessage) bool {
	var r struct {
		IsError bool `json:"isError"`
	}
	return result != nil && json.Unmarshal(result, &r) == nil && !r.IsError
}

// follow hears of a cancellation by another process.
func (d *deferral) follow(ctx context.Context, id string, w *deferredWork) {
	for tick := time.NewTicker(cancelSeen); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
			if head, err := d.server.store.Head(ctx, deferralStream+id); err == nil && head.Revision > 0 {
				w.cancel(errTaskCancelled)
			}
		}
	}
}

// note appends an event of a task.
func (d *deferral) note(ctx context.Context, t *deferredTask, expected eventstore.Expected, kind string,
	data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	id, err := uuid.Parse(t.ID)
	if err != nil {
		return err
	}
	_, err = d.server.store.Append(ctx, eventstore.Append{Stream: deferralStream + t.ID, Expected: expected,
		Events: []eventstore.Event{{ID: uuid.NewSHA1(id, []byte(kind)).String(), Type: kind, Schema: 1, Data: text}}})
	return err
}

// read returns the task of an id, if it is the caller's. Another one's is said not to be there.
func (d *deferral) read(ctx context.Context, id string) (*deferredTask, error) {
	missing := wire.InvalidParams("there is no task of yours with this taskId")
	if _, err := uuid.Parse(id); err != nil || strings.ToLower(id) != id {
		return nil, missing
	}
	t := &deferredTask{Status: taskWorking}
	for r, err := range d.server.store.Read(ctx, deferralStream+id, 0) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return nil, missing
		}
		if err != nil {
			return nil, err
		}
		t.last = eventstore.At(r.Revision)
		if err := json.Unmarshal(r.Data, t); err != nil {
			return nil, err
		}
	}
	if t.By != d.server.principal(ctx).identity() {
		return nil, missing
	}
	return t, nil
}

// get answers tasks/get.
func (d *deferral) get(ctx context.Context, params json.RawMessage) (any, error) {
	t, err := d.named(ctx, params)
	if err != nil {
		return nil, err
	}
	if t.Status == taskWorking {
		if t, err = d.looked(ctx, t); err != nil {
			return nil, err
		}
	}
	return t.told("complete"), nil
}

// looked says of a task that has no end how far it is, and ends one whose worker has died.
func (d *deferral) looked(ctx context.Context, t *deferredTask) (*deferredTask, error) {
	d.mu.Lock()
	w := d.working[t.ID]
	if w != nil {
		t.Message = w.message
	}
	d.mu.Unlock()
	place := d.server.config.Deferral
	if w != nil || place.TryLock == nil || place.Name != t.Place {
		return t, nil
	}
	release, free, err := place.TryLock(t.ID)
	if err != nil || !free {
		return t, err
	}
	defer release()
	// It may have ended since it was read: its end is recorded before its lock is given back.
	if t, err = d.read(ctx, t.ID); err != nil || t.Status != taskWorking {
		return t, err
	}
	end := deferredTask{ID: t.ID, Status: taskFailed, Error: interrupted("the process that worked on it has died"),
		Ended: d.server.now()}
	if err := d.note(ctx, t, t.last, deferralEnded, end); err != nil {
		return nil, err
	}
	return d.read(ctx, t.ID)
}

// named returns the task that params name.
func (d *deferral) named(ctx context.Context, params json.RawMessage) (*deferredTask, error) {
	var p struct {
		TaskID string `json:"taskId"`
	}
	if json.Unmarshal(params, &p) != nil || p.TaskID == "" {
		return nil, wire.InvalidParams("give taskId, a text")
	}
	return d.read(ctx, p.TaskID)
}

// acknowledged is the answer of tasks/update and tasks/cancel.
var acknowledged = map[string]any{"resultType": "complete"}

// update answers tasks/update. No task of this server asks for anything, so that no key is one that waits.
func (d *deferral) update(ctx context.Context, params json.RawMessage) (any, error) {
	if _, err := d.named(ctx, params); err != nil {
		return nil, err
	}
	return acknowledged, nil
}

// cancel answers tasks/cancel. A task that has ended stays as it is.
func (d *deferral) cancel(ctx context.Context, params json.RawMessage) (any, error) {
	t, err := d.named(ctx, params)
	if err != nil || t.Status != taskWorking {
		return acknowledged, err
	}
	d.mu.Lock()
	w := d.working[t.ID]
	d.mu.Unlock()
	if w != nil {
		w.cancel(errTaskCancelled)
		return acknowledged, nil
	}
	asked := struct {
		At time.Time `json:"cancel_requested"`
	}{d.server.now()}
	if err := d.note(ctx, t, t.last, deferralCancel, asked); errors.Is(err, eventstore.ErrWrongExpected) {
		return acknowledged, nil // it has ended, or was cancelled, meanwhile
	} else if err != nil {
		return nil, err
	}
	return acknowledged, nil
}

// deferrable reports whether a call of a tool may be answered with a task: runs, and what may last.
func (s *Server) deferrable(tool string) bool {
	e := s.registry.Find(tool)
	return e != nil && (e.Heavy || e.Category == CategoryExecution)
}

// methods are those that the protocol library does not have.
func (s *Server) methods() map[string]wire.Method {
	out := map[string]wire.Method{"tasks/get": s.deferral.get, "tasks/update": s.deferral.update,
		"tasks/cancel": s.deferral.cancel}
	maps.Copy(out, s.config.Methods)
	return out
}

// extensions are those of the protocol that the server declares.
func (s *Server) extensions() map[string]any {
	out := map[string]any{wire.TasksExtension: map[string]any{}}
	maps.Copy(out, s.config.Extensions)
	return out
}
