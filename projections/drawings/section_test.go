package drawings

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestSectionsAndElevations runs the checks of all drawings on sections and elevations of random buildings. The cut
// area of a section must equal the area in which the plane cuts its bodies.
func TestSectionsAndElevations(t *testing.T) {
	first, n := buildings()
	if first == 0 {
		n /= 10
	}
	for seed := first; seed < first+n; seed++ {
		v := newRandom(t, seed).view()
		for _, from := range []Compass{South, East, North, West} {
			drawn, err := Elevation(context.Background(), v, ElevationSpec{From: from, Scale: 100})
			if err != nil {
				t.Fatal(err)
			}
			checkDrawing(t, drawn.Drawing)
		}
		for _, l := range []SectionLine{{Name: "A", Start: mm(-1000, 2000), End: mm(9000, 2000)},
			{Name: "B", Start: mm(2100, 9000), End: mm(2100, -1000)}} {
			drawn, err := Section(context.Background(), v, SectionSpec{Line: l, Scale: []int64{100, 50}[seed%2]})
			if err != nil {
				t.Fatal(err)
			}
			checkDrawing(t, drawn.Drawing)
			checkSectionArea(t, v, drawn, l)
		}
	}
}

// checkSectionArea compares the cut area of a section with the sections of its bodies.
func checkSectionArea(t *testing.T, v *projections.View, drawn *View, l SectionLine) {
	t.Helper()
	want, got := 0.0, 0.0
	for _, c := range drawn.Cut {
		got += c.AreaM2
	}
	d := geometry.Direction(l.Start, l.End)
	frame := geometry.Placement{Origin: l.Start.At(0), X: d, Z: geometry.Cross(d, geometry.World().Z)}
	v.Model.Each(func(e *state.Element) bool {
		if e.Category == state.CategoryRoom || e.Category == state.CategoryOpening {
			return true
		}
		body, _ := shape.Body(v.Model, e.ID)
		for _, s := range body {
			shape, _ := csg.SolidShape(s)
			region, err := linework.Section(shape, frame)
			if err != nil {
				t.Fatal(err)
			}
			want += region.Area()
		}
		return true
	})
	if math.Abs(want-got) > 1e-4*want {
		t.Errorf("section %s: %v m2 cut, its bodies have %v", l.Name, got, want)
	}
}

