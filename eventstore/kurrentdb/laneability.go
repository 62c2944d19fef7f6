package kurrentdb

import (
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// ability is something that a lane does until the server refuses it: for good, or for a while when another time may be
// better.
type ability struct {
	mu    sync.Mutex
	gone  bool
	until time.Time // that it rests; zero when it does not
	why   string
	count *refusals // counts what passes; nil does not
}

// refusals are those of the connections of a store that passed, since its start.
type refusals struct {
	mu   sync.Mutex
	n    int
	last string
}

func (r *refusals) add(why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n, r.last = r.n+1, why
}

// so returns how many there were, and the last one.
func (r *refusals) so() (n int, last string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.n, r.last
}

// laneRest is how long the library does what a lane was refused for a reason that passes: a server that is busy, or
// whose disk has stalled, is let alone for a moment, and is served by the lane again before anybody feels it.
const laneRest = 2 * time.Second

// may reports whether the lane does it now.
func (a *ability) may() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.gone && (a.until.IsZero() || time.Now().After(a.until))
}

// never ends it.
func (a *ability) never(why string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.gone, a.why = true, why
}

// refuse ends it, or lets it rest, as the error says.
func (a *ability) refuse(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.why = err.Error()
	if final(err) {
		a.gone = true
		return
	}
	a.until = time.Now().Add(laneRest)
	if a.count != nil {
		a.count.add(a.why)
	}
}

// problem is why the lane does not do it now; "" when it does.
func (a *ability) problem() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.gone || time.Now().Before(a.until) {
		return a.why
	}
	return ""
}

// final reports whether a server that gave this error will give it again. An error of an append may have no code: the
// server was not ready, or had too much to do.
func final(err error) bool {
	switch status.Code(err) {
	case codes.Unimplemented, codes.PermissionDenied, codes.Unauthenticated, codes.InvalidArgument, codes.NotFound,
		codes.FailedPrecondition, codes.AlreadyExists, codes.OutOfRange:
		return true
	}
	return false
}
