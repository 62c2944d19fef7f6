package kurrentdb

import (
	"context"
	"errors"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

// send writes a commit. If it returns no error, the commit is in the log, and this process has followed the log past
// it.
func (w *writer) send(ctx context.Context, c *commit) error {
	if c.size > c.out.limit {
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
	expected := esdb.ExpectedRevision(esdb.Any{})
	if w.alone >= aloneFor && c.out.known == w.end {
		expected = esdb.Revision(w.end - 1)
	}
	at, known, err := w.sendCall(ctx, c, expected, events, func() (bool, error) { return w.landed(ctx, c) })
	if err != nil || !known {
		return err
	}
	if w.alone++; at.last+1-uint64(len(events)) != w.end {
		w.alone = 0
	}
	w.end = at.last + 1
	if own := c.known(at, events); own != nil && w.store.apply(ctx, own) == nil {
		return nil
	}
	return w.followTo(ctx, at.last+1)
}

// sendParts writes an append in several calls. The append counts as written with the last call.
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
		at, known, err := w.sendCall(ctx, c, esdb.Any{}, events,
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
		return nil // it was found in the log by an up-to-date mirror
	}
	return w.followTo(ctx, last+1)
}

// sendCall writes the events of one call. If the server does not report the result, sendCall finds out whether the
// events are in the log. If known is false, the place of the last event is not known, but the mirror is up to date.
func (w *writer) sendCall(ctx context.Context, c *commit, expected esdb.ExpectedRevision, events []esdb.EventData,
	landed func() (bool, error)) (at placed, known bool, err error) {
	s := w.store
	cuts := 0
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		once, cancel := context.WithTimeout(ctx, s.attempt)
		at, err := s.append(once, expected, events)
		cancel()
		w.met(err)
		switch {
		case err == nil:
			return at, true, nil
		case errors.Is(err, errConflict): // nothing was written
			expected = esdb.Any{}
			continue
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

// lower reduces the size of later calls. It is called for an append that is too large, or that the server repeatedly
// cuts off while it is sent. In the second case the client loses the reason, and lower assumes that the size is the
// reason.
func (w *writer) lower(c *commit, err error) error {
	if c.size <= leastAppendBytes || w.limit <= leastAppendBytes {
		return &eventstore.ReasonError{Kind: eventstore.ErrRefused,
			Reason: "the server refuses to be sent the append", Cause: err}
	}
	w.limit = max(leastAppendBytes, min(w.limit, c.size)/2)
	return errAgain
}

// followTo brings this process to a place of the log after an append. The append counts only after the subscription, or
// a read that begins with the mirror's last event, has returned it. The reason is that the client may have reconnected
// unnoticed to a server that was set back, where the append means something else. A node that does not show an
// acknowledged append is not the node that acknowledged it. The outcome is then unknown until a node shows the append.
func (w *writer) followTo(ctx context.Context, next uint64) error {
	s := w.store
	for pause := firstPause; !s.comesSoon(ctx, next); pause = min(2*pause, lastPause) {
		client := s.sessions.inUse()
		if client != nil {
			client.checked.Store(false)
		}
		if err := s.current(ctx); err != nil {
			return unknown(err, nil)
		}
		if st, err := s.standing(ctx); err != nil || st.Next >= next {
			return err
		}
		if client != nil {
			s.sessions.giveUp(client, errBehind)
		}
		if sleep(ctx, pause); ctx.Err() != nil {
			return unknown(context.Cause(ctx), errBehind)
		}
	}
	return nil
}

// comesSoon reports whether the subscription brings this process to a place of the log within a short time.
func (s *Store) comesSoon(ctx context.Context, next uint64) bool {
	ctx, cancel := context.WithTimeout(ctx, pushed)
	defer cancel()
	return s.followed.wait(ctx, next)
}

// errBehind is the error of calls to a node that does not show acknowledged events.
var errBehind = &eventstore.ReasonError{Kind: eventstore.ErrUnavailable,
	Reason: "the node that leads does not show yet what was written before"}

// landed reports whether a commit is in the log, according to an up-to-date mirror. It cannot find a commit whose
// appends were all void. Such a commit is sent again and becomes void again, because no stream returns to an old head.
func (w *writer) landed(ctx context.Context, c *commit) (bool, error) {
	for i := range c.appends {
		r, err := w.store.stored(ctx, &c.appends[i].records[0])
		if err != nil || r != nil {
			return r != nil, err
		}
	}
	return false, nil
}

// arrived reports whether a call of an append is in the log. left is the number of items that follow this call.
func (w *writer) arrived(ctx context.Context, c *commit, left int, final bool) (bool, error) {
	if final {
		return w.landed(ctx, c)
	}
	n, _, ok := w.store.assembly.progress(c.out.commit)
	return ok && n <= left, nil
}

// verdicts answers the requests whose appends are valid, and returns the requests whose appends are void.
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

// stored returns a record from the mirror, or nil if its place is empty or holds another record. Equal hashes mean
// equal records, because the hash covers the stream, the place, the content and everything before it.
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
