package mcp

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
)

// sharing starts an instance on a store with its own folder, which shares the limits with the other instances.
func sharing(t *testing.T, store eventstore.Store, dir string, n byte, limits func(*Limits)) *setup {
	t.Helper()
	bot := agent(func(p *Principal) {
		p.Limits = Limits{Rates: map[Category]Rate{CategoryRead: {PerMinute: -1}, CategoryMutation: {PerMinute: -1},
			CategoryExecution: {PerMinute: -1}}}
		limits(&p.Limits)
	})
	s := start(t, store, func(c *Config) {
		bot(c)
		c.Limits, c.NewID = LimitsPlace{dir, true}, countedIDs(n)
	})
	t.Cleanup(func() { // stops writing to the folder before it is removed
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

const commits = `{"name":"a","reasoning":"r","dry_run":false}`

// uses makes changes until the operations are used up, or their number reaches most. It waits if an error asks it to.
func (s *setup) uses(t *testing.T, most int) (done int) {
	for wait := 0; done < most; {
		e := s.call("add_thing", commits)
		switch {
		case e.Success:
			done++
		case e.Error.Code == int(state.SessionLimitExceeded):
			return done
		case e.Error.Code == int(state.RateLimited) && wait < 100:
			wait++
			time.Sleep(50 * time.Millisecond)
		default:
			t.Errorf("%+v", e.Error)
			return done
		}
	}
	return done
}

// TestInstancesShareOperations lets three instances on one store use up one principal's operations concurrently.
func TestInstancesShareOperations(t *testing.T) {
	t.Parallel()
	const limit = 137
	store := memory.New()
	var wg sync.WaitGroup
	var done atomic.Int64
	var bot Principal
	for i := range 3 {
		s := sharing(t, store, t.TempDir(), byte(i), func(l *Limits) { l.MaxOperationsPerSession = limit })
		bot = s.config.Principal
		for range 2 {
			wg.Go(func() { done.Add(int64(s.uses(t, limit))) })
		}
	}
	wg.Wait()
	if done.Load() != limit {
		t.Errorf("%d operations of %d", done.Load(), limit)
	}
	if events := length(t, store, streamOf(bot)); events > limit/2 {
		t.Errorf("%d events of the limits for %d operations", events, limit)
	}
}

// TestAnIdleInstanceGivesBack checks that an instance gives back the operations that another instance needs, and at its
// end all that it holds.
func TestAnIdleInstanceGivesBack(t *testing.T) {
	t.Parallel()
	const limit = 64
	store := memory.New()
	operations := func(l *Limits) { l.MaxOperationsPerSession = limit }
	idle, busy := sharing(t, store, t.TempDir(), 1, operations), sharing(t, store, t.TempDir(), 2, operations)
	ended := sharing(t, store, t.TempDir(), 3, operations)
	if n := idle.uses(t, 1) + ended.uses(t, 1); n != 2 {
		t.Fatalf("%d", n)
	}
	left, err := busy.Quotas(t.Context(), busy.config.Principal)
	if err != nil || left.Operations == nil || left.Operations.Remaining != limit-limit/8-(limit-limit/8)/8 {
		t.Errorf("what is lent to nobody: %+v, %v", left.Operations, err)
	}
	if err := ended.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if n := busy.uses(t, limit); n != limit-2 {
		t.Errorf("%d operations beside two, of %d", n, limit)
	}
	if n := idle.uses(t, limit); n != 0 {
		t.Errorf("%d operations more", n)
	}
}

// TestADeadInstanceTakesItsBlockAlong ends an instance without notice. Its folder keeps the unused operations: a new
// instance in that folder uses them, and all others learn in time that nothing is left.
func TestADeadInstanceTakesItsBlockAlong(t *testing.T) {
	t.Parallel()
	const limit = 64
	store, folder := memory.New(), t.TempDir()
	operations := func(l *Limits) { l.MaxOperationsPerSession = limit }
	dead, busy := sharing(t, store, folder, 1, operations), sharing(t, store, t.TempDir(), 2, operations)
	dead.uses(t, 1)
	dead.rates.leases.die()
	const held = limit/8 - 1
	if n := busy.uses(t, limit-1-held); n != limit-1-held {
		t.Fatalf("%d operations beside one and %d that are held", n, held)
	}
	busy.refused(t, state.RateLimited, "add_thing", commits)
	busy.clock.move(6 * time.Second)
	if n := busy.uses(t, 1); n != 0 {
		t.Errorf("%d operations of a dead instance", n)
	}
	if n := sharing(t, store, folder, 3, operations).uses(t, limit); n != held {
		t.Errorf("who goes on has %d operations, not %d", n, held)
	}
}

// die ends an instance like a kill.
func (l *leases) die() {
	l.mu.Lock()
	l.closed = true
	close(l.ended)
	l.mu.Unlock()
	l.done.Wait()
}

// TestInstancesShareRates checks that two instances together allow no more calls than one.
func TestInstancesShareRates(t *testing.T) {
	t.Parallel()
	store := memory.New()
	reads := func(l *Limits) { l.Rates[CategoryRead] = Rate{PerMinute: 60, Burst: 12} }
	a, b := sharing(t, store, t.TempDir(), 1, reads), sharing(t, store, t.TempDir(), 2, reads)
	passed := 0
	all := func() {
		for range 15 {
			for _, s := range []*setup{a, b} {
				if s.call("list_things", `{}`).Success {
					passed++
				}
			}
		}
	}
	all()
	if passed != 12 {
		t.Errorf("%d of a burst of 12 passed", passed)
	}
	f := a.refused(t, state.RateLimited, "list_things", `{}`)
	if wait, _ := f.Data["retry_after_s"].(float64); !f.Retryable || wait < 1 || wait > 30 {
		t.Errorf("%+v", f)
	}
	for range 40 {
		a.clock.move(500 * time.Millisecond)
		b.clock.move(500 * time.Millisecond)
		all()
	}
	if passed < 12+20-4 || passed > 12+20 {
		t.Errorf("%d passed in 20 s at one a second and 12 at once", passed)
	}
}

// TestLimitsOfAnotherBootAreGone restarts the machine, after which the balance in its folder may already be used.
func TestLimitsOfAnotherBootAreGone(t *testing.T) {
	t.Parallel()
	store, folder := memory.New(), t.TempDir()
	operations := func(l *Limits) { l.MaxOperationsPerSession = 64 }
	before := sharing(t, store, folder, 1, operations)
	before.uses(t, 1)
	before.rates.leases.die()
	after := sharing(t, store, folder, 2, operations)
	after.rates.leases.boot = "another"
	if n := after.uses(t, 1); n != 1 {
		t.Fatal(n)
	}
	left, err := after.Quotas(context.Background(), after.config.Principal)
	if err != nil || left.Operations.Remaining != 64-8-1 {
		t.Errorf("%+v, %v", left.Operations, err)
	}
}
