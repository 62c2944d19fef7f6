package sqlite

import (
	"iter"
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/eventstore"
)

// The bounds of one commit. They keep the time for which a commit holds the process lock to some tens of milliseconds.
const (
	maxGroup      = 256                       // appends
	maxGroupBytes = eventstore.MaxAppendBytes // total of all appends; the first one always fits
)

// request is one append in progress.
type request struct {
	parts    []eventstore.Append
	records  []eventstore.Recorded // instead of parts: events to write as another store recorded them
	stretch  *Stretch              // instead of parts: a stretch of a log to follow
	size     int                   // size of the above; the caller owns them again after withdrawing the request
	taken    atomic.Bool           // by a leader, or by the caller who withdraws it
	followed Followed              // the result for the stretch
	done     chan outcome
}

type outcome struct {
	results []eventstore.Result
	err     error
}

func newRequest(parts []eventstore.Append) *request {
	return &request{parts: parts, size: eventstore.Size(parts), done: make(chan outcome, 1)}
}

// streams yields the streams that an append or a stretch writes to, some of them more than once.
func (r *request) streams() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range r.parts {
			if !yield(r.parts[i].Stream) {
				return
			}
		}
		if r.stretch == nil {
			return
		}
		for i := range r.stretch.Entries {
			for j := range r.stretch.Entries[i].Records {
				if !yield(r.stretch.Entries[i].Records[j].Stream) {
					return
				}
			}
		}
	}
}

// claim lets either a leader or the caller take a request. A leader calls it to write the request, and the caller calls
// it when its context has ended. It returns true only for the first call.
func (r *request) claim() bool { return r.taken.CompareAndSwap(false, true) }

func (r *request) answer(results []eventstore.Result, err error) { r.done <- outcome{results, err} }

// queue holds the requests that wait for a leader.
type queue struct {
	mu       sync.Mutex
	requests []*request
}

func (q *queue) put(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.requests = append(q.requests, r)
}

// take returns and claims the next requests that fit into one commit. It drops withdrawn ones.
func (q *queue) take() []*request {
	q.mu.Lock()
	defer q.mu.Unlock()
	var group []*request
	size := 0
	for len(q.requests) > 0 && len(group) < maxGroup {
		r := q.requests[0]
		size += r.size
		if len(group) > 0 && size > maxGroupBytes {
			break
		}
		q.requests[0] = nil
		q.requests = q.requests[1:]
		if r.claim() {
			group = append(group, r)
		}
	}
	return group
}

func (q *queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.requests)
}
