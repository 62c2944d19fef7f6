package sqlite

import (
	"context"
	"iter"
	"math"

	"github.com/bimstream/bimstream/eventstore"
)

// Read yields a stream's events from a revision on, ascending. If an event is missing in between, the sequence ends
// with a *CorruptError.
func (s *Store) Read(ctx context.Context, stream string, from uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		c := ascent{stream: stream, next: min(from, math.MaxInt64)}
		s.sequence(ctx, c.page, notFound(stream))(yield)
	}
}

// ReadBackward yields a stream's events from its last one down to the first.
func (s *Store) ReadBackward(ctx context.Context, stream string) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		c := descent{stream: stream}
		s.sequence(ctx, c.page, notFound(stream))(yield)
	}
}

// ReadAll yields the events of all streams with a position greater than after, ascending.
func (s *Store) ReadAll(ctx context.Context, after uint64) iter.Seq2[eventstore.Recorded, error] {
	return func(yield func(eventstore.Recorded, error) bool) {
		last := min(after, math.MaxInt64)
		s.sequence(ctx, func(r *reader, limit int) (page, error) {
			p, err := r.page(r.all, limit, nameStream, int64(last))
			if n := len(p.events); n > 0 {
				last = p.events[n-1].Position
			}
			return p, err
		}, nil)(yield)
	}
}

func nameStream(e *eventstore.Recorded, c *columns) { e.Stream = c.text() }

// ascent is the state of a Read between two pages.
type ascent struct {
	stream string
	id     int64
	head   uint64 // revision when the read began; events must exist at least up to it
	next   uint64 // revision
	begun  bool
	hash   eventstore.Hash // of the event before the next, once there is one
}

func (a *ascent) page(r *reader, limit int) (page, error) {
	p, err := a.read(r, limit)
	if err != nil {
		return page{}, err
	}
	for i := range p.events {
		e := &p.events[i]
		if e.Revision != a.next {
			return page{events: p.events[:i]}, missing(a.stream, a.next)
		}
		if a.begun && e.PrevHash != a.hash {
			return page{events: p.events[:i]}, unchained(e)
		}
		a.begun, a.hash, a.next = true, e.Hash, a.next+1
	}
	if !p.more && a.next <= a.head {
		return p, missing(a.stream, a.next)
	}
	return p, nil
}

// read returns the next page. The first page includes the head; if the page is empty, a separate query reads the head.
func (a *ascent) read(r *reader, limit int) (page, error) {
	if a.id == 0 {
		p, err := r.page(r.first, limit, a.setHead, a.stream, int64(a.next))
		if err != nil || len(p.events) > 0 {
			return p, err
		}
		id, head, err := r.headOf(a.stream)
		if err != nil || head.Revision < a.next {
			return p, err
		}
		a.id, a.head = id, head.Revision // written meanwhile, or missing
	}
	return r.page(r.forward, limit, a.setStream, a.id, int64(a.next))
}

func (a *ascent) setHead(e *eventstore.Recorded, c *columns) {
	e.Stream = a.stream
	a.id, a.head = int64(c.number()), c.number()
}

func (a *ascent) setStream(e *eventstore.Recorded, _ *columns) { e.Stream = a.stream }

// descent is the state of a ReadBackward between two pages.
type descent struct {
	stream string
	id     int64
	left   uint64 // number of remaining events: the next revision is left-1
	hash   eventstore.Hash
}

func (d *descent) page(r *reader, limit int) (page, error) {
	if d.id == 0 {
		id, head, err := r.headOf(d.stream)
		if err != nil {
			return page{}, err
		}
		d.id, d.left, d.hash = id, head.Revision+1, head.Hash
	}
	p, err := r.page(r.backward, limit, d.setStream, d.id, int64(d.left)-1)
	if err != nil {
		return page{}, err
	}
	for i := range p.events {
		e := &p.events[i]
		if d.left == 0 || e.Revision != d.left-1 {
			return page{events: p.events[:i]}, missing(d.stream, d.left-1)
		}
		if e.Hash != d.hash {
			return page{events: p.events[:i]}, unchained(e)
		}
		d.left, d.hash = d.left-1, e.PrevHash
	}
	p.more = p.more && d.left > 0
	if !p.more && d.left > 0 {
		return p, missing(d.stream, d.left-1)
	}
	return p, nil
}

func (d *descent) setStream(e *eventstore.Recorded, _ *columns) { e.Stream = d.stream }

func missing(stream string, revision uint64) error {
	return &eventstore.CorruptError{Stream: stream, Revision: revision, Reason: "the event is missing"}
}

func unchained(e *eventstore.Recorded) error {
	return &eventstore.CorruptError{
		Stream: e.Stream, Revision: e.Revision, ID: e.ID, Reason: "its hash is not chained to its neighbour's",
	}
}
