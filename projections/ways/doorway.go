package ways

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Doorway is a door, or an opening without a door, that connects the floors on both sides of a wall.
type Doorway struct {
	ID     state.ID // id of the door, or of the opening if it has no door
	Host   state.ID
	Width  geometry.Length // clear, with the leaf open at a right angle
	Height geometry.Length // clear
	// points before the middle of the clear width: at the exterior and at the interior face of the wall
	Sides    [2]geometry.Point2
	line     [2]geometry.Point2 // line across the doorway, in the middle of the wall
	clear    geometry.Region    // plan from face to face, and a little beyond
	occupied geometry.Region    // part of the opening that lining and leaf occupy
}

const (
	// DoorStop is the depth of the stop of a lining, measured from the leaf into the opening (usual sections have 12 to
	// 15 mm).
	DoorStop = 13 * geometry.Millimetre

	// SlidingPull is the part of an open sliding leaf that remains in the opening so that it can be gripped.
	SlidingPull = 50 * geometry.Millimetre

	// doorHeight is the least clear height of a doorway: lower openings are hatches. Doors of old buildings have some
	// 1.9 m.
	doorHeight = 1800 * geometry.Millimetre

	// overlap is how far a doorway reaches beyond the faces of its wall. It connects the doorway with the floors beside
	// it, although corners are rounded and rooms may end up to 5 mm from the wall.
	overlap = 10 * geometry.Millimetre

	// beside is the distance from the face of the wall to the sides of a doorway: clear of gaps of up to 5 mm.
	beside = 50 * geometry.Millimetre
)

// doorwaysOf returns the doorways in a wall or curtain wall that open onto a floor at a height. It returns none for a
// wall that has a body but no parameters, and leaves out such doors.
func doorwaysOf(m *state.Model, wall *state.Element, height geometry.Length, t Traveller) []Doorway {
	plan, err := fabric.WallLine(m, wall.ID)
	if err != nil {
		return nil
	}
	var out []Doorway
	for _, rect := range fabric.WallOpenings(m, wall.ID) {
		sill := plan.Frame.Origin.Z + rect.Sill
		if rect.Depth > 0 || (sill-height).Abs() > max(t.Step, finish) || rect.Height < doorHeight ||
			rect.Filler == "" && rect.HeadOver(0, 0, 0) < doorHeight {
			continue
		}
		if filler, ok := m.Element(rect.Filler); ok {
			if door, ok := filler.Params.(*fabric.Door); ok {
				out = append(out, doorwayOfDoor(plan, rect, filler, door))
			}
			continue
		}
		out = append(out, newDoorway(plan, rect, rect.ID, wall.ID, 0, 0, rect.HeadOver(0, 0, 0)))
	}
	return out
}

// doorwayOfDoor deducts lining and leaf from the opening. A single leaf stands at a right angle on the hinge side, and
// the stop of the lining is on the other side. Of two leaves, one stands on each side.
func doorwayOfDoor(plan fabric.WallPlan, rect fabric.OpeningRect, e *state.Element, door *fabric.Door) Doorway {
	sizes := door.LeafSizes(plan.Thickness())
	lining, leaf := sizes.LiningThickness, sizes.PanelDepth
	hinge, latch := lining+leaf, lining+DoorStop
	switch door.DoorType {
	case "double_door":
		latch = hinge
	case "sliding":
		hinge, latch = lining+SlidingPull, lining
	case "folding":
		hinge, latch = lining+2*leaf, lining
	case "rolling_up":
		hinge, latch = lining, lining
	case "fixed", "revolving": // nobody can pass: a fixed door does not open, a revolving one may be stopped
		hinge, latch = rect.Width, 0
	}
	from, to := hinge, latch
	if HungAtEnd(door) {
		from, to = latch, hinge
	}
	return newDoorway(plan, rect, e.ID, e.HostID, from, to, rect.HeadOver(from, to, lining))
}

// HungAtEnd reports whether the leaf is hung at the end of the opening that is farther along the wall. The swing is
// defined as seen from the side to which the door opens. The interior lies to the left of the wall, and seen from the
// interior the end of the wall is on the left.
func HungAtEnd(door *fabric.Door) bool {
	return (door.Facing == fabric.FacingExterior) != (door.Swing != "right")
}

// newDoorway makes the doorway of an opening, with the widths that lining and leaf take at its start and at its end. In
// a curved wall it stands in the tangent at the middle of the opening, and its clear part reaches to the faces of the
// wall at its sides.
func newDoorway(plan fabric.WallPlan, rect fabric.OpeningRect, id, host state.ID, fromStart, fromEnd,
	height geometry.Length) Doorway {
	x0, x1 := rect.Offset+fromStart, rect.Offset+rect.Width-fromEnd
	p := Doorway{ID: id, Host: host, Width: max(0, x1-x0), Height: height}
	frame := plan.At(rect).Frame
	at := func(x, y geometry.Length) geometry.Point2 {
		return frame.Point(geometry.Point2{X: x, Y: y}.At(0)).XY()
	}
	face := func(x, across geometry.Length) geometry.Length {
		return projections.FaceAt(plan, rect, x, across).Across
	}
	area := func(x0, x1, lo, hi geometry.Length) geometry.Region {
		if x1 <= x0 {
			return nil
		}
		return geometry.Region{{Outer: geometry.Ring{at(x0, lo), at(x1, lo), at(x1, hi), at(x0, hi)}}}
	}
	middle, across := (x0+x1)/2, (plan.YMin+plan.YMax)/2
	p.Sides = [2]geometry.Point2{at(middle, face(middle, plan.YMin)-beside),
		at(middle, face(middle, plan.YMax)+beside)}
	p.line = [2]geometry.Point2{at(x0, across), at(x1, across)}
	lo := min(plan.YMin, face(x0, plan.YMin), face(x1, plan.YMin)) - overlap
	hi := max(plan.YMax, face(x0, plan.YMax), face(x1, plan.YMax)) + overlap
	p.clear = area(x0, x1, lo, hi)
	p.occupied = append(area(rect.Offset, min(x0, rect.Offset+rect.Width), plan.YMin, plan.YMax),
		area(max(x1, x0), rect.Offset+rect.Width, plan.YMin, plan.YMax)...)
	return p
}

// Clear returns the plan of the clear width, from face to face of the wall and 10 mm beyond.
func (p *Doorway) Clear() geometry.Region { return p.clear }

// crossed reports whether a step of a way, from a to b, goes through the doorway or along its edge. A step that begins
// in the middle of the wall has already crossed it.
func (p *Doorway) crossed(a, b geometry.Point2) bool {
	q, r := p.line[0], p.line[1]
	switch {
	case a == b || geometry.OnSegment(a, q, r):
		return false
	case geometry.ProperlyCross(a, b, q, r), geometry.OnSegment(b, q, r):
		return true
	}
	return geometry.OnSegment(q, a, b) || geometry.OnSegment(r, a, b)
}
