package sqlite

import (
	"context"
	"os"
	"sync/atomic"
	"testing"
	"time"
)

// watchFlushes counts the flushes of a store.
func watchFlushes(s *Store) *atomic.Int64 {
	n := new(atomic.Int64)
	s.durable.flush = func(f *os.File) error {
		n.Add(1)
		return flushData(f)
	}
	return n
}

// TestNothingIsToldThatMayBeLost checks that no caller learns of an event that the disk may still lose. The writer of
// an event must wait for its flush. A reader in another process may see the event earlier, and must then flush the log
// itself.
func TestNothingIsToldThatMayBeLost(t *testing.T) {
	dir := t.TempDir()
	mine, others := openPath(t, dir), openPath(t, dir)
	defer closeStores(t, mine, others)
	mustAppend(t, mine, "walls", "first")
	if _, err := others.Position(t.Context()); err != nil {
		t.Fatal(err)
	}
	flushing, goOn := make(chan struct{}), make(chan struct{})
	mine.durable.flush = func(f *os.File) error {
		flushing <- struct{}{}
		<-goOn
		return flushData(f)
	}
	byOthers := watchFlushes(others)
	returned := make(chan error, 1)
	go func() { returned <- appendEvent(t, mine, "walls", "second") }()
	<-flushing
	head, err := others.Head(t.Context(), "walls")
	if err != nil || head.Revision != 1 {
		t.Errorf("another process reads revision %d, %v", head.Revision, err)
	}
	if n := byOthers.Load(); n != 1 {
		t.Errorf("it told of an event that is not flushed: %d flushes", n)
	}
	select {
	case err := <-returned:
		t.Errorf("the append returned before its flush: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	close(goOn)
	if err := <-returned; err != nil {
		t.Error(err)
	}
	if _, err := others.Position(t.Context()); err != nil || byOthers.Load() != 1 {
		t.Errorf("what is durable is flushed again: %d flushes, %v", byOthers.Load(), err)
	}
}

// TestTheWriteLockFlushesWhatItRead reads events under the write lock that others have not flushed yet. They must be
// flushed before the lock ends, with or without an append.
func TestTheWriteLockFlushesWhatItRead(t *testing.T) {
	dir := t.TempDir()
	mine, others := openPath(t, dir), openPath(t, dir)
	defer closeStores(t, mine, others)
	for name, end := range map[string]func(held context.Context, release func()) error{
		"released": func(_ context.Context, release func()) error { release(); return nil },
		"appended": func(held context.Context, _ func()) error { return appendTo(held, mine, "walls", "mine") },
	} {
		mustAppend(t, others, "walls", "by others before "+name)
		flushes := watchFlushes(mine)
		held, release, err := mine.LockWrites(t.Context(), "walls", true)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mine.Head(held, "walls"); err != nil || flushes.Load() != 0 {
			t.Errorf("%s: a look under the lock: %v, %d flushes", name, err, flushes.Load())
		}
		if err := end(held, release); err != nil || flushes.Load() != 1 {
			t.Errorf("%s: its end: %v, %d flushes", name, err, flushes.Load())
		}
		release()
		if _, err := mine.Head(held, "walls"); err != nil || flushes.Load() != 1 {
			t.Errorf("%s: after it: %v, %d flushes", name, err, flushes.Load())
		}
	}
}

// TestCopyDoesNotFlush checks that a copy of another store does not wait for the disk.
func TestCopyDoesNotFlush(t *testing.T) {
	s, err := Open(t.TempDir(), Options{Refetchable: true})
	if err != nil {
		t.Fatal(err)
	}
	defer closeStores(t, s)
	flushes := watchFlushes(s)
	mustAppend(t, s, "walls", "copied")
	if _, err := s.Position(t.Context()); err != nil || flushes.Load() != 0 {
		t.Errorf("%d flushes, %v", flushes.Load(), err)
	}
}

// TestLogIsAheadOfItsCommits checks that the log file is extended ahead of its commits, by the process whose commit
// reached its end, and only up to a limit.
func TestLogIsAheadOfItsCommits(t *testing.T) {
	dir := t.TempDir()
	mine, others := openPath(t, dir), openPath(t, dir)
	defer closeStores(t, mine, others)
	size := func() int64 {
		info, err := os.Stat(mine.Path() + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	mustAppend(t, mine, "walls", "first")
	begun := size()
	if begun < minAhead || begun > 2*minAhead {
		t.Errorf("after the first commit the log has %d bytes", begun)
	}
	for i := range 8 {
		mustAppend(t, []*Store{mine, others}[i%2], "walls", string(rune('a'+i)))
	}
	if size() != begun {
		t.Errorf("the log went on to %d bytes, from %d", size(), begun)
	}
}
