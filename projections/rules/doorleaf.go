package rules

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/ways"
)

// leafPlan is a leaf of a door in the frame of its wall: X runs along the wall, and the interior side has positive Y.
// For a curved wall it is the frame of the tangent at the middle of the door.
type leafPlan struct {
	frame        geometry.Placement
	wall         fabric.WallPlan    // the wall without a region
	rect         fabric.OpeningRect // position and width of the door in the wall
	hinge, latch geometry.Length    // along the wall: the edges between linings, or between a lining and the other leaf
	face         geometry.Length    // face of the wall on the side to which the door opens
	back         geometry.Length    // face of the wall on the other side
	sign         geometry.Length    // 1 if the door opens to the interior
}

// hungDoor is a door with its leaves that swing.
type hungDoor struct {
	kind    fabric.DoorType
	opening leafPlan   // the whole width between the linings
	leaves  []leafPlan // swinging leaves: two of a double door, none if it slides, folds, rolls up, turns or is fixed
	both    bool       // the leaf swings to both sides
}

const (
	doorSwinging  fabric.DoorType = "double_swing"
	doorSliding   fabric.DoorType = "sliding"
	doorFolding   fabric.DoorType = "folding"
	doorRolling   fabric.DoorType = "rolling_up"
	doorRevolving fabric.DoorType = "revolving"
	doorFixed     fabric.DoorType = "fixed"
)

// noDoorWall is the missing fact that is reported for a door in no wall, or in a wall that has a body but no
// parameters.
const noDoorWall = "wall of the door, by its line"

// hung returns a door with its swinging leaves, or the fact that is missing to find the leaves.
func (s *subjects) hung(e *state.Element) (d hungDoor, lacks string) {
	door, sizes, ok := leafOf(s.view.Model, e)
	if !ok {
		return d, noLeaf
	}
	plan, err := fabric.WallLine(s.view.Model, e.HostID)
	if err != nil {
		return d, noDoorWall
	}
	from, to := door.Offset+sizes.LiningThickness, door.Offset+door.Width-sizes.LiningThickness
	rect := fabric.OpeningRect{Offset: door.Offset, Width: door.Width}
	all := leafPlan{frame: plan.At(rect).Frame, wall: plan, rect: rect, hinge: from, latch: to, face: plan.YMax,
		back: plan.YMin, sign: 1}
	if ways.HungAtEnd(door) {
		all.hinge, all.latch = to, from
	}
	if door.Facing == fabric.FacingExterior {
		all = all.turned()
	}
	d = hungDoor{kind: door.DoorType, opening: all, both: door.DoorType == doorSwinging}
	switch d.kind {
	case doorSliding, doorFolding, doorRolling, doorRevolving, doorFixed:
	case fabric.DoorDouble:
		one, other := all, all
		one.latch = all.hinge + (all.latch-all.hinge)/2
		other.hinge, other.latch = all.latch, one.latch
		d.leaves = []leafPlan{one, other}
	default:
		d.leaves = []leafPlan{all}
	}
	return d, ""
}

// words returns the kind of a door in words.
func (d hungDoor) words() string { return strings.ReplaceAll(string(d.kind), "_", " ") }

// swept returns the squares in which the leaves swing.
func (d hungDoor) swept() geometry.Region {
	var all []geometry.Region
	for _, l := range d.leaves {
		all = append(all, l.swept())
		if d.both {
			all = append(all, l.turned().swept())
		}
	}
	return geometry.Union(all...)
}

// turned returns the leaf as if it opened to the other side.
func (l leafPlan) turned() leafPlan {
	l.face, l.back, l.sign = l.back, l.face, -l.sign
	return l
}

// before returns the point before the middle of the leaf at the given distance from a face, on the given side.
func (l leafPlan) before(face, sign, far geometry.Length) geometry.Point2 {
	x := (l.hinge + l.latch) / 2
	return l.frame.Point(geometry.Point2{X: x, Y: face + sign*(far+l.forward(x, face, sign))}.At(0)).XY()
}

// area returns a rectangle beside the wall: between two places along it, of the given depth before a face, on the given
// side.
func (l leafPlan) area(x0, x1, face, sign, depth geometry.Length) geometry.Region {
	at := func(x, y geometry.Length) geometry.Point2 {
		return l.frame.Point(geometry.Point2{X: x, Y: y}.At(0)).XY()
	}
	y0, y1 := min(face, face+sign*depth), max(face, face+sign*depth)
	x0, x1 = min(x0, x1), max(x0, x1)
	return geometry.Union(geometry.Region{{Outer: geometry.Ring{at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)}}})
}

// swept returns the square in which the leaf swings.
func (l leafPlan) swept() geometry.Region {
	return l.area(l.hinge, l.latch, l.face, l.sign, (l.latch - l.hinge).Abs())
}
