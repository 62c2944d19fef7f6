package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/eventstore"
)

var concurrencyScenarios = []scenario{
	{"concurrency/writers of one stream with optimistic retry lose nothing", oneStream},
	{"concurrency/a refused append does not fail its neighbours", mixedNeighbours},
	{"concurrency/readers see whole appends in order", readersSeeWhole},
	{"concurrency/an acknowledged append is in the next head", acknowledgedIsSeen},
	{"concurrency/closing lets the appends under way finish", closeWhileAppending},
}

const (
	writers        = 8
	eventsByWriter = 25
)

// AppendRetrying appends one event at the head of a stream. It retries until no other writer is faster.
func AppendRetrying(ctx context.Context, s eventstore.Store, stream, name string) (eventstore.Result, error) {
	for {
		expected := eventstore.NoStream
		head, err := s.Head(ctx, stream)
		if err == nil {
			expected = eventstore.At(head.Revision)
		} else if !errors.Is(err, eventstore.ErrStreamNotFound) {
			return eventstore.Result{}, err
		}
		results, err := s.Append(ctx, Part(stream, expected, name))
		if err == nil {
			return results[0], nil
		}
		if !errors.Is(err, eventstore.ErrWrongExpected) {
			return eventstore.Result{}, err
		}
	}
}

// inParallel runs f once per writer, concurrently, and fails the test if any of them returns an error.
func inParallel(t T, f func(writer int) error) {
	t.Helper()
	var group sync.WaitGroup
	failures := make([]error, writers)
	for w := range writers {
		group.Go(func() { failures[w] = f(w) })
	}
	group.Wait()
	if err := errors.Join(failures...); err != nil {
		t.Fatal(err)
	}
}

func oneStream(t T, s eventstore.Store) {
	places := make([][]uint64, writers)
	inParallel(t, func(w int) error {
		for i := range eventsByWriter {
			r, err := AppendRetrying(t.Context(), s, "walls", fmt.Sprintf("writer %d event %d", w, i))
			if err != nil {
				return err
			}
			if r.Replayed {
				return fmt.Errorf("writer %d event %d was taken for a replay", w, i)
			}
			places[w] = append(places[w], r.LastRevision)
		}
		return nil
	})
	all := collect(t, s.Read(t.Context(), "walls", 0))
	if len(all) != writers*eventsByWriter {
		t.Fatalf("%d events, want %d", len(all), writers*eventsByWriter)
	}
	wantChain(t, all)
	for w := range places {
		if !slices.IsSorted(places[w]) {
			t.Errorf("writer %d landed at %v", w, places[w])
		}
		for i, revision := range places[w] {
			if name := fmt.Sprintf("writer %d event %d", w, i); all[revision].ID != ID(name) {
				t.Errorf("revision %d is not %q, which was acknowledged there", revision, name)
			}
		}
	}
}

func wantChain(t T, stream []eventstore.Recorded) {
	t.Helper()
	var v eventstore.Verifier
	for _, r := range stream {
		if err := v.Verify(r); err != nil {
			t.Fatal(err)
		}
	}
}

// mixedNeighbours sends valid and invalid appends at the same time, so that an engine that groups appends gets both in
// one group.
func mixedNeighbours(t T, s eventstore.Store) {
	given(t, s, "shared", eventstore.NoStream, "first")
	inParallel(t, func(w int) error {
		own := fmt.Sprintf("own %d", w)
		for i := range eventsByWriter {
			name := fmt.Sprintf("writer %d event %d", w, i)
			if _, err := s.Append(t.Context(), Part(own, eventstore.Any, name)); err != nil {
				return err
			}
			_, err := s.Append(t.Context(), Part(own+" half", eventstore.Any, name),
				Part("shared", eventstore.At(99), name+"!"))
			if !errors.Is(err, eventstore.ErrWrongExpected) {
				return fmt.Errorf("the append that had to be refused: %w", err)
			}
		}
		return nil
	})
	heads, err := s.Streams(t.Context(), "")
	if err != nil || len(heads) != writers+1 {
		t.Errorf("%d streams (%v), want %d: a refused append left something behind", len(heads), err, writers+1)
	}
	for w := range writers {
		if n := len(collect(t, s.Read(t.Context(), fmt.Sprintf("own %d", w), 0))); n != eventsByWriter {
			t.Errorf("writer %d has %d events, want %d", w, n, eventsByWriter)
		}
	}
}

// readersSeeWhole follows the store while appends of two events in different streams arrive. A reader must see both
// events of an append or none.
func readersSeeWhole(t T, s eventstore.Store) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	const total = writers * eventsByWriter * 2
	followed := make(chan error, 1)
	go func() { followed <- follow(ctx, s, total) }()
	inParallel(t, func(w int) error {
		for i := range eventsByWriter {
			name := fmt.Sprintf("writer %d event %d", w, i)
			_, err := s.Append(ctx, Part("left", eventstore.Any, name+" left"),
				Part("right", eventstore.Any, name+" right"))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err := <-followed; err != nil {
		t.Error(err)
	}
}

// follow reads until it has seen total events. It fails if it sees half of a pair or an event out of order.
func follow(ctx context.Context, s eventstore.Store, total int) error {
	after, seen := uint64(0), 0
	for seen < total {
		if err := s.Wait(ctx, after); err != nil {
			return fmt.Errorf("after %d events: %w", seen, err)
		}
		for r, err := range s.ReadAll(ctx, after) {
			if err != nil {
				return err
			}
			if want := []string{"left", "right"}[seen%2]; r.Stream != want || r.Position <= after {
				return fmt.Errorf("position %d after %d is in stream %q, want %q", r.Position, after, r.Stream, want)
			}
			after, seen = r.Position, seen+1
		}
		if seen%2 != 0 {
			return fmt.Errorf("half an append was visible at position %d", after)
		}
	}
	return nil
}

func acknowledgedIsSeen(t T, s eventstore.Store) {
	inParallel(t, func(w int) error {
		for i := range eventsByWriter {
			r, err := AppendRetrying(t.Context(), s, "walls", fmt.Sprintf("writer %d event %d", w, i))
			if err != nil {
				return err
			}
			head, err := s.Head(t.Context(), "walls")
			if err != nil || head.Revision < r.LastRevision || head.Position < r.Position {
				return fmt.Errorf("head %+v (%w) after an append at %+v", head, err, r)
			}
		}
		return nil
	})
}

func closeWhileAppending(t T, s eventstore.Store) {
	started := make(chan struct{}, writers)
	var closing sync.WaitGroup
	closing.Go(func() {
		for range writers {
			<-started
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	inParallel(t, func(w int) error {
		for i := 0; ; i++ {
			_, err := s.Append(t.Context(), Part(fmt.Sprint("own ", w), eventstore.Any, fmt.Sprint(i)))
			if i == 0 {
				started <- struct{}{}
			}
			if errors.Is(err, eventstore.ErrClosed) {
				return nil
			}
			if err != nil {
				return err
			}
		}
	})
	closing.Wait()
}
