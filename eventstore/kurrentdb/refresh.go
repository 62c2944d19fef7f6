package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// The pauses between tries: short at first, because most failures are brief, and at most a time that a person notices.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = time.Second
)

// refresher brings this process up to the end of the log, with one query at a time. An answer serves all callers that
// came before its query was sent.
type refresher struct {
	turn chan struct{} // capacity one: held while a query runs

	mu       sync.Mutex
	begun    uint64 // number of queries sent
	answered uint64 // number of the last answered query
	last     error  // error of the last query
}

func newRefresher() *refresher { return &refresher{turn: make(chan struct{}, 1)} }

// current returns when this process knows everything that the log had at the time of the call.
func (s *Store) current(ctx context.Context) error {
	r := s.refresh
	before, _ := r.state()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		select {
		case r.turn <- struct{}{}:
		case <-ctx.Done():
			return s.lateFor(ctx)
		}
		done := make(chan error, 1)
		s.ground.Go(func() { // it may outlast the caller; the next caller uses its result
			err := s.askEnd(before)
			<-r.turn
			done <- err
		})
		var err error
		select {
		case err = <-done:
		case <-ctx.Done():
			return s.lateFor(ctx)
		}
		if err == nil || s.failFor(err) || !passes(err) {
			return err
		}
		if sleep(ctx, pause); ctx.Err() != nil {
			return s.lateFor(ctx)
		}
	}
}

// askEnd fetches new events of the log, unless a query that was sent after the first before queries has been answered
// meanwhile.
func (s *Store) askEnd(before uint64) error {
	number, known := s.refresh.begin(before)
	if known {
		return nil
	}
	err := s.catchUp(s.life)
	s.refresh.settle(number, err)
	return err
}

// state returns the number of queries sent, and the error of the last one.
func (r *refresher) state() (begun uint64, last error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.begun, r.last
}

// begin returns the number of a new query, unless a query after the first before ones was answered.
func (r *refresher) begin(before uint64) (number uint64, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answered > before {
		return 0, true
	}
	r.begun++
	return r.begun, false
}

// settle records the result of a query.
func (r *refresher) settle(number uint64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last = err; err == nil {
		r.answered = number
	}
}

// lateFor returns the error for a caller whose time has run out.
func (s *Store) lateFor(ctx context.Context) error {
	if cause := context.Cause(s.over); cause != nil && !errors.Is(cause, eventstore.ErrClosed) {
		return cause
	}
	if cause := context.Cause(ctx); errors.Is(cause, context.Canceled) {
		return cause // cancelled by the caller, so not an outage
	}
	_, last := s.refresh.state()
	return late(context.Cause(ctx), last)
}

// late returns the error of a call that reached no server in time, with the reason of the last failed try.
func late(cause, last error) error {
	if reason, ok := errors.AsType[*eventstore.ReasonError](last); ok {
		return &eventstore.ReasonError{Kind: eventstore.ErrUnavailable, Reason: reason.Reason, Cause: cause}
	}
	return fmt.Errorf("%w: %w%s", eventstore.ErrUnavailable, cause, lastTry(last))
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
