package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// The pauses between tries: short at first, since most failures pass at once, and no longer than what a person notices.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = time.Second
)

// refresher brings the mirror up to the end of the log. Callers that ask while a question to the server is under way
// share the next one: an answer counts only when its question was put after the caller asked.
type refresher struct {
	store *Store

	mu        sync.Mutex
	asked     uint64 // number of the last caller
	answered  uint64 // callers up to this one have their answer
	waiting   int
	running   bool
	last      error // of the last try
	refused   error // that ended the tries of the callers up to refusedTo
	refusedTo uint64
	changed   chan struct{} // closed and replaced by every answer
}

func newRefresher(s *Store) *refresher {
	return &refresher{store: s, changed: make(chan struct{})}
}

// current returns when the mirror has everything that the log had when it was called.
func (s *Store) current(ctx context.Context) error {
	r := s.refresh
	number := r.ask()
	defer r.leave()
	for {
		done, changed, err := r.answer(number)
		if done {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return r.late(ctx)
		}
	}
}

// late is the error of a caller whose time has ended.
func (r *refresher) late(ctx context.Context) error {
	last := r.lastError()
	if cause := context.Cause(r.store.over); cause != nil && !errors.Is(cause, eventstore.ErrClosed) {
		return cause
	}
	if cause := context.Cause(ctx); errors.Is(cause, context.Canceled) {
		return cause // by the caller: an outage is none
	}
	return late(context.Cause(ctx), last)
}

// late is the error of a call that found no server in its time, with the reason that the last try met.
func late(cause, last error) error {
	if reason, ok := errors.AsType[*eventstore.ReasonError](last); ok {
		return &eventstore.ReasonError{Kind: eventstore.ErrUnavailable, Reason: reason.Reason, Cause: cause}
	}
	return fmt.Errorf("%w: %w%s", eventstore.ErrUnavailable, cause, lastTry(last))
}

func (r *refresher) lastError() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

func (r *refresher) ask() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	r.waiting++
	if !r.running {
		r.running = true
		r.store.ground.Go(r.run)
	}
	return r.asked
}

func (r *refresher) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting--
}

// answer reports whether a caller has its answer.
func (r *refresher) answer(number uint64) (done bool, changed <-chan struct{}, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case number <= r.answered:
		return true, nil, nil
	case number <= r.refusedTo:
		return true, nil, r.refused
	}
	return false, r.changed, nil
}

// run asks the server until nobody waits for an answer any more.
func (r *refresher) run() {
	pause := firstPause
	for {
		number, wanted := r.next()
		if !wanted {
			return
		}
		err := r.store.catchUp(r.store.life)
		r.settle(number, err)
		if err == nil {
			pause = firstPause
			continue
		}
		sleep(r.store.life, pause)
		pause = min(2*pause, lastPause)
	}
}

// next is the last caller whom a question put now will answer. It is the end of run when there is none.
func (r *refresher) next() (number uint64, wanted bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	open := r.asked > max(r.answered, r.refusedTo)
	r.running = open && r.waiting > 0 && r.store.life.Err() == nil
	return r.asked, r.running
}

// settle tells the callers up to a number of the outcome, unless it may still be another one.
func (r *refresher) settle(number uint64, err error) {
	_ = r.store.failFor(err)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = err
	switch {
	case err == nil:
		r.answered = number
	case !passes(err):
		r.refused, r.refusedTo = err, number
	default:
		return
	}
	close(r.changed)
	r.changed = make(chan struct{})
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
