package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// impatient makes a store give up each try after a third of a second, so that tests of lost answers are short.
var impatient = Options{CallTimeout: time.Second}

// slack is the delay that a busy machine may add. A call that wrongly waits for its own timeout takes minutes, so the
// difference is still visible.
const slack = 30 * time.Second

// within runs f with a deadline, and fails the test if f takes longer.
func within(t *testing.T, deadline time.Duration, f func(ctx context.Context) error) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	begun := time.Now()
	err := f(ctx)
	if took := time.Since(begun); took > deadline+slack {
		t.Errorf("the call took %v, its deadline was %v", took, deadline)
	}
	return err
}

func appending(s eventstore.Store, parts ...eventstore.Append) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := s.Append(ctx, parts...)
		return err
	}
}

// wantStored compares the ids of all events of a store, in order.
func wantStored(t *testing.T, s eventstore.Store, names ...string) {
	t.Helper()
	got, err := storetest.Drain(s.ReadAll(t.Context(), 0))
	if err != nil {
		t.Fatal(err)
	}
	var ids, want []string
	for _, r := range got {
		ids = append(ids, r.ID)
	}
	for _, n := range names {
		want = append(want, storetest.ID(n))
	}
	if !slices.Equal(ids, want) {
		t.Errorf("%d events %v, want %v (%v)", len(ids), ids, names, want)
	}
}

// TestAFaultOfOneCallIsNotSeen makes single calls fail. The store must find out their results and continue, so that
// callers see no fault.
func TestAFaultOfOneCallIsNotSeen(t *testing.T) {
	for name, f := range map[string]double.Fault{
		"the answer to an append is lost":      {On: double.Append, Effect: double.LoseAnswer},
		"the connection breaks after storing":  {On: double.Append, Effect: double.CutAfter},
		"the server is busy":                   {On: double.Append, Effect: double.Unavailable, Times: 3},
		"the commit times out":                 {On: double.Append, Effect: double.Abort, Times: 3},
		"an append hangs":                      {On: double.Append, Effect: double.Hang},
		"an append is slow":                    {On: double.Append, Effect: double.Delay, For: 200 * time.Millisecond},
		"a read is slow":                       {On: double.Read, Effect: double.Delay, For: 200 * time.Millisecond},
		"a read hangs":                         {On: double.Read, Effect: double.Hang},
		"a read finds no server":               {On: double.Read, Effect: double.Unavailable, Times: 3},
		"a read is cut":                        {On: double.Read, Effect: double.CutAfter},
		"a read gets an unknown message":       {On: double.Read, Effect: double.UnknownMessage, Times: 2},
		"the subscription finds no server":     {On: double.Subscribe, Effect: double.Unavailable, Times: 2},
		"the subscription meets a strange one": {On: double.Subscribe, Effect: double.UnknownMessage},
	} {
		for _, expected := range []eventstore.Expected{eventstore.Any, eventstore.At(0)} {
			t.Run(fmt.Sprint(name, " ", expected), func(t *testing.T) {
				t.Parallel()
				d := server(t, double.Options{})
				s := open(t, d.URL(), Options{CallTimeout: 3 * time.Second})
				first := storetest.Part("walls", eventstore.NoStream, "a")
				if err := within(t, 3*time.Second, appending(s, first)); err != nil {
					t.Fatal(err)
				}
				d.Inject(f)
				results, err := s.Append(t.Context(), storetest.Part("walls", expected, "b", "c"),
					storetest.Part("audit", eventstore.Any, "x"))
				if err != nil {
					t.Fatal(err)
				}
				want := []eventstore.Result{
					{FirstRevision: 1, LastRevision: 2, Position: 3}, {FirstRevision: 0, LastRevision: 0, Position: 4},
				}
				if !slices.Equal(results, want) {
					t.Errorf("results %+v, want %+v", results, want)
				}
				if err := s.Wait(t.Context(), 3); err != nil {
					t.Error(err)
				}
				wantStored(t, s, "a", "b", "c", "x")
			})
		}
	}
}

