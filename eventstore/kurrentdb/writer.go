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

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

const (
	// maxGroup bounds the appends that share a call of the server.
	maxGroup = 256
	// maxCuts is how often an append is tried whose sending the server has ended without a reason that the client would
	// tell. A connection that broke ends it too, so once is not enough to take it for the size.
	maxCuts = 3
	// leastAppendBytes is the smallest limit on a call with which an event of the longest names can be written.
	leastAppendBytes = 4096
	// callerFirst is how much longer than its callers the writer goes on, so that each of them is told of its own
	// context.
	callerFirst = 100 * time.Millisecond
	// pushed is how long the writer waits for the subscription to bring what is before its append, before it asks.
	pushed = 50 * time.Millisecond
	// The bounds of the pause of a writer whose append was void: below a round trip at first, so that nobody waits who
	// was beaten once, and no longer than what a person notices.
	firstRetry = 2 * time.Millisecond
	lastRetry  = 200 * time.Millisecond
)

// writer is the one goroutine of a store that appends. Appends that arrive while it waits for the server share the next
// call.
type writer struct {
	store *Store
	name  string // tells this writer from all others
	limit int    // bytes of a call, as far as is known

	woken chan struct{} // holds a token when requests may have arrived

	mu       sync.Mutex
	requests []*request // that wait
	last     error      // what the last try met; nil when it succeeded
	commits  uint64     // so far
}

func newWriter(s *Store) *writer {
	return &writer{store: s, name: strings.ToLower(rand.Text()[:13]), limit: s.options.MaxAppendBytes,
		woken: make(chan struct{}, 1)}
}

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

// claim decides between the writer, which is about to write the request, and its caller, whose context has ended. It is
// true for the first of them.
func (r *request) claim() bool { return r.taken.CompareAndSwap(false, true) }

// enqueue hands an append to the writer. wait answers its outcome.
func (w *writer) enqueue(ctx context.Context, parts []eventstore.Append) (wait func() ([]eventstore.Result, error)) {
	parts = slices.Clone(parts)
	for i := range parts {
		parts[i].Events = slices.Clone(parts[i].Events)
		for j := range parts[i].Events {
			e := &parts[i].Events[j]
			e.Data, e.Meta = bytes.Clone(e.Data), bytes.Clone(e.Meta)
		}
	}
	deadline, _ := ctx.Deadline() // every call has one
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

// await returns the outcome. When the context ends first, the answer says whether the append may still land.
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

// lastError is what the last try met: the reason why the mirror cannot become current, when it is that.
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

// nextCommit names a commit.
func (w *writer) nextCommit() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.commits++
	return w.name + "." + strconv.FormatUint(w.commits, 36)
}

// waiting drops the requests that were withdrawn and reports whether any are left.
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

// run writes what arrives for as long as the store lives.
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

// connected waits for a server. Requests that wait meanwhile can still be withdrawn: nothing of them has been sent. It
// is false when none is left, or when all were answered because the server refuses us.
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

