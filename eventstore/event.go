package eventstore

import (
	"crypto/sha256"
	"encoding/binary"
	"time"
)

// Hash is a SHA-256 digest.
type Hash [sha256.Size]byte

// Event is a fact to be appended. ID must be derived from the command that caused it, so that a retry of the command is
// a retry of the same event.
type Event struct {
	ID     string // UUID in canonical form
	Type   string // for example "element.created"
	Schema int    // version of Data's shape, from 1
	Data   []byte // a JSON object
	Meta   []byte // a JSON object: actor, causation, touched facets; empty means none
}

// Recorded is an event as the store holds it.
type Recorded struct {
	Event
	Stream     string
	Revision   uint64 // place in the stream, from 0, without gaps
	Position   uint64 // place in the whole store, from 1: monotone, may have gaps
	RecordedAt time.Time
	PrevHash   Hash // hash of the event before it in its stream; zero for the first
	Hash       Hash
}

// ChainHash computes the hash of a recorded event from its predecessor's hash and its content. Every field is length-prefixed,
// so no two different events have one preimage. RecordedAt and Position are left out: they belong to the store, not to
// the fact, and differ between a store and its copy.
func ChainHash(prev Hash, stream string, revision uint64, e Event) Hash {
	h := sha256.New()
	h.Write(prev[:])
	var n [8]byte
	number := func(v uint64) {
		binary.BigEndian.PutUint64(n[:], v)
		h.Write(n[:])
	}
	field := func(b []byte) {
		number(uint64(len(b)))
		h.Write(b)
	}
	field([]byte(stream))
	number(revision)
	field([]byte(e.ID))
	field([]byte(e.Type))
	number(uint64(e.Schema))
	field(e.Data)
	field(e.Meta)
	var out Hash
	h.Sum(out[:0])
	return out
}
