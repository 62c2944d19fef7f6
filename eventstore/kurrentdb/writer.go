package kurrentdb

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

const (
	// maxGroup is the maximum number of appends in a call of the server.
	maxGroup = 256
	// maxCuts is how often the writer tries an append if the server cuts the connection and the client reports no
	// reason. A single cut does not prove that the append is too large, because a broken connection looks the same.
	maxCuts = 3
	// leastAppendBytes is the smallest call limit that allows an event with the longest names.
	leastAppendBytes = 4096
	// callerFirst is how much longer than its callers the writer continues, so that the context of each caller ends
	// first.
	callerFirst = 100 * time.Millisecond
	// pushed is how long the writer waits for the subscription to deliver the events before its append. After this time
	// it queries the server.
	pushed = 50 * time.Millisecond
	// aloneFor is the number of appends without events of other processes, after which the writer expects to be alone.
	// If another process writes after all, the append costs a second round trip.
	aloneFor = 8
	// The bounds of the pause after a void append. The first pause is shorter than a round trip, so that a single loss
	// costs no wait. The longest pause is one that a person just notices.
	firstRetry = 2 * time.Millisecond
	lastRetry  = 200 * time.Millisecond
)

// writer is the only goroutine of a store that appends. Appends that arrive while it waits for the server share the
// next call.
type writer struct {
	store *Store
	name  string // identifies this writer
	limit int    // known limit of a call in bytes
	end   uint64 // the place in the log after its last append
	alone int    // how many appends in a row came directly after the one before

	woken chan struct{} // holds a token when requests may have arrived

	mu       sync.Mutex
	requests []*request // waiting requests
	last     error      // error of the last try; nil if it succeeded
	commits  uint64     // so far
}

func newWriter(s *Store) *writer {
	return &writer{store: s, name: strings.ToLower(rand.Text()[:13]), limit: s.options.MaxAppendBytes,
		woken: make(chan struct{}, 1)}
}

// request is one append in progress through the writer.
type request struct {
	parts    []eventstore.Append // copies, because the writer may need them after the caller has left
	deadline time.Time
	taken    atomic.Bool // by the writer, or by the caller who withdraws it
	done     chan outcome
}

type outcome struct {
	results []eventstore.Result
	err     error
}

// claim lets either the writer or the caller take a request. The writer calls it to write the request, and the caller
// calls it when its context has ended. It returns true only for the first call.
func (r *request) claim() bool { return r.taken.CompareAndSwap(false, true) }

// enqueue passes an append to the writer. wait returns its outcome.
func (w *writer) enqueue(ctx context.Context, parts []eventstore.Append) (wait func() ([]eventstore.Result, error)) {
	parts = slices.Clone(parts)
	for i := range parts {
		parts[i].Events = slices.Clone(parts[i].Events)
		for j := range parts[i].Events {
			e := &parts[i].Events[j]
			e.Data, e.Meta = bytes.Clone(e.Data), bytes.Clone(e.Meta)
		}
	}
	deadline, _ := ctx.Deadline() // every call has a deadline
	r := &request{parts: parts, deadline: deadline, done: make(chan outcome, 1)}
	w.mu.Lock()
	w.requests = append(w.requests, r)
	w.mu.Unlock()
	select {
	case w.woken <- struct{}{}:
	default:
	}
	return func() ([]eventstore.Result, error) { return w.await(ctx, r) }
}

// await returns the outcome. If the context ends first, the error shows whether the append may still be written.
func (w *writer) await(ctx context.Context, r *request) ([]eventstore.Result, error) {
	select {
	case o := <-r.done:
		return o.results, o.err
	case <-ctx.Done():
	}
	cause := context.Cause(ctx)
	switch {
	case !r.claim():
		return nil, unknown(cause, w.lastError())
	case cause != errCallTimeout:
		return nil, fmt.Errorf("nothing was written: %w", cause)
	}
	return nil, late(fmt.Errorf("nothing was written: %w", cause), w.lastError())
}

// unknown returns the error for an append that may or may not be written.
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

// lastError returns the error of the last try, or the reason why the mirror cannot be brought up to date.
func (w *writer) lastError() error {
	w.mu.Lock()
	last := w.last
	w.mu.Unlock()
	if _, told := errors.AsType[*eventstore.ReasonError](last); !told {
		if reason, ok := errors.AsType[*eventstore.ReasonError](w.store.refresh.lastError()); ok {
			return reason
		}
	}
	return last
}

func (w *writer) met(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = err
}

// nextCommit returns the name of a new commit.
func (w *writer) nextCommit() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.commits++
	return w.name + "." + strconv.FormatUint(w.commits, 36)
}

