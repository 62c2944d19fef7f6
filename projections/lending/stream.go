package lending

import (
	"context"
	"errors"
	"fmt"

	"github.com/bimstream/bimstream/domain/quotas"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// Stream returns the stream of the balance of a principal, who is identified by a hash.
func Stream(principal string) string { return "limits." + principal }

// State is the balance of a stream, together with the stream's head.
type State struct {
	*quotas.Balance
	stream   string
	expected eventstore.Expected
	head     eventstore.Hash
}

// Read returns the balance of a stream. A missing stream has the balance of an unused limit. The error is a
// *eventstore.CorruptError if the last event is damaged.
func Read(ctx context.Context, store eventstore.Store, stream string) (State, error) {
	s := State{Balance: &quotas.Balance{}, stream: stream, expected: eventstore.NoStream}
	for r, err := range store.ReadBackward(ctx, stream) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return s, nil
		}
		if err != nil {
			return s, fmt.Errorf("read %s: %w", stream, err)
		}
		if r.Hash != eventstore.ChainHash(r.PrevHash, r.Stream, r.Revision, r.Event) {
			return s, &eventstore.CorruptError{Stream: stream, Revision: r.Revision, ID: r.ID,
				Reason: "its content does not have the hash it was recorded with"}
		}
		s.Balance, err = quotas.After(r.Type, r.Schema, r.Data)
		s.expected, s.head = eventstore.At(r.Revision), r.Hash
		return s, err
	}
	return s, nil
}

// Append returns an append that stores an event that was decided on this state. The store refuses it if the stream has
// grown in the meantime.
func (s State) Append(meta projections.Meta, e quotas.Event) eventstore.Append {
	name, schema, data := quotas.Encode(e)
	return eventstore.Append{Stream: s.stream, Expected: s.expected, PrevHash: s.head, Events: []eventstore.Event{{
		ID: projections.EventID(meta.CommandID+"/"+name, 0), Type: name, Schema: schema, Data: data,
		Meta: projections.EncodeMeta(meta),
	}}}
}
