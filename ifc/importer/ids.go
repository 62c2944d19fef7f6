package importer

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/schema"
)

// identities gives the objects of the file their ids in the model: the UUID of a GlobalId, unless another object
// already has it.
type identities struct {
	taken map[state.ID]bool
	again int
}

// newIdentities returns identities with room for about the given number of objects.
func newIdentities(about int) *identities { return &identities{taken: make(map[state.ID]bool, about)} }

// of returns the id of an object with a GlobalId. An invalid or repeated GlobalId is replaced by an id derived from it
// and the number of the instance; told is then false.
func (n *identities) of(globalID string, number int) (id state.ID, told bool) {
	if bytes, err := schema.DecodeGUID(globalID); err == nil {
		id = state.ID(uuid.UUID(bytes).String())
		if !n.taken[id] {
			n.taken[id] = true
			return id, true
		}
	}
	n.again++
	id = state.DeriveID(fmt.Sprintf("import %q %d", globalID, number), 0)
	n.taken[id] = true
	return id, false
}

// given returns the id in a text, such as a tag of our own; false if the text is not an id.
func given(text string) (state.ID, bool) {
	u, err := uuid.Parse(text)
	if err != nil || u.String() != text {
		return "", false
	}
	return state.ID(text), true
}

// materialID returns the id of a material that has no id in the file, derived from its name.
func materialID(name string) state.ID { return state.DeriveID("import material "+name, 0) }
