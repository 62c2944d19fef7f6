package domain

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/google/uuid"
)

// ID names an element, a type, a material or a join: a UUID in canonical form.
type ID string

// DeriveID makes the n-th id of a command: a UUIDv8 over the command's id, so that a repeated command names the same
// things and a replay needs no source of randomness.
func DeriveID(commandID string, n int) ID {
	h := sha256.New()
	h.Write([]byte("bimstream:"))
	h.Write([]byte(commandID))
	var index [8]byte
	binary.BigEndian.PutUint64(index[:], uint64(n))
	h.Write(index[:])
	return ID(uuidV8(h.Sum(nil)).String())
}

// uuidV8 stamps version 8 (RFC 9562, section 5.8) on the first 16 bytes of a digest.
func uuidV8(digest []byte) uuid.UUID {
	var u uuid.UUID
	copy(u[:], digest)
	u[6] = u[6]&0x0f | 0x80
	u[8] = u[8]&0x3f | 0x80
	return u
}
