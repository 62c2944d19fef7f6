package ways

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// glazed reports whether a window or a curtain wall separates an enclosed part of a storey from the outside, as in a
// winter garden or a double facade.
func (b *Building) glazed(s *Storey, part geometry.Region) bool {
	outside := s.planOf(b).outside
	lo, hi := part.Bounds()
	near := geometry.Box{Min: lo.At(s.Elevation), Max: hi.At(s.Elevation + b.Traveller.Headroom)}.Grow(behindLeaf)
	for _, hit := range b.View.Spatial().Intersecting(near, state.CategoryWindow, state.CategoryCurtainWall) {
		e, ok := b.View.Model.Element(hit.ID)
		if ok && b.between(s, e, hit, part, outside) {
			return true
		}
	}
	return false
}

// between reports whether a window or a curtain wall has one part of a storey on one side and another part on the
// other. If only its body is known, it examines the surroundings of the body.
func (b *Building) between(s *Storey, e *state.Element, hit projections.Hit, part, outside geometry.Region) bool {
	if e.Category == state.CategoryCurtainWall && state.FixedOf(e) == nil {
		straight := fabric.CurtainShapeOf(b.View.Model, e).Straight()
		return slices.ContainsFunc(straight, func(shape fabric.CurtainShape) bool {
			return acrossCurtain(shape, part, outside)
		})
	}
	if line, err := fabric.WallLine(b.View.Model, e.HostID); err == nil {
		for _, rect := range fabric.WallOpenings(b.View.Model, e.HostID) {
			p := newDoorway(line, rect, e.ID, e.HostID, 0, 0, rect.Height)
			if rect.Filler == e.ID && (isIn(part, p.Sides[0]) && s.sideOf(p, 1, outside).outside ||
				isIn(part, p.Sides[1]) && s.sideOf(p, 0, outside).outside) {
				return true
			}
		}
		return false
	}
	lo, hi := hit.Bounds.Grow(beside).Min.XY(), hit.Bounds.Grow(beside).Max.XY()
	around := geometry.Region{geometry.Rectangle(lo, hi)}
	return len(geometry.Intersect(around, part)) > 0 && len(geometry.Intersect(around, outside)) > 0
}

// acrossCurtain reports whether a straight curtain wall has, at some place, one part before one face and another part
// before the other.
func acrossCurtain(shape fabric.CurtainShape, part, outside geometry.Region) bool {
	at := func(x, y geometry.Length) geometry.Point2 {
		return shape.Frame.Point(geometry.Point2{X: x, Y: y}.At(0)).XY()
	}
	right, left := -shape.Depth/2, shape.Depth-shape.Depth/2
	before := func(y geometry.Length, of geometry.Region) geometry.Region {
		strip := geometry.Polygon{Outer: geometry.Ring{at(0, y), at(shape.Length, y), at(shape.Length, y+beside),
			at(0, y+beside)}}
		return geometry.Intersect(of, geometry.Region{strip})
	}
	over := at(0, right-beside).Sub(at(0, left)) // step from before the left face to before the right face
	across := func(a, b geometry.Region) bool {
		return len(geometry.Intersect(before(left, a).Moved(over), before(right-beside, b))) > 0
	}
	return across(part, outside) || across(outside, part)
}
