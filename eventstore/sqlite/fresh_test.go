package sqlite

import (
	"errors"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestOpeningWaitsForALock locks the file as SQLite itself does briefly. SQLite locks it while it recovers the log
// after a crash, at the first opening, and while the last process closes.
func TestOpeningWaitsForALock(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	if _, err := s.Append(t.Context(), storetest.Part("walls", eventstore.NoStream, "a")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	holder, err := connect(s.Path(), false, "locking_mode=EXCLUSIVE")
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.exec("BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	released := make(chan error, 1)
	time.AfterFunc(200*time.Millisecond, func() { released <- errors.Join(holder.exec("ROLLBACK"), holder.close()) })
	other := open(t, dir, Options{})
	defer other.Close()
	if position, err := other.Position(t.Context()); err != nil || position != 1 {
		t.Errorf("position %d, %v", position, err)
	}
	if err := <-released; err != nil {
		t.Fatal(err)
	}
}
