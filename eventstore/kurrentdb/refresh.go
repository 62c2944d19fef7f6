package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// The pauses between tries. The first is short, because most failures are brief. The longest is one that a person just
// notices.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = time.Second
)

// refresher brings this process up to the end of the log, with one query at a time. The answer to a query serves all
// callers that arrived before the query was sent.
type refresher struct {
	turn     chan struct{} // capacity one: held while a query runs
	sent     atomic.Uint64 // number of queries sent
	answered atomic.Uint64 // number of the last answered query
	last     atomic.Pointer[error]
}

// current returns once this process knows every event that was in the log at the time of the call.
func (s *Store) current(ctx context.Context) error {
	r := &s.refresh
	before := r.sent.Load()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		select {
		case r.turn <- struct{}{}:
		case <-ctx.Done():
			return s.lateFor(ctx)
		}
		var err error
		if r.answered.Load() <= before {
			number := r.sent.Add(1)
			if err = s.catchUp(ctx); err == nil {
				r.answered.Store(number)
			}
			if ctx.Err() == nil {
				r.last.Store(&err)
			}
		}
		<-r.turn
		if ctx.Err() == nil && (err == nil || s.failFor(err) || !passes(err)) {
			return err
		}
		if sleep(ctx, pause); ctx.Err() != nil {
			return s.lateFor(ctx)
		}
	}
}

// lastError returns the error of the last query.
func (r *refresher) lastError() error {
	if last := r.last.Load(); last != nil {
		return *last
	}
	return nil
}

// lateFor returns the error for a caller whose time has run out.
func (s *Store) lateFor(ctx context.Context) error {
	if cause := context.Cause(s.over); cause != nil && !errors.Is(cause, eventstore.ErrClosed) {
		return cause
	}
	if cause := context.Cause(ctx); errors.Is(cause, context.Canceled) {
		return cause // cancelled by the caller, so not an outage
	}
	return late(context.Cause(ctx), s.refresh.lastError())
}

// late returns the error of a call for which no server answered in time, with the reason of the last failed try.
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
