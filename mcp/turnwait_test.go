package mcp

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
)

// crowded is a store in which another process has the turn at all streams.
type crowded struct {
	eventstore.Store
	turn chan struct{} // closed when the other process is done
}

func (c *crowded) LockWrites(ctx context.Context, _ string, _ bool) (context.Context, func(), error) {
	select {
	case <-c.turn:
	case <-ctx.Done():
	}
	return ctx, func() {}, ctx.Err()
}

// TestACallThatWaitsForItsTurnFollowsTheBranch makes a call wait until its branch was read twice. Nobody may read the
// branch after the call has its turn, or for a call that need not wait.
func TestACallThatWaitsForItsTurnFollowsTheBranch(t *testing.T) {
	store := &crowded{Store: memory.New(), turn: make(chan struct{})}
	var looks atomic.Int64
	var branch atomic.Value
	s := start(t, store, func(c *Config) {
		c.Turns.Stream = func(model, branch string) string { return model + branch }
		c.Turns.Follow = func(ctx context.Context, model, name string) {
			if !eventstore.MayAnswerEarlier(ctx) {
				t.Error("it asks the server for what it is told anyway")
			}
			branch.Store(model + " " + name)
			if looks.Add(1) == 2 {
				close(store.turn)
			}
		}
	})
	s.must(t, "extend_things", `{"name":"wall"}`)
	if got := branch.Load(); got != "m main" || looks.Load() < 2 {
		t.Fatalf("it looked %d times at %v", looks.Load(), got)
	}
	after := looks.Load()
	s.must(t, "extend_things", `{"name":"door"}`)
	time.Sleep(3 * followWaiting)
	if n := looks.Load(); n > after+1 { // one read may have begun when the turn came
		t.Errorf("it looked %d times more without waiting", n-after)
	}
}
