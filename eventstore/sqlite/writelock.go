package sqlite

import (
	"context"
	"sync"
	"time"
)

// writeLockLimit bounds how long a hold keeps the other processes from writing: a decision takes milliseconds, that of
// a large merge some hundred. Beyond, the hold ends and its append is one like others.
const writeLockLimit = 2 * time.Second

// writeLock is the lead and the process lock in the hands of one caller, for one append: what is read in it is read in
// that append's transaction.
type writeLock struct {
	writer *writer
	limit  *time.Timer

	mu   sync.Mutex
	over bool   // others may lead and pass the process lock
	seen uint64 // the last position read in it
}

type writeLockKey struct{}

// LockWrites keeps all other writers out until release, which must be called, or until one append with the context that
// it answers: that one cannot lose a race. It ends by itself after some seconds.
func (s *Store) LockWrites(ctx context.Context) (held context.Context, release func(), err error) {
	if err := s.begin(ctx); err != nil {
		return nil, nil, err
	}
	h, err := s.writer.lock(ctx)
	if err != nil {
		s.uses.Done()
		return nil, nil, err
	}
	end := sync.OnceFunc(func() {
		h.end()
		s.uses.Done()
	})
	return context.WithValue(ctx, writeLockKey{}, h), end, nil
}

func (w *writer) lock(ctx context.Context) (*writeLock, error) {
	if err := w.becomeLeader(ctx); err != nil {
		return nil, err
	}
	if err := w.lockProcesses(ctx); err != nil {
		w.stepDown()
		return nil, err
	}
	h := &writeLock{writer: w}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.limit = time.AfterFunc(writeLockLimit, h.end)
	return h, nil
}

// end lets the others in.
func (h *writeLock) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.over {
		h.finish(nil, 0)
	}
}

// sees notes that a position was read in the hold; false when it is over.
func (h *writeLock) sees(position uint64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seen = max(h.seen, position)
	return !h.over
}

// read runs f on what the append of the hold will be judged on. It does not when the hold is over or there is no file
// yet.
func (h *writeLock) read(f func(*reader) error) (done bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return false, nil
	}
	return h.writer.readAhead(f)
}

// finish is called once, with mu held. What was read in the hold is durable then.
func (h *writeLock) finish(outcomes []outcome, last uint64) []outcome {
	w := h.writer
	h.over = true
	h.limit.Stop()
	w.abandon()
	_ = w.processLock.release() // a failure meets the next one who takes it
	outcomes = w.flushed(outcomes, last)
	if err := w.durable.ensure(h.seen); err != nil {
		outcomes = orFailed(nil, len(outcomes), err)
	}
	w.idle.Reset(idleBeforeCheckpoint)
	w.stepDown()
	return outcomes
}

// write writes the append of the hold; false when the hold is over, and it is one like others.
func (h *writeLock) write(r *request) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return false
	}
	if !r.claim() {
		return true
	}
	group := []*request{r}
	answer(group, h.finish(h.writer.commit(group)))
	return true
}

// writeLockOf returns the hold of a context, nil when it has none.
func writeLockOf(ctx context.Context) *writeLock {
	h, _ := ctx.Value(writeLockKey{}).(*writeLock)
	return h
}
