package eventstore

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"
	"time"
)

// Hash is a SHA-256 digest.
type Hash [sha256.Size]byte

// Event is a fact to append. ID must be derived from the command that caused it, so that a retry of the command retries
// the same event.
type Event struct {
	ID     string // UUID in canonical form
	Type   string // for example "element.created"
	Schema int    // version of Data's shape, from 1
	Data   []byte // a JSON object
	Meta   []byte // a JSON object: actor, causation, touched facets; empty means none
}

// Recorded is an event as stored.
type Recorded struct {
	Event
	Stream     string
	Revision   uint64 // index in the stream, from 0, without gaps
	Position   uint64 // index in the whole store, from 1: monotone, may have gaps
	RecordedAt time.Time
	PrevHash   Hash // hash of the previous event in its stream; zero for the first
	Hash       Hash
}

// ChainHash computes the hash of a recorded event from its predecessor's hash and its content. Every field is
// length-prefixed, so no two different events have the same preimage. RecordedAt and Position are left out, because
// they belong to the store rather than to the fact, and differ between a store and its copy.
func ChainHash(prev Hash, stream string, revision uint64, e Event) Hash {
	text := chainTexts.Get().(*[]byte)
	b := append((*text)[:0], prev[:]...)
	b = appendField(b, stream)
	b = binary.BigEndian.AppendUint64(b, revision)
	b = appendField(b, e.ID)
	b = appendField(b, e.Type)
	b = binary.BigEndian.AppendUint64(b, uint64(e.Schema))
	b = appendField(b, e.Data)
	b = appendField(b, e.Meta)
	out := sha256.Sum256(b)
	if cap(b) <= maxChainText {
		*text = b
	}
	chainTexts.Put(text)
	return out
}

func appendField[T string | []byte](b []byte, field T) []byte {
	return append(binary.BigEndian.AppendUint64(b, uint64(len(field))), field...)
}

// chainTexts holds buffers in which events are encoded for hashing. Reusing them avoids garbage, because a history is
// verified event by event while much other data is in memory.
var chainTexts = sync.Pool{New: func() any { return new([]byte) }}

// maxChainText is the largest size of a buffer that is kept for reuse. Few events are longer.
const maxChainText = 64 << 10
