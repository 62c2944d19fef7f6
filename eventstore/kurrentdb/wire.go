package kurrentdb

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"github.com/bimstream/bimstream/eventstore"
)

// envelope is the metadata of an event in the log. Its member names are readable for people and usable in projections
// of the server. Names with a $ are defined by the server, for its $by_correlation_id projection.
type envelope struct {
	ID       string `json:"id"`
	Stream   string `json:"stream"`
	Revision uint64 `json:"revision"`
	Schema   int    `json:"schema"`
	More     int    `json:"more"` // events of the same append that follow; a reader shows all of them or none
	PrevHash hash   `json:"prev_hash"`
	Hash     hash   `json:"hash"`

	// The members from here to At were added later. The first events of an old log have none of them.
	Commit string `json:"commit,omitempty"` // identifies a commit: its writer, a dot, and its number
	Known  uint64 `json:"known,omitempty"`  // how many events of the log the writer had read
	// the place where an append in several calls begins, plus one; 0 in its first call
	Begun *uint64 `json:"begun,omitempty"`
	// how many bytes of the preceding fragments are data; the rest is metadata
	Cut *int  `json:"cut,omitempty"`
	At  int64 `json:"at,omitempty"` // when it was recorded, microseconds since 1970 UTC

	CorrelationID string `json:"$correlationId,omitempty"`
	CausationID   string `json:"$causationId,omitempty"`
	// The caller's metadata, byte for byte. It is stored as JSON if this keeps the bytes, which requires that no space
	// surrounds them, otherwise as text. Both members are missing if there is no metadata.
	Meta     json.RawMessage `json:"meta,omitempty"`
	MetaText string          `json:"meta_text,omitempty"`
}

// hash is a hash in an envelope, written in hexadecimal digits.
type hash eventstore.Hash

// MarshalText returns 64 digits.
func (h hash) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h[:]), nil }

