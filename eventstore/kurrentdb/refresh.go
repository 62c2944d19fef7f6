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
	mu      sync.Mutex
	running bool
	next    *query // not sent yet; nil if nobody waits for one
	last    error  // error of the last query
}

// query is one question for what the log has more.
type query struct {
	done chan struct{}
	err  error
}

// current returns when this process knows everything that the log had at the time of the call.
func (s *Store) current(ctx context.Context) error {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		q := s.nextQuery()
		select {
		case <-q.done:
		case <-ctx.Done(): // the query goes on, and serves the next caller
			return s.lateFor(ctx)
		}
		if q.err == nil || s.failFor(q.err) || !passes(q.err) {
			return q.err
		}
		if sleep(ctx, pause); ctx.Err() != nil {
			return s.lateFor(ctx)
		}
	}
}

// nextQuery returns a query that is not sent yet.
func (s *Store) nextQuery() *query {
	r := &s.refresh
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next == nil {
		r.next = &query{done: make(chan struct{})}
	}
	if !r.running {
		r.running = true
		s.ground.Go(s.runQueries)
	}
	return r.next
}

// runQueries sends queries as long as somebody waits for one.
func (s *Store) runQueries() {
	r := &s.refresh
	for {
		r.mu.Lock()
		q := r.next
		r.next, r.running = nil, q != nil
		r.mu.Unlock()
		if q == nil {
			return
		}
		q.err = s.catchUp(s.life)
		r.mu.Lock()
		r.last = q.err
		r.mu.Unlock()
		close(q.done)
	}
}

// lastError returns the error of the last query.
func (r *refresher) lastError() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
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
