package mcp

import (
	"context"
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
)

// lossy is a store that loses the answers to the next appends: the events are stored, but the store reports an outage.
type lossy struct {
	eventstore.Store
	lose int
}

func (l *lossy) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	results, err := l.Store.Append(ctx, parts...)
	if l.lose > 0 && err == nil {
		l.lose--
		return nil, fmt.Errorf("the connection broke: %w", eventstore.ErrUnavailable)
	}
	return results, err
}

// TestACommitThatLandedInAnOutageIsOnRecordOnce checks that a change that was stored despite a reported outage is
// recorded once, as a success.
func TestACommitThatLandedInAnOutageIsOnRecordOnce(t *testing.T) {
	l := &lossy{Store: memory.New()}
	s := start(t, l, nil)
	l.lose = 1
	s.refused(t, state.StoreUnavailable, "add_thing", `{"name":"a"}`)
	s.must(t, "add_thing", `{"name":"b"}`)
	l.lose = 1
	s.refused(t, state.StoreUnavailable, "add_thing", `{"name":"c"}`)
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantOneRecordEach(t, l.Store, 3)
	if _, left := auditOf(t, l.Store); left[1].Outcome != outcomeSuccess || left[3].Outcome != outcomeSuccess {
		t.Errorf("on record as %q and %q, and they landed", left[1].Outcome, left[3].Outcome)
	}
}

// TestAFlushThatLandedInAnOutageIsNotRepeated checks that records of reads that were stored despite a reported outage
// are not written again.
func TestAFlushThatLandedInAnOutageIsNotRepeated(t *testing.T) {
	l := &lossy{Store: memory.New()}
	s := start(t, l, nil)
	s.must(t, "list_things", `{}`)
	l.lose = 1
	if s.audit.flush(t.Context()) {
		t.Fatal("the outage was not noticed")
	}
	s.must(t, "list_things", `{}`)
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantOneRecordEach(t, l.Store, 2)
}

// wantOneRecordEach fails the test unless each of the given number of calls has one record of its arrival and one of
// its end.
func wantOneRecordEach(t *testing.T, store eventstore.Store, calls int) {
	t.Helper()
	seen := map[string]int{}
	heads, err := store.Streams(t.Context(), AuditStreamPrefix)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heads {
		for r, err := range store.Read(t.Context(), h.Stream, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if seen[r.ID]++; seen[r.ID] > 1 {
				t.Errorf("a record is there %d times: %s", seen[r.ID], r.Data)
			}
		}
	}
	if len(seen) != 2*calls {
		t.Errorf("%d records of %d calls", len(seen), calls)
	}
}
