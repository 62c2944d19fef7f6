package projections

import (
	"bytes"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
)

// preview says what a view that is not stored is made of.
type preview struct {
	onNext uint64 // the revision of the first event
	onHash eventstore.Hash
	events []domain.Event
}

// Preview answers the view as it would be after events that are not stored yet: for a dry run, and to verify a change
// before it is reported. Nothing is published.
func (v *View) Preview(events []domain.Event) *View {
	d := v.fork()
	d.affected = new(idSet)
	for _, e := range events {
		d.apply(e)
	}
	d.hash = eventstore.Hash{}
	out := d.publish(v.ModelID, v.Branch, v.derived.after(d.model, d.affected))
	out.preview = &preview{onNext: v.next, onHash: v.Hash, events: events}
	return out
}

// stored answers the preview as the view that it is once its events are stored in this form right after the view it was
// made on; ok is false when the stored events are not those of the preview.
func (v *View) stored(appended []eventstore.Event) (*View, bool) {
	p := v.preview
	if p == nil || len(appended) == 0 || len(appended) != len(p.events) {
		return nil, false
	}
	hash, stream := p.onHash, StreamName(v.ModelID, v.Branch)
	for i, a := range appended {
		name, schema := domain.EventType(p.events[i])
		if a.Type != name || a.Schema != schema || !bytes.Equal(a.Data, domain.EncodeEvent(p.events[i])) {
			return nil, false
		}
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
