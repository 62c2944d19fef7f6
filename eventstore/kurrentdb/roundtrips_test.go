package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestRoundTripsOfEachCall counts the calls that reach the server. The numbers are those in docs/kurrentdb.md.
func TestRoundTripsOfEachCall(t *testing.T) {
	d := server(t, double.Options{})
	s, other := open(t, d.URL(), Options{}), open(t, d.URL(), Options{})
	for _, x := range []*Store{s, other} {
		if err := x.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
		waitFor(t, func() bool { return x.following.Load() != nil })
	}
	append1 := func(s *Store, expected eventstore.Expected, id string) func(context.Context) error {
		return func(ctx context.Context) error {
			_, err := s.Append(ctx, storetest.Part("walls", expected, id))
			return err
		}
	}
	if err := append1(s, eventstore.NoStream, "first")(t.Context()); err != nil {
		t.Fatal(err)
	}
	optimistic, _ := eventstore.Optimistic(t.Context())
	head := func(ctx context.Context) error { _, err := s.Head(ctx, "walls"); return err }
	read := func(ctx context.Context) error { _, err := storetest.Drain(s.Read(ctx, "walls", 0)); return err }
	revision := int64(0)
	for _, c := range []struct {
		name           string
		ctx            context.Context
		call           func(context.Context) error
		appends, reads int
	}{
		{"the head of a stream, for a decision", optimistic, head, 0, 0},
		{"a stream, for a decision", optimistic, read, 0, 0},
		{"the head of a stream", t.Context(), head, 0, 1},
		{"a stream", t.Context(), read, 0, 1},
		{"the position", t.Context(), func(ctx context.Context) error { _, err := s.Position(ctx); return err }, 0, 1},
		{"a change that was expected right", t.Context(), func(ctx context.Context) error {
			revision++
			return append1(s, eventstore.At(uint64(revision-1)), fmt.Sprint("change ", revision))(ctx)
		}, 1, 0},
		{"a change at any revision", t.Context(), func(ctx context.Context) error {
			revision++
			return append1(s, eventstore.Any, fmt.Sprint("change ", revision))(ctx)
		}, 1, 0},
		{"the turn at a stream that nobody else writes to", t.Context(), func(ctx context.Context) error {
			_, release, err := s.LockWrites(ctx, "walls", true)
			release()
			return err
		}, 0, 0},
		{"a change whose expectation is outdated", t.Context(), func(ctx context.Context) error {
			if err := append1(s, eventstore.At(0), "late")(ctx); err == nil {
				return fmt.Errorf("it was taken")
			}
			return nil
		}, 0, 1},
	} {
		for range 3 {
			appends, reads := d.Calls(double.Append), d.Calls(double.Read)
			if err := c.call(c.ctx); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			appends, reads = d.Calls(double.Append)-appends, d.Calls(double.Read)-reads
			if appends != c.appends || reads != c.reads {
				t.Errorf("%s: %d appends and %d reads, want %d and %d", c.name, appends, reads, c.appends, c.reads)
			}
		}
	}
	// the subscription delivers the events that another store wrote in between
	if err := append1(other, eventstore.Any, "between")(t.Context()); err != nil {
		t.Fatal(err)
	}
	next, _ := other.followed.at()
	if !s.followed.wait(t.Context(), next) {
		t.Fatal("it does not come")
	}
	for i := range 2 * aloneFor { // alone again, it soon expects the log to end with what it wrote
		appends, reads, at := d.Calls(double.Append), d.Calls(double.Read), d.Calls(double.AppendAt)
		if err := append1(s, eventstore.Any, fmt.Sprint("after ", i))(t.Context()); err != nil {
			t.Fatal(err)
		}
		a, r, e := d.Calls(double.Append)-appends, d.Calls(double.Read)-reads, d.Calls(double.AppendAt)-at
		if a != 1 || r != 0 || (e == 1) != (i > aloneFor) {
			t.Errorf("change %d after another one's: %d appends, %d at a known end, and %d reads", i, a, e, r)
		}
	}
	// another process writes, so the store no longer expects its appends at the end of the log
	before := d.Calls(double.AppendAt)
	for i := range 50 {
		if err := errors.Join(append1(other, eventstore.Any, fmt.Sprint("other ", i))(t.Context()),
			append1(s, eventstore.Any, fmt.Sprint("mine ", i))(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	if n := d.Calls(double.AppendAt) - before; n > 2 {
		t.Errorf("%d appends expected the end of a log that others write to", n)
	}
	all, err := storetest.Drain(s.Read(t.Context(), "walls", 0))
	seen := map[string]bool{}
	for _, e := range all {
		seen[e.ID] = true
	}
	if err != nil || len(seen) != len(all) || len(all) != int(revision)+2+2*aloneFor+100 {
		t.Errorf("%d events, %d of them different, %v", len(all), len(seen), err)
	}
}
