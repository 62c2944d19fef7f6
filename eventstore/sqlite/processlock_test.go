package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// TestAcknowledgedIsSeenByTheOtherProcess lets two processes append in turns. The next Head in one process must show
// what the other has acknowledged.
func TestAcknowledgedIsSeenByTheOtherProcess(t *testing.T) {
	dir := t.TempDir()
	s := openPath(t, dir)
	p := startProcess(t, "partner", dir)
	for i := range 1000 {
		theirs := revisionFrom(t, p.ask(t, fmt.Sprintf("append theirs%d", i)))
		head, err := s.Head(t.Context(), commonStream)
		if err != nil || head.Revision != theirs {
			t.Fatalf("round %d: head %+v (%v), the other process has written revision %d", i, head, err, theirs)
		}
		ours, err := storetest.AppendRetrying(t.Context(), s, commonStream, fmt.Sprintf("ours%d", i))
		if err != nil {
			t.Fatal(err)
		}
		if seen := revisionFrom(t, p.ask(t, "head")); seen != ours.LastRevision {
			t.Fatalf("round %d: the other process sees revision %d, ours is %d", i, seen, ours.LastRevision)
		}
	}
	p.quit(t)
	closeStores(t, s)
}

func revisionFrom(t testing.TB, line string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(line, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestTwoProcessesLoseNothing lets two processes append to one stream as fast as they can. All their events must be
// stored.
func TestTwoProcessesLoseNothing(t *testing.T) {
	const each = 300
	dir := t.TempDir()
	s := openPath(t, dir)
	p := startProcess(t, "partner", dir)
	theirs := make(chan string, 1)
	go func() { theirs <- p.ask(t, fmt.Sprintf("many %d theirs", each)) }()
	if err := appendMany(t.Context(), s, each, "ours"); err != nil {
		t.Fatal(err)
	}
	<-theirs
	seen := map[string]int{}
	for r, err := range s.Read(t.Context(), commonStream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		seen[r.ID]++
	}
	for i := range each {
		for _, name := range []string{fmt.Sprintf("ours%d", i), fmt.Sprintf("theirs%d", i)} {
			if n := seen[storetest.ID(name)]; n != 1 {
				t.Errorf("event %q is there %d times", name, n)
			}
		}
	}
	if len(seen) != 2*each {
		t.Errorf("%d events, want %d", len(seen), 2*each)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	p.quit(t)
	closeStores(t, s)
}

// TestWaitSeesTheOtherProcess waits for events that only another process writes, starting before the file exists.
func TestWaitSeesTheOtherProcess(t *testing.T) {
	dir := t.TempDir()
	s := openPath(t, dir)
	p := startProcess(t, "partner", dir)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var worst time.Duration
	for i := range 50 {
		before, err := s.Position(ctx)
		if err != nil {
			t.Fatal(err)
		}
		woken := make(chan time.Time, 1)
		go func() {
			if err := s.Wait(ctx, before); err != nil {
				t.Error(err)
			}
			woken <- time.Now()
		}()
		p.ask(t, fmt.Sprintf("append event%d", i))
		acknowledged := time.Now()
		worst = max(worst, (<-woken).Sub(acknowledged))
	}
	t.Logf("worst lag of 50: %s", worst)
	p.quit(t)
	closeStores(t, s)
}

// TestStoppedProcessHoldsTheLock checks the error of a writer while another process holds the process lock and does not
// release it.
func TestStoppedProcessHoldsTheLock(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, Options{WriteTimeout: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	event := func(name string) eventstore.Append {
		return eventstore.Append{Stream: "walls", Expected: eventstore.Any,
			Events: []eventstore.Event{storetest.NewEvent(name)}}
	}
	if _, err := s.Append(t.Context(), event("before")); err != nil {
		t.Fatal(err)
	}
	release := holdProcessLock(t, s)
	if _, err := s.Append(t.Context(), event("late")); !isUnavailable(err) {
		t.Errorf("error %v, want unavailable", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := s.Append(ctx, event("impatient")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the context's", err)
	}
	if head, err := s.Head(t.Context(), "walls"); err != nil || head.Revision != 0 {
		t.Errorf("reading behind a taken process lock: %+v, %v", head, err)
	}
	release()
	results, err := s.Append(t.Context(), event("after"))
	if err != nil || results[0].LastRevision != 1 {
		t.Errorf("after the process lock is free again: %+v, %v; what was given up on must not be there", results, err)
	}
	closeStores(t, s)
}

// TestCloseDoesNotWaitForAStoppedProcess closes a store while another process holds the process lock and the store
// still waits for it. The caller of the append has given up. Closing must not wait for the lock.
func TestCloseDoesNotWaitForAStoppedProcess(t *testing.T) {
	s := openPath(t, t.TempDir())
	mustAppend(t, s, "walls", "before")
	defer holdProcessLock(t, s)()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := s.Append(ctx, wallAppend("walls", "late")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the context's", err)
	}
	begin := time.Now()
	closeStores(t, s)
	if took := time.Since(begin); took > DefaultWriteTimeout/2 {
		t.Errorf("closing took %s", took)
	}
}

// holdProcessLock takes the process lock of a store as another process would.
func holdProcessLock(t *testing.T, s *Store) (release func()) {
	t.Helper()
	other := processLock{path: s.writer.processLock.path}
	if err := other.acquire(t.Context(), time.Second); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := other.release(); err != nil {
			t.Error(err)
		}
		if err := other.close(); err != nil {
			t.Error(err)
		}
	}
}
