package deferred

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp/wire"
)

// taskLocks are the locks of tasks, in place of those of the operating system.
type taskLocks struct {
	mu   sync.Mutex
	held map[string]bool
}

func (l *taskLocks) try(id string) (func(), bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[id] {
		return nil, false, nil
	}
	l.held[id] = true
	return func() { l.die(id) }, true, nil
}

// die releases a lock, as the death of its holder does.
func (l *taskLocks) die(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, id)
}

// callsOf returns the calls of a server for one caller at a place.
func callsOf(store eventstore.Store, locks *taskLocks, caller, place string) *Calls {
	return &Calls{Store: store, Place: Place{TryLock: locks.try, Name: place}, Log: slog.New(slog.DiscardHandler),
		Identity: func(context.Context) string { return caller },
		Keep:     func(_, to context.Context) context.Context { return to },
		Now:      time.Now, NewID: uuid.NewString}
}

// begun begins a task and returns its id.
func begun(t *testing.T, c *Calls, work wire.Work) string {
	t.Helper()
	handle, err := c.Begin(t.Context(), wire.Request{Tool: "wait_long"}, work)
	if err != nil {
		t.Fatal(err)
	}
	return handle.(detailed).TaskID
}

// waits is work that continues until it is cancelled.
func waits(ctx context.Context, _ wire.TaskClient) (json.RawMessage, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func stateOf(t *testing.T, c *Calls, id string) detailed {
	t.Helper()
	answer, err := c.get(t.Context(), json.RawMessage(fmt.Sprintf(`{"taskId":%q}`, id)))
	if err != nil {
		t.Fatal(err)
	}
	return answer.(detailed)
}

// TestTasksEndHoweverTheirWorkerEnds checks that a task can be cancelled by its own process and by another one. It has
// failed if its worker has died or its server has stopped, and it does not exist for other callers.
func TestTasksEndHoweverTheirWorkerEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, locks := memory.New(), &taskLocks{held: map[string]bool{}}
		worker, other := callsOf(store, locks, "ann", "here"), callsOf(store, locks, "ann", "here")
		for _, by := range []*Calls{worker, other} {
			id := begun(t, worker, waits)
			if task := stateOf(t, other, id); task.Status != working {
				t.Errorf("at work it is %s", task.Status)
			}
			if _, err := by.cancel(t.Context(), json.RawMessage(fmt.Sprintf(`{"taskId":%q}`, id))); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * lookInterval)
			synctest.Wait()
			if task := stateOf(t, other, id); task.Status != cancelled || task.Result != nil {
				t.Errorf("cancelled, it is %+v", task)
			}
		}

		dead, stopped := begun(t, worker, waits), begun(t, worker, waits)
		locks.die(dead)
		if task := stateOf(t, callsOf(store, locks, "ann", "elsewhere"), dead); task.Status != working {
			t.Errorf("another machine cannot tell that its worker has died, and says %s", task.Status)
		}
		if task := stateOf(t, other, dead); task.Status != failed || task.Error == nil {
			t.Errorf("its worker has died: %+v", task)
		}
		_, err := callsOf(store, locks, "bob", "here").get(t.Context(),
			json.RawMessage(fmt.Sprintf(`{"taskId":%q}`, stopped)))
		if refused, ok := errors.AsType[*wire.MethodError](err); !ok || refused.Code != -32602 {
			t.Errorf("another caller sees it: %v", err)
		}
		worker.Close(t.Context())
		if task := stateOf(t, other, stopped); task.Status != failed {
			t.Errorf("its server has stopped, and it is %s", task.Status)
		}
	})
}

// asksTwice is work that asks two questions at the same time and returns both answers.
func asksTwice(ctx context.Context, client wire.TaskClient) (json.RawMessage, error) {
	var answers [2]json.RawMessage
	var failures [2]error
	var wg sync.WaitGroup
	for i, key := range []string{"first", "second"} {
		wg.Go(func() {
			answers[i], failures[i] = client.Ask(ctx, key, map[string]string{"method": "elicitation/create"})
		})
	}
	wg.Wait()
	result, err := json.Marshal(map[string]any{"content": answers})
	return result, errors.Join(failures[0], failures[1], err)
}

// TestTasksAskTheirClient answers two questions of a task one after the other, through its own process and through
// another one.
func TestTasksAskTheirClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, locks := memory.New(), &taskLocks{held: map[string]bool{}}
		worker, other := callsOf(store, locks, "ann", "here"), callsOf(store, locks, "ann", "there")
		defer worker.Close(t.Context())
		for _, by := range []*Calls{worker, other} {
			id := begun(t, worker, asksTwice)
			synctest.Wait()
			task := stateOf(t, other, id)
			if task.Status != inputRequired || len(task.Requests) != 2 || task.Poll == 0 {
				t.Fatalf("it has asked twice and is %+v", task)
			}
			answer := func(key, response string) error {
				_, err := by.update(t.Context(), json.RawMessage(
					fmt.Sprintf(`{"taskId":%q,"inputResponses":{%q:%s}}`, id, key, response)))
				return err
			}
			if answer("first", `{"ignored":true}`) == nil {
				t.Error("an answer without an action is taken")
			}
			for range 2 { // the second answer is ignored, because the question is answered
				if err := answer("first", `{"action":"accept","content":{"n":1}}`); err != nil {
					t.Fatal(err)
				}
			}
			if err := answer("unknown", `{"ignored":true}`); err != nil {
				t.Errorf("an unknown key is refused: %v", err)
			}
			if task := stateOf(t, by, id); task.Status != inputRequired || len(task.Requests) != 1 ||
				task.Requests["second"] == nil {
				t.Errorf("with one answer it is %+v", task)
			}
			if err := answer("second", `{"action":"decline"}`); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * lookInterval)
			synctest.Wait()
			const want = `{"resultType":"complete",` +
				`"content":[{"action":"accept","content":{"n":1}},{"action":"decline"}]}`
			if task := stateOf(t, other, id); task.Status != completed || string(task.Result) != want {
				t.Errorf("answered, it is %s with %s", task.Status, task.Result)
			}
		}
	})
}

// TestAQuestionEndsWithItsTime checks that a question without an answer in time is withdrawn, and that its task
// continues.
func TestAQuestionEndsWithItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := callsOf(memory.New(), &taskLocks{held: map[string]bool{}}, "ann", "here")
		id := begun(t, c, func(ctx context.Context, client wire.TaskClient) (json.RawMessage, error) {
			waiting, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			if _, err := client.Ask(waiting, "first", "?"); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the question ends with %v", err)
			}
			<-ctx.Done()
			return nil, ctx.Err()
		})
		synctest.Wait()
		if task := stateOf(t, c, id); task.Status != inputRequired {
			t.Errorf("it asks and is %s", task.Status)
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if task := stateOf(t, c, id); task.Status != working || task.Requests != nil {
			t.Errorf("nobody has answered, and it is %+v", task)
		}
		c.Close(t.Context())
	})
}

// TestResultsOfTasksHaveATypeOnce checks that the result of a task has a type, and that an existing type is kept.
func TestResultsOfTasksHaveATypeOnce(t *testing.T) {
	for result, want := range map[string]string{
		``:                                ``,
		`{"content":[]}`:                  `{"resultType":"complete","content":[]}`,
		` { } `:                           `{"resultType":"complete"}`,
		`null`:                            `null`,
		`{"content":[],"resultType":"x"}`: `{"content":[],"resultType":"x"}`,
	} {
		if got := string((&Task{Result: []byte(result)}).detailed("complete").Result); got != want {
			t.Errorf("%s is told as %s", result, got)
		}
	}
}
