package projections

import (
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
)

// preview says what a view that is not stored is made of.
type preview struct {
	onNext uint64 // the revision of the first event
	onHash eventstore.Hash
	events []domain.Event
	// affected are the elements whose derived geometry may differ from that of the view it was made on.
	affected *idSet
	// touched are the elements and definitions that the events name in what may bear on geometry.
	touched *idSet
	// lineage are the last places that the view grew from, this one included, oldest first: previews are made on
	// previews when several changes are on their way to the store.
	lineage []place
}

// place is where a view ends.
type place struct {
	next uint64
	hash eventstore.Hash
}

// maxLineage is more than the changes that can be on their way at the same time: a server admits 16 calls, or 4 for
// each processor.
const maxLineage = 64

// lineageOf returns the places that a preview on v grows from.
func lineageOf(v *View) []place {
	var before []place
	if v.preview != nil {
		before = v.preview.lineage[max(0, len(v.preview.lineage)-maxLineage+1):]
	}
	return append(before[:len(before):len(before)], place{v.next, v.Hash})
}

// Preview returns the view as it would be after events that are not stored yet: for a dry run, and to verify a change
// before it is reported. Nothing is published.
func (v *View) Preview(events []domain.Event) *View {
	d := v.fork()
	d.affected = new(idSet)
	for _, e := range events {
		d.apply(e)
	}
	d.hash = eventstore.Hash{}
	out := d.publish(v.ModelID, v.Branch, d.derivedFrom(v.derived))
	out.preview = &preview{onNext: v.next, onHash: v.Hash, events: events, affected: d.affected.Copy(),
		touched: d.touched.Copy(), lineage: lineageOf(v)}
	return out
}

// Stored returns the preview as the view that it is once its events are stored in this form right after the view it was
// made on, with the hash that its last event will have. ok is false when the events that this is the form of are not
// those of the preview.
func (v *View) Stored(events []domain.Event, appended []eventstore.Event) (*View, bool) {
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
	d := v.fork()
	d.hash, d.meta, d.at = hash, meta, meta.OccurredAt.UTC()
	out := d.publish(v.ModelID, v.Branch, v.derived)
	out.preview = p
	return out, true
}