// UnmarshalText reads the output of MarshalText.
func (h *hash) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(h)) {
		return fmt.Errorf("a hash has %d digits", hex.EncodedLen(len(h)))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// encodeEnvelope returns the encoded metadata of a record. e holds the members that do not come from the record.
func encodeEnvelope(r *eventstore.Recorded, e envelope) ([]byte, error) {
	e.ID, e.Stream, e.Revision, e.Schema = r.ID, r.Stream, r.Revision, r.Schema
	e.PrevHash, e.Hash = hash(r.PrevHash), hash(r.Hash)
	if !r.RecordedAt.IsZero() {
		e.At = r.RecordedAt.UnixMicro()
	}
	var l links
	if json.Unmarshal(r.Meta, &l) == nil { // members of another type are not links
		e.CorrelationID, e.CausationID = l.CorrelationID, l.CausationID
	}
	asJSON := len(bytes.TrimSpace(r.Meta)) == len(r.Meta)
	if !asJSON && e.Cut == nil {
		e.MetaText = string(r.Meta)
	}
	out, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	if e.Cut == nil && asJSON && len(r.Meta) > 0 { // appended byte for byte, because Marshal would compact it
		out = append(append(append(out[:len(out)-1], `,"meta":`...), r.Meta...), '}')
	}
	return out, nil
}

// links are the two members of a caller's metadata that the server knows under its own names.
type links struct {
	CorrelationID string `json:"correlation_id"`
	CausationID   string `json:"causation_id"`
}

// fragmentEnvelope is the metadata of a fragment. A fragment is an event whose data is a part of a record that follows.
type fragmentEnvelope struct {
	Fragment bool    `json:"fragment"`
	More     int     `json:"more"`
	Commit   string  `json:"commit"`
	Known    uint64  `json:"known,omitempty"`
	Begun    *uint64 `json:"begun"`
}

// turnEnvelope is the metadata of an event by which a writer asks the others for its turn at a stream.
type turnEnvelope struct {
	Turn   string `json:"turn"`
	Commit string `json:"commit"`
	Asks   int    `json:"asks,omitempty"` // how often the writer has lost there
	Done   bool   `json:"done,omitempty"` // of the version before: the writer no longer wants it
}

// The types of events that are not events of the contract.
const (
	fragmentType = "bimstream.fragment"
	turnType     = "bimstream.turn"
)

// kind is the kind of an event in the log.
type kind int

const (
	recordPiece   kind = iota // an event of the contract, or the last piece of one
	fragmentPiece             // a part of a following record
	turnPiece                 // a writer asks for its turn
	strangerPiece             // not written by this package
)

// piece is one event of the log.
type piece struct {
	kind   kind
	place  uint64
	id     uuid.UUID // the id on the server
	commit string    // "" in appends of the first form of the log
	more   int
	known  uint64
	begun  *uint64
	cut    *int
	record eventstore.Recorded
	bytes  []byte // of a fragment
	stream string // of a turn
	asks   int    // of a turn
	done   bool   // a turn is given up
	reason string // why it is a stranger
}

// writerOf returns the part of a commit's name that identifies its writer.
func writerOf(commit string) string {
	name, _, _ := strings.Cut(commit, ".")
	return name
}

// decode classifies an event of the log. It returns a *eventstore.CorruptError for an event of ours whose content does
// not match its hash.
func decode(e *esdb.RecordedEvent) (piece, error) {
	switch e.EventType {
	case fragmentType:
		var x fragmentEnvelope
		if json.Unmarshal(e.UserMetadata, &x) == nil && x.Fragment && x.Commit != "" && x.Begun != nil && x.More > 0 {
			return piece{
				kind: fragmentPiece, place: e.EventNumber, id: e.EventID, commit: x.Commit,
				more: x.More, known: x.Known,
				begun: x.Begun, bytes: e.Data,
			}, nil
		}
	case turnType:
		var x turnEnvelope
		if json.Unmarshal(e.UserMetadata, &x) == nil && x.Commit != "" && x.Turn != "" {
			return piece{kind: turnPiece, place: e.EventNumber, id: e.EventID, commit: x.Commit,
				stream: x.Turn, asks: x.Asks, done: x.Done}, nil
		}
	}
	var x envelope
	if err := json.Unmarshal(e.UserMetadata, &x); err != nil {
		return notOurs(e, "its metadata is not that of bimstream"), nil
	}
	return x.piece(e)
}

// piece returns the piece for an event with this envelope, and checks its hash.
func (x *envelope) piece(e *esdb.RecordedEvent) (piece, error) {
	if x.Stream == "" || x.Schema < 1 || x.More < 0 {
		return notOurs(e, "its metadata is not that of bimstream"), nil
	}
	p := piece{
		kind: recordPiece, place: e.EventNumber, id: e.EventID, commit: x.Commit, more: x.More, known: x.Known,
		begun: x.Begun, cut: x.Cut,
		record: eventstore.Recorded{
			Event:  eventstore.Event{ID: x.ID, Type: e.EventType, Schema: x.Schema, Data: e.Data, Meta: x.Meta},
			Stream: x.Stream, Revision: x.Revision, RecordedAt: e.CreatedDate.UTC().Truncate(time.Microsecond),
		},
	}
	r := &p.record
	if x.At != 0 {
		r.RecordedAt = time.UnixMicro(x.At).UTC()
	}
	if x.MetaText != "" {
		r.Meta = []byte(x.MetaText)
	}
	if x.Hash == (hash{}) {
		return notOurs(e, "its metadata holds no hashes"), nil
	}
	r.PrevHash, r.Hash = eventstore.Hash(x.PrevHash), eventstore.Hash(x.Hash)
	if x.Cut != nil {
		return p, nil // its content is in other events
	}
	return p, checkHash(r)
}

// checkHash compares a record with its own hash.
func checkHash(r *eventstore.Recorded) error {
	if r.Hash == eventstore.ChainHash(r.PrevHash, r.Stream, r.Revision, r.Event) {
		return nil
	}
	return &eventstore.CorruptError{
		Stream: r.Stream, Revision: r.Revision, ID: r.ID,
		Reason: "its content does not have the hash it was recorded with",
	}
}

// notOurs returns the piece for an event that this package has not written.
func notOurs(e *esdb.RecordedEvent, reason string) piece {
	return piece{kind: strangerPiece, place: e.EventNumber, id: e.EventID, reason: reason, stream: e.EventType}
}

// name describes a foreign event of the log.
func (p *piece) name() string {
	return fmt.Sprintf("event %d of the log, type %q, id %s: %s", p.place, p.stream, p.id, p.reason)
}

// broken returns the error for a log with inconsistent events.
func broken(logName string, p *piece, reason string) error {
	return &eventstore.CorruptError{Stream: logName, Revision: p.place, ID: p.id.String(), Reason: reason}
}

// perEvent is the largest number of bytes that the server may count for an event besides its data, metadata and type.
const perEvent = 32

// wireSize returns the size of an event that counts against the server's limit. It includes the data, the metadata, and
// two bytes per character of the type, which the server keeps as UTF-16.
func wireSize(e *esdb.EventData) int {
	return len(e.Data) + len(e.Metadata) + 2*len(e.EventType) + perEvent
}
