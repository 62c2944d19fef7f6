package kurrentdb

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// maxGroup bounds the appends that share a call of the server.
const maxGroup = 256

// request is one append on its way through the writer.
type request struct {
	parts    []eventstore.Append // copies: the writer may need them after the caller has left
	deadline time.Time
	taken    atomic.Bool // by the writer, or by the caller that withdraws it
	done     chan outcome
}

type outcome struct {
	results []eventstore.Result
	err     error
}

func newRequest(parts []eventstore.Append, deadline time.Time) *request {
	parts = slices.Clone(parts)
	for i := range parts {
		events := slices.Clone(parts[i].Events)
		for j := range events {
			events[j].Data, events[j].Meta = bytes.Clone(events[j].Data), bytes.Clone(events[j].Meta)
		}
		parts[i].Events = events
	}
	return &request{parts: parts, deadline: deadline, done: make(chan outcome, 1)}
}

// claim decides between the writer, which is about to write the request, and its caller, whose context has ended. It is
// true for the first of them.
func (r *request) claim() bool { return r.taken.CompareAndSwap(false, true) }

func (r *request) answer(o outcome) { r.done <- o }

// wait returns the outcome. When the context ends first, the answer says whether the append may still land; last is
// asked for what the writer has met meanwhile.
func (r *request) wait(ctx context.Context, last func() error) ([]eventstore.Result, error) {
	select {
	case o := <-r.done:
		return o.results, o.err
	case <-ctx.Done():
	}
	cause := context.Cause(ctx)
	switch {
	case !r.claim():
		return nil, unknown(cause, last())
	case cause != errCallTimeout:
		return nil, fmt.Errorf("nothing was written: %w", cause)
	}
	return nil, late(fmt.Errorf("nothing was written: %w", cause), last())
}

// unknown is the error of an append of which it is not known whether it has landed or will.
func unknown(cause, last error) error {
	return fmt.Errorf("%w: it is not known whether the append has landed, retry it with the same ids: %w%s",
		eventstore.ErrUnavailable, cause, lastTry(last))
}

func lastTry(err error) string {
	if err == nil {
		return ""
	}
	return fmt.Sprintf("; the last try: %v", err)
}

// queue holds the requests that wait for the writer.
type queue struct {
	mu       sync.Mutex
	requests []*request
	arrived  chan struct{} // holds a token when requests may have arrived
}

func newQueue() *queue { return &queue{arrived: make(chan struct{}, 1)} }

func (q *queue) put(r *request) {
	q.mu.Lock()
	q.requests = append(q.requests, r)
	q.mu.Unlock()
	select {
	case q.arrived <- struct{}{}:
	default:
	}
}

// waiting drops the requests that were withdrawn and reports whether any are left.
func (q *queue) waiting() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.requests = slices.DeleteFunc(q.requests, func(r *request) bool { return r.taken.Load() })
	return len(q.requests) > 0
}

// take returns and claims the next requests.
func (q *queue) take() []*request {
	q.mu.Lock()
	defer q.mu.Unlock()
	var group []*request
	for len(q.requests) > 0 && len(group) < maxGroup {
		r := q.requests[0]
		q.requests[0] = nil
		q.requests = q.requests[1:]
		if r.claim() {
			group = append(group, r)
		}
	}
	return group
}
