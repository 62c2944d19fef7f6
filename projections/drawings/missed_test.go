package drawings

import (
	"context"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/check"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// hall returns a room of 8 by 5 m whose walls are 5 m high, on the ground, with a mezzanine at 1.8 m.
func hall(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("mezzanine", change.CreateLevel{Name: "Mezzanine", Elevation: geometry.MM(1800)})
	corners := []geometry.Point2{mm(0, 0), mm(8000, 0), mm(8000, 5000), mm(0, 5000)}
	var walls []state.ID
	for i, name := range []string{"south", "east", "north", "west"} {
		walls = append(walls, s.do(name, change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{
			Start: corners[i], End: corners[(i+1)%4], Height: geometry.MM(5000), Thickness: geometry.MM(300)}})...)
	}
	s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	return s
}

// door places a door of 1.0 by 2.1 m.
func (s *site) door(name, wall string, offset, sill int64) state.ID {
	return s.do(name, change.PlaceDoor{WallID: s.id[wall], Name: name, Door: fabric.Door{Offset: geometry.MM(offset),
		Width: geometry.MM(1000), Height: geometry.MM(2100), SillHeight: geometry.MM(sill)}})[0]
}

// window places a window 1.2 m wide.
func (s *site) window(name, wall string, offset, sill, height int64) state.ID {
	return s.do(name, change.PlaceWindow{WallID: s.id[wall], Name: name, Window: fabric.Window{
		Offset: geometry.MM(offset), Width: geometry.MM(1200), Height: geometry.MM(height),
		SillHeight: geometry.MM(sill)}})[0]
}

// planAt draws a plan of a level at 1:100 and runs the checks of plans on it. For a roof plan or another cut it runs
// only the checks of drawings.
func planAt(t *testing.T, v *projections.View, spec PlanSpec) *View {
	t.Helper()
	spec.Scale = 100
	drawn, err := Plan(context.Background(), v, spec)
	if err != nil {
		t.Fatal(err)
	}
	if spec.CutHeight == 0 && !spec.Roof {
		checkPlan(t, v, drawn, spec.LevelID)
	}
	checkDrawing(t, drawn.Drawing)
	return drawn
}

// drawnAs returns the classes of the marks of an element, each once.
func drawnAs(d *paper.Drawing, id state.ID) (out []paper.Class) {
	for _, i := range d.Items {
		if i.Element == string(id) && !slices.Contains(out, i.Class) {
			out = append(out, i.Class)
		}
	}
	slices.Sort(out)
	return out
}

// writes reports whether a drawing has a text.
func writes(d *paper.Drawing, text string) bool {
	return slices.ContainsFunc(check.Texts(d), func(w check.Written) bool { return w.String == text })
}

// TestOpeningsOfTheStoreyBelowAreNotDrawn checks doors and windows of the storey below in a wall that continues through
// this one. They must be neither drawn nor tagged nor measured on its plan.
func TestOpeningsOfTheStoreyBelowAreNotDrawn(t *testing.T) {
	s := hall(t)
	door, window := s.door("D1", "south", 1000, 0), s.window("W1", "south", 3000, 900, 1200)
	high := s.window("W2", "south", 5500, 2700, 1200)
	v := s.view()
	below := planAt(t, v, PlanSpec{LevelID: s.id["ground"]}).Drawing
	if got := drawnAs(below, door); !slices.Contains(got, paper.ClassSwing) {
		t.Errorf("below, the door is drawn as %q", got)
	}
	tall := s.window("W3", "north", 1000, 900, 2000) // more of it is above the mezzanine than below
	v = s.view()
	d := planAt(t, v, PlanSpec{LevelID: s.id["mezzanine"]}).Drawing
	for _, id := range []state.ID{door, window, tall} {
		if got := drawnAs(d, id); len(got) > 0 {
			t.Errorf("what the storey below has is drawn as %q", got)
		}
	}
	if got := drawnAs(d, high); !slices.Contains(got, paper.ClassSymbol) || slices.Contains(got, paper.ClassOverhead) {
		t.Errorf("the window that is cut is drawn as %q", got)
	}
	if writes(d, "1000") || !writes(d, "1200") {
		t.Error("the plan measures what the storey below has, or not what it has")
	}
}

// TestWhatTheCutMissesIsDashed checks that an opening that the cut misses is dashed in the wall. It must have no leaf
// and no swing, because the wall is cut solid there.
func TestWhatTheCutMissesIsDashed(t *testing.T) {
	s := hall(t)
	low, raised := s.door("D1", "south", 1000, 0), s.door("D2", "north", 1000, 1500)
	clerestory := s.window("W1", "south", 5000, 2200, 1200)
	v := s.view()
	for _, c := range []struct {
		name string
		id   state.ID
		cut  int64
	}{{"a door above the cut", raised, 0}, {"a window above the cut", clerestory, 0},
		{"a door below the cut", low, 2150}} {
		d := planAt(t, v, PlanSpec{LevelID: s.id["ground"], CutHeight: geometry.MM(c.cut)}).Drawing
		got := drawnAs(d, c.id)
		if slices.Contains(got, paper.ClassSwing) || slices.Contains(got, paper.ClassSymbol) ||
			!slices.Contains(got, paper.ClassOverhead) || !slices.Contains(got, paper.ClassText) {
			t.Errorf("%s is drawn as %q", c.name, got)
		}
		// The sides of the wall are cut, and the dashed lines lie between them.
		across := long(d, func(i paper.Item) bool {
			return i.Element == string(c.id) && i.Class == paper.ClassOverhead
		})
		if across < 2*2990 {
			t.Errorf("%s has %v mm of dashed lines", c.name, across)
		}
	}
}

// TestARoofPlanHasNoDoors checks that a roof plan, on which nothing is cut, has no doors and windows.
func TestARoofPlanHasNoDoors(t *testing.T) {
	s := hall(t)
	door := s.door("D1", "south", 1000, 2000)
	d := planAt(t, s.view(), PlanSpec{LevelID: s.id["mezzanine"], Roof: true}).Drawing
	if got := drawnAs(d, door); len(got) > 0 {
		t.Errorf("the door is drawn as %q", got)
	}
}
