package rules_test

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/geometry"
)

func (s *sketch) column(name string, x, height int64) {
	s.t.Helper()
	s.do(name, change.CreateColumn{BaseLevel: s.ids["L0"], Name: name, Column: member.Column{Location: at(x, 0),
		Height: geometry.MM(height), Profile: rectangular(300, 300)}})
}

func rectangular(width, depth int64) *geometry.Profile {
	return &geometry.Profile{Shape: geometry.ProfileRectangle, Width: geometry.MM(width), Depth: geometry.MM(depth)}
}

// beam builds a beam of 200 x 400 mm along the X axis, its top at two heights.
func (s *sketch) beam(name string, x0, z0, x1, z1 int64) {
	s.t.Helper()
	s.do(name, change.CreateBeam{LevelID: s.ids["L0"], Name: name, Beam: member.Beam{
		Start: at(x0, 0).At(geometry.MM(z0)), End: at(x1, 0).At(geometry.MM(z1)), Justification: "top",
		Profile: rectangular(200, 400)}})
}

// TestABeamBearsOnTwoEnds checks that a free end of a beam is an error, unless the beam has a support before that end
// and reaches over the support by at most a third of its span. A short beam is not checked, because a stiff joint may
// hold it.
func TestABeamBearsOnTwoEnds(t *testing.T) {
	stiff := []string{"STR-3: whether the joint of the beam at its one bearing is stiff: B"}
	for _, c := range []struct {
		name           string
		columns        []int64
		height         int64
		z0, x1, z1     int64
		found, lacking []string
	}{
		{"on two columns", []int64{0, 6000}, 2600, 3000, 6000, 3000, nil, nil},
		{"on one column", []int64{0}, 2600, 3000, 6000, 3000, []string{"STR-3 1: B"}, nil},
		{"at the side of one column", []int64{0}, 3000, 3000, 6000, 3000, []string{"STR-3 1: B"}, nil},
		{"3.2 m, which a stiff joint can hold", []int64{0}, 2600, 3000, 3200, 3000, nil, stiff},
		{"over a column at three quarters", []int64{0, 4500}, 2600, 3000, 6000, 3000, nil, nil},
		{"over a column at half", []int64{0, 2400}, 2600, 3000, 6000, 3000, []string{"STR-3 1: B"}, nil},
		{"over two columns", []int64{1000, 5000}, 2600, 3000, 6000, 3000, nil, nil},
		{"on one column in the middle", []int64{3000}, 2600, 3000, 6000, 3000, []string{"STR-3 0: B"}, nil},
		{"sloping over a column at three quarters", []int64{0, 4500}, 2590, 3000, 6000, 3000, nil, nil},
	} {
		s := newSketch(t)
		s.level("L0", 0)
		for i, x := range c.columns {
			s.column(string(rune('a'+i)), x, c.height)
		}
		s.beam("B", 0, c.z0, c.x1, c.z1)
		s.expect(c.name, of("B", "STR-3"), c.found, c.lacking)
	}
}

// TestARafterBearsBeforeItsEaves checks that a sloping beam bears on a column under its lower part.
func TestARafterBearsBeforeItsEaves(t *testing.T) {
	s := newSketch(t)
	s.level("L0", 0)
	s.column("ridge", 0, 4500)
	s.column("eaves", 4800, 3155) // the underside there is about 5000 - 4800 * 0.3 - 400 / cos = 3142 mm
	s.beam("B", 0, 5000, 6000, 3200)
	s.expect("a rafter", of("B", "STR-3"), nil, nil)
}
