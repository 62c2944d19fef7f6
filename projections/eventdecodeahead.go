package projections

import (
	"iter"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// decoded is what a stored event says that is what was chained.
type decoded struct {
	event    state.Event
	recorded *eventstore.Recorded // as it is stored; nil where another one is sure to come or to fail
}

const (
	// decodeBatch is how many events go from the goroutine that decodes to the one that applies at a time: enough to
	// make the hand-over vanish beside the work (about 0.2 us against 1 us for each event).
	decodeBatch = 256
	// decodedBatches bounds how far decoding runs ahead.
	decodedBatches = 4
)

// link is the place in a chain of hashes that the next event must continue.
type link struct {
	next    uint64
	hash    eventstore.Hash
	decoder *state.Decoder // nil for a few events
}

// decode checks that an event is the one that comes next and that it is what was chained, and reads it.
func (l *link) decode(r *eventstore.Recorded) (state.Event, error) {
	if err := l.check(r); err != nil {
		return nil, err
	}
	e, err := decodeEventBy(l.decoder, r)
	if err != nil {
		return nil, err
	}
	l.next, l.hash = r.Revision+1, r.Hash
	return e, nil
}

// decodeEach decodes events as they are asked for.
func (l link) decodeEach(events iter.Seq2[eventstore.Recorded, error]) iter.Seq2[decoded, error] {
	return func(yield func(decoded, error) bool) {
		for r, err := range events {
			var e state.Event
			if err == nil {
				e, err = l.decode(&r)
			}
			if !yield(decoded{e, &r}, err) || err != nil {
				return
			}
		}
	}
}

// batch is what one hand-over carries: events, and at the end why there are no more.
type batch struct {
	events   []state.Event
	last     *eventstore.Recorded
	err      error
	panicked any
}

// decodeAhead decodes events on a goroutine of its own while the caller applies those before.
func (l link) decodeAhead(events iter.Seq2[eventstore.Recorded, error]) iter.Seq2[decoded, error] {
	return func(yield func(decoded, error) bool) {
		batches, stop := make(chan batch, decodedBatches), make(chan struct{})
		l.decoder = new(state.Decoder)
		go l.produce(events, batches, stop)
		defer func() {
			close(stop)
			for range batches { // until the producer has let go of the store
				continue
			}
		}()
		for b := range batches {
			if !hand(b, yield) {
				return
			}
		}
	}
}

// hand yields what a batch carries and reports whether to go on.
func hand(b batch, yield func(decoded, error) bool) bool {
	for i, e := range b.events {
		d := decoded{event: e}
		if i == len(b.events)-1 {
			d.recorded = b.last
		}
		if !yield(d, nil) {
			return false
		}
	}
	if b.panicked != nil {
		panic(b.panicked) // it belongs to whoever asked
	}
	return b.err == nil || yield(decoded{}, b.err)
}

// produce fills batches until the events end, an error or stop, and closes the channel.
func (l link) produce(events iter.Seq2[eventstore.Recorded, error], batches chan<- batch, stop <-chan struct{}) {
	defer close(batches)
	b := newBatch()
	send := func() bool {
		select {
		case batches <- b:
			b = newBatch()
			return true
		case <-stop:
			return false
		}
	}
	defer func() { send() }()
	defer func() { b.panicked = recover() }()
	for r, err := range events {
		if b.err = err; err == nil {
			b.err = l.add(&b, &r)
		}
		if b.err != nil || len(b.events) == decodeBatch && !send() {
			return
		}
	}
}

func newBatch() batch {
	return batch{events: make([]state.Event, 0, decodeBatch), last: new(eventstore.Recorded)}
}

// add decodes an event into a batch.
func (l *link) add(b *batch, r *eventstore.Recorded) error {
	e, err := l.decode(r)
	if err != nil {
		return err
	}
	b.events, *b.last = append(b.events, e), *r
	return nil
}
