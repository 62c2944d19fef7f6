package projections

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// The state before some events is made from the state after them. The elements in these events get the state that they
// had: their own earlier events, which the history lists, are folded into a model that contains nothing else. All the
// rest is shared. So the cost of a step back depends on the reverted events and on the earlier changes of their
// elements, not on the size of the model. It gives the same state as a fold, since the same code folds the same events.
//
// It relies on two properties of events, which tests check: an event writes only what it states to touch, and what it
// writes of an element depends on that element alone.

// fewRefolded is the number of events that may always be folded again, regardless of the cost of a fold from a kept
// state.
const fewRefolded = 300

// errTooFar is returned if a fold from a kept state costs less than the way back.
var errTooFar = errors.New("too many events to fold again")

// back makes the view of a branch at a revision from a later view.
func (l *Live) back(ctx context.Context, later *View, revision uint64) (*View, error) {
	b := wayBack{live: l, stream: StreamName(later.ModelID, later.Branch), later: later, to: revision,
		taken: state.NewRewinding(), bearings: newBearings()}
	if err := b.read(ctx); err != nil {
		return nil, err
	}
	d := later.fork()
	for {
		before, err := b.before(ctx)
		if err != nil {
			return nil, err
		}
		unknown := b.taken.Apply(d.model, before)
		if len(unknown) == 0 {
			break
		}
		b.taken.Include(unknown)
	}
	for _, id := range b.mentioned() {
		d.history.until(id, revision)
	}
	d.next, d.hash, d.last = revision+1, b.last.Hash, &b.last
	if err := d.settle(); err != nil {
		return nil, err
	}
	return d.publish(later.ModelID, later.Branch, b.bearings.derive(later.derived, d.model)), nil
}

// wayBack is the state of making an earlier view.
type wayBack struct {
	live     *Live
	stream   string
	later    *View
	to       uint64
	last     eventstore.Recorded // the event at that revision
	taken    *state.Rewinding
	bearings *bearings
}

// read reads the reverted events, and the event before them.
func (b *wayBack) read(ctx context.Context) error {
	err := b.live.eachAt(ctx, b.stream, []uint64{b.to}, func(r *eventstore.Recorded, _ state.Event) {
		b.last = *r
	})
	if err != nil {
		return err
	}
	d := &draft{next: b.to + 1}
	l := link{next: d.next, hash: b.last.Hash}
	events := b.live.stored(eventstore.Expecting(ctx, b.later.Revision-b.to), d, b.stream, b.later.Revision)
	sequence := l.decodeEach(events)
	if b.later.Revision-b.to >= foldAhead {
		sequence = l.decodeAhead(events)
	}
	d.hash = b.last.Hash
	for e := range d.sound(sequence, &err) {
		b.taken.Note(e)
		b.bearings.note(e)
	}
	if err == nil && d.hash != b.later.Hash {
		err = rewritten(eventstore.Head{Stream: b.stream, Revision: b.later.Revision}, b.later.Revision)
	}
	return err
}

// mentioned returns the ids whose history must be shortened.
func (b *wayBack) mentioned() []state.ID {
	ids := b.taken.IDs()
	if b.taken.Restated() {
		ids = append(ids, wholeModel)
	}
	return ids
}

// before returns a model with the reverted elements as they were.
func (b *wayBack) before(ctx context.Context) (*state.Model, error) {
	m := state.NewModel()
	if b.later.origin != nil {
		m = b.later.origin.Model.Excerpt(b.taken.IDs())
	}
	revisions, err := b.refolded()
	if err != nil {
		return nil, err
	}
	return m, b.live.eachAt(ctx, b.stream, revisions, func(_ *eventstore.Recorded, e state.Event) { m.Evolve(e) })
}

// refolded returns the sorted revisions of the earlier events about the reverted elements.
func (b *wayBack) refolded() ([]uint64, error) {
	var out []uint64
	for _, id := range b.mentioned() {
		m, _ := b.later.history.last.Get(id)
		for m = m.until(b.to); m != nil; m = m.before {
			out = append(out, m.revision)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) > fewRefolded && float64(len(out))*refolded > b.live.foldCost(b.later, b.to) {
		return nil, errTooFar
	}
	return out, nil
}

// readOn is the greatest number of unneeded events that are read to reach a needed event. A new query to the store
// costs as much as reading about that many events.
const readOn = 8

// eachAt calls f with the events of a stream at some ascending revisions.
func (l *Live) eachAt(ctx context.Context, stream string, revisions []uint64,
	f func(*eventstore.Recorded, state.Event)) error {
	for len(revisions) > 0 {
		n := 1
		for n < len(revisions) && revisions[n] <= revisions[n-1]+readOn {
			n++
		}
		if err := l.eachOf(ctx, stream, revisions[:n], f); err != nil {
			return err
		}
		revisions = revisions[n:]
	}
	return nil
}

// eachOf is eachAt for revisions that are near each other.
func (l *Live) eachOf(ctx context.Context, stream string, revisions []uint64,
	f func(*eventstore.Recorded, state.Event)) error {
	through := eventstore.Expecting(ctx, revisions[len(revisions)-1]-revisions[0]+1)
	for r, err := range l.store.Read(through, stream, revisions[0]) {
		if err != nil {
			return fmt.Errorf("read %s: %w", stream, err)
		}
		if r.Revision < revisions[0] {
			continue
		}
		// the place of a single event in the chain is not checked: its hash confirms its content
		alone := link{next: revisions[0], hash: r.PrevHash}
		e, err := alone.decode(&r)
		if err != nil {
			return err
		}
		f(&r, e)
		if revisions = revisions[1:]; len(revisions) == 0 {
			return nil
		}
	}
	return rewritten(eventstore.Head{Stream: stream}, revisions[0])
}