// TestFlushBodiesHaveNoJoints checks an elevation of two walls with a slab edge between them, all in one plane. They
// must be drawn as one surface without joints, and the opening in it must be visible.
func TestFlushBodiesHaveNoJoints(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("first", change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	for _, l := range []string{"ground", "first"} {
		s.do("wall "+l, change.CreateWall{LevelID: s.id[l],
			Wall: fabric.Wall{Start: mm(0, 150), End: mm(6000, 150), Height: geometry.MM(2800),
				Thickness: geometry.MM(300)}})
	}
	s.do("slab", change.CreateFloor{LevelID: s.id["first"],
		Floor: fabric.Floor{Boundary: []geometry.Point2{mm(0, 0), mm(6000, 0), mm(6000, 5000), mm(0, 5000)},
			Thickness: geometry.MM(200)}})
	drawn, err := Elevation(context.Background(), s.view(),
		ElevationSpec{From: South, Scale: 100, Annotate: []Annotation{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range drawn.Drawing.Items {
		if m, ok := i.Mark.(paper.Stroke); ok && i.Class == paper.ClassSeen {
			t.Errorf("a joint of %s at %s", i.Category, fmt.Sprint(m.Points))
		}
	}
}

// TestCornersOfWingsAreSeen checks that the outer corner of a wing is visible before parts far behind it. Both of its
// walls reach to the front.
func TestCornersOfWingsAreSeen(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	corners := []geometry.Point2{mm(0, 0), mm(20000, 0), mm(20000, 8000), mm(8000, 8000), mm(8000, 20000), mm(0, 20000)}
	var walls []state.ID
	for i, a := range corners {
		walls = append(walls, s.do("", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{
			Start: a, End: corners[(i+1)%len(corners)], Height: geometry.MM(3000), Thickness: geometry.MM(300)}})...)
	}
	s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	for _, from := range []Compass{East, North} {
		drawn, err := Elevation(context.Background(), s.view(),
			ElevationSpec{From: from, Scale: 100, Annotate: []Annotation{}})
		if err != nil {
			t.Fatal(err)
		}
		upright := geometry.Length(0)
		for _, i := range drawn.Drawing.Items {
			if m, ok := i.Mark.(paper.Stroke); ok && i.Class == paper.ClassSeen && m.Points[0].X == m.Points[1].X {
				upright += (m.Points[1].Y - m.Points[0].Y).Abs()
			}
		}
		if upright != 30*geometry.Millimetre {
			t.Errorf("from the %s the corner of the wing is seen for %s mm of 30", from, upright)
		}
	}
}

// TestAWallWithinAnother checks that a thin wall inside a thick one of the same material adds no cut area and leaves no
// empty area.
func TestAWallWithinAnother(t *testing.T) {
	for _, scale := range []int64{500, 100, 50} {
		s := newSite(t)
		s.do("ground", change.CreateLevel{Name: "Ground"})
		s.do("Brick", change.DefineMaterial{Name: "Brick", Category: "brick"})
		for _, thick := range []int64{400, 80} {
			kind := fmt.Sprint(thick)
			s.do(kind, change.DefineType{Category: state.CategoryWall, Name: kind,
				Layers: []shape.LayerInput{{Material: "Brick", Thickness: geometry.MM(thick), Function: "structure"}}})
			s.do("", change.CreateWall{LevelID: s.id["ground"], TypeID: s.id[kind],
				Wall: fabric.Wall{Start: mm(0, 0), End: mm(5000+thick, 0), Height: geometry.MM(2500)}})
		}
		v := s.view()
		drawn := planOf(t, v, 0, scale)
		checkPlan(t, v, drawn, s.id["ground"])
	}
}

func TestRefusedSections(t *testing.T) {
	v := newRandom(t, 1).view()
	if _, err := Section(context.Background(), v, SectionSpec{
		Line:  SectionLine{Name: "A", Start: mm(0, 0), End: mm(0, 0)},
		Scale: 50}); state.CodeOf(err) != state.DegenerateGeometry {
		t.Error(err)
	}
	if _, err := Section(context.Background(), v, SectionSpec{
		Line: SectionLine{Name: "A", Start: mm(0, 0), End: mm(1, 9)}, Scale: 50,
		Depth: -1}); state.CodeOf(err) != state.OutOfRange {
		t.Error(err)
	}
	if _, err := Elevation(context.Background(), v, ElevationSpec{From: "up", Scale: 100}); state.CodeOf(err) !=
		state.OutOfRange {
		t.Error(err)
	}
}

// TestASectionMeasuresACellar checks that a section through a cellar measures its height, and overall the heights below
// and above the ground. If the cellar lies beside the plane, and on elevations, heights must begin at the ground.
func TestASectionMeasuresACellar(t *testing.T) {
	s := newSite(t)
	s.do("cellar", change.CreateLevel{Name: "Cellar", Elevation: geometry.MM(-2700)})
	s.do("ground", change.CreateLevel{Name: "Ground"})
	for _, w := range []struct {
		level        string
		x, height, y int64
	}{{"cellar", 0, 2500, 4000}, {"cellar", 8000, 2500, 4000}, {"ground", 0, 2600, 8000},
		{"ground", 8000, 2600, 8000}} {
		s.do("wall", change.CreateWall{LevelID: s.id[w.level], Wall: fabric.Wall{Start: mm(w.x, 0), End: mm(w.x, w.y),
			Height: geometry.MM(w.height), Thickness: geometry.MM(300)}})
	}
	s.do("", change.PlaceWindow{WallID: s.id["wall"], Window: fabric.Window{Offset: geometry.MM(1500),
		Width: geometry.MM(1000), Height: geometry.MM(1200), SillHeight: geometry.MM(900)}})
	v := s.view()
	cellar, openings := []string{"2700", "2600"}, []string{"2700", "900", "1200", "500"}
	for y, want := range map[int64][][]string{2000: {openings, cellar, cellar}, 6000: {{"2600"}, {"2600"}}} {
		u, err := Section(t.Context(), v, SectionSpec{Line: SectionLine{Name: "A", Start: mm(-1000, y),
			End: mm(9000, y)}, Scale: 100})
		if err != nil {
			t.Fatal(err)
		}
		if got := measured(u.Drawing, layerDimensions, true); !reflect.DeepEqual(got, want) {
			t.Errorf("at %d: chains %v, want %v", y, got, want)
		}
	}
	u, err := Elevation(t.Context(), v, ElevationSpec{From: South, Scale: 100})
	if err != nil {
		t.Fatal(err)
	}
	if got := measured(u.Drawing, layerDimensions, true); !reflect.DeepEqual(got, [][]string{{"2600"}, {"2600"}}) {
		t.Errorf("elevation: chains %v", got)
	}
}
