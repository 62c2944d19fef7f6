package sqlite

import (
	"context"
	"sync"
	"time"
)

// writeLockLimit bounds how long a write lock keeps the other processes from writing. A decision takes milliseconds,
// one on a large merge some hundred. After it the lock ends, and the append of its owner competes like any other.
const writeLockLimit = 2 * time.Second

// writeLock makes one caller the leader and gives it the process lock, for one append. What the caller reads under it
// is read in the transaction of that append.
type writeLock struct {
	writer *writer
	limit  *time.Timer

	mu   sync.Mutex
	over bool   // the lock has ended
	seen uint64 // the last position that was read under it
}

type writeLockKey struct{}

// LockWrites keeps all other writers out until release, which must be called, or until one append with the returned
// context, which therefore cannot lose a race. It ends by itself after writeLockLimit.
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

// Awaited is false: the lock is between processes, and whoever waits for it has it before the next commit of this one.
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

// end lets the others in.
func (l *writeLock) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.finish(nil, 0)
	}
}

// sees notes that a position was read under the lock. It is false when the lock has ended.
func (l *writeLock) sees(position uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen = max(l.seen, position)
	return !l.over
}

// read runs f in the transaction of the append. It does not run f when the lock has ended or there is no file yet.
func (l *writeLock) read(f func(*reader) error) (done bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return false, nil
	}
	return l.writer.readAhead(f)
}

// finish ends the lock. It is called once, with mu held. When it returns, what was read under the lock is durable.
func (l *writeLock) finish(outcomes []outcome, last uint64) []outcome {
	w := l.writer
	l.over = true
	l.limit.Stop()
	w.abandon()
	_ = w.processLock.release() // a failure meets the next one who takes it
	outcomes = w.flushed(outcomes, last)
	if err := w.durable.ensure(l.seen); err != nil {
		outcomes = orFailed(nil, len(outcomes), err)
	}
	w.idle.Reset(w.options.idleBeforeCheckpoint())
	w.stepDown()
	return outcomes
}

// write writes the append. It is false when the lock has ended, and the append has to be queued.
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

// writeLockOf returns the write lock of a context, nil when it has none.
func writeLockOf(ctx context.Context) *writeLock {
	l, _ := ctx.Value(writeLockKey{}).(*writeLock)
	return l
}
