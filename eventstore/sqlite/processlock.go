package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// processLock is the lock that the writers of all processes take before a transaction. SQLite's own lock has no queue.
// A process that finds it taken sleeps and retries, so that a busy writer can block the others for seconds. The lock of
// the operating system wakes its waiters as soon as it is free. SQLite's lock is still taken as well, and protects the
// file in any case.
//
// Only the leader of the writer uses a processLock, so that two goroutines never use it at the same time.
type processLock struct {
	path string
	file *os.File
	wait *lockWait // the blocking wait in progress; nil if there is none
}

// errLockHeld is the error of tryLock when another process has the lock.
var errLockHeld = errors.New("the lock is held by another process")

// acquire waits for the lock until the timeout or the end of the context.
func (l *processLock) acquire(ctx context.Context, timeout time.Duration) error {
	if err := l.open(); err != nil {
		return translate(err)
	}
	if l.wait == nil || !l.wait.resume() {
		err := tryLock(l.file)
		if !errors.Is(err, errLockHeld) {
			return translate(err)
		}
		l.wait = startWait(l.file)
	}
	return l.await(ctx, timeout)
}

// await waits for the result of the blocking call, at most until the timeout.
func (l *processLock) await(ctx context.Context, timeout time.Duration) error {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	var late error
	select {
	case err := <-l.wait.done:
		l.wait = nil
		return translate(err)
	case <-ctx.Done():
		late = ctx.Err()
	case <-timer.C:
		late = fmt.Errorf("%w: another process has held the write lock %s for %s; is one of them stopped or stuck?",
			eventstore.ErrUnavailable, l.path, timeout)
	}
	l.wait.giveUp()
	return late
}

func (l *processLock) release() error { return translate(unlock(l.file)) }

// open creates the lock file. The file is never removed. If it were, a process that waits for the removed file would
// not exclude processes that open a new one.
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

// close closes the file, either at once or when an abandoned wait ends.
func (l *processLock) close() error {
	if l.file == nil {
		return nil
	}
	if l.wait != nil && l.wait.leaveFile() {
		return nil
	}
	return translate(l.file.Close())
}

// lockWait is a blocking call for the lock. No system can cancel such a call. An abandoned wait therefore continues,
// and releases the lock as soon as it gets it, unless resume is called before.
type lockWait struct {
	file *os.File
	done chan error // receives the outcome of a wait that is still wanted

	mu     sync.Mutex
	wanted bool
	over   bool // the call has returned
	orphan bool // only the wait still uses the file
}

func startWait(f *os.File) *lockWait {
	w := &lockWait{file: f, done: make(chan error, 1), wanted: true}
	go func() { w.end(lock(f)) }()
	return w
}

// end passes on the result of the blocking call. If nobody wants the lock any more, it releases the lock.
func (w *lockWait) end(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	if w.wanted {
		w.done <- err
		return
	}
	w.undo(err)
}

func (w *lockWait) undo(err error) {
	if err == nil {
		_ = unlock(w.file) // the next attempt to lock reports a failure
	}
	if w.orphan {
		_ = w.file.Close()
	}
}

// resume continues an abandoned wait. It returns false if the wait has ended.
func (w *lockWait) resume() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wanted = !w.over
	return w.wanted
}

// giveUp abandons the wait.
func (w *lockWait) giveUp() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wanted = false
	if w.over {
		w.undo(<-w.done) // the lock came at the last moment
	}
}

// leaveFile makes the wait close the file when it ends. It returns false if the wait has already ended.
func (w *lockWait) leaveFile() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.orphan = !w.over
	return w.orphan
}
