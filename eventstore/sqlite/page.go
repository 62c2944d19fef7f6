package sqlite

import (
	"context"
	"database/sql/driver"
	"iter"

	"github.com/bimstream/bimstream/eventstore"
)

// A sequence is read in pages, each by a query of its own that has ended before its events are handed out. Pages start
// small, for callers that want a few events, and grow to what makes the cost of a query vanish beside its rows (about
// 10 us against 1 us for a row).
const (
	firstPage    = 64      // events
	pageGrowth   = 4       // times
	maxPage      = 1024    // events
	maxPageBytes = 4 << 20 // of data and metadata; the event that crosses it still belongs to the page
)

// page is a run of consecutive events.
type page struct {
	events []eventstore.Recorded
	more   bool // there may be further events
}

// sequence hands out pages until next answers one without more behind it.
func (s *Store) sequence(
	ctx context.Context, next func(r *reader, limit int) (page, error), missing error,
) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		for limit := firstPage; ; limit = min(limit*pageGrowth, maxPage) {
			var p page
			found, err := s.read(ctx, func(r *reader) (err error) {
				p, err = next(r, limit)
				return err
			})
			if err == nil && !found {
				err = missing
			}
			if !handOut(ctx, p.events, err, yield) || !p.more {
				return
			}
		}
	}
}

// handOut yields the events and then the error, if any, and reports whether to go on.
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

// page runs one of the statements that select events, whose last parameter is the limit. complete adds what the
// statement does not select in common with the others.
func (r *reader) page(
	st *statement, limit int, complete func(*eventstore.Recorded, *columns), args ...driver.Value,
) (page, error) {
	var p page
	size := 0
	err := st.query(func(row []driver.Value) error {
		c := columns{row: row}
		e := c.event()
		complete(&e, &c)
		if c.err != nil {
			return c.err
		}
		p.events = append(p.events, e)
		size += len(e.Data) + len(e.Meta)
		if len(p.events) == limit || size >= maxPageBytes {
			p.more = true
			return errStop
		}
		return nil
	}, append(args, int64(limit))...)
	return p, err
}
