package kurrentdb

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

// envelope is the metadata of an event in the log. The names are for people and for the server's projections: those with
// a $ are the server's own, which its $by_correlation_id projection follows.
type envelope struct {
	ID            string `json:"id"`
	Stream        string `json:"stream"`
	Revision      uint64 `json:"revision"`
	Schema        int    `json:"schema"`
	More          int    `json:"more"` // events of the same append that follow: a reader shows all of them or none
	PrevHash      string `json:"prev_hash"`
	Hash          string `json:"hash"`
	CorrelationID string `json:"$correlationId,omitempty"`
	CausationID   string `json:"$causationId,omitempty"`
	// The caller's metadata, byte for byte: as JSON where the bytes survive that, which is without space around them, as
	// text otherwise. Neither is there when there is none.
	Meta     json.RawMessage `json:"meta,omitempty"`
	MetaText string          `json:"meta_text,omitempty"`
}

// links are the two members of a caller's metadata that the server has its own names for.
type links struct {
	CorrelationID string `json:"correlation_id"`
	CausationID   string `json:"causation_id"`
}

// nonce tells one commit from all others.
type nonce [16]byte

// logID is the id under which the server knows a record: a UUID of version 8 (RFC 9562 section 5.8) from its commit, its
// hash and its place. The server takes an append for a repetition when the ids are the same: so it does when a commit is
// sent again, and only then. With the caller's ids it would also do so for two writers that give one event two contents,
// and the next event of the loser would break the chain.
func logID(r *eventstore.Recorded, of nonce) uuid.UUID {
	h := sha256.Sum256(fmt.Appendf(slices.Concat(of[:], r.Hash[:]), " %d", r.Position))
	id := uuid.UUID(h[:16])
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id
}

// encode makes the server's event of a record that more others of the same append follow.
func encode(r *eventstore.Recorded, more int, of nonce) (esdb.EventData, error) {
	metadata, err := encodeEnvelope(r, more)
	if err != nil {
		return esdb.EventData{}, fmt.Errorf("%w: metadata of %s: %w", eventstore.ErrInvalidEvent, r.ID, err)
	}
	return esdb.EventData{
		EventID: logID(r, of), EventType: r.Type, ContentType: esdb.ContentTypeJson, Data: r.Data, Metadata: metadata,
	}, nil
}

func encodeEnvelope(r *eventstore.Recorded, more int) ([]byte, error) {
	e := envelope{
		ID: r.ID, Stream: r.Stream, Revision: r.Revision, Schema: r.Schema, More: more,
		PrevHash: hex.EncodeToString(r.PrevHash[:]), Hash: hex.EncodeToString(r.Hash[:]),
	}
	var l links
	if len(r.Meta) > 0 && json.Unmarshal(r.Meta, &l) == nil { // members of another type are not links
		e.CorrelationID, e.CausationID = l.CorrelationID, l.CausationID
	}
	asJSON := len(bytes.TrimSpace(r.Meta)) == len(r.Meta)
	if !asJSON {
		e.MetaText = string(r.Meta)
	}
	head, err := json.Marshal(e)
	if err != nil || !asJSON || len(r.Meta) == 0 {
		return head, err
	}
	// Marshal would compact the caller's bytes, so they are put in by hand.
	out := append(head[:len(head)-1:len(head)-1], `,"meta":`...)
	return append(append(out, r.Meta...), '}'), nil
}

// decode makes the record of an event of the log. What is not an event of ours is a *eventstore.CorruptError.
func decode(e *esdb.RecordedEvent) (r eventstore.Recorded, more int, err error) {
	if x, ok := scanEnvelope(e.UserMetadata); ok {
		if r, more, err = x.record(e); err == nil {
			return r, more, nil
		}
	}
	return unmarshalled(e)
}

// unmarshalled is decode by encoding/json, which says what an event is where the two differ.
func unmarshalled(e *esdb.RecordedEvent) (r eventstore.Recorded, more int, err error) {
	var x envelope
	if err := json.Unmarshal(e.UserMetadata, &x); err != nil {
		return r, 0, foreign(e, "it was not written by bimstream")
	}
	return x.record(e)
}

// record makes the record of an event that has this envelope, and proves it by its hash.
func (x *envelope) record(e *esdb.RecordedEvent) (r eventstore.Recorded, more int, err error) {
	if x.Stream == "" || x.Schema < 1 || x.More < 0 {
		return r, 0, foreign(e, "it was not written by bimstream")
	}
	r = eventstore.Recorded{
		Event:  eventstore.Event{ID: x.ID, Type: e.EventType, Schema: x.Schema, Data: e.Data, Meta: x.Meta},
		Stream: x.Stream, Revision: x.Revision, Position: e.EventNumber + 1,
		RecordedAt: e.CreatedDate.UTC().Truncate(time.Microsecond),
	}
	if x.MetaText != "" {
		r.Meta = []byte(x.MetaText)
	}
	if !decodeHash(&r.PrevHash, x.PrevHash) || !decodeHash(&r.Hash, x.Hash) {
		return r, 0, foreign(e, "its metadata holds no hashes")
	}
	if r.Hash != eventstore.ChainHash(r.PrevHash, r.Stream, r.Revision, r.Event) {
		return r, 0, &eventstore.CorruptError{
			Stream: r.Stream, Revision: r.Revision, ID: r.ID, Reason: "its content does not have the hash it was recorded with",
		}
	}
	return r, x.More, nil
}

func decodeHash(h *eventstore.Hash, text string) bool {
	n, err := hex.Decode(h[:], []byte(text[:min(len(text), hex.EncodedLen(len(h)))]))
	return err == nil && n == len(h) && len(text) == hex.EncodedLen(len(h))
}

func foreign(e *esdb.RecordedEvent, reason string) error {
	return &eventstore.CorruptError{Stream: e.StreamID, Revision: e.EventNumber, ID: e.EventID.String(), Reason: reason}
}

// perEvent is what the server may count for an event beside its data, metadata and type.
const perEvent = 32

// wireSize is what an event counts against the server's limit: its data, its metadata, and two bytes for each of its
// type, which the server keeps as UTF-16.
func wireSize(e *esdb.EventData) int {
	return len(e.Data) + len(e.Metadata) + 2*len(e.EventType) + perEvent
}
