package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// processLock is the lock that the writers of all processes take before they begin a transaction. SQLite's own lock has
// no queue: a process that finds it taken sleeps and tries again, and a busy writer starves the others for seconds. The
// lock of the operating system wakes its waiters as it becomes free. SQLite's lock is still taken behind the process
// lock and keeps the file whole whatever happens to the process lock.
//
// One caller uses a process lock at a time.
type processLock struct {
	path    string
	file    *os.File
	pending chan error // of a blocking wait that an earlier acquire gave up on; nil when there is none
}

// errLockHeld is the answer of tryLock when another process has the lock.
var errLockHeld = errors.New("the lock is held by another process")

// acquire waits for the process lock at most as long as timeout, and not when the context ends.
func (l *processLock) acquire(ctx context.Context, timeout time.Duration) error {
	if err := l.open(); err != nil {
		return translate(err)
	}
	if l.pending == nil {
		err := tryLock(l.file)
		if !errors.Is(err, errLockHeld) {
			return translate(err)
		}
		l.pending = make(chan error, 1)
		go func(f *os.File, done chan<- error) { done <- lock(f) }(l.file, l.pending)
	}
	return l.await(ctx, timeout)
}

// await waits for the blocking lock call. A call that is given up on goes on, and the next acquire waits for it again:
// the system has no way to cancel it.
func (l *processLock) await(ctx context.Context, timeout time.Duration) error {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case err := <-l.pending:
		l.pending = nil
		return translate(err)
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return fmt.Errorf("%w: another process has held the write lock %s for %s; is one of them stopped or stuck?",
			eventstore.ErrUnavailable, l.path, timeout)
	}
}

func (l *processLock) release() error { return translate(unlock(l.file)) }

// open makes the lock file. It is never removed: a process that waits for a removed file would wait beside the others.
func (l *processLock) open() error {
	if l.file != nil {
		return nil
	}
	f, err := os.OpenFile(l.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	l.file = f
	return nil
}

// close gives the lock back, at once or when a wait that was given up on ends.
func (l *processLock) close() error {
	if l.file == nil {
		return nil
	}
	if l.pending != nil {
		go func(f *os.File, pending <-chan error) {
			<-pending
			f.Close()
		}(l.file, l.pending)
		return nil
	}
	return translate(l.file.Close())
}
