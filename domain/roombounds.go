package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// WallBounds names a wall with its footprint in plan, as a candidate for bounding a room.
type WallBounds struct {
	ID        ID
	Footprint geometry.Region
	Height    geometry.Length
	Low, High geometry.Point2
}

// WallBounds returns the footprint of a wall or curtain wall.
func (m *Model) WallBounds(e *Element) (WallBounds, bool) {
	if b, ok := e.Params.(bounding); ok {
		return b.bounds(m, e)
	}
	return WallBounds{}, false
}

// bounding is a category whose elements can bound a room: walls and curtain walls.
type bounding interface {
	// bounds returns the footprint; ok is false where none follows from the parameters.
	bounds(m *Model, e *Element) (WallBounds, bool)
	// candidate returns a box that contains the footprint.
	candidate(m *Model, e *Element) *candidate
}

func (w *Wall) bounds(m *Model, e *Element) (WallBounds, bool) {
	plan, err := m.WallPlan(e.ID)
	if err != nil || len(plan.Region) == 0 {
		return WallBounds{}, false
	}
	return plan.bounds(e), true
}

func (p WallPlan) bounds(e *Element) WallBounds {
	world := p.World()
	lo, hi := world.Bounds()
	return WallBounds{e.ID, world, e.Params.(*Wall).Height, lo, hi}
}

// WallSearch returns the walls of one level whose footprint boxes meet a box in plan, sorted by id, and whether these
// are all walls of the level.
type WallSearch func(lo, hi geometry.Point2) (found []WallBounds, complete bool)
