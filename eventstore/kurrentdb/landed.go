package kurrentdb

import (
	"context"

	"github.com/bimstream/bimstream/eventstore"
)

// followTo brings the mirror to a place of the log. An append counts when it has come back over the subscription, or by
// a reading that begins with what the mirror has: the client may have made a new connection unnoticed, to a server that
// was set back meanwhile, where the append has another meaning. A node that does not show it yet, although it was
// acknowledged, is another one than that which did: what became of the append is not known before one has it.
func (w *writer) followTo(ctx context.Context, next uint64) error {
	s := w.store
	for pause := firstPause; !w.comesSoon(ctx, next); pause = min(2*pause, lastPause) {
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

// comesSoon reports whether the subscription brings the mirror to a place.
func (w *writer) comesSoon(ctx context.Context, next uint64) bool {
	ctx, cancel := context.WithTimeout(ctx, pushed)
	defer cancel()
	return w.store.followed.wait(ctx, next)
}

// errBehind is the error of calls to a node that does not show what was acknowledged.
var errBehind = &eventstore.ReasonError{Kind: eventstore.ErrUnavailable,
	Reason: "the node that leads does not show yet what was written before"}

// landed reports whether a commit of one call is in the log, as a mirror that is current tells: all of its appends were
// judged there. Nothing is found of one whose appends were all void and that another process has put into a mirror that
// is shared; then it is sent again, and is void again.
func (w *writer) landed(ctx context.Context, c *commit) (bool, error) {
	if w.store.turns.saw(c.out.commit) {
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
