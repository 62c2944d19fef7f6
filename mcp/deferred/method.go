package deferred

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/mcp/wire"
)

// Methods returns the methods of the extension, by name.
func (c *Calls) Methods() map[string]wire.Method {
	return map[string]wire.Method{"tasks/get": c.get, "tasks/update": c.update, "tasks/cancel": c.cancel}
}

// get answers tasks/get.
func (c *Calls) get(ctx context.Context, params json.RawMessage) (any, error) {
	t, err := c.named(ctx, params)
	if err != nil {
		return nil, err
	}
	if t.Status == working {
		if t, err = c.looked(ctx, t); err != nil {
			return nil, err
		}
	}
	return t.detailed("complete"), nil
}

// looked returns a running task with its progress, and ends it if its worker has died.
func (c *Calls) looked(ctx context.Context, t *Task) (*Task, error) {
	c.mu.Lock()
	w := c.worker[t.ID]
	if w != nil {
		t.Message = w.message
	}
	c.mu.Unlock()
	if w != nil || c.Place.TryLock == nil || c.Place.Name != t.Place {
		return t, nil
	}
	release, free, err := c.Place.TryLock(t.ID)
	if err != nil || !free {
		return t, err
	}
	defer release()
	// The task may have ended since it was read, because its end is recorded before its lock is released.
	if t, err = c.read(ctx, t.ID); err != nil {
		return nil, err
	}
	if _, err := c.noteWhile(ctx, t, endedEvent, func(t *Task) (string, any) {
		return "", Task{ID: t.ID, Status: failed, Error: interrupted("the process that worked on it has died"),
			Ended: c.Now()}
	}); err != nil {
		return nil, err
	}
	return c.read(ctx, t.ID)
}

// named returns the task that params name.
func (c *Calls) named(ctx context.Context, params json.RawMessage) (*Task, error) {
	var p struct {
		TaskID string `json:"taskId"`
	}
	if json.Unmarshal(params, &p) != nil || p.TaskID == "" {
		return nil, wire.InvalidParams("give taskId, a text")
	}
	return c.read(ctx, p.TaskID)
}

// acknowledged is the answer to tasks/update and tasks/cancel.
var acknowledged = map[string]any{"resultType": "complete"}

// update answers tasks/update: it records the answers to open questions. It ignores other keys, as the extension
// requires, because their questions may have been answered meanwhile.
func (c *Calls) update(ctx context.Context, params json.RawMessage) (any, error) {
	t, err := c.named(ctx, params)
	if err != nil {
		return nil, err
	}
	var p struct {
		Responses map[string]json.RawMessage `json:"inputResponses"`
	}
	if json.Unmarshal(params, &p) != nil {
		return nil, wire.InvalidParams("give inputResponses, an object with the key of each question that is answered")
	}
	for key := range t.open() {
		if given, ok := p.Responses[key]; ok && !answers(given) {
			return nil, wire.InvalidParams("an answer has an action: accept with its content, decline or cancel")
		}
	}
	noted, err := c.noteWhile(ctx, t, answeredEvent, func(t *Task) (string, any) {
		open := t.open()
		taken := maps.Clone(p.Responses)
		maps.DeleteFunc(taken, func(key string, _ json.RawMessage) bool { return open[key] == nil })
		if len(taken) == 0 {
			return "", nil
		}
		return strings.Join(slices.Sorted(maps.Keys(taken)), "\n"), questions{Responses: taken, At: c.Now()}
	})
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	w := c.worker[t.ID]
	c.mu.Unlock()
	if q, ok := noted.(questions); ok && w != nil {
		c.deliver(w, q.Responses)
	}
	return acknowledged, nil
}

// answers reports whether a response is an answer to an elicitation.
func answers(response json.RawMessage) bool {
	var r struct {
		Action string `json:"action"`
	}
	return json.Unmarshal(response, &r) == nil && slices.Contains([]string{"accept", "decline", "cancel"}, r.Action)
}

// cancel answers tasks/cancel. A task that has ended stays unchanged.
func (c *Calls) cancel(ctx context.Context, params json.RawMessage) (any, error) {
	t, err := c.named(ctx, params)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	w := c.worker[t.ID]
	c.mu.Unlock()
	if w != nil {
		w.cancel(errCancelled)
		return acknowledged, nil
	}
	_, err = c.noteWhile(ctx, t, cancelEvent, func(*Task) (string, any) {
		return "", struct {
			At time.Time `json:"cancel_requested"`
		}{c.Now()}
	})
	if err != nil {
		return nil, err
	}
	return acknowledged, nil
}
