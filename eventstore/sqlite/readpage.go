package sqlite

import (
	"context"
	"database/sql/driver"
	"iter"

	"github.com/bimstream/bimstream/eventstore"
)

// A sequence is read in pages, each by a separate query that ends before its events are passed on. Pages start small,
// for callers that want only a few events. They grow until the cost of a query is negligible compared with its rows
// (about 10 us for a query, 1 us for a row).
const (
	firstPage    = 64      // events
	pageGrowth   = 4       // times
	maxPage      = 1024    // events
	maxPageBytes = 4 << 20 // of data and metadata; the event that exceeds it is still part of the page
)

// page is a run of consecutive events.
type page struct {
	events []eventstore.Recorded
	more   bool // there may be further events
}

// last returns the highest position of the page, or 0 if it is empty. A page ascends or descends.
func (p page) last() uint64 {
	if len(p.events) == 0 {
		return 0
	}
	return max(p.events[0].Position, p.events[len(p.events)-1].Position)
}

// fetched is the result of one query.
type fetched struct {
	page
	err error
}

// sequence yields pages until next returns the last one. From the second page on, each page is read while the caller
// processes the one before it.
func (s *Store) sequence(
	ctx context.Context, next func(r *reader, limit int) (page, error), missing error,
) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		fetch := func(limit int, room []eventstore.Recorded) fetched { return s.fetch(ctx, next, limit, room, missing) }
		p := fetch(firstPageOf(ctx), nil)
		if !handOut(ctx, p.events, p.err, yield) || !p.more {
			return
		}
		limit := firstPage * pageGrowth
		var room []eventstore.Recorded // of a page whose events have been passed on
		for p = fetch(limit, nil); p.more; {
			limit = min(limit*pageGrowth, maxPage)
			ahead := make(chan fetched, 1)
			go func(room []eventstore.Recorded) { ahead <- fetch(limit, room) }(room)
			goOn := handOut(ctx, p.events, p.err, yield)
			room = p.events
			if p = <-ahead; !goOn {
				return
			}
		}
		handOut(ctx, p.events, p.err, yield)
	}
}

// firstPageOf returns the size of the first page: the number of events that the caller will take, if known.
func firstPageOf(ctx context.Context) int {
	if n := eventstore.ExpectedOf(ctx); n > 0 {
		return int(min(n, maxPage)) //nolint:gosec // a page
	}
	return firstPage
}

// fetch runs one query. If room is not nil, it is reused for the events of the page. fetch returns missing if the
// database does not exist yet.
func (s *Store) fetch(
	ctx context.Context, next func(r *reader, limit int) (page, error), limit int,
	room []eventstore.Recorded, missing error,
) (f fetched) {
	found, err := s.read(ctx, func(r *reader) (err error) {
		r.room = room
		f.page, err = next(r, limit)
		return err
	})
	if f.err = err; err == nil && !found {
		f.err = missing
	}
	if err := s.ensureDurable(ctx, f.last()); err != nil && f.err == nil {
		f.page, f.err = page{}, err
	}
	f.more = f.more && f.err == nil
	return f
}

// handOut yields the events and then the error, if any. It reports whether the caller wants more.
func handOut(
	ctx context.Context, events []eventstore.Recorded, err error, yield func(eventstore.Recorded, error) bool,
) bool {
	for _, e := range events {
		if ended := ctx.Err(); ended != nil {
			yield(eventstore.Recorded{}, ended)
			return false
		}
		if !yield(e, nil) {
			return false
		}
	}
	if err != nil {
		yield(eventstore.Recorded{}, err)
	}
	return err == nil
}

// page runs a statement that selects events and has the limit as its last parameter. The function complete reads the
// columns in which the statements differ.
func (r *reader) page(
	st *statement, limit int, complete func(*eventstore.Recorded, *columns), args ...driver.Value,
) (page, error) {
	p := page{events: r.takeRoom(limit)}
	size := 0
	var c columns
	err := st.query(func(row []driver.Value) error {
		c = columns{row: row}
		n := len(p.events)
		p.events = append(p.events, c.event())
		e := &p.events[n]
		complete(e, &c)
		if c.err != nil {
			p.events = p.events[:n]
			return c.err
		}
		size += len(e.Data) + len(e.Meta)
		if len(p.events) == limit || size >= maxPageBytes {
			p.more = true
			return errStop
		}
		return nil
	}, append(args, int64(limit))...)
	r.filled = len(p.events)
	return p, err
}

// takeRoom returns memory for the events of a page: the reserved memory, which serves only one page, or a new
// allocation. The size of an allocation follows the last page of this reader, so that short reads allocate little and
// long reads enough.
func (r *reader) takeRoom(limit int) []eventstore.Recorded {
	room := r.room
	r.room = nil
	if cap(room) == 0 {
		return make([]eventstore.Recorded, 0, min(limit, max(r.filled, pageGrowth)))
	}
	return room[:0]
}
