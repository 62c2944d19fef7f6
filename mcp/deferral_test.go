package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp/wire"
)

// taskLocks are the locks of tasks, as the operating system would keep them.
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

// die gives a lock back, as it is when its holder dies.
func (l *taskLocks) die(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.held, id)
}

// begun returns the id of a new task that waits until it is cancelled.
func begun(t *testing.T, s *Server) string {
	t.Helper()
	handle, err := s.deferral.begin(t.Context(), wire.Request{Tool: "wait_long"},
		func(ctx context.Context, _ func(float64, float64, string)) (json.RawMessage, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
	if err != nil {
		t.Fatal(err)
	}
	return handle.(told).TaskID
}

func stateOf(t *testing.T, s *Server, id string) told {
	t.Helper()
	answer, err := s.deferral.get(t.Context(), json.RawMessage(fmt.Sprintf(`{"taskId":%q}`, id)))
	if err != nil {
		t.Fatal(err)
	}
	return answer.(told)
}

// A task is cancelled by its own process and by another one; one whose worker has died has failed; one whose server
// stops has failed too; and it is nobody else's.
func TestTasksEndHoweverTheirWorkerEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, locks := memory.New(), &taskLocks{held: map[string]bool{}}
		open := func(p Principal, place string) *Server {
			s := start(t, store, func(c *Config) {
				c.Principal, c.Deferral = p, DeferralPlace{TryLock: locks.try, Name: place}
			})
			return s.Server
		}
		worker, other := open(LocalHuman(), "here"), open(LocalHuman(), "here")
		for _, by := range []*Server{worker, other} {
			id := begun(t, worker)
			if told := stateOf(t, other, id); told.Status != taskWorking {
				t.Errorf("at work it is %s", told.Status)
			}
			if _, err := by.deferral.cancel(t.Context(), json.RawMessage(fmt.Sprintf(`{"taskId":%q}`, id))); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * cancelSeen)
			synctest.Wait()
			if told := stateOf(t, other, id); told.Status != taskCancelled || told.Result != nil {
				t.Errorf("cancelled, it is %+v", told)
			}
		}

		dead, stopped := begun(t, worker), begun(t, worker)
		locks.die(dead)
		if told := stateOf(t, open(LocalHuman(), "elsewhere"), dead); told.Status != taskWorking {
			t.Errorf("another machine cannot tell that its worker has died, and says %s", told.Status)
		}
		if told := stateOf(t, other, dead); told.Status != taskFailed || told.Error == nil {
			t.Errorf("its worker has died: %+v", told)
		}
		stranger := open(Principal{ID: "bob", Kind: KindHuman}, "here")
		_, err := stranger.deferral.get(t.Context(), json.RawMessage(fmt.Sprintf(`{"taskId":%q}`, stopped)))
		if refused, ok := errors.AsType[*wire.MethodError](err); !ok || refused.Code != -32602 {
			t.Errorf("a stranger is told of it: %v", err)
		}
		worker.deferral.close(t.Context())
		if told := stateOf(t, other, stopped); told.Status != taskFailed {
			t.Errorf("its server has stopped, and it is %s", told.Status)
		}
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
		if got := string((&deferredTask{Result: []byte(result)}).told("complete").Result); got != want {
			t.Errorf("%s is told as %s", result, got)
		}
	}
}
