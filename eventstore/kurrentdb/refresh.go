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

// refresher brings what this process knows up to the end of the log, by one question at a time. An answer counts for
// all whose question it was put after.
type refresher struct {
	turn chan struct{} // holds one: who may put a question

	mu       sync.Mutex
	begun    uint64 // questions put
	answered uint64 // the last of them that was answered
	last     error  // of the last one
}

func newRefresher() *refresher { return &refresher{turn: make(chan struct{}, 1)} }

// current returns when this process knows everything that the log had when it was called.
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
		s.ground.Go(func() { // beyond the caller's time: what has come is known to the next one
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

// askEnd fetches what the log has, unless a question that was put after so many others has been answered meanwhile.
func (s *Store) askEnd(before uint64) error {
	number, known := s.refresh.begin(before)
	if known {
		return nil
	}
	err := s.catchUp(s.life)
	s.refresh.settle(number, err)
	return err
}

// state returns how many questions were put, and the error of the last one.
func (r *refresher) state() (begun uint64, last error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.begun, r.last
}

// begin gives a question its number, unless one after so many others was answered.
func (r *refresher) begin(before uint64) (number uint64, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answered > before {
		return 0, true
	}
	r.begun++
	return r.begun, false
}

// settle notes what became of a question.
func (r *refresher) settle(number uint64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last = err; err == nil {
		r.answered = number
	}
}

// lateFor is the error of a caller whose time has ended.
func (s *Store) lateFor(ctx context.Context) error {
	if cause := context.Cause(s.over); cause != nil && !errors.Is(cause, eventstore.ErrClosed) {
		return cause
	}
	if cause := context.Cause(ctx); errors.Is(cause, context.Canceled) {
		return cause // by the caller: an outage is none
	}
	_, last := s.refresh.state()
	return late(context.Cause(ctx), last)
}

// late is the error of a call that found no server in its time, with the reason that the last try met.
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
