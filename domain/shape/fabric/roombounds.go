package fabric

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// WallBounds identifies a wall that may bound a room, with its footprint in plan.
type WallBounds struct {
	ID        state.ID
	Footprint geometry.Region
	Height    geometry.Length
	Highest   geometry.Length // greater than Height if the wall runs up to sloping undersides
	Low, High geometry.Point2
	// AttachedTop lists the elements that the top of the wall is attached to.
	AttachedTop []state.ID
}

// WallBoundsOf returns the footprint of a wall or curtain wall.
func WallBoundsOf(m *state.Model, e *state.Element) (WallBounds, bool) {
	if b, ok := e.Params.(Bounding); ok {
		return b.Bounds(m, e)
	}
	return WallBounds{}, false
}

// Bounding is a category whose elements can bound a room: walls and curtain walls.
type Bounding interface {
	// Bounds returns the footprint; ok is false if the parameters give none.
	Bounds(m *state.Model, e *state.Element) (WallBounds, bool)
	// Candidate returns a box that contains the footprint.
	Candidate(m *state.Model, e *state.Element) *candidate
}

func (w *Wall) Bounds(m *state.Model, e *state.Element) (WallBounds, bool) {
	plan, err := WallPlanOf(m, e.ID)
	if err != nil || len(plan.Region) == 0 {
		return WallBounds{}, false
	}
	return BoundsOf(m, plan, e), true
}

// BoundsOf returns a wall that may bound a room. A wall that is attached to level undersides ends at their height. A
// wall that is attached to sloping undersides has its own height, and Highest reaches up to the undersides.
func BoundsOf(m *state.Model, plan WallPlan, e *state.Element) WallBounds {
	world, wall := plan.World(), e.Params.(*Wall)
	lo, hi := world.Bounds()
	out := WallBounds{ID: e.ID, Footprint: world, Height: wall.Height, Low: lo, High: hi, AttachedTop: wall.AttachedTop}
	out.Highest = out.Height
	if t, is, err := TrimWall(m, e, wall, plan); is && err == nil && len(t.Cuts) == 0 {
		out.Height = t.High - plan.Frame.Origin.Z
		out.Highest = out.Height
	} else if is && err == nil {
		out.Highest = max(out.Height, t.High-plan.Frame.Origin.Z)
	}
	return out
}

// WallSearch returns the walls of one level whose footprint boxes meet a box in plan, sorted by id, and whether these
// are all walls of the level.
type WallSearch func(lo, hi geometry.Point2) (found []WallBounds, complete bool)

// Highest returns the greatest coordinates of points, and Lowest the least.
func Highest(a, b, c geometry.Point2) geometry.Point2 {
	return geometry.Point2{X: max(a.X, b.X, c.X), Y: max(a.Y, b.Y, c.Y)}
}

func Lowest(a, b, c geometry.Point2) geometry.Point2 {
	return geometry.Point2{X: min(a.X, b.X, c.X), Y: min(a.Y, b.Y, c.Y)}
}

// Plate is a level slab between two heights above the model's origin: a floor, a ceiling or a flat roof.
type Plate struct {
	ID          state.ID
	Region      geometry.Region
	Low, High   geometry.Point2
	Bottom, Top geometry.Length
}

// plate is a category whose elements can be level slabs.
type plate interface {
	// Plate returns the plan and the heights of the slab; ok is false for an element that is not level.
	Plate(m *state.Model, e *state.Element) (p Plate, ok bool, err error)
}

// PlateOf returns the extent of a level slab; ok is false for other elements.
func PlateOf(m *state.Model, e *state.Element) (p Plate, ok bool) {
	if state.FixedOf(e) != nil {
		return Plate{}, false
	}
	shape, ok := e.Params.(plate)
	if !ok {
		return Plate{}, false
	}
	p, ok, err := shape.Plate(m, e)
	if err != nil || !ok {
		return Plate{}, false
	}
	p.ID = e.ID
	p.Low, p.High = p.Region.Bounds()
	return p, true
}

func regionOf(outer geometry.Ring, holes ...geometry.Ring) (geometry.Region, error) {
	polygon, err := geometry.NewPolygon(outer, holes...)
	return geometry.Region{polygon}, err
}

// RoomGap is the largest gap between walls that still close a room. Joined walls are at most 2 micrometres apart,
// because each footprint is rounded once. A gap of up to 5 mm is a drafting slip, not an opening.
const RoomGap = 5 * geometry.Millimetre
