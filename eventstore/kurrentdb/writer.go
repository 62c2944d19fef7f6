package kurrentdb

import (
	"context"
	"crypto/rand"
	"errors"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

const (
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
)

// writer is the one goroutine of a store that appends. Appends that arrive while it waits for the server share the next
// call.
type writer struct {
	store *Store
	queue *queue
	name  string // tells this writer from all others
	limit int    // bytes of a call, as far as is known

	mu      sync.Mutex
	last    error  // what the last try met; nil when it succeeded
	commits uint64 // so far
}

func newWriter(s *Store) *writer {
	return &writer{store: s, queue: newQueue(), name: strings.ToLower(rand.Text()[:13]),
		limit: s.options.MaxAppendBytes}
}

// enqueue hands an append to the writer. wait answers its outcome.
func (w *writer) enqueue(ctx context.Context, parts []eventstore.Append) (wait func() ([]eventstore.Result, error)) {
	deadline, _ := ctx.Deadline() // every call has one
	r := newRequest(parts, deadline)
	w.queue.put(r)
	return func() ([]eventstore.Result, error) { return r.wait(ctx, w.lastError) }
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

// run writes what arrives for as long as the store lives.
func (w *writer) run() {
	for {
		select {
		case <-w.queue.arrived:
		case <-w.store.life.Done():
			return
		}
		for w.queue.waiting() && w.connected() {
			w.writeAll(w.queue.take())
		}
	}
}

// writeAll brings requests to their end, in their order.
func (w *writer) writeAll(group []*request) {
	for len(group) > 0 {
		n := w.write(group)
		group = group[n:]
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
			for _, r := range w.queue.take() {
				r.answer(outcome{err: err})
			}
		}
		sleep(w.store.life, pause)
		if !w.queue.waiting() || w.store.life.Err() != nil {
			return false
		}
	}
}

// write brings the requests at the front of a group to their end, as many as fit into one call of the server, and
// answers how many. What is void is written again after a while that is random and grows: the mirror then has what was
// first, and what cannot come after that is refused.
func (w *writer) write(group []*request) int {
	ctx, cancel := context.WithDeadlineCause(w.store.life, lastDeadline(group).Add(callerFirst), errCallTimeout)
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

// once writes the requests at the front of a group and answers how many. Those that were void have no answer yet. fresh
// says that the mirror is current.
func (w *writer) once(ctx context.Context, group []*request, fresh bool) (done int, void []*request) {
	for {
		c, err := w.attempt(ctx, group, &fresh)
		switch {
		case errors.Is(err, errAgain):
			continue
		case len(group) > 1 && alone(err):
			group = group[:1] // the others must not fall with it
			continue
		case err != nil:
			return answerAll(group, err), nil
		}
		if c.own != nil {
			w.answerOwn(ctx, group[:len(c.outcomes)], c)
			return len(c.outcomes), nil
		}
		if void, err = w.verdicts(ctx, group, c); err != nil {
			return answerAll(group[:len(c.outcomes)], unknown(err, nil)), nil
		}
		return len(c.outcomes), void
	}
}

// errAgain says that the mirror has become current, or the limit another one: plan again.
var errAgain = errors.New("plan the append again")

// alone reports errors that may be those of one append of several.
func alone(err error) bool { return errors.Is(err, eventstore.ErrTooLarge) }

func answerAll(group []*request, err error) int {
	for _, r := range group {
		r.answer(outcome{err: err})
	}
	return len(group)
}

func lastDeadline(group []*request) time.Time {
	last := group[0].deadline
	for _, r := range group {
		if r.deadline.After(last) {
			last = r.deadline
		}
	}
	return last
}

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
	var kept func() error
	c.beside = sync.OnceFunc(func() { kept = s.keeping(ctx) })
	c.out = outgoing{commit: w.nextCommit(), limit: w.limit, known: s.followed.place()}
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
	c.noteBeaten(s.turns)
	if len(c.appends) == 0 {
		return c, nil
	}
	for i := range c.appends {
		p := &c.appends[i]
		p.items[len(p.items)-1].stay = s.turns.keeps(p.records[0].Stream)
	}
	*fresh = false
	if err := w.send(ctx, c); err != nil {
		return c, err
	}
	c.beside()
	return c, kept()
}

// send writes a commit. When it returns without an error, the commit is in the log and in the mirror, valid or void; or
// it is in the log and known to be valid.
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
	if c.own = c.known(at, events); c.own != nil {
		for i := range events {
			c.ids = append(c.ids, events[i].EventID)
		}
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
		at, err := w.sendOnce(ctx, events, c.beside)
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

func (w *writer) sendOnce(ctx context.Context, events []esdb.EventData, beside func()) (placed, error) {
	ctx, cancel := context.WithTimeout(ctx, w.store.attempt)
	defer cancel()
	return w.store.appendAnywhere(ctx, events, beside)
}

// verdicts sorts out the requests whose appends are valid, and returns those that were void.
func (w *writer) verdicts(ctx context.Context, group []*request, c *commit) (void []*request, err error) {
	there, err := w.outcomes(ctx, c)
	if err != nil {
		return nil, err
	}
	sent := map[int]bool{}
	for i, p := range c.appends {
		sent[p.request] = true
		r := there[i]
		if r == nil {
			void = append(void, group[p.request])
			continue
		}
		shift := r.Position - p.records[0].Position
		for i := range p.results {
			p.results[i].Position += shift
		}
		group[p.request].answer(outcome{results: p.results})
	}
	for i, o := range c.outcomes {
		if !sent[i] {
			group[i].answer(o)
		}
	}
	return void, nil
}

// outcomes are the first records of the appends of a commit as the mirror has them, nil for one that is void. When this
// process has judged them itself, it knows; the mirror is asked when another process did, or when they came twice.
func (w *writer) outcomes(ctx context.Context, c *commit) (there []*eventstore.Recorded, err error) {
	there = make([]*eventstore.Recorded, len(c.appends))
	fates := w.store.turns.fatesOf(c.out.commit)
	for i, p := range c.appends {
		if len(fates) == len(c.appends) && fates[i].verdict == sqlite.Valid &&
			fates[i].records[0].Hash == p.records[0].Hash {
			there[i] = &fates[i].records[0]
			continue
		}
		if there[i], err = w.store.stored(ctx, &p.records[0]); err != nil {
			return nil, err
		}
	}
	return there, nil
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