// TestALostAnswerThenARetryStoresNothingTwice lets the caller's deadline pass while the outcome of an append is
// unknown. A retry, also by another process, must find the stored events.
func TestALostAnswerThenARetryStoresNothingTwice(t *testing.T) {
	d := server(t, double.Options{})
	s := open(t, d.URL(), impatient)
	parts := []eventstore.Append{
		storetest.Part("walls", eventstore.NoStream, "a", "b"), storetest.Part("audit", eventstore.Any, "x"),
	}
	d.Inject(double.Fault{On: double.Append, Effect: double.LoseAnswer, Times: 2})
	err := within(t, 200*time.Millisecond, appending(s, parts...))
	if !errors.Is(err, eventstore.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want unavailable and the deadline", err)
	}
	d.Heal()
	other := open(t, d.URL(), Options{}) // another process
	for _, store := range []*Store{other, s} {
		results, err := store.Append(t.Context(), parts...)
		if err != nil || !results[0].Replayed || !results[1].Replayed || results[1].Position != 3 {
			t.Errorf("retry: %+v, %v", results, err)
		}
		wantStored(t, store, "a", "b", "x")
	}
	if n := d.Log().Len(); n != 3 {
		t.Errorf("the server has %d events, want 3", n)
	}
}

func TestNoCallOutlivesItsDeadline(t *testing.T) {
	d := server(t, double.Options{})
	s := open(t, d.URL(), Options{CallTimeout: 30 * time.Second})
	if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.Any, "a")); err != nil {
		t.Fatal(err)
	}
	const many = 1000
	d.Inject(double.Fault{On: double.Append, Effect: double.Hang, Times: many})
	d.Inject(double.Fault{On: double.Read, Effect: double.Hang, Times: many})
	failures := make(chan error)
	calls := []func(context.Context) error{
		appending(s, storetest.Part("walls", eventstore.Any, "b")),
		func(ctx context.Context) error { _, err := s.Head(ctx, "walls"); return err },
		func(ctx context.Context) error { _, err := s.Position(ctx); return err },
		func(ctx context.Context) error { _, err := s.Streams(ctx, ""); return err },
		func(ctx context.Context) error { _, err := storetest.Drain(s.Read(ctx, "walls", 0)); return err },
		func(ctx context.Context) error { _, err := storetest.Drain(s.ReadBackward(ctx, "walls")); return err },
		func(ctx context.Context) error { _, err := storetest.Drain(s.ReadAll(ctx, 0)); return err },
		func(ctx context.Context) error { return s.Wait(ctx, 1) },
	}
	for _, call := range calls {
		go func() { failures <- within(t, 200*time.Millisecond, call) }()
	}
	for range calls {
		if err := <-failures; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the deadline's", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := s.Head(ctx, "walls"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the cancellation", err)
	}
	d.Stop() // the hanging calls of the writer end with their connections, so that Close is quick
	d.Heal()
	if err := d.Restart(); err != nil {
		t.Fatal(err)
	}
	wantHeld(t, s, "walls", "a")
}

// wantHeld checks that the store answers again and that a stream begins with an event.
func wantHeld(t *testing.T, s *Store, stream, first string) {
	t.Helper()
	got, err := storetest.Drain(s.Read(t.Context(), stream, 0))
	if err != nil || len(got) == 0 || got[0].ID != storetest.ID(first) {
		t.Errorf("%d events, %v", len(got), err)
	}
}

func TestARefusedUserIsToldAtOnce(t *testing.T) {
	d := server(t, double.Options{})
	s := open(t, d.URL(), Options{})
	d.Inject(double.Fault{On: double.Append, Effect: double.Deny, Times: 1000})
	err := within(t, time.Second, appending(s, storetest.Part("walls", eventstore.Any, "a")))
	if !errors.Is(err, eventstore.ErrRefused) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want a refusal", err)
	}
	d.Inject(double.Fault{On: double.Read, Effect: double.Deny, Times: 1000})
	err = within(t, time.Second, func(ctx context.Context) error { _, err := s.Position(ctx); return err })
	if !errors.Is(err, eventstore.ErrRefused) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want a refusal", err)
	}
	d.Heal()
	wantStored(t, s)
}
