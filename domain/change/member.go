package change

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// createMember creates an element with one material.
func (t *Transaction) createMember(e *state.Element, material string, properties bodyshape.PropertySets) error {
	if err := properties.Check(); err != nil {
		return err
	}
	e.Psets = properties.Sorted()
	if err := bodyshape.TakeMaterial(t.Model, &e.MaterialID, material); err != nil {
		return err
	}
	return t.create(e)
}
