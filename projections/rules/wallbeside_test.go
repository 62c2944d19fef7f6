package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// TestWallsThatLieInOneAnother checks two walls of 200 mm side by side, whose axes are 50 to 250 mm apart.
func TestWallsThatLieInOneAnother(t *testing.T) {
	for name, c := range map[string]struct {
		line  [4]int64 // line of the second wall; the first wall runs 6 m along the X axis
		found []string
	}{
		"50 mm apart":                  {[4]int64{0, 50, 6000, 50}, []string{"MQ-14 150: A B"}},
		"the other way round":          {[4]int64{6000, -50, 0, -50}, []string{"MQ-14 150: A B"}},
		"over a part":                  {[4]int64{4000, 150, 9000, 150}, []string{"MQ-14 50: A B"}},
		"in line, over half a metre":   {[4]int64{5500, 0, 9000, 0}, []string{"MQ-14 200: A B"}},
		"one end in the other by 2 mm": {[4]int64{5998, 0, 9000, 0}, nil},
		"a slip of half a degree":      {[4]int64{1000, 100, 5000, 135}, []string{"MQ-14 100: A B"}},
		"face to face":                 {[4]int64{0, 200, 6000, 200}, nil},
		"half a millimetre":            {[4]int64{0, 200, 6000, 199}, nil},
		"apart":                        {[4]int64{0, 250, 6000, 250}, nil},
		"beyond the end":               {[4]int64{6000, 50, 9000, 50}, nil},
		"across":                       {[4]int64{3000, -2000, 3000, 2000}, nil},
		"a corner":                     {[4]int64{6000, 0, 6000, 3000}, nil},
		"one that it is twice":         {[4]int64{0, 0, 6000, 0}, nil}, // MQ-12 reports it
	} {
		s := newSketch(t)
		s.level("L0", 0)
		s.wall("A", "L0", 0, 0, 6000, 0)
		s.wall("B", "L0", c.line[0], c.line[1], c.line[2], c.line[3])
		s.expect(name, quality("MQ-14"), c.found, nil)
	}
}

// TestWallsInOneAnotherAtOneHeight checks that a parapet over a wall does not overlap it, and neither does a wall that
// fills an opening of it. A wall in the opening that continues into the other wall does.
func TestWallsInOneAnotherAtOneHeight(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.level("L1", 2800)
	s.wall("A", "L0", 0, 0, 6000, 0)
	s.wall("Over", "L1", 0, 50, 6000, 50)
	s.opening("O", "A", 2000, 2000)
	low := func(name string, x0, x1 int64) {
		s.do(name, change.CreateWall{LevelID: s.ids["L0"], Name: name, Wall: fabric.Wall{
			Start: at(x0, 0), End: at(x1, 0), Height: geometry.MM(1000), Thickness: geometry.MM(100)}})
	}
	low("Infill", 2000, 4000)
	s.expect("in the opening", quality("MQ-14"), nil, nil)
	low("Long", 1000, 4000)
	s.expect("beyond the opening", quality("MQ-14"), []string{"MQ-14 100: Long A", "MQ-14 100: Long Infill"}, nil)
}

// TestJoinedWallsMayLieInOneAnother checks walls that meet at a flat angle and share the corner: a valid join allows
// the overlap, a broken join does not.
func TestJoinedWallsMayLieInOneAnother(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.wall("A", "L0", 0, 0, 6000, 0)
	s.wall("B", "L0", 0, 0, 6000, 900)
	s.expect("at 8.5 degrees", quality("MQ-14"), []string{"MQ-14 198.9: A B"}, nil)
	s.do("", joinAll(s, "L0"))
	s.expect("joined", quality("MQ-14"), nil, nil)
	s = newSketch(t)
	s.level("L0", 0)
	s.wall("A", "L0", 0, 0, 6000, 0)
	s.wall("B", "L0", 6000, 0, 9000, 0)
	s.do("", joinAll(s, "L0"))
	s.expect("in line", quality("MQ-14"), nil, nil)
	s.do("", change.MoveElement{ElementIDs: []state.ID{s.ids["B"]}, Delta: at(-2000, 50).At(0)})
	s.expect("moved", quality("MQ-14"), []string{"MQ-14 150: A B"}, nil)
}

// TestArcsInOneAnother checks concentric arcs of 3000 and 3150 mm radius, and arcs that touch within the chords of
// their faces.
func TestArcsInOneAnother(t *testing.T) {
	for name, c := range map[string]struct {
		radius int64
		found  []string
	}{"150 mm apart": {3150, []string{"MQ-14 50: A B"}}, "face to face": {3200, nil}} {
		s := newSketch(t)
		s.level("L0", 0)
		s.arc("A", "L0", at(3000, 0), at(0, 3000), at(-3000, 0))
		s.arc("B", "L0", at(c.radius, 0), at(0, c.radius), at(-c.radius, 0))
		s.wall("P", "L0", -6000, 0, -2000, 0)
		s.expect(name, quality("MQ-14"), c.found, nil)
	}
}
