package drawings

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// dormered returns a roof of 12 x 8 m that falls by 45 degrees from its ridge at 4000 to the south and the north. A
// lower roof crosses it over the wing to the north. The front of a dormer, 1600 wide, stands 1000 behind the south
// eaves.
func dormered(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("eaves", change.CreateLevel{Name: "Eaves", Elevation: geometry.MM(3000)})
	roof := func(name string, direction fabric.RidgeDirection, at ...geometry.Point2) {
		s.do(name, change.CreateRoof{LevelID: s.id["eaves"], Roof: fabric.Roof{RoofType: fabric.RoofGable, Boundary: at,
			Slope: 45 * geometry.Degree, Thickness: geometry.MM(200), RidgeDirection: direction}})
	}
	roof("main", "x", mm(0, 0), mm(12000, 0), mm(12000, 8000), mm(0, 8000))
	roof("wing", "y", mm(6000, 4000), mm(11000, 4000), mm(11000, 14000), mm(6000, 14000))
	s.do("front", change.CreateWall{Name: "front", LevelID: s.id["eaves"], Wall: fabric.Wall{Start: mm(2000, 1000),
		End: mm(3600, 1000), Height: geometry.MM(3000), Thickness: geometry.MM(200)}})
	return s
}

// sees reports whether a drawing has visible lines along all of a segment in the frame of the view.
func sees(d *paper.Drawing, a, b geometry.Point2) bool {
	const parts, near = 20, 3 * geometry.Micrometre
	for n := range geometry.Length(parts) {
		at := geometry.Point2{X: a.X + (b.X-a.X)*(2*n+1)/(2*parts), Y: a.Y + (b.Y-a.Y)*(2*n+1)/(2*parts)}
		found := false
		for _, i := range d.Items {
			s, ok := i.Mark.(paper.Stroke)
			if !ok || i.Class != paper.ClassSeen {
				continue
			}
			for k := 1; k < len(s.Points); k++ {
				p, q := real(d, s.Points[k-1]), real(d, s.Points[k])
				long := geometry.Distance(p, q)
				found = found || long > 0 && geometry.Distance(p, at)+geometry.Distance(at, q) < long+near
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// TestValleysAndTheFootOfADormer checks that roofs that run through each other have their valleys on roof plans,
// ceiling plans and elevations. An element that passes through a roof must have the line where it emerges.
func TestValleysAndTheFootOfADormer(t *testing.T) {
	s := dormered(t)
	v := s.view()
	draw := func(made *View, err error) *paper.Drawing {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		checkDrawing(t, made.Drawing)
		return made.Drawing
	}
	level := shape.Levels(v.Model)[1].ID
	for _, scale := range []int64{50, 100, 200} {
		roof := draw(Plan(t.Context(), v, PlanSpec{LevelID: level, Scale: scale, Roof: true}))
		// The planes have one height at the eaves, so that valleys run at 45 degrees to the end of the lower ridge.
		if !sees(roof, mm(6000, 8000), mm(8500, 5500)) || !sees(roof, mm(11000, 8000), mm(8500, 5500)) {
			t.Errorf("1:%d: a valley is missing on the roof plan", scale)
		}
		front := draw(Elevation(t.Context(), v, ElevationSpec{From: South, Scale: scale}))
		// The outer face of the front is 900 behind the eaves.
		eaves := topOf(t, v, s.id["main"]) - geometry.MM(4000)
		foot := eaves + geometry.MM(900)
		at := func(x int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: foot} }
		if !sees(front, at(2000), at(3600)) {
			t.Errorf("1:%d: the foot of the dormer's front is missing at %v", scale, foot)
		}
	}
}
