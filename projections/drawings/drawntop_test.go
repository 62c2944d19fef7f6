package drawings

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestSectionsEndAtTheHighestPointTheyShow checks that the highest mark and the overall height of a section ignore a
// ridge before the plane or beyond the depth. A roof of 10 x 8 m falls by 45 degrees from its ridge at 4000 to either
// side.
func TestSectionsEndAtTheHighestPointTheyShow(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("roof", change.CreateRoof{LevelID: s.id["ground"], Roof: fabric.Roof{RoofType: fabric.RoofGable,
		Boundary: []geometry.Point2{mm(0, 0), mm(10000, 0), mm(10000, 8000), mm(0, 8000)},
		Slope:    45 * geometry.Degree, Thickness: geometry.MM(200), RidgeDirection: "x"}})
	v := s.view()
	eaves := topOf(t, v, s.id["roof"]) - geometry.MM(4000)
	along := func(y int64) SectionLine { return SectionLine{Name: "A", Start: mm(-1000, y), End: mm(11000, y)} }
	back := func(y int64) SectionLine { return SectionLine{Name: "A", Start: mm(11000, y), End: mm(-1000, y)} }
	for name, c := range map[string]struct {
		spec SectionSpec
		rise int64 // from the eaves to the highest point
	}{
		"behind the ridge":         {SectionSpec{Line: along(6500)}, 1500},
		"before the ridge":         {SectionSpec{Line: along(1500)}, 4000},
		"not as deep as the ridge": {SectionSpec{Line: along(1500), Depth: geometry.MM(1000)}, 2500},
		"from the other side":      {SectionSpec{Line: back(1000)}, 1000},
		"across, all of the ridge": {SectionSpec{
			Line: SectionLine{Name: "A", Start: mm(5000, -1000), End: mm(5000, 9000)}}, 4000},
		"as deep as the ridge is":   {SectionSpec{Line: along(1500), Depth: geometry.MM(3000)}, 4000},
		"from the other side, deep": {SectionSpec{Line: back(7000)}, 4000},
	} {
		for _, scale := range Scales {
			c.spec.Scale = scale
			drawn, err := Section(t.Context(), v, c.spec)
			if err != nil {
				t.Fatal(err)
			}
			want := eaves + geometry.MM(c.rise)
			marks, overall := map[string]bool{}, false
			for _, i := range drawn.Drawing.Items {
				switch m := i.Mark.(type) {
				case paper.Text:
					marks[m.String] = true
				case paper.Dimension:
					overall = overall || (m.Value-want).Abs() < samePoint
				}
			}
			if !marks[height(want)] || !overall {
				t.Errorf("%s at 1:%d: not %s, but %v", name, scale, height(want), marks)
			}
		}
	}
}

// topOf returns the height of the highest point of an element.
func topOf(t *testing.T, v *projections.View, id state.ID) geometry.Length {
	t.Helper()
	for _, hit := range v.Spatial().Within(v.Model.Bounds()) {
		if hit.ID == id {
			return hit.Bounds.Max.Z
		}
	}
	t.Fatal("it has no body")
	return 0
}
