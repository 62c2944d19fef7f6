package projections

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry/processors"
)

// draft is a view under construction: events are applied to it in place.
type draft struct {
	model    *state.Model
	history  history   // of the branch's own events
	origin   *View     // the parent at the fork; nil if the branch has none
	affected *idSet    // elements to derive again; nil if nothing was derived before
	touched  idSet     // elements and definitions that events name and that may affect geometry
	bearings *bearings // ids in events whose intermediate states do not matter; nil if not needed
	next     uint64
	hash     eventstore.Hash
	at       time.Time
	meta     Meta
	late     bool                 // the model makes its indexes on first use
	last     *eventstore.Recorded // metadata is not decoded yet, because only the metadata of the last event is needed
}

// apply folds one event.
func (d *draft) apply(e state.Event) {
	d.mark(e, func() { d.model.Evolve(e) })
}

// applyDecided folds an event for which a decision has already made the resulting model.
func (d *draft) applyDecided(e state.Event, after *state.Model) {
	d.mark(e, func() { d.model = after })
}

// mark records what an event affects, before and after it is folded.
func (d *draft) mark(e state.Event, fold func()) {
	d.bearings.note(e)
	marked := d.affected != nil && !onlyNames(d.model, e)
	if marked {
		markTouched(e, &d.touched)
		markAffected(d.model, e, d.affected)
	}
	fold()
	if marked && !keepsRelations(e) {
		markAffected(d.model, e, d.affected)
	}
	d.history.note(e, d.next)
	d.next++
}

// derivedFrom returns the derived data of the draft's model, starting from the data of the view from which it grew.
func (d *draft) derivedFrom(origin *lazy) *lazy {
	if d.affected != nil {
		d.affected = changedOf(context.Background(), origin.model, d.model, &d.touched, d.affected)
	}
	return origin.after(d.model, d.affected)
}

// applyMany folds events without recording what they affect.
func (d *draft) applyMany(events iter.Seq[state.Event]) {
	past := d.history.builder()
	noted := func(yield func(state.Event) bool) {
		for e := range events {
			past.note(e, d.next)
			d.bearings.note(e)
			d.next++
			if !yield(e) {
				return
			}
		}
	}
	first := true // its tasks call for others in their turn
	var once func(func()) func()
	if d.late {
		once = sync.OnceFunc
	}
	d.model.FoldLate(noted, func(tasks ...func()) {
		if first {
			first, tasks = false, append(tasks, past.settle)
		}
		processors.Together(tasks...)
	}, once)
}

// foldAhead is the least number of events for which a fold decodes on a goroutine of its own.
const foldAhead = 2 * decodeBatch

// follow folds stored events after checking that each is the next one and matches its hash. many reports whether there
// may be more than a few.
func (d *draft) follow(events iter.Seq2[eventstore.Recorded, error], many bool) error {
	l := link{next: d.next, hash: d.hash}
	sequence := l.decodeEach(events)
	if many {
		sequence = l.decodeAhead(events)
	}
	var failed error
	if sound := d.sound(sequence, &failed); many && d.affected == nil {
		d.applyMany(sound)
	} else {
		for e := range sound {
			d.apply(e)
		}
	}
	if failed != nil {
		return failed
	}
	return d.settle()
}

// sound yields events up to the first fault, and records the last event in its stored form.
func (d *draft) sound(sequence iter.Seq2[decoded, error], failed *error) iter.Seq[state.Event] {
	return func(yield func(state.Event) bool) {
		for e, err := range sequence {
			if err != nil {
				*failed = err
				return
			}
			if e.recorded != nil {
				d.hash, d.last = e.recorded.Hash, e.recorded
			}
			if !yield(e.event) {
				return
			}
		}
	}
}

// settle decodes the metadata of the last stored event.
func (d *draft) settle() error {
	if d.last == nil {
		return nil
	}
	meta, err := decodeMeta(*d.last)
	if err != nil {
		return err
	}
	d.meta, d.at, d.last = meta, occurredAt(*d.last, meta), nil
	return nil
}

// check returns an error if an event does not belong at this place.
func (l *link) check(r *eventstore.Recorded) error {
	reason := ""
	switch {
	case r.Revision != l.next:
		reason = fmt.Sprintf("revision %d is missing", l.next)
	case r.PrevHash != l.hash:
		reason = "the hash of the event before it is not the one it was chained to"
	case r.Hash != eventstore.ChainHash(r.PrevHash, r.Stream, r.Revision, r.Event):
		reason = "its content does not have the hash it was recorded with"
	}
	if reason == "" {
		return nil
	}
	return corrupt(&eventstore.CorruptError{Stream: r.Stream, Revision: r.Revision, ID: r.ID, Reason: reason})
}

// corrupt returns the error STORE_CORRUPT, because the store does not hold what was written.
func corrupt(err error) error {
	return state.Errorf(state.StoreCorrupt,
		"the history cannot be trusted: %w; run audit_verify_chain and restore from a backup", err)
}

// publish makes the view. The draft must not be used afterwards.
func (d *draft) publish(modelID, branch string, derived *lazy) *View {
	v := &View{
		ModelID: modelID, Branch: branch, Model: d.model, Hash: d.hash, At: d.at, LastMeta: d.meta,
		next: d.next, history: d.history, origin: d.origin, derived: derived,
	}
	if !d.late {
		v.source = d.model.Clone()
	}
	if d.next > 0 {
		v.Revision = d.next - 1
	}
	return v
}
