package projections

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// FacadePart is a part of a curtain wall between a room and the outside.
type FacadePart struct {
	ID state.ID
	// Region is the part of the wall's face, or of one facet of a bent wall, without its doors and windows. X runs
	// along the wall from its start, Y upwards from its base. The room lies on one side, up to its lowest height, and
	// no room on the other. Region is empty if the room has no height at its lowest place.
	Region   geometry.Region
	Shape    fabric.CurtainShape
	Interior bool // the room lies on the left of the wall's direction
}

// Faces returns the distances of the wall's faces from its line, positive to the left: the face before the room, and
// the other face.
func (p FacadePart) Faces() (toRoom, away geometry.Length) {
	right, left := -p.Shape.Depth/2, p.Shape.Depth-p.Shape.Depth/2
	if p.Interior {
		return left, right
	}
	return right, left
}

// Facade returns the parts of curtain walls between a room and the outside, in the order of the walls' ids. A bent
// wall has a part per facet, and a wall with the room on both sides has two. A wall without parameters has none, and
// so has a room that is not bounded.
func (r *Rooms) Facade(id state.ID) []FacadePart {
	room := r.derived.room(id)
	if room == nil || room.err != nil || !room.shape.Bounded {
		return nil
	}
	var out []FacadePart
	near := r.derived.itemOf(id).box.Grow(edgeGap)
	for _, hit := range r.derived.intersecting(near, state.CategoryCurtainWall) {
		e, ok := r.model.Element(hit.ID)
		if !ok || state.FixedOf(e) != nil {
			continue
		}
		for _, straight := range fabric.CurtainShapeOf(r.model, e).Straight() {
			for _, interior := range []bool{false, true} {
				if part, ok := r.facadePart(room, hit, e, straight, interior); ok {
					out = append(out, part)
				}
			}
		}
	}
	return out
}

// facadePart returns the part of a straight curtain wall between a room on one of its sides and the outside, or false
// if there is none. A wall with the room on both sides, such as a screen that stands free in it, is internal.
func (r *Rooms) facadePart(room *roomEntry, hit Hit, e *state.Element, shape fabric.CurtainShape,
	interior bool) (FacadePart, bool) {
	line := fabric.WallPlan{Frame: shape.Frame, Length: shape.Length, YMin: -shape.Depth / 2,
		YMax: shape.Depth - shape.Depth/2}
	before := onSide(contactsOf(room.shape.Region, line), interior)
	face := alongFace(line, before, room.shape.Base, room.shape.Height)
	for _, other := range r.within(hit.Bounds.Grow(edgeGap), "") {
		behind := onSide(contactsOf(other.shape.Region, line), !interior)
		face = geometry.Subtract(face, alongFace(line, behind, other.shape.Base, other.shape.Height))
	}
	height := e.Params.(*fabric.CurtainWall).Height
	whole := geometry.Region{geometry.Rectangle(geometry.Point2{}, geometry.Point2{X: shape.Length, Y: height})}
	if face = geometry.Intersect(face, whole); len(face) == 0 {
		return FacadePart{}, false
	}
	for _, rect := range fabric.WallOpenings(r.model, e.ID) {
		lo := geometry.Point2{X: rect.Offset, Y: rect.Sill}
		hi := lo.Add(geometry.Point2{X: rect.Width, Y: rect.Height})
		face = geometry.Subtract(face, geometry.Region{geometry.Rectangle(lo, hi)})
	}
	lowest := alongFace(line, before, room.shape.Base, room.shape.Heights().Lowest)
	return FacadePart{e.ID, geometry.Intersect(face, lowest), shape, interior}, true
}

// onSide returns the contacts on one side of a wall.
func onSide(contacts []contact, interior bool) []contact {
	var out []contact
	for _, c := range contacts {
		if c.interior == interior {
			out = append(out, c)
		}
	}
	return out
}

// alongFace returns the part of a wall's face, in the frame of the wall, along which a room with the given base and
// height lies.
func alongFace(line fabric.WallPlan, contacts []contact, base, height geometry.Length) geometry.Region {
	if height <= 0 { // the cover of the room comes down to its floor
		return nil
	}
	var parts []geometry.Region
	low := base - line.Frame.Origin.Z
	for _, c := range contacts {
		parts = append(parts, geometry.Region{geometry.Rectangle(geometry.Point2{X: c.from, Y: low},
			geometry.Point2{X: c.to, Y: low + height})})
	}
	return geometry.Union(parts...)
}
