package deferred

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/wire"
)

// streamPrefix begins the names of the streams of tasks.
const streamPrefix = "deferred."

// The states of a task.
const (
	working       = "working"
	inputRequired = "input_required"
	completed     = "completed"
	failed        = "failed"
	cancelled     = "cancelled"
)

// The events of a task.
const (
	begunEvent    = "deferred.begun"
	askedEvent    = "deferred.asked"
	answeredEvent = "deferred.answered"
	cancelEvent   = "deferred.cancel_requested"
	endedEvent    = "deferred.ended"
)

// Task is the state that the events of a task describe.
type Task struct {
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

	questions
	last eventstore.Expected
}

// questions are the questions that a task has asked its client so far, and the answers, by key.
type questions struct {
	Requests  map[string]json.RawMessage `json:"requests,omitempty"`
	Responses map[string]json.RawMessage `json:"responses,omitempty"`
	At        time.Time                  `json:"at,omitzero"` // of the last question or answer
}

// open returns the questions without an answer.
func (q questions) open() map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for key, request := range q.Requests {
		if _, answered := q.Responses[key]; !answered {
			out[key] = request
		}
	}
	return out
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// detailed is a task in the form of the protocol.
type detailed struct {
	ResultType string                     `json:"resultType"`
	TaskID     string                     `json:"taskId"`
	Status     string                     `json:"status"`
	Message    string                     `json:"statusMessage,omitempty"`
	Created    string                     `json:"createdAt"`
	Updated    string                     `json:"lastUpdatedAt"`
	TTL        *int64                     `json:"ttlMs"` // null: for ever
	Poll       int64                      `json:"pollIntervalMs,omitempty"`
	Requests   map[string]json.RawMessage `json:"inputRequests,omitempty"`
	Result     json.RawMessage            `json:"result,omitempty"`
	Error      *rpcError                  `json:"error,omitempty"`
}

// detailed returns the task in the form of the protocol. kind is the type of the result that consists of the task or
// contains it.
func (t *Task) detailed(kind string) detailed {
	out := detailed{ResultType: kind, TaskID: t.ID, Status: t.Status, Message: t.Message, Result: withType(t.Result),
		Error:   t.Error,
		Created: t.Begun.Format(time.RFC3339Nano), Updated: t.Begun.Format(time.RFC3339Nano)}
	if !t.At.IsZero() {
		out.Updated = t.At.Format(time.RFC3339Nano)
	}
	if t.Status != working {
		out.Updated = t.Ended.Format(time.RFC3339Nano)
		return out
	}
	out.Poll = pollInterval.Milliseconds()
	if open := t.open(); len(open) > 0 {
		out.Status, out.Requests = inputRequired, open
	}
	return out
}

// withType adds the result type that every result has since revision 2026-07-28. The library adds it only to the
// results that it sends itself.
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

// note appends an event of a task. The id of the event derives from the task, the type and a name that distinguishes
// events of one type. An event that is noted twice is therefore recorded once.
func (c *Calls) note(ctx context.Context, t *Task, expected eventstore.Expected, kind, name string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	id, err := uuid.Parse(t.ID)
	if err != nil {
		return err
	}
	_, err = c.Store.Append(ctx, eventstore.Append{Stream: streamPrefix + t.ID, Expected: expected,
		Events: []eventstore.Event{{ID: uuid.NewSHA1(id, []byte(kind+name)).String(), Type: kind, Schema: 1,
			Data: text}}})
	return err
}

// noteTries bounds how often a note is repeated after a conflict with other writers.
const noteTries = 8

// noteWhile appends the event that a function returns for the current state of a task. It does nothing if the task has
// ended, or if the function returns nil data.
func (c *Calls) noteWhile(ctx context.Context, t *Task, kind string,
	of func(t *Task) (name string, data any)) (noted any, err error) {
	for range noteTries {
		if t.Status != working {
			return nil, nil
		}
		name, data := of(t)
		if data == nil {
			return nil, nil
		}
		if err = c.note(ctx, t, t.last, kind, name, data); !errors.Is(err, eventstore.ErrWrongExpected) {
			return data, err
		}
		if t, err = c.read(ctx, t.ID); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// read returns the caller's task with an id. For the task of another caller the error is that of a missing task.
func (c *Calls) read(ctx context.Context, id string) (*Task, error) {
	missing := wire.InvalidParams("there is no task of yours with this taskId")
	if _, err := uuid.Parse(id); err != nil || strings.ToLower(id) != id {
		return nil, missing
	}
	t := &Task{Status: working}
	for r, err := range c.Store.Read(ctx, streamPrefix+id, 0) {
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
	if t.By != c.Identity(ctx) {
		return nil, missing
	}
	return t, nil
}
