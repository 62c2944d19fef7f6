package sqlite

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestHoldKeepsOtherWritersOut checks that the appends of another store wait while one store of a directory holds the
// lock. They must continue after the first store has released the lock or appended.
func TestHoldKeepsOtherWritersOut(t *testing.T) {
	dir := t.TempDir()
	mine, others := openPath(t, dir), openPath(t, dir)
	defer closeStores(t, mine, others)
	if err := appendTo(t.Context(), others, "walls", "first"); err != nil {
		t.Fatal(err)
	}
	held, release, err := mine.LockWrites(t.Context(), "walls", true)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	waiting := make(chan error, 1)
	go func() { waiting <- appendTo(t.Context(), others, "walls", "last") }()
	select {
	case err := <-waiting:
		t.Fatalf("written beside a hold: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	if err := appendTo(held, mine, "walls", "second"); err != nil {
		t.Fatal(err)
	}
	if err := <-waiting; err != nil {
		t.Fatal(err)
	}
	var ids []string
	for r, err := range mine.Read(t.Context(), "walls", 0) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, r.ID)
	}
	if len(ids) != 3 || ids[1] != storetest.ID("second") || ids[2] != storetest.ID("last") {
		t.Errorf("the order is %v", ids)
	}
}

func appendTo(ctx context.Context, s *Store, stream, name string) error {
	_, err := s.Append(ctx, eventstore.Append{Stream: stream, Expected: eventstore.Any,
		Events: []eventstore.Event{storetest.NewEvent(name)}})
	return err
}

// TestHoldGivenUp checks that a caller that stops waiting for the write lock leaves nothing behind.
func TestHoldGivenUp(t *testing.T) {
	dir := t.TempDir()
	mine, others := openPath(t, dir), openPath(t, dir)
	defer closeStores(t, mine, others)
	_, release, err := mine.LockWrites(t.Context(), "walls", true)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, _, err := others.LockWrites(ctx, "walls", true); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a second hold: %v", err)
	}
	release()
	if _, again, err := others.LockWrites(t.Context(), "walls", true); err != nil {
		t.Error(err)
	} else {
		again()
	}
}

// TestHoldReadsWhatItsAppendIsJudgedOn checks that reads under the write lock return the newest state, on which the
// append of the lock is judged. This must also work before the file exists.
func TestHoldReadsWhatItsAppendIsJudgedOn(t *testing.T) {
	dir := t.TempDir()
	mine, others := openPath(t, dir), openPath(t, dir)
	defer closeStores(t, mine, others)
	for round := range uint64(4) {
		held, release, err := mine.LockWrites(t.Context(), "walls", true)
		if err != nil {
			t.Fatal(err)
		}
		part := eventstore.Append{Stream: "walls", Expected: eventstore.NoStream,
			Events: []eventstore.Event{storetest.NewEvent(fmt.Sprint("mine ", round))}}
		last, err := lastOf(held, mine, "walls")
		if round == 0 {
			if !errors.Is(err, eventstore.ErrStreamNotFound) {
				t.Errorf("before there is a file: %v", err)
			}
		} else if err != nil || last.Revision != 2*round-1 {
			t.Fatalf("round %d: read up to %d, %v", round, last.Revision, err)
		} else {
			part.Expected, part.PrevHash = eventstore.At(last.Revision), last.Hash
		}
		if _, err := mine.Append(held, part); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
		if last, err := lastOf(held, mine, "walls"); err != nil || last.Revision != 2*round {
			t.Errorf("round %d: after its append the hold reads up to %d, %v", round, last.Revision, err)
		}
		release()
		if err := appendTo(t.Context(), others, "walls", fmt.Sprint("other ", round)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHoldThatOnlyReads checks that a write lock with only reads leaves no transaction open.
func TestHoldThatOnlyReads(t *testing.T) {
	dir := t.TempDir()
	mine, others := openPath(t, dir), openPath(t, dir)
	defer closeStores(t, mine, others)
	for i, s := range []*Store{others, mine, others, mine} {
		if err := appendTo(t.Context(), s, "walls", fmt.Sprint("written ", i)); err != nil {
			t.Fatal(err)
		}
		held, release, err := mine.LockWrites(t.Context(), "walls", true)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mine.Head(held, "doors"); !errors.Is(err, eventstore.ErrStreamNotFound) {
			t.Errorf("a stream that is not there: %v", err)
		}
		if last, err := lastOf(held, mine, "walls"); err != nil || last.Revision != uint64(i) {
			t.Errorf("read up to %d, %v", last.Revision, err)
		}
		release()
		if last, err := lastOf(held, mine, "walls"); err != nil || last.Revision != uint64(i) {
			t.Errorf("after the hold: read up to %d, %v", last.Revision, err)
		}
	}
}

// lastOf reads a stream from its beginning and returns its last event.
func lastOf(ctx context.Context, s *Store, stream string) (last eventstore.Recorded, err error) {
	for r, err := range s.Read(ctx, stream, 0) {
		if err != nil {
			return last, err
		}
		last = r
	}
	return last, nil
}
