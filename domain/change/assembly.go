package change

import (
	"github.com/bimstream/bimstream/domain/state"
)

// assemblyFor returns the assembly of a copy. It is never that of the original: a copied part belongs to another whole.
// Parts that are copied together keep one assembly, and keep their whole where that is copied too.
func (r *copier) assemblyFor(e *state.Element) state.ID {
	if e.AssemblyID == "" {
		return ""
	}
	return r.copyOf(e.AssemblyID)
}

// copyOf returns the id of the copy of an element or a whole, the same one throughout a round of copies.
func (r *copier) copyOf(id state.ID) state.ID {
	if r.wholes[id] == "" {
		if r.derive == nil {
			r.wholes[id] = r.newID()
		} else {
			r.wholes[id] = r.derive(id)
		}
	}
	return r.wholes[id]
}