// write brings the requests at the front of a group to their end, as many as fit into one call of the server, and
// answers how many. What is void is written again after a while that is random and grows: the mirror then has what was
// first, and what cannot come after that is refused.
func (w *writer) write(group []*request) int {
	last := group[0].deadline
	for _, r := range group {
		if r.deadline.After(last) {
			last = r.deadline
		}
	}
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

// randomPause is a random time below a bound that doubles with each try.
func randomPause(tries int) time.Duration {
	bound := min(firstRetry<<min(tries, 10), lastRetry)
	return time.Duration(mathrand.Int64N(int64(bound)) + 1)
}

// once writes the requests at the front of a group and answers how many. Those that were void have no answer yet. fresh
// says that the mirror is current.
func (w *writer) once(ctx context.Context, group []*request, fresh bool) (done int, void []*request) {
	for {
		c, err := w.attempt(ctx, group, &fresh)
		switch {
		case errors.Is(err, errAgain):
			continue
		case len(group) > 1 && errors.Is(err, eventstore.ErrTooLarge): // it may be that of one append of several
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

// errAgain says that the mirror has become current, or the limit another one: plan again.
var errAgain = errors.New("plan the append again")

// attempt plans and sends. A refusal counts only when it was judged on a mirror that is current.
func (w *writer) attempt(ctx context.Context, group []*request, fresh *bool) (*commit, error) {
	s := w.store
	if err := s.guard.check(); err != nil {
		return nil, err
	}
	if !s.checked() { // over this connection the log has not been seen yet
		if err := s.current(ctx); err != nil {
			return nil, err
		}
		*fresh = true
	}
	c := &commit{at: time.Now().UTC().Truncate(time.Microsecond)}
	next, _ := s.followed.at()
	c.out = outgoing{commit: w.nextCommit(), limit: w.limit, known: next}
	v := &view{ctx: ctx, known: s.known}
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
	for i := range c.outcomes { // at these streams others were first
		if wrong, ok := errors.AsType[*eventstore.WrongExpectedError](c.outcomes[i].err); ok {
			s.turns.isBeaten(wrong.Stream)
		}
	}
	if len(c.appends) == 0 {
		return c, nil
	}
	*fresh = false
	kept := s.keeping(ctx)
	if err := w.send(ctx, c); err != nil {
		return c, err
	}
	return c, kept()
}

// send writes a commit. When it returns without an error, the commit is in the log, and what this process knows goes
// beyond it.
func (w *writer) send(ctx context.Context, c *commit) error {
	if c.split() {
		return w.sendParts(ctx, c)
	}
	var items []item
	for i := range c.appends {
		items = append(items, c.appends[i].items...)
	}
	events, err := c.out.encodeAll(items, nil)
	if err != nil {
		return err
	}
	at, known, err := w.sendCall(ctx, c, events, func() (bool, error) { return w.landed(ctx, c) })
	if err != nil || !known {
		return err
	}
	if own := c.known(at, events); own != nil && w.store.apply(ctx, own) == nil {
		return nil
	}
	return w.followTo(ctx, at.last+1)
}

// sendParts writes an append that takes several calls, and the last one makes it count.
func (w *writer) sendParts(ctx context.Context, c *commit) error {
	calls, err := c.out.calls(c.appends[0].items)
	if err != nil {
		return err
	}
	begun, last := uint64(0), uint64(0)
	for i, items := range calls {
		from := begun
		events, err := c.out.encodeAll(items, &from)
		if err != nil {
			return err
		}
		left := items[len(items)-1].more
		at, known, err := w.sendCall(ctx, c, events,
			func() (bool, error) { return w.arrived(ctx, c, left, i == len(calls)-1) })
		if err != nil {
			return err
		}
		if i == 0 && known {
			begun = at.last + 2 - uint64(len(events))
		} else if i == 0 {
			_, first, _ := w.store.assembly.progress(c.out.commit)
			begun = first + 1
		}
		if last = 0; known {
			last = at.last
		}
	}
	if last == 0 {
		return nil // it was found in the log, by a mirror that is current
	}
	return w.followTo(ctx, last+1)
}

// sendCall writes the events of one call, and finds out what became of it when the server does not say. known is false
// when the place of its last event is not known; then the mirror is current.
func (w *writer) sendCall(ctx context.Context, c *commit, events []esdb.EventData,
	landed func() (bool, error)) (at placed, known bool, err error) {
	s := w.store
	cuts := 0
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		once, cancel := context.WithTimeout(ctx, s.attempt)
		at, err := s.appendAnywhere(once, events)
		cancel()
		w.met(err)
		switch {
		case err == nil:
			return at, true, nil
		case errors.Is(err, errUnchecked):
			if e := s.current(ctx); e != nil {
				return at, false, e
			}
			continue
		case errors.Is(err, eventstore.ErrTooLarge):
			return at, false, w.lower(c, err)
		case !passes(err):
			if errors.Is(err, eventstore.ErrCorrupt) {
				s.fail(err)
			}
			return at, false, err
		case errors.Is(err, errCut):
			cuts++
		}
		if e := s.current(ctx); e != nil {
			return at, false, unknown(e, err)
		}
		switch found, e := landed(); {
		case e != nil:
			return at, false, unknown(e, err)
		case found:
			return at, false, nil
		case cuts == maxCuts:
			return at, false, w.lower(c, err)
		}
		if sleep(ctx, pause); ctx.Err() != nil {
			return at, false, unknown(context.Cause(ctx), err)
		}
	}
}

// lower takes the size for the reason when the server ends an append again and again while it is being sent. The client
// loses the reason. From then on calls are smaller.
func (w *writer) lower(c *commit, err error) error {
	if c.size <= leastAppendBytes || w.limit <= leastAppendBytes {
		return &eventstore.ReasonError{Kind: eventstore.ErrRefused,
			Reason: "the server refuses to be sent the append", Cause: err}
	}
	w.limit = max(leastAppendBytes, min(w.limit, c.size)/2)
	return errAgain
}

// followTo brings the mirror to a place of the log. An append counts when it has come back over the subscription, or by
// a reading that begins with what the mirror has: the client may have made a new connection unnoticed, to a server that
// was set back meanwhile, where the append has another meaning. A node that does not show it yet, although it was
// acknowledged, is another one than that which did: what became of the append is not known before one has it.
func (w *writer) followTo(ctx context.Context, next uint64) error {
	s := w.store
	for pause := firstPause; !s.comesSoon(ctx, next); pause = min(2*pause, lastPause) {
		s.continuity.confirm(0)
		if err := s.current(ctx); err != nil {
			return unknown(err, nil)
		}
		if st, err := s.standing(ctx); err != nil || st.Next >= next {
			return err
		}
		s.sessions.leave(s.sessions.currentEra(), errBehind)
		if sleep(ctx, pause); ctx.Err() != nil {
			return unknown(context.Cause(ctx), errBehind)
		}
	}
	return nil
}

// comesSoon reports whether the subscription brings this process to a place.
func (s *Store) comesSoon(ctx context.Context, next uint64) bool {
	ctx, cancel := context.WithTimeout(ctx, pushed)
	defer cancel()
	return s.followed.wait(ctx, next)
}

// errBehind is the error of calls to a node that does not show what was acknowledged.
var errBehind = &eventstore.ReasonError{Kind: eventstore.ErrUnavailable,
	Reason: "the node that leads does not show yet what was written before"}

// landed reports whether a commit of one call is in the log, as a mirror that is current tells: all of its appends were
// judged there. Nothing is found of one whose appends were all void and that another process has put into a mirror that
// is shared; then it is sent again, and is void again.
func (w *writer) landed(ctx context.Context, c *commit) (bool, error) {
	if w.store.followed.saw(c.out.commit) {
		return true, nil
	}
	for i := range c.appends {
		r, err := w.store.stored(ctx, &c.appends[i].records[0])
		if err != nil || r != nil {
			return r != nil, err
		}
	}
	return false, nil
}

// arrived reports whether a part of an append has come, after which so many items are left.
func (w *writer) arrived(ctx context.Context, c *commit, left int, final bool) (bool, error) {
	if final {
		return w.landed(ctx, c)
	}
	n, _, ok := w.store.assembly.progress(c.out.commit)
	return ok && n <= left, nil
}

// verdicts sorts out the requests whose appends are valid, and returns those that were void.
func (w *writer) verdicts(ctx context.Context, group []*request, c *commit) (void []*request, err error) {
	there := make([]*eventstore.Recorded, len(c.appends))
	for i := range c.appends {
		if there[i], err = w.store.stored(ctx, &c.appends[i].records[0]); err != nil {
			return nil, err
		}
	}
	sent := map[int]bool{}
	for i, p := range c.appends {
		sent[p.request] = true
		r := there[i]
		if r == nil {
			void = append(void, group[p.request])
			continue
		}
		shift := r.Position - p.first
		for i := range p.results {
			p.results[i].Position += shift
		}
		group[p.request].done <- outcome{results: p.results}
	}
	for i, o := range c.outcomes {
		if !sent[i] {
			group[i].done <- o
		}
	}
	return void, nil
}

// stored returns a record as the mirror has it, nil when it has another one in its place or none. A record is the same
// when its hash is: that covers its stream, its place there, its content and everything before it.
func (s *Store) stored(ctx context.Context, r *eventstore.Recorded) (*eventstore.Recorded, error) {
	for there, err := range s.known.Read(ctx, r.Stream, r.Revision) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return nil, nil
		}
		if err != nil || there.Hash != r.Hash || there.Revision != r.Revision {
			return nil, err
		}
		return &there, nil
	}
	return nil, nil
}
