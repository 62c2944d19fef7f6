package sqlite

import (
	"context"
	"sync"
	"time"
)

// writeLockLimit is how long a write lock may keep the other processes from writing. A decision takes some
// milliseconds, and a decision on a large merge some hundred milliseconds. After this time the lock ends, and the
// append of its owner competes like any other append.
const writeLockLimit = 2 * time.Second

// writeLock makes one caller the leader and gives it the process lock, for one append. The reads of the caller under
// this lock are part of the transaction of the append.
type writeLock struct {
	writer *writer
	limit  *time.Timer

	mu   sync.Mutex
	over bool   // the lock has ended
	seen uint64 // the last position read under the lock
}

type writeLockKey struct{}

// LockWrites excludes all other writers until release, which must be called, or until one append with the returned
// context. That append therefore cannot lose a race. The lock ends by itself after writeLockLimit.
func (s *Store) LockWrites(ctx context.Context, _ string, lost bool) (held context.Context, release func(), err error) {
	if !lost {
		return ctx, func() {}, ctx.Err()
	}
	if err := s.begin(ctx); err != nil {
		return nil, nil, err
	}
	l, err := s.writer.lock(ctx)
	if err != nil {
		s.uses.Done()
		return nil, nil, err
	}
	end := sync.OnceFunc(func() {
		l.end()
		s.uses.Done()
	})
	return context.WithValue(ctx, writeLockKey{}, l), end, nil
}

// Awaited returns false, because a process that waits for the process lock gets it before the next commit of this
// process.
func (s *Store) Awaited(string) bool { return false }

func (w *writer) lock(ctx context.Context) (*writeLock, error) {
	if err := w.becomeLeader(ctx); err != nil {
		return nil, err
	}
	if err := w.lockProcesses(ctx); err != nil {
		w.stepDown()
		return nil, err
	}
	l := &writeLock{writer: w}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.limit = time.AfterFunc(writeLockLimit, l.end)
	return l, nil
}

// end releases the lock.
func (l *writeLock) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.finish(nil, 0)
	}
}

// sees records that a position was read under the lock. It returns false if the lock has ended.
func (l *writeLock) sees(position uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen = max(l.seen, position)
	return !l.over
}

// read runs f in the transaction of the append. It does not run f if the lock has ended or the file does not exist yet.
func (l *writeLock) read(f func(*reader) error) (done bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return false, nil
	}
	return l.writer.readAhead(f)
}

// finish ends the lock. It is called once, with mu held. When it returns, all data read under the lock is durable.
func (l *writeLock) finish(outcomes []outcome, last uint64) []outcome {
	w := l.writer
	l.over = true
	l.limit.Stop()
	w.abandon()
	_ = w.processLock.release() // the next attempt to lock reports a failure
	outcomes = w.flushed(outcomes, last)
	if err := w.durable.ensure(l.seen); err != nil {
		outcomes = orFailed(nil, len(outcomes), err)
	}
	w.idle.Reset(w.options.idleBeforeCheckpoint())
	w.stepDown()
	return outcomes
}

// write writes the append. It returns false if the lock has ended, so that the append must be queued.
func (l *writeLock) write(r *request) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return false
	}
	if !r.claim() {
		return true
	}
	group := []*request{r}
	answer(group, l.finish(l.writer.commit(group)))
	return true
}

// writeLockOf returns the write lock of a context, or nil if it has none.
func writeLockOf(ctx context.Context) *writeLock {
	l, _ := ctx.Value(writeLockKey{}).(*writeLock)
	return l
}
