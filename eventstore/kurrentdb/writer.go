package kurrentdb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
)

// maxCuts is how often an append is tried whose sending the server has ended without a reason that the client would tell.
// A connection that broke ends it too, so once is not enough to call it a refusal.
const maxCuts = 3

// callerFirst is how much longer than its callers the writer goes on, so that each of them is told of its own context.
const callerFirst = 100 * time.Millisecond

// writer is the one goroutine of a store that appends. Appends that arrive while it waits for the server share the next
// call.
type writer struct {
	store *Store
	queue *queue
	tail  []eventstore.Recorded // written by this process, not known to be in the mirror yet

	mu   sync.Mutex
	last error // what the last try met; nil when it succeeded
}

func newWriter(s *Store) *writer { return &writer{store: s, queue: newQueue()} }

// enqueue hands an append to the writer. wait answers its outcome.
func (w *writer) enqueue(ctx context.Context, parts []eventstore.Append) (wait func() ([]eventstore.Result, error)) {
	deadline, _ := ctx.Deadline() // every call has one
	r := newRequest(parts, deadline)
	w.queue.put(r)
	return func() ([]eventstore.Result, error) { return r.wait(ctx, w.lastError) }
}

func (w *writer) lastError() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

func (w *writer) met(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = err
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
			for group := w.queue.take(); len(group) > 0; {
				group = group[w.write(group):]
			}
		}
	}
}

// connected waits for a server. Requests that wait meanwhile can still be withdrawn: nothing of them has been sent. It is
// false when none is left, or when all were answered because the server refuses us.
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

// write brings the requests at the front of a group to their end, as many as fit into one call of the server, and answers
// how many.
func (w *writer) write(group []*request) int {
	ctx, cancel := context.WithDeadlineCause(w.store.life, lastDeadline(group).Add(callerFirst), errCallTimeout)
	defer cancel()
	for fresh := false; ; {
		c, err := w.attempt(ctx, group, &fresh)
		switch {
		case errors.Is(err, errConflict):
			w.tail, fresh = nil, true // the mirror has become current on the way
			continue
		case len(group) > 1 && alone(err):
			group = group[:1] // the others must not fall with it
			continue
		case err != nil:
			return answerAll(group, err)
		}
		w.tail = append(w.tail, c.records...)
		for i, o := range c.outcomes {
			group[i].answer(o)
		}
		return len(c.outcomes)
	}
}

// alone reports errors that may be those of one append of several.
func alone(err error) bool {
	return errors.Is(err, eventstore.ErrTooLarge) || errors.Is(err, errCut)
}

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

// attempt plans and sends. A refusal counts only when it was judged on a mirror that is current. errConflict says that
// another process has written first: judge again.
func (w *writer) attempt(ctx context.Context, group []*request, fresh *bool) (*commit, error) {
	v := &view{ctx: ctx, mirror: w.store.mirror, tail: w.tail}
	c, err := v.plan(group, w.store.options.MaxAppendBytes)
	w.tail = v.tail
	if err != nil {
		return nil, err
	}
	if c.refused && !*fresh {
		if err := w.store.current(ctx); err != nil {
			return c, err
		}
		*fresh = true
		return c, errConflict
	}
	if len(c.events) == 0 {
		return c, nil
	}
	return c, w.send(ctx, v, c)
}

// send writes a commit, and finds out what became of it when the server does not say.
func (w *writer) send(ctx context.Context, v *view, c *commit) error {
	cuts, doubtful := 0, false
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		err := w.sendOnce(ctx, c)
		w.met(err)
		if err == nil || (!passes(err) && !errors.Is(err, errConflict)) {
			return err
		}
		if errors.Is(err, errCut) {
			cuts++
		}
		if e := w.store.current(ctx); e != nil {
			return unknown(e, err)
		}
		if doubtful = doubtful || passes(err); !doubtful {
			return errConflict
		}
		switch became, e := v.fateOf(c); {
		case e != nil:
			return unknown(e, err)
		case became == landed:
			return nil
		case became == taken:
			return errConflict
		case cuts == maxCuts:
			return cutOff(c, err)
		}
		if sleep(ctx, pause); ctx.Err() != nil {
			return unknown(context.Cause(ctx), err)
		}
	}
}

func (w *writer) sendOnce(ctx context.Context, c *commit) error {
	ctx, cancel := context.WithTimeout(ctx, w.store.attempt)
	defer cancel()
	return w.store.appendAt(ctx, c.from, c.events)
}

// cutOff is the error of an append that the server ends again and again while it is being sent. The client loses the
// reason. Above the smallest limit that servers ship with, it is the size.
func cutOff(c *commit, err error) error {
	if c.size > DefaultMaxAppendBytes {
		return fmt.Errorf("%w: the server does not take %d bytes (its setting MaxAppendSize), lower maxAppendBytes to what it "+
			"takes: %w", eventstore.ErrTooLarge, c.size, err)
	}
	return &refusal{fmt.Errorf("the server refuses to be sent the append: %w", err)}
}
