package projections

import (
	"slices"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// preview describes how a view that is not stored was made.
type preview struct {
	onNext uint64 // the revision of the first event
	onHash eventstore.Hash
	events []state.Event
	// affected lists the elements whose derived geometry may differ from the view below.
	affected *idSet
	// touched lists the elements and definitions that the events name and that may affect geometry.
	touched *idSet
	// lineage lists the last places from which the view grew, including its own: previews are made on previews while
	// several changes are on their way to the store.
	lineage *lineage
}

// place identifies the end of a view: the next revision, and the hash of the last event.
type place struct {
	next uint64
	hash eventstore.Hash
}

// maxLineage exceeds the number of changes that can be on their way at the same time: a server admits 16 calls, or 4
// for each processor.
const maxLineage = 64

// lineage is a place from which a view grew, with the places before it. Views that grow from each other share it.
type lineage struct {
	place
	before *lineage
	length int // number of places, including the earlier ones
}

// lineageOf returns the places from which a preview on v grows.
func lineageOf(v *View) *lineage {
	l := &lineage{place: place{v.next, v.Hash}, length: 1}
	if v.preview != nil {
		if l.before = v.preview.lineage; l.before.length == 2*maxLineage { // done seldom, because it copies all places
			l.before = l.before.cut(maxLineage)
		}
		l.length += l.before.length
	}
	return l
}

// cut returns the last places of a lineage.
func (l *lineage) cut(places int) *lineage {
	out := &lineage{place: l.place, length: places}
	if places > 1 {
		out.before = l.before.cut(places - 1)
	}
	return out
}

// Preview returns the view as it would be after events that are not stored yet: for a dry run, and to verify a change
// before it is reported. It publishes nothing.
func (v *View) Preview(events []state.Event) *View {
	d := v.fork()
	d.affected = new(idSet)
	for _, e := range events {
		d.apply(e)
	}
	return v.previewed(d, events)
}

// PreviewOf is Preview of the events of a decision that was made on the view. After one event it reuses the model of
// the decision, which is then the same.
func (v *View) PreviewOf(decided changing.Decision) *View {
	if decided.After == nil || len(decided.Events) != 1 {
		return v.Preview(decided.Events)
	}
	d := v.forkTo(v.Model)
	d.affected = new(idSet)
	d.applyDecided(decided.Events[0], decided.After)
	return v.previewed(d, decided.Events)
}

// previewed makes the preview of a draft with some events.
func (v *View) previewed(d *draft, events []state.Event) *View {
	d.hash = eventstore.Hash{}
	out := d.publish(v.ModelID, v.Branch, d.derivedFrom(v.derived))
	out.preview = &preview{onNext: v.next, onHash: v.Hash, events: events, affected: d.affected.Copy(),
		touched: d.touched.Copy(), lineage: lineageOf(v)}
	return out
}

// takeSource moves the source, from which later views grow, to a view of the same model. This view makes another source
// if it needs one.
func (v *View) takeSource() *state.Model {
	v.forking.Lock()
	defer v.forking.Unlock()
	source := v.source
	v.source = nil
	return source
}

// Stored returns the preview as a stored view, for the time when its events are stored in this form right after the
// view below. The returned view has the hash that its last event will have. ok is false if the events differ from the
// events of the preview.
func (v *View) Stored(events []state.Event, appended []eventstore.Event) (*View, bool) {
	p := v.preview
	if p == nil || len(appended) == 0 || len(appended) != len(p.events) || !slices.Equal(events, p.events) {
		return nil, false
	}
	hash, stream := p.onHash, StreamName(v.ModelID, v.Branch)
	for i, a := range appended {
		hash = eventstore.ChainHash(hash, stream, p.onNext+uint64(i), a)
	}
	meta, err := DecodeMeta(appended[len(appended)-1].Meta)
	if err != nil || meta.OccurredAt.IsZero() {
		return nil, false
	}
	d := v.forkTo(v.Model)
	d.hash, d.meta, d.at = hash, meta, meta.OccurredAt.UTC()
	d.late = true // the source of later views is made once
	out := d.publish(v.ModelID, v.Branch, v.derived)
	out.preview, out.source = p, v.takeSource()
	return out, true
}
