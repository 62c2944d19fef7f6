package sqlite

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// While one store of a directory is held, another one's appends wait, and go on when it is released or has its append.
func TestHoldKeepsOtherWritersOut(t *testing.T) {
	dir := t.TempDir()
	mine, others := openPath(t, dir), openPath(t, dir)
	defer closeStores(t, mine, others)
	if err := appendTo(t.Context(), others, "walls", "first"); err != nil {
		t.Fatal(err)
	}
	held, release, err := mine.Hold(t.Context())
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
	_, err := s.Append(ctx, eventstore.Append{Stream: stream, Expected: eventstore.Any, Events: []eventstore.Event{storetest.NewEvent(name)}})
	return err
}

// Who gives up waiting for a hold leaves nothing behind.
func TestHoldGivenUp(t *testing.T) {
	dir := t.TempDir()
	mine, others := openPath(t, dir), openPath(t, dir)
	defer closeStores(t, mine, others)
	_, release, err := mine.Hold(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, _, err := others.Hold(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a second hold: %v", err)
	}
	release()
	if _, again, err := others.Hold(t.Context()); err != nil {
		t.Error(err)
	} else {
		again()
	}
}
