package schema

import (
	"errors"
	"fmt"
)

// guidDigits are the 64 digits of an IfcGloballyUniqueId (IFC4 ADD2, IfcGloballyUniqueId). 22 digits hold 128 bits; the
// first digit holds only two of them.
const guidDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"

// guidValues are the values of the digits by their character; other characters have noDigit.
var guidValues = func() (values [256]byte) {
	for c := range values {
		values[c] = noDigit
	}
	for v := range len(guidDigits) {
		values[guidDigits[v]] = byte(v)
	}
	return values
}()

const noDigit = 0xff

// GUIDLength is the number of characters of a GlobalId.
const GUIDLength = 22

// ErrGUID is wrapped by the errors of [DecodeGUID].
var ErrGUID = errors.New("schema: not a GlobalId")

// EncodeGUID returns the 22 characters of a GlobalId for the 16 bytes of a UUID.
func EncodeGUID(id [16]byte) string {
	var out [GUIDLength]byte
	// 128 bits are 2 plus 21 times 6: the first character holds the top 2 bits, as if 4 zero bits preceded them.
	acc, bits, at := uint32(0), 4, 0
	for _, b := range id {
		acc, bits = acc<<8|uint32(b), bits+8
		for bits >= 6 {
			bits -= 6
			out[at] = guidDigits[acc>>bits&63]
			at++
		}
	}
	return string(out[:])
}

// DecodeGUID returns the 16 bytes that a GlobalId encodes. The error wraps [ErrGUID].
func DecodeGUID(guid string) (id [16]byte, err error) {
	if len(guid) != GUIDLength {
		return id, fmt.Errorf("%w: %q has %d characters instead of %d", ErrGUID, guid, len(guid), GUIDLength)
	}
	if guid[0] > '3' || guid[0] < '0' {
		return id, fmt.Errorf("%w: %q begins with %q instead of 0 to 3", ErrGUID, guid, guid[0])
	}
	acc, bits, at := uint32(guid[0]-'0'), 2, 0
	for i := 1; i < GUIDLength; i++ {
		digit := guidValues[guid[i]]
		if digit == noDigit {
			return id, fmt.Errorf("%w: %q has %q, which is not in its alphabet", ErrGUID, guid, guid[i])
		}
		acc, bits = acc<<6|uint32(digit), bits+6
		if bits >= 8 {
			bits -= 8
			id[at] = byte(acc >> bits)
			at++
		}
	}
	return id, nil
}
