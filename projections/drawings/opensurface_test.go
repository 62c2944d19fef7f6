package drawings

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// sheetHouse returns a storey with a table made of open surfaces, 900 mm high, with a top of 2 by 1 m and three sides
// without thickness. A curve lies on the floor beside it.
func sheetHouse(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	at := func(x, y, z int64) geometry.Point3 { return mm(x, y).At(geometry.MM(z)) }
	table := geometry.Drawn{Form: geometry.DrawnShells, Vertices: []geometry.Point3{at(0, 0, 0), at(2000, 0, 0),
		at(2000, 1000, 0), at(0, 1000, 0), at(0, 0, 900), at(2000, 0, 900), at(2000, 1000, 900), at(0, 1000, 900)},
		Faces: []geometry.Face{{Loops: [][]int32{{4, 5, 6, 7}}}, {Loops: [][]int32{{0, 1, 5, 4}}},
			{Loops: [][]int32{{1, 2, 6, 5}}}, {Loops: [][]int32{{3, 0, 4, 7}}}}}
	line := geometry.Drawn{Form: geometry.DrawnCurves, Vertices: []geometry.Point3{at(0, -500, 0), at(2000, -500, 0)},
		Lines: [][]int32{{0, 1}}}
	footprint := geometry.Drawn{Form: geometry.DrawnCurves, Identifier: "FootPrint", Flat: true,
		Vertices: []geometry.Point3{{}, at(9000, 9000, 0)}, Lines: [][]int32{{0, 1}}}
	e := &state.Element{ID: state.DeriveID("Table", 1), Category: state.CategoryProxy, Name: "Table",
		LevelID: s.id["ground"], Params: &component.Proxy{Location: at(1000, 1000, 0)}}
	s.do("Table", change.Import{Elements: []*state.Element{e},
		Drawn: map[state.ID][]geometry.Drawn{e.ID: {table, line, footprint}}})
	s.id["Table"] = e.ID
	return s
}

// shownOf returns the length of the strokes of an element, in millimetres of the building at 1:50.
func shownOf(d *paper.Drawing, id state.ID) int64 {
	on := long(d, func(i paper.Item) bool { return i.Element == string(id) })
	return int64(on * 50 / geometry.Millimetre)
}

// TestOpenSurfacesAreDrawn checks that a plan shows the lines in which it cuts open surfaces and their visible edges
// below, and an elevation their outlines. A footprint is another representation, which no drawing shows.
func TestOpenSurfacesAreDrawn(t *testing.T) {
	s := sheetHouse(t)
	v := s.view()
	body, err := shape.Body(v.Model, s.id["Table"])
	if m, failed := v.Measures().Of(s.id["Table"]); err != nil || failed != nil || len(body) > 0 || m.Volume != 0 ||
		m.Bounds.Max != mm(3000, 2000).At(geometry.MM(900)) {
		t.Errorf("the table has %d solids and measures %+v (%v, %v)", len(body), m, err, failed)
	}
	d := planOf(t, v, 0, 50)
	checkPlan(t, v, d, s.id["ground"])
	if seen, want := shownOf(d.Drawing, s.id["Table"]), int64(2*(2000+1000)+2000); seen != want {
		t.Errorf("the plan shows %d mm of the table and the line beside it, not %d", seen, want)
	}
	cut, err := Plan(t.Context(), v, PlanSpec{LevelID: s.id["ground"], Scale: 50, CutHeight: geometry.MM(450)})
	if err != nil {
		t.Fatal(err)
	}
	if seen, want := shownOf(cut.Drawing, s.id["Table"]), int64(2000+2*1000+2000); seen != want {
		t.Errorf("cut under its top, the plan shows %d mm of its three sides and the line, not %d", seen, want)
	}
	front, err := Elevation(t.Context(), v, ElevationSpec{From: South, Scale: 50})
	if err != nil {
		t.Fatal(err)
	}
	outline := long(front.Drawing, func(i paper.Item) bool { return i.Class == paper.ClassOutline })
	if want := geometry.MM(2000+2*900) / 50; outline != want {
		t.Errorf("the elevation shows %v mm of the outline of the table above the ground, not %v", outline, want)
	}
}
