package projections

import (
	"encoding/json"
	"fmt"
	"time"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
)

// Meta is the metadata of a model event: who caused it, when, why, and what it writes.
type Meta struct {
	CommandID     string    `json:"command_id"`
	CorrelationID string    `json:"correlation_id,omitempty"`
	CausationID   string    `json:"causation_id,omitempty"`
	Tool          string    `json:"tool,omitempty"`
	UserID        string    `json:"user_id,omitempty"`
	AgentID       string    `json:"agent_id,omitempty"`
	Reasoning     string    `json:"reasoning,omitempty"`
	OccurredAt    time.Time `json:"occurred_at"` // the command's time, in UTC, RFC 3339 with nanoseconds
	TraceID       string    `json:"trace_id,omitempty"`
	SpanID        string    `json:"span_id,omitempty"`
	// revision on which the command was decided; nil for a model's first event
	BaseRevision *uint64       `json:"base_revision,omitempty"`
	Touched      []state.Touch `json:"touched,omitempty"`
}

// EncodeMeta encodes the metadata as a JSON object with its fields in a fixed order.
func EncodeMeta(m Meta) []byte {
	m.OccurredAt = m.OccurredAt.UTC()
	b, err := json.Marshal(m)
	if err != nil { // only a year beyond 9999 cannot be encoded
		panic(fmt.Sprintf("metadata of command %s: %v", m.CommandID, err))
	}
	return b
}

// DecodeMeta decodes the metadata of an event. Empty input is empty metadata.
func DecodeMeta(b []byte) (Meta, error) {
	var m Meta
	if len(b) == 0 {
		return m, nil
	}
	if m, ok := quickMeta(b); ok {
		return m, nil
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return Meta{}, state.Errorf(state.StoreCorrupt, "the metadata of an event does not decode: %w", err)
	}
	return m, nil
}

// EventID returns the id of the event with an index, from 0, among the events of a command. It is a UUIDv8 over the
// command's id, so that a repeated command produces the same events.
func EventID(commandID string, index int) string {
	return string(state.DeriveID(commandID+"/event", index))
}

// EncodeEvents returns the stored form of the events of one command. The ids follow from meta.CommandID and the index;
// Touched is set for each event.
func EncodeEvents(events []state.Event, meta Meta) []eventstore.Event {
	out := make([]eventstore.Event, len(events))
	for i, e := range events {
		out[i] = encodeEvent(i, e, state.EncodeEvent(e), meta)
	}
	return out
}

// EncodeDecision is EncodeEvents for a decision, which already holds the encoded data.
func EncodeDecision(d changing.Decision, meta Meta) []eventstore.Event {
	out := make([]eventstore.Event, len(d.Events))
	for i, e := range d.Events {
		out[i] = encodeEvent(i, e, d.Data[i], meta)
	}
	return out
}

func encodeEvent(index int, e state.Event, data []byte, meta Meta) eventstore.Event {
	name, schema := state.EventType(e)
	meta.Touched = e.Touched()
	return eventstore.Event{ID: EventID(meta.CommandID, index), Type: name, Schema: schema, Data: data,
		Meta: EncodeMeta(meta)}
}

// DecodeRecorded decodes a stored model event with its metadata. The error is STORE_CORRUPT for an event that this
// build cannot decode.
func DecodeRecorded(r eventstore.Recorded) (state.Event, Meta, error) {
	e, err := decodeEvent(&r)
	if err != nil {
		return nil, Meta{}, err
	}
	meta, err := decodeMeta(r)
	if err != nil {
		return nil, Meta{}, err
	}
	return e, meta, nil
}

func decodeEvent(r *eventstore.Recorded) (state.Event, error) { return decodeEventBy(nil, r) }

func decodeEventBy(decoder *state.Decoder, r *eventstore.Recorded) (state.Event, error) {
	e, err := decoder.DecodeEvent(r.Type, r.Schema, r.Data)
	if err != nil {
		return nil, fmt.Errorf("stream %s, revision %d: %w", r.Stream, r.Revision, err)
	}
	return e, nil
}

func decodeMeta(r eventstore.Recorded) (Meta, error) {
	meta, err := DecodeMeta(r.Meta)
	if err != nil {
		return Meta{}, fmt.Errorf("stream %s, revision %d: %w", r.Stream, r.Revision, err)
	}
	return meta, nil
}

// occurredAt returns the time of an event: the time of its command, or for an event without metadata the time of the
// store.
func occurredAt(r eventstore.Recorded, m Meta) time.Time {
	if m.OccurredAt.IsZero() {
		return r.RecordedAt.UTC()
	}
	return m.OccurredAt.UTC()
}
