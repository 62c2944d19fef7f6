package storetest

import (
	"context"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

var waitScenarios = []scenario{
	{"wait/returns at once when the event is there", waitPast},
	{"wait/returns when the event is appended", waitFuture},
	{"wait/every waiting caller is woken", waitMany},
	{"wait/ends with its context", waitCancelled},
	{"wait/ends when the store is closed", waitClosed},
}

func waitPast(t T, s eventstore.Store) {
	last := given(t, s, "walls", eventstore.Any, "a", "b")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := s.Wait(ctx, 0); err != nil {
		t.Error(err)
	}
	if err := s.Wait(ctx, last.Position-1); err != nil {
		t.Error(err)
	}
}

func waitFuture(t T, s eventstore.Store) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for i := range 20 {
		before, err := s.Position(ctx)
		if err != nil {
			t.Fatal(err)
		}
		woken := make(chan error, 1)
		go func() { woken <- s.Wait(ctx, before) }()
		if i%2 == 0 {
			time.Sleep(time.Millisecond) // in half of the rounds the caller waits first
		}
		last := given(t, s, "walls", eventstore.Any, fmt.Sprint("event ", i))
		if err := <-woken; err != nil {
			t.Fatal(err)
		}
		if position, err := s.Position(ctx); err != nil || position < last.Position {
			t.Fatalf("position %d (%v) after waiting for %d", position, err, last.Position)
		}
	}
}

func waitMany(t T, s eventstore.Store) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	const callers = 30
	woken := make(chan error, callers)
	for range callers {
		go func() { woken <- s.Wait(ctx, 0) }()
	}
	given(t, s, "walls", eventstore.Any, "a")
	for range callers {
		if err := <-woken; err != nil {
			t.Error(err)
		}
	}
}

func waitCancelled(t T, s eventstore.Store) {
	last := given(t, s, "walls", eventstore.Any, "a")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	wantError(t, s.Wait(ctx, last.Position), context.DeadlineExceeded)
	wantError(t, s.Wait(ctx, 0), context.DeadlineExceeded)
}

func waitClosed(t T, s eventstore.Store) {
	woken := make(chan error, 1)
	go func() { woken <- s.Wait(context.Background(), 0) }()
	time.Sleep(5 * time.Millisecond)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-woken:
		wantError(t, err, eventstore.ErrClosed)
	case <-time.After(patience):
		t.Error("still waiting after Close")
	}
}
