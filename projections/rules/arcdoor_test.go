package rules_test

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

func (s *sketch) arc(name, level string, from, mid, to geometry.Point2) {
	s.t.Helper()
	s.do(name, change.CreateWall{LevelID: s.ids[level], Name: name, Wall: fabric.Wall{Start: from, Mid: &mid, End: to,
		Height: geometry.MM(2800), Thickness: geometry.MM(200)}})
}

// apse makes a half disc of arc walls inside a ring of walls, with a room in each. The arc A runs from east to west,
// with its inner face 100 mm inside the radius. In its middle stands the door D of the given kind: from x 500 to -500
// if it is 1000 wide.
func apse(t *testing.T, radius int64, kind fabric.DoorType, facing fabric.Facing, width int64) *sketch {
	t.Helper()
	s := newSketch(t)
	s.level("L0", 0)
	s.ring("", "L0", -radius-4000, 0, radius+4000, radius+4000)
	s.arc("A", "L0", at(radius, 0), at(0, radius), at(-radius, 0))
	middle := geometry.Length(math.Round(math.Pi / 2 * float64(geometry.MM(radius))))
	s.do("", joinAll(s, "L0"))
	s.do("D", change.PlaceDoor{WallID: s.ids["A"], Name: "D", Door: fabric.Door{Facing: facing, DoorType: kind,
		Offset: middle - geometry.MM(width)/2, Width: geometry.MM(width), Height: geometry.MM(2100)}})
	s.room("Inside", "L0", "assembly hall", 0, 1000)
	s.room("Around", "L0", "office", radius+2000, radius+2000)
	return s
}

const besideLatch = ": whether the wall beside the latch, which curves into the clearance of the door, obstructs it: D"

// TestFloorBeforeADoorInAnArc checks that the floor before a leaf begins at the tangent to the arc at the middle of the
// door, on the hollow side too. On that side the wall itself curves into the space beside the latch, which the
// standards do not cover. Any other obstacle there fails the rule. Depths are found to a hairline of 10 mm2, which is
// up to 0.05 mm over 200 to 1525 mm.
func TestFloorBeforeADoorInAnArc(t *testing.T) {
	o := of("A-3", "ADA-404.2.4.1ad", "ADA-404.2.4.1al", "ADA-404.2.4.1b", "ADM2-2.17")
	curve := []string{"ADA-404.2.4.1al" + besideLatch, "ADM2-2.17" + besideLatch}
	for _, c := range []struct {
		what         string
		facing       fabric.Facing
		x, y         int64 // place of a box of 400 x 400 mm; 0, 0 means no box
		found, lacks []string
	}{
		{"hollow side", fabric.FacingInterior, 0, 0, nil, curve},
		{"round side", fabric.FacingExterior, 0, 0, nil, nil},
		{"hollow side, box before the leaf", fabric.FacingInterior, -100, 2000,
			[]string{"ADA-404.2.4.1ad 700: D"}, curve},
		{"hollow side, box beside the latch", fabric.FacingInterior, 800, 2000, []string{"ADA-404.2.4.1al 150: D",
			"ADM2-2.17 150: D"}, nil},
		{"round side, box before the leaf", fabric.FacingExterior, 0, 4000,
			[]string{"ADA-404.2.4.1ad 700: D"}, nil},
		{"hollow side is pushed, box there", fabric.FacingExterior, 0, 2000,
			[]string{"ADA-404.2.4.1b 700: D"}, nil},
		{"round side is pushed, box there", fabric.FacingInterior, 0, 4000,
			[]string{"ADA-404.2.4.1b 700: D"}, curve},
	} {
		s := apse(t, 3000, "", c.facing, 1000)
		if c.y != 0 {
			s.thing("box", "L0", c.x, c.y, 0, 400, 400, 1000)
		}
		s.expect(c.what, o, c.found, c.lacks)
	}
}

// TestFloorBeforeASlidingDoorInAnArc checks that the opening is free up to the hollow face over its whole width.
func TestFloorBeforeASlidingDoorInAnArc(t *testing.T) {
	s := apse(t, 3000, "sliding", fabric.FacingInterior, 2000)
	s.expect("free", of("A-3", "ADA-404.2.4.2"), nil, nil)
	s.thing("box", "L0", 700, 2000, 0, 400, 400, 1000)
	s.expect("a box", of("A-3", "ADA-404.2.4.2"), []string{"ADA-404.2.4.2 700: D"}, nil)
	s.thing("shelf", "L0", 700, 2850, 0, 200, 100, 1000) // in the opening, before the arc
	s.expect("a shelf", of("A-3", "ADA-404.2.4.2"), []string{"ADA-404.2.4.2 0: D"}, nil)
}

// TestLeavesInAnArcOpenAndSwing checks the opening direction of each leaf of a double door before the middle of the
// leaf, which lies far off the tangent. Obstacles in the square of a leaf stand before the tangent.
func TestLeavesInAnArcOpenAndSwing(t *testing.T) {
	o := of("A-3", "IBC-1010.1.2.1", "MQ-4")
	for _, kind := range []fabric.DoorType{"", "double_door"} {
		s := apse(t, 6000, kind, fabric.FacingInterior, 4000)
		s.expect("into the hall "+string(kind), o, []string{"IBC-1010.1.2.1 0: D Inside"}, nil)
		s.thing("box", "L0", 900, 4800, 0, 400, 400, 1000)
		s.expect("a box "+string(kind), o, []string{"IBC-1010.1.2.1 0: D Inside", "MQ-4 0.16: D box"}, nil)
		s = apse(t, 6000, kind, fabric.FacingExterior, 4000)
		s.expect("out of the hall "+string(kind), o, nil, nil)
	}
}
