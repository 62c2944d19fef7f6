package mcp

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain"
)

func TestSlots(t *testing.T) {
	s := newSlots(2)
	for range 2 {
		if err := s.take(t.Context(), time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.take(t.Context(), time.Millisecond); domain.CodeOf(err) != domain.RateLimited {
		t.Errorf("a call that waits too long: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var waiting sync.WaitGroup
	for range maxWaiting {
		waiting.Go(func() {
			if err := s.take(ctx, time.Minute); !errors.Is(err, context.Canceled) {
				t.Errorf("a call that is cancelled: %v", err)
			}
		})
	}
	for s.waiting.Load() < maxWaiting {
		time.Sleep(time.Millisecond)
	}
	var refused *domain.Error
	if err := s.take(t.Context(), time.Minute); !errors.As(err, &refused) ||
		refused.Data["waiting"] != int64(maxWaiting) {
		t.Errorf("one too many: %v", err)
	}
	cancel()
	waiting.Wait()
	s.free()
	if err := s.take(t.Context(), 0); err != nil {
		t.Errorf("a slot that was given back: %v", err)
	}
}

// TestLightCallsDoNotWaitForHeavyOnes fills all slots of heavy calls, and calls what is light.
func TestLightCallsDoNotWaitForHeavyOnes(t *testing.T) {
	s := startToy(t)
	for range cap(s.heavy.taken) {
		if err := s.heavy.take(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
	}
	s.must(t, "list_things", `{}`)
}

// TestAFloodOfReadsIsRecorded makes more calls than the audit buffers: they wait for it.
func TestAFloodOfReadsIsRecorded(t *testing.T) {
	s := startToy(t)
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
