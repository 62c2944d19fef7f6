package state

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"slices"

	"github.com/google/uuid"
)

// ID identifies an element, a type, a material or a join: a UUID in canonical form.
type ID string

// DeriveID makes the n-th id of a command: a UUIDv8 derived from the command's id. So a repeated command makes the same
// ids, and a replay needs no randomness.
func DeriveID(commandID string, n int) ID {
	h := sha256.New()
	h.Write([]byte("bimstream:"))
	h.Write([]byte(commandID))
	var index [8]byte
	binary.BigEndian.PutUint64(index[:], uint64(n))
	h.Write(index[:])
	return ID(UuidV8(h.Sum(nil)).String())
}

// UuidV8 stamps version 8 (RFC 9562, section 5.8) on the first 16 bytes of a digest.
func UuidV8(digest []byte) uuid.UUID {
	var u uuid.UUID
	copy(u[:], digest)
	u[6] = u[6]&0x0f | 0x80
	u[8] = u[8]&0x3f | 0x80
	return u
}

// InOrder yields the entries of a map in the order of their ids. Ids are scattered over memory, so it first copies the
// first eight bytes of each into one list and sorts that. Only ids with equal beginnings are compared in full.
func InOrder[V any](m map[ID]V) iter.Seq2[ID, V] {
	ids, values := make([]ID, 0, len(m)), make([]V, 0, len(m))
	places := make([]beginning, 0, len(m))
	for id, v := range m {
		places = append(places, beginning{beginningOf(id), len(ids)})
		ids, values = append(ids, id), append(values, v)
	}
	slices.SortFunc(places, func(a, b beginning) int {
		if a.bytes != b.bytes {
			return cmp.Compare(a.bytes, b.bytes)
		}
		return cmp.Compare(ids[a.of], ids[b.of])
	})
	return func(yield func(ID, V) bool) {
		for _, p := range places {
			if !yield(ids[p.of], values[p.of]) {
				return
			}
		}
	}
}

// beginning holds the first bytes of an id and its index in a list of ids.
type beginning struct {
	bytes uint64
	of    int
}

// beginningOf returns the first eight bytes of an id as a big-endian number, padded with zeros. Unless these numbers
// are equal, two ids have the same order as their numbers.
func beginningOf(id ID) uint64 {
	var b [8]byte
	copy(b[:], id)
	return binary.BigEndian.Uint64(b[:])
}
