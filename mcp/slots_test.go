package mcp

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/memory"
)

func TestSlots(t *testing.T) {
	s := newSlots(2)
	for range 2 {
		if err := s.take(t.Context(), "ann", time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.take(t.Context(), "ann", time.Millisecond); state.CodeOf(err) != state.RateLimited {
		t.Errorf("a call that waits too long: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	for range maxWaiting {
		waiting.Go(func() {
			if err := s.take(ctx, "ann", time.Minute); !errors.Is(err, context.Canceled) {
				t.Errorf("a call that is cancelled: %v", err)
			}
		})
	}
	for s.waits() < maxWaiting {
		time.Sleep(time.Millisecond)
	}
	var refused *state.Error
	if err := s.take(t.Context(), "ann", time.Minute); !errors.As(err, &refused) ||
		refused.Data["waiting"] != maxWaiting {
		t.Errorf("one too many: %v", err)
	}
	cancel()
	waiting.Wait()
	s.free("ann")
	if err := s.take(t.Context(), "ann", 0); err != nil {
		t.Errorf("a slot that was given back: %v", err)
	}
}

// TestSlotsAreSharedByTheirUsers makes Ann wait with as many calls as she may. A call of Bob must be served before
// hers, and from then on they take turns.
func TestSlotsAreSharedByTheirUsers(t *testing.T) {
	s, order := newSlots(1), make(chan string, maxWaiting+2)
	if err := s.take(t.Context(), "ann", 0); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	wait := func(user string) {
		before := s.waits()
		waiting.Go(func() {
			if s.take(ctx, user, time.Minute) == nil {
				order <- user
			}
		})
		for s.waits() == before {
			time.Sleep(time.Millisecond)
		}
	}
	for range maxWaiting {
		wait("ann")
	}
	for range 2 {
		before := s.waits()
		refused := make(chan error, 1)
		go func() { refused <- s.take(ctx, "bob", time.Minute); order <- "bob" }()
		for s.waits() == before {
			select {
			case err := <-refused:
				cancel()
				waiting.Wait()
				t.Fatalf("Bob, who has called nothing, while Ann waits: %v", err)
			case <-time.After(time.Millisecond):
			}
		}
	}
	var got []string
	for last := "ann"; len(got) < 5; {
		s.free(last)
		last = <-order
		got = append(got, last)
	}
	if want := "[bob ann bob ann ann]"; fmt.Sprint(got) != want {
		t.Errorf("slots went to %v, want %s", got, want)
	}
	cancel()
	waiting.Wait()
	s.free("ann")
	if err := s.take(t.Context(), "carol", 0); err != nil {
		t.Errorf("nobody is at work or waits: %v", err)
	}
}

// TestLightCallsDoNotWaitForHeavyOnes fills all slots of heavy calls and makes a light call.
func TestLightCallsDoNotWaitForHeavyOnes(t *testing.T) {
	s := startToy(t)
	for range s.heavy.most {
		if err := s.heavy.take(t.Context(), "ann", 0); err != nil {
			t.Fatal(err)
		}
	}
	s.must(t, "list_things", `{}`)
}

// TestAFloodOfReadsIsRecorded makes more calls than the audit buffers, so that calls wait for the audit.
func TestAFloodOfReadsIsRecorded(t *testing.T) {
	s := start(t, memory.New(), unhurried)
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			for range maxBuffered / 4 {
				if e := s.call("list_things", `{}`); !e.Success {
					t.Errorf("%+v", e.Error)
					return
				}
			}
		})
	}
	calls.Wait()
}
