package ifc

import (
	"crypto/sha256"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/schema"
)

// GlobalID returns the GlobalId of the IFC object for an element or a type of the model. It is the element's own UUID
// in IFC's alphabet, so that a GlobalId from a BCF topic or another tool leads back to the element ([ElementID]). An id
// that is no UUID gets a derived GlobalId.
func GlobalID(id state.ID) string {
	if u, err := uuid.Parse(string(id)); err == nil {
		return schema.EncodeGUID(u)
	}
	return DerivedGlobalID(string(id), "element")
}

// ElementID returns the id that has the given GlobalID. The caller must check whether the model has such an element,
// because relations, property sets and parts of elements have GlobalIds too.
func ElementID(globalID string) (state.ID, error) {
	id, err := schema.DecodeGUID(globalID)
	if err != nil {
		return "", err
	}
	return state.ID(uuid.UUID(id).String()), nil
}

// DerivedGlobalID returns the GlobalId of an object that has no id of its own: a UUIDv8 (RFC 9562, section 5.8) over
// its owner and its role. It depends on nothing else, so no other edit changes it. The pieces of the role are
// concatenated.
func DerivedGlobalID(owner string, role ...string) string {
	var room [128]byte
	text := append(append(append(room[:0], "bimstream-ifc\x00"...), owner...), 0)
	for _, piece := range role {
		text = append(text, piece...)
	}
	digest := sha256.Sum256(text)
	var u [16]byte
	copy(u[:], digest[:])
	u[6] = u[6]&0x0f | 0x80
	u[8] = u[8]&0x3f | 0x80
	return schema.EncodeGUID(u)
}
