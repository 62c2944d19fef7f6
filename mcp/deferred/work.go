package deferred

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/wire"
)

// Place is where tasks are executed. The zero value means only this process.
type Place struct {
	// TryLock takes the lock of a task, which its worker holds until it has ended in any way; nil means that no other
	// process can detect a dead worker.
	TryLock func(taskID string) (release func(), free bool, err error)
	// Name is the name of the place whose processes share these locks.
	Name string
}

const (
	// pollInterval is the interval at which a client should ask.
	pollInterval = 500 * time.Millisecond
	// lookInterval is the maximum delay until an answer or a cancellation by another process reaches the worker.
	lookInterval = 250 * time.Millisecond
	// endWithin bounds the attempts to record the end of a task.
	endWithin = 10 * time.Second
	// maxMessageBytes bounds the message of an error.
	maxMessageBytes = 200
)

// Calls executes the calls of one server that were answered with a task. Its fields must be set before its first use.
type Calls struct {
	Store    eventstore.Store
	Place    Place
	Identity func(ctx context.Context) string               // of the caller
	Keep     func(from, to context.Context) context.Context // passes the caller on to the context of the work
	Now      func() time.Time
	NewID    func() string
	Log      *slog.Logger

	once  sync.Once
	ended context.Context
	end   context.CancelCauseFunc
	wg    sync.WaitGroup

	mu     sync.Mutex
	worker map[string]*worker
}

// worker is a task that this process executes.
type worker struct {
	cancel  context.CancelCauseFunc
	message string
	waiting map[string]chan json.RawMessage // for the answers to questions, by key
}

var (
	errCancelled = errors.New("the task was cancelled")
	errStopped   = errors.New("the server stopped")
)

func (c *Calls) prepare() {
	c.once.Do(func() {
		c.worker = map[string]*worker{}
		c.ended, c.end = context.WithCancelCause(context.Background())
	})
}

// Close cancels the work on all tasks, and waits until their ends are recorded or ctx ends.
func (c *Calls) Close(ctx context.Context) {
	c.prepare()
	c.end(errStopped)
	done := make(chan struct{})
	go func() {
		c.wg.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// Begin records a task and begins its work. Any process can look up the handle that it returns, because the task is
// already stored.
func (c *Calls) Begin(ctx context.Context, r wire.Request, work wire.Work) (any, error) {
	c.prepare()
	t := &Task{ID: c.NewID(), Tool: r.Tool, By: c.Identity(ctx), Begun: c.Now(), Place: c.Place.Name}
	release := func() {}
	if lock := c.Place.TryLock; lock != nil {
		held, free, err := lock(t.ID)
		if err != nil || !free {
			return nil, errors.New("the lock of a new task cannot be taken")
		}
		release = held
	}
	if err := c.note(ctx, t, eventstore.NoStream, begunEvent, "", t); err != nil {
		release()
		return nil, err
	}
	outlasting, cancel := context.WithCancelCause(c.Keep(ctx, context.WithoutCancel(ctx)))
	stop := context.AfterFunc(c.ended, func() { cancel(errStopped) })
	w := &worker{cancel: cancel, waiting: map[string]chan json.RawMessage{}}
	c.mu.Lock()
	c.worker[t.ID] = w
	c.mu.Unlock()
	c.wg.Go(func() {
		defer release()
		defer stop()
		c.work(outlasting, t, w, work)
	})
	t.Status = working
	return t.detailed("task"), nil
}

// work executes the call of a task and records how it ended.
func (c *Calls) work(ctx context.Context, t *Task, w *worker, work wire.Work) {
	followed, done := context.WithCancel(ctx)
	go c.follow(followed, t.ID, w)
	result, err := work(ctx, wire.TaskClient{
		Progress: func(_, _ float64, message string) {
			c.mu.Lock()
			w.message = message
			c.mu.Unlock()
		},
		Ask: func(ctx context.Context, key string, request any) (json.RawMessage, error) {
			return c.ask(ctx, t, w, key, request)
		}})
	done()
	end := Task{ID: t.ID, Status: completed, Result: result, Ended: c.Now()}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errCancelled) && !succeeded(result):
		end.Status, end.Result, end.Message = cancelled, nil, "cancelled by the client"
	case errors.Is(cause, errStopped) && !succeeded(result):
		end.Status, end.Result, end.Error = failed, nil, interrupted(cause.Error())
	case err != nil:
		end.Status, end.Result, end.Error = failed, nil, interrupted(err.Error())
	}
	recording, stop := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
	defer stop()
	if err := c.note(recording, t, eventstore.StreamExists, endedEvent, "", end); err != nil {
		c.Log.Error("the end of a task could not be recorded", "task", t.ID, "error", err)
	}
	c.mu.Lock()
	delete(c.worker, t.ID)
	c.mu.Unlock()
}

func interrupted(why string) *rpcError {
	const internal = -32603
	if len(why) > maxMessageBytes {
		why = strings.ToValidUTF8(why[:maxMessageBytes], "") + "..."
	}
	return &rpcError{internal, "the call did not end: " + why + "; call again"}
}

// succeeded reports whether the result of a call is a success. A later cancellation does not undo what the call
// committed.
func succeeded(result json.RawMessage) bool {
	var r struct {
		IsError bool `json:"isError"`
	}
	return result != nil && json.Unmarshal(result, &r) == nil && !r.IsError
}

// ask sends a request to the client of a task and waits for the response. If the wait ends without a response, the task
// itself answers the question as cancelled.
func (c *Calls) ask(ctx context.Context, t *Task, w *worker, key string, request any) (json.RawMessage, error) {
	text, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	answer := make(chan json.RawMessage, 1)
	c.mu.Lock()
	w.waiting[key] = answer
	c.mu.Unlock()
	asked := questions{Requests: map[string]json.RawMessage{key: text}, At: c.Now()}
	if err := c.note(ctx, t, eventstore.StreamExists, askedEvent, key, asked); err != nil {
		return nil, err
	}
	select {
	case response := <-answer:
		return response, nil
	case <-ctx.Done():
	}
	withdrawn := questions{Responses: map[string]json.RawMessage{key: json.RawMessage(`{"action":"cancel"}`)},
		At: c.Now()}
	recording, stop := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
	defer stop()
	if err := c.note(recording, t, eventstore.StreamExists, answeredEvent, key, withdrawn); err != nil {
		c.Log.Error("the end of a question could not be recorded", "task", t.ID, "error", err)
	}
	return nil, ctx.Err()
}

// deliver passes responses to the questions that wait for them.
func (c *Calls) deliver(w *worker, responses map[string]json.RawMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, response := range responses {
		if answer := w.waiting[key]; answer != nil {
			answer <- response // never blocks, because a question is removed at its first answer
			delete(w.waiting, key)
		}
	}
}

// follow receives answers and cancellations from other processes.
func (c *Calls) follow(ctx context.Context, id string, w *worker) {
	tick := time.NewTicker(lookInterval)
	defer tick.Stop()
	for seen := uint64(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		head, err := c.Store.Head(ctx, streamPrefix+id)
		if err != nil || head.Revision <= seen {
			continue
		}
		for r, err := range c.Store.Read(ctx, streamPrefix+id, seen+1) {
			var q questions
			if err != nil || json.Unmarshal(r.Data, &q) != nil {
				break
			}
			if seen = r.Revision; r.Type == cancelEvent {
				w.cancel(errCancelled)
				return
			}
			c.deliver(w, q.Responses)
		}
	}
}
