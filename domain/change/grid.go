package change

import (
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

func checkMoveOfGrid(_ *state.Model, e *state.Element, c MoveElement) error {
	if c.Delta.Z != 0 {
		return state.Errorf(state.IllegalState, "a grid has no height: give delta [dx, dy, 0]").With("element_id", e.ID)
	}
	return nil
}

// CreateGrid adds a grid.
type CreateGrid struct {
	Name string           `json:"name,omitempty"`
	Axes []shape.GridAxis `json:"axes"`
}

func (c CreateGrid) Decide(t *Transaction) error {
	return t.create(&state.Element{ID: t.newID(), Category: state.CategoryGrid, Name: c.Name,
		Params: &shape.Grid{Axes: c.Axes}})
}