// waiting removes withdrawn requests and reports whether any are left.
func (w *writer) waiting() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests = slices.DeleteFunc(w.requests, func(r *request) bool { return r.taken.Load() })
	return len(w.requests) > 0
}

// take returns and claims the next requests.
func (w *writer) take() (group []*request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.requests) > 0 && len(group) < maxGroup {
		if r := w.requests[0]; r.claim() {
			group = append(group, r)
		}
		w.requests = slices.Delete(w.requests, 0, 1)
	}
	return group
}

// run writes the requests that arrive as long as the store lives.
func (w *writer) run() {
	for {
		select {
		case <-w.woken:
		case <-w.store.life.Done():
			return
		}
		for w.waiting() && w.connected() {
			for group := w.take(); len(group) > 0; {
				group = group[w.write(group):]
			}
		}
	}
}

// connected waits for a server. Until then waiting requests can still be withdrawn, because none of them has been sent.
// It returns false if no request is left, or if all of them failed because the server refuses this client.
func (w *writer) connected() bool {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		_, err := w.store.sessions.connect(w.store.life)
		w.met(err)
		if err == nil {
			return true
		}
		if !passes(err) {
			answerAll(w.take(), err)
		}
		sleep(w.store.life, pause)
		if !w.waiting() || w.store.life.Err() != nil {
			return false
		}
	}
}

func answerAll(group []*request, err error) int {
	for _, r := range group {
		r.done <- outcome{err: err}
	}
	return len(group)
}

// write completes as many requests at the front of a group as fit into one call of the server, and returns their
// number. Void appends are written again after a random, growing pause. By then the mirror has the append that was
// faster, so that requests that cannot follow it are refused.
func (w *writer) write(group []*request) int {
	last := slices.MaxFunc(group, func(a, b *request) int { return a.deadline.Compare(b.deadline) }).deadline
	ctx, cancel := context.WithDeadlineCause(w.store.life, last.Add(callerFirst), errCallTimeout)
	defer cancel()
	done, void := w.once(ctx, group, false)
	for tries := 0; len(void) > 0; tries++ {
		if tries > 0 {
			sleep(ctx, randomPause(tries))
		}
		n, still := w.once(ctx, void, true)
		void = append(still, void[n:]...)
	}
	return done
}

// randomPause returns a random time below a bound that doubles with each try.
func randomPause(tries int) time.Duration {
	bound := min(firstRetry<<min(tries, 10), lastRetry)
	return time.Duration(mathrand.Int64N(int64(bound)) + 1)
}

// once writes the requests at the front of a group and returns their number. It does not answer the void ones. fresh
// means that the mirror is up to date.
func (w *writer) once(ctx context.Context, group []*request, fresh bool) (done int, void []*request) {
	for {
		c, err := w.attempt(ctx, group, &fresh)
		switch {
		case errors.Is(err, errAgain):
			continue
		case len(group) > 1 && errors.Is(err, eventstore.ErrTooLarge): // one append of several may be too large
			group = group[:1]
			continue
		case err != nil:
			return answerAll(group, err), nil
		}
		if void, err = w.verdicts(ctx, group, c); err != nil {
			return answerAll(group[:len(c.outcomes)], unknown(err, nil)), nil
		}
		return len(c.outcomes), void
	}
}

// errAgain means that the append must be planned again, because the mirror was brought up to date or the size limit has
// changed.
var errAgain = errors.New("plan the append again")

// attempt plans and sends. A refusal counts only if it was judged on an up-to-date mirror.
func (w *writer) attempt(ctx context.Context, group []*request, fresh *bool) (*commit, error) {
	s := w.store
	if err := s.guard.check(); err != nil {
		return nil, err
	}
	if !s.checked() { // the log has not been checked over this connection
		if err := s.current(ctx); err != nil {
			return nil, err
		}
		*fresh = true
	}
	s.takeIn(ctx)
	c := &commit{at: time.Now().UTC().Truncate(time.Microsecond)}
	next, _ := s.followed.at()
	c.out = outgoing{commit: w.nextCommit(), limit: w.limit, known: next}
	v := &view{ctx: ctx, known: s.known, heads: map[string]knownHead{}}
	if err := v.plan(group, c); err != nil {
		return nil, err
	}
	if c.refused && !*fresh {
		if err := s.current(ctx); err != nil {
			return c, err
		}
		*fresh = true
		return c, errAgain
	}
	for i := range c.outcomes { // other writers were first at these streams
		if wrong, ok := errors.AsType[*eventstore.WrongExpectedError](c.outcomes[i].err); ok {
			s.turns.isBeaten(wrong.Stream)
		}
	}
	if len(c.appends) == 0 {
		return c, nil
	}
	*fresh = false
	if err := w.send(ctx, c); err != nil {
		return c, err
	}
	return c, s.guard.check()
}
