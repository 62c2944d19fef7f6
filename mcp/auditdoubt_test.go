package mcp

import (
	"context"
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
)

// lossy is a store whose answers to the next appends are lost: they land, and an outage is reported.
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

// A change that landed, and of which an outage was reported, is on record once: as the success that it was.
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

// Records of reads that landed, and of which an outage was reported, are not written again.
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

// wantOneRecordEach fails unless so many calls have each one record of arrival and one of their end.
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
