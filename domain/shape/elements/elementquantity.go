package elements

import (
	"github.com/bimstream/bimstream/domain/state"
)

// Quantities returns the quantities of an element in a fixed order, or none for an element without a body.
func Quantities(m *state.Model, id state.ID) ([]state.Quantity, error) {
	e, err := m.Find(id)
	if err != nil {
		return nil, err
	}
	if f := state.FixedOf(e); f != nil {
		return fixedShapeMeasured(f, m, e)
	}
	if b, ok := e.Params.(state.Bodied); ok {
		return b.Quantities(m, e)
	}
	return nil, nil
}
