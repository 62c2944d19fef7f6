package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// TestAGivenUpWaitDoesNotTakeTheLock abandons a wait for the write lock. Other processes must get the lock, whatever
// this process does later.
func TestAGivenUpWaitDoesNotTakeTheLock(t *testing.T) {
	s, err := Open(t.TempDir(), Options{WriteTimeout: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, "walls", "before")
	release := holdProcessLock(t, s)
	if err := appendEvent(t, s, "walls", "late"); !isUnavailable(err) {
		t.Errorf("error %v, want unavailable", err)
	}
	release()
	other := processLock{path: s.writer.processLock.path}
	for range 50 { // the abandoned wait may get the lock first, and must release it at once
		if err := other.acquire(t.Context(), 10*time.Second); err != nil {
			t.Fatal(err)
		}
		if err := other.release(); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.close(); err != nil {
		t.Error(err)
	}
	mustAppend(t, s, "walls", "after")
	closeStores(t, s)
}

// TestWaitsGivenUpAndTakenUpAgain abandons and resumes many waits. The lock must always have exactly one owner.
func TestWaitsGivenUpAndTakenUpAgain(t *testing.T) {
	path := t.TempDir() + "/lock"
	first, second := processLock{path: path}, processLock{path: path}
	for range 200 {
		if err := first.acquire(t.Context(), time.Second); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := second.acquire(t.Context(), time.Microsecond); !isUnavailable(err) {
				t.Fatalf("a lock with two owners: %v", err)
			}
		}
		if err := first.release(); err != nil {
			t.Fatal(err)
		}
		if err := second.acquire(t.Context(), 10*time.Second); err != nil {
			t.Fatal(err)
		}
		if err := first.acquire(t.Context(), time.Microsecond); !isUnavailable(err) {
			t.Fatalf("a lock with two owners: %v", err)
		}
		if err := second.release(); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(first.close(), second.close()); err != nil {
		t.Error(err)
	}
}

// faultyStatement is a statement that fails with the errors of a list, one error for each call. A call passes if its
// error is nil or the list has ended.
type faultyStatement struct {
	driver.Stmt
	faults []error
}

func (f *faultyStatement) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	if len(f.faults) > 0 {
		fault := f.faults[0]
		f.faults = f.faults[1:]
		if fault != nil {
			return nil, fault
		}
	}
	return f.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
}

// breakStatement makes a statement of the writer fail.
func breakStatement(st *statement, faults ...error) { st.raw = &faultyStatement{st.raw, faults} }

// appendTogether appends an event to each stream, all in one commit, and returns their errors in order.
func appendTogether(t *testing.T, s *Store, streams ...string) []error {
	t.Helper()
	release := holdProcessLock(t, s)
	outcomes := make([]chan error, len(streams))
	for i, stream := range streams {
		outcomes[i] = make(chan error, 1)
		go func() { outcomes[i] <- appendEvent(t, s, stream, "of "+stream) }()
		for s.writer.queue.length() <= i {
			time.Sleep(time.Millisecond)
		}
	}
	release()
	errs := make([]error, len(streams))
	for i := range errs {
		select {
		case errs[i] = <-outcomes[i]:
		case <-time.After(20 * time.Second):
			t.Fatalf("the append to %s hangs", streams[i])
		}
	}
	return errs
}

// TestARetryAfterAFullDiskThatFails fills the storage during a commit of two appends. Each append is then tried alone.
// The first one succeeds, and the second one loses the connection and must fail as unavailable. The next append must
// find a working writer.
func TestARetryAfterAFullDiskThatFails(t *testing.T) {
	s := openPath(t, t.TempDir())
	mustAppend(t, s, "walls", "before")
	breakStatement(s.writer.conn.insert, syscall.ENOSPC, nil, syscall.EIO)
	errs := appendTogether(t, s, "doors", "windows")
	if errs[0] != nil || !isUnavailable(errs[1]) {
		t.Errorf("errors %v, want none and unavailable", errs)
	}
	if errs := appendTogether(t, s, "stairs"); errs[0] != nil {
		t.Errorf("the append after it: %v", errs[0])
	}
	if head, err := s.Head(t.Context(), "doors"); err != nil || head.Revision != 0 {
		t.Errorf("what had landed: %+v, %v", head, err)
	}
	if _, err := s.Head(t.Context(), "windows"); !errors.Is(err, eventstore.ErrStreamNotFound) {
		t.Errorf("what had failed: %v", err)
	}
	closeStores(t, s)
}

// TestARollbackThatFails checks that a failed rollback leaves no transaction open, which would prevent other processes
// from writing.
func TestARollbackThatFails(t *testing.T) {
	dir := t.TempDir()
	s, others := openPath(t, dir), openPath(t, dir)
	defer closeStores(t, s, others)
	mustAppend(t, s, "walls", "before")
	breakStatement(s.writer.conn.insert, syscall.ENOSPC)
	breakStatement(s.writer.conn.rollback, syscall.EIO)
	if err := appendEvent(t, s, "walls", "too much"); !errors.Is(err, eventstore.ErrFull) {
		t.Errorf("error %v, want full", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := appendTo(ctx, others, "walls", "by others"); err != nil {
		t.Errorf("another process: %v", err)
	}
	mustAppend(t, s, "walls", "room again")
}

// TestAFailedFlushEndsTheWriting makes a flush fail. The system may then count the lost pages as written, so that the
// next flush succeeds without them. Until the store is opened again, it must therefore write nothing more and return no
// newer event.
func TestAFailedFlushEndsTheWriting(t *testing.T) {
	dir := t.TempDir()
	s := openPath(t, dir)
	mustAppend(t, s, "walls", "first")
	failures := 1
	s.durable.flush = func(f *os.File) error {
		if failures--; failures >= 0 {
			return syscall.ENOSPC
		}
		return flushData(f)
	}
	second := wallAppend("walls", "second")
	second.Expected = eventstore.At(0)
	for range 3 {
		if _, err := s.Append(t.Context(), second); !isUnavailable(err) || errors.Is(err, eventstore.ErrFull) {
			t.Errorf("error %v, want unavailable: full would say that nothing was written", err)
		}
	}
	if err := appendEvent(t, s, "doors", "door"); !isUnavailable(err) {
		t.Errorf("an append to another stream: %v", err)
	}
	if _, _, err := s.LockWrites(t.Context(), "walls", true); !isUnavailable(err) {
		t.Errorf("the write lock: %v", err)
	}
	if _, err := s.Head(t.Context(), "walls"); !isUnavailable(err) {
		t.Errorf("an event that the disk may lose was told: %v", err)
	}
	closeStores(t, s)
	s = openPath(t, dir)
	defer closeStores(t, s)
	results, err := s.Append(t.Context(), second)
	if err != nil || results[0].LastRevision != 1 {
		t.Errorf("opened anew: %+v, %v", results, err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestTheFirstAppendWritesTheLogFoundAgain opens a store after the flush of another process has failed. The first
// append must move the log into the database file, which writes and flushes its content again.
func TestTheFirstAppendWritesTheLogFoundAgain(t *testing.T) {
	dir := t.TempDir()
	failed, s := openPath(t, dir), openPath(t, dir)
	defer closeStores(t, failed, s)
	mustAppend(t, failed, "walls", "first")
	if _, err := s.Position(t.Context()); err != nil { // with a reader open, no process is the last to close the file
		t.Fatal(err)
	}
	failed.durable.flush = func(*os.File) error { return syscall.EIO }
	if err := appendEvent(t, failed, "walls", "second"); !isUnavailable(err) {
		t.Errorf("error %v, want unavailable", err)
	}
	before := databaseTime(t, s)
	mustAppend(t, s, "walls", "third")
	if !databaseTime(t, s).After(before) {
		t.Error("the log was built on as it was found")
	}
	before = databaseTime(t, s)
	mustAppend(t, s, "walls", "fourth")
	if !databaseTime(t, s).Equal(before) {
		t.Error("each append writes the log into the database")
	}
}

// databaseTime returns when the database file was last written.
func databaseTime(t *testing.T, s *Store) time.Time {
	t.Helper()
	info, err := os.Stat(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	return info.ModTime()
}
