package ledger

import (
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// Events returns the stored form of events of one command. Their ids follow from the command's id and the types of the
// events, so that they differ from the ids of the command's other events.
func Events[E any](meta projections.Meta, encode func(E) (name string, schema int, data []byte),
	events []E) []eventstore.Event {
	out := make([]eventstore.Event, len(events))
	for i, e := range events {
		name, schema, data := encode(e)
		out[i] = eventstore.Event{
			ID: projections.EventID(meta.CommandID+"/"+name, i), Type: name, Schema: schema, Data: data,
			Meta: projections.EncodeMeta(meta),
		}
	}
	return out
}
