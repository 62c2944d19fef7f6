package room

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Mirrored returns the room with its seed or its outline mirrored.
func (r *Room) Mirrored(_ *state.Model, _ *state.Element, by geometry.Mirror) (state.Params, error) {
	c := *r
	c.Boundary, c.Kept = by.Ring(r.Boundary), nil
	if r.Seed != nil {
		seed := by.Point(*r.Seed)
		c.Seed = &seed
	}
	return &c, nil
}
