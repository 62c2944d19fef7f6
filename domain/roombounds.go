package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// WallBounds names a wall with its footprint in plan, as a candidate for bounding a room.
type WallBounds struct {
	ID        ID
	Footprint geometry.Region
	Height    geometry.Length
	Highest   geometry.Length // more than Height where it runs up to sloping undersides
	Low, High geometry.Point2
	// AttachedTop is what its top is attached to.
	AttachedTop []ID
}

// SameTop reports whether two walls end at the same height, or at the same attachments.
func (w *WallBounds) SameTop(other *WallBounds) bool {
	return w.Height == other.Height && w.Highest == other.Highest && slices.Equal(w.AttachedTop, other.AttachedTop)
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
	return m.boundsOf(plan, e), true
}

// boundsOf returns a wall as a candidate. One that is attached to level undersides is as high as these leave it, one
// that is attached to sloping ones has its own height, and reaches up to them.
func (m *Model) boundsOf(plan WallPlan, e *Element) WallBounds {
	world, wall := plan.World(), e.Params.(*Wall)
	lo, hi := world.Bounds()
	out := WallBounds{ID: e.ID, Footprint: world, Height: wall.Height, Low: lo, High: hi, AttachedTop: wall.AttachedTop}
	out.Highest = out.Height
	if t, is, err := m.trimWall(e, wall, plan); is && err == nil && len(t.Cuts) == 0 {
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

// Misses reports whether a corner of one of two walls, in a box in plan, is near the edge of the other without being on
// it: within what is closed when a room is found.
func (w *WallBounds) Misses(other *WallBounds, lo, hi geometry.Point2) bool {
	gap := geometry.Point2{X: roomGap, Y: roomGap}
	lo, hi = highest(lo, w.Low, other.Low).Sub(gap), lowest(hi, w.High, other.High).Add(gap)
	return lo.X <= hi.X && lo.Y <= hi.Y &&
		(missed(w.Footprint, other.Footprint, lo, hi) || missed(other.Footprint, w.Footprint, lo, hi))
}

// highest and lowest return the greatest and the least coordinates of points.
func highest(a, b, c geometry.Point2) geometry.Point2 {
	return geometry.Point2{X: max(a.X, b.X, c.X), Y: max(a.Y, b.Y, c.Y)}
}

func lowest(a, b, c geometry.Point2) geometry.Point2 {
	return geometry.Point2{X: min(a.X, b.X, c.X), Y: min(a.Y, b.Y, c.Y)}
}

// missed reports whether corners in a box miss sides of a region.
func missed(corners, of geometry.Region, lo, hi geometry.Point2) bool {
	sides := edges(of)
	for _, corner := range edges(corners) {
		p := corner.a
		if p.X < lo.X || p.X > hi.X || p.Y < lo.Y || p.Y > hi.Y {
			continue
		}
		for _, side := range sides {
			if side.near(segment{p, p}) && geometry.Misses(p, side.a, side.b, roomGap) {
				return true
			}
		}
	}
	return false
}
