package importer

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/schema"
)

// identities gives things of the file their ids in the model: the UUID that a GlobalId stands for, once.
type identities struct {
	taken map[state.ID]bool
	again int
}

// newIdentities expects about so many things.
func newIdentities(about int) *identities { return &identities{taken: make(map[state.ID]bool, about)} }

// of returns the id of something with a GlobalId. A GlobalId that is none, or that occurs twice, is replaced by an id
// over it and the number of the instance; told is false then.
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

// given returns an id that is written out, such as one of our own tags.
func given(text string) (state.ID, bool) {
	u, err := uuid.Parse(text)
	if err != nil || u.String() != text {
		return "", false
	}
	return state.ID(text), true
}

// materialID returns the id of a material that has none in the file: a function of its name.
func materialID(name string) state.ID { return state.DeriveID("import material "+name, 0) }
