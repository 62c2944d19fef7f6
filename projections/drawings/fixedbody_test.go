package drawings

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/projections/drawings/check"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// block returns a box from the origin of a piece.
func block(t *testing.T, x, y, z int64) geometry.Solid {
	t.Helper()
	s, err := geometry.Extrude(geometry.World(), geometry.Region{geometry.Rectangle(geometry.Point2{}, mm(x, y))},
		0, geometry.MM(z))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// brought imports an element of another program.
func (s *site) brought(name, level string, c state.Category, params state.Params, body ...geometry.Solid) state.ID {
	s.t.Helper()
	e := &state.Element{ID: state.DeriveID(name, 1), Category: c, Name: name, LevelID: s.id[level], Params: params}
	s.do(name, change.Import{Elements: []*state.Element{e}, Bodies: map[state.ID]geometry.Body{e.ID: body}})
	s.id[name] = e.ID
	return e.ID
}

// placedAt returns the placement of the body of another program's element.
func placedAt(x, y, z int64, turn geometry.Angle) *state.FixedShape {
	return &state.FixedShape{FixedPiece: state.FixedPiece{Location: mm(x, y).At(geometry.MM(z)), Rotation: turn}}
}

// steps returns the treads of a flight along X, each 1.0 m wide, 300 mm deep and 50 mm thick.
func steps(t *testing.T, n int64) (out []geometry.Solid) {
	for i := range n {
		s, err := geometry.Extrude(geometry.World(), geometry.Region{geometry.Rectangle(mm(300*i, 0),
			mm(300*i+300, 1000))}, geometry.MM(200*i+150), geometry.MM(200*i+200))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// stairHouse returns two storeys of 10 by 8 m. A stair of another program with 15 treads leads from the ground up to
// 3.0 m, with a railing beside it, below a hole in the upper floor.
func stairHouse(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("first", change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
	corners := []geometry.Point2{mm(0, 0), mm(10000, 0), mm(10000, 8000), mm(0, 8000)}
	for _, level := range []string{"ground", "first"} {
		var walls []state.ID
		for i, name := range []string{"south", "east", "north", "west"} {
			walls = append(walls, s.do(level+" "+name, change.CreateWall{LevelID: s.id[level], Wall: fabric.Wall{
				Start: corners[i], End: corners[(i+1)%4], Height: geometry.MM(3000), Thickness: geometry.MM(300)}})...)
		}
		s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
		s.do(level+" floor", change.CreateFloor{LevelID: s.id[level], Floor: fabric.Floor{
			Boundary: corners, Thickness: geometry.MM(200)}})
	}
	s.do("", change.CreateOpening{HostID: s.id["first floor"],
		Polygon: []geometry.Point2{mm(3500, 2000), mm(6500, 2000), mm(6500, 3000), mm(3500, 3000)}})
	stair, rail := placedAt(2000, 2000, 0, 0), placedAt(2000, 2950, 300, 0)
	s.brought("Stair", "ground", state.CategoryStair, &stairshape.Stair{Fixed: stair}, steps(t, 15)...)
	s.brought("Railing", "ground", state.CategoryRailing, &stairshape.Railing{Fixed: rail}, block(t, 4500, 40, 3600))
	return s
}

// extentOf returns the length of the marks of an element in one class, and their extent along X in the building.
func extentOf(d *paper.Drawing, id state.ID, class paper.Class) (sum geometry.Length, from, to geometry.Length) {
	of := func(i paper.Item) bool { return i.Element == string(id) && i.Class == class }
	from, to = geometry.LengthOverflow, -geometry.LengthOverflow
	for _, i := range d.Items {
		if stroke, ok := i.Mark.(paper.Stroke); ok && of(i) {
			for _, p := range stroke.Points {
				x := real(d, p).X
				from, to = min(from, x), max(to, x)
			}
		}
	}
	return long(d, of), from, to
}

// TestAFixedStairIsDrawn checks a stair of another program on the plan of its level. Its treads must be solid up to the
// cut and dashed beyond, on its own layer, with its railing.
func TestAFixedStairIsDrawn(t *testing.T) {
	s := stairHouse(t)
	v := s.view()
	for _, scale := range []int64{20, 50, 100, 200} {
		d := planOf(t, v, 0, scale)
		checkPlan(t, v, d, s.id["ground"])
		near := func(a geometry.Length, mm int64) bool { return (a - geometry.MM(mm)).Abs() < geometry.MM(scale/20) }
		_, from, to := extentOf(d.Drawing, s.id["Stair"], paper.ClassSymbol)
		// The sixth tread is at 1.15 to 1.2 m, at the cut of 1.2 m.
		if !near(from, 2000) || !near(to, 3800) {
			t.Errorf("1:%d: the stair is seen from %v to %v mm", scale, from, to)
		}
		_, from, to = extentOf(d.Drawing, s.id["Stair"], paper.ClassOverhead)
		if from < geometry.MM(3790) || !near(to, 6500) {
			t.Errorf("1:%d: the stair is dashed from %v to %v mm", scale, from, to)
		}
		if l, from, to := extentOf(d.Drawing, s.id["Railing"], paper.ClassSymbol); l == 0 || !near(from, 2000) ||
			!near(to, 6500) {
			t.Errorf("1:%d: %v mm of the railing, from %v to %v", scale, l, from, to)
		}
		for _, i := range d.Drawing.Items {
			if want := map[string]string{string(s.id["Stair"]): "A-FLOR-STRS",
				string(s.id["Railing"]): "A-FLOR-HRAL"}[i.Element]; want != "" && i.Layer != want &&
				i.Class != paper.ClassText {
				t.Errorf("1:%d: a mark is on %s", scale, i.Layer)
			}
		}
		if len(d.Warnings) > 0 {
			t.Errorf("1:%d: %v", scale, d.Warnings)
		}
	}
}

// TestAFixedStairIsSeenThroughTheFloor checks that a flight that arrives is visible from above through the hole in the
// floor, and only there.
func TestAFixedStairIsSeenThroughTheFloor(t *testing.T) {
	s := stairHouse(t)
	d := planOf(t, s.view(), 1, 50)
	checkPlan(t, s.view(), d, s.id["first"])
	l, from, to := extentOf(d.Drawing, s.id["Stair"], paper.ClassSymbol)
	if l == 0 || from < geometry.MM(3495) || to > geometry.MM(6505) {
		t.Errorf("%v mm of the stair are seen, from %v to %v", l, from, to)
	}
	if l, _, _ := extentOf(d.Drawing, s.id["Stair"], paper.ClassOverhead); l > 0 {
		t.Errorf("%v mm of the stair are above the cut", l)
	}
}

// TestAHiddenFixedStairIsNoted checks that a warning names a stair on the level if no part of the stair is visible.
func TestAHiddenFixedStairIsNoted(t *testing.T) {
	s := stairHouse(t)
	hidden := s.brought("Buried", "ground", state.CategoryStair, &stairshape.Stair{Fixed: placedAt(7000, 5000, -180,
		0)},
		block(t, 1000, 1000, 100))
	d := planOf(t, s.view(), 0, 100)
	if !d.Warned(hidden) || d.Warned(s.id["Stair"]) {
		t.Errorf("the notes are %v", d.Warnings)
	}
}

// foreignWalls returns a building of one storey, 10 by 8 m, whose walls are bodies of another program with holes. The
// south wall has a door 2.4 m wide, 485 mm from its corner. The north wall has a window 1.0 m wide.
func foreignWalls(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	pierced := func(name string, x, y, long, deep, from, to, sill int64) {
		parts := []geometry.Solid{}
		for _, r := range [][4]int64{{0, from, 0, 2800}, {to, long, 0, 2800}, {from, to, 2100, 2800},
			{from, to, 0, sill}} {
			if r[2] == r[3] {
				continue
			}
			region := geometry.Region{geometry.Rectangle(mm(r[0], 0), mm(r[1], deep))}
			solid, err := geometry.Extrude(geometry.World(), region, geometry.MM(r[2]), geometry.MM(r[3]))
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, solid)
		}
		s.brought(name, "ground", state.CategoryWall, &fabric.Wall{Fixed: placedAt(x, y, 0, 0)}, parts...)
	}
	pierced("South", 0, 0, 10000, 300, 485, 2885, 0)
	pierced("North", 0, 7700, 10000, 300, 4000, 5000, 900)
	s.brought("West", "ground", state.CategoryWall, &fabric.Wall{Fixed: placedAt(0, 300, 0, 0)},
		block(t, 300, 7400, 2800))
	s.brought("East", "ground", state.CategoryWall, &fabric.Wall{Fixed: placedAt(9700, 300, 0, 0)},
		block(t, 300, 7400, 2800))
	door := &fabric.Door{Fixed: placedAt(2875, 200, 0, geometry.HalfTurn), Width: geometry.MM(2380),
		Height: geometry.MM(2090)}
	s.brought("FFC-T21", "ground", state.CategoryDoor, door, block(t, 2380, 100, 2090))
	window := &fabric.Window{Fixed: placedAt(4000, 7850, 900, 0), Width: geometry.MM(1000), Height: geometry.MM(1200)}
	s.brought("FFC-F21", "ground", state.CategoryWindow, window, block(t, 1000, 80, 1200))
	return s
}

// TestFixedDoorsAndWindowsAreDrawn checks that doors and windows of other programs in walls of other programs are
// drawn, tagged and measured at every scale. The measured opening includes the gap between frame and wall.
func TestFixedDoorsAndWindowsAreDrawn(t *testing.T) {
	s := foreignWalls(t)
	v := s.view()
	for _, scale := range []int64{50, 100, 200} {
		drawn := planOf(t, v, 0, scale)
		checkPlan(t, v, drawn, s.id["ground"])
		d := drawn.Drawing
		for _, name := range []string{"FFC-T21", "FFC-F21"} {
			if got := drawnAs(d, s.id[name]); !slices.Contains(got, paper.ClassSymbol) {
				t.Errorf("1:%d: %s is drawn as %q", scale, name, got)
			}
			if writes(d, name) != details[bandOf(scale)].tags {
				t.Errorf("1:%d: %s is tagged: %t", scale, name, writes(d, name))
			}
		}
		for _, want := range []string{"485", "2400", "7115", "4000", "1000", "5000"} {
			if !writes(d, want) {
				t.Errorf("1:%d: nothing measures %s", scale, want)
			}
		}
		for _, i := range check.Texts(d) {
			if i.String == "2380" || i.String == "2885" {
				t.Errorf("1:%d: a dimension of %s", scale, i.String)
			}
		}
	}
}

// TestAFixedDoorLiesAlongItsWall checks that a door of another program with a turned body lies along its wall, which is
// oblique to the file's axes.
func TestAFixedDoorLiesAlongItsWall(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	turned, err := geometry.Extrude(geometry.Placement{X: geometry.Direction(mm(0, 0), mm(4, 3)),
		Z: geometry.World().Z}, geometry.Region{geometry.Rectangle(mm(0, 0), mm(1000, 100))}, 0, geometry.MM(2000))
	if err != nil {
		t.Fatal(err)
	}
	s.brought("Door", "ground", state.CategoryDoor, &fabric.Door{Fixed: placedAt(0, 0, 0, 0)}, turned)
	v := s.view()
	p := &plan{view: newView(t.Context(), v, "", 100, geometry.World())}
	e, _ := v.Model.Element(s.id["Door"])
	bodies, err := p.bodies(t.Context(), []*state.Element{e})
	if err != nil {
		t.Fatal(err)
	}
	wall, width := p.strip(&fixedBody{element: e, shapes: []csg.Shape{bodies[0].shape}})
	if (width-geometry.MM(1000)).Abs() > 2 || (wall.Thickness()-geometry.MM(100)).Abs() > 3 ||
		(wall.Frame.X.Y*4-wall.Frame.X.X*3) > 1e-6 {
		t.Errorf("%v mm long, %v mm thick along %v", width, wall.Thickness(), wall.Frame.X)
	}
}

// TestAFixedDoorFillsAnOpening checks a door of another program in an opening of a wall with parameters. The opening
// must be measured once, and must not be drawn as an empty one.
func TestAFixedDoorFillsAnOpening(t *testing.T) {
	s := hall(t)
	opening := s.do("opening", change.CreateOpening{HostID: s.id["south"], Offset: new(geometry.MM(1200)),
		Width: geometry.MM(1010), Height: geometry.MM(2100)})[0]
	door := s.brought("D7", "ground", state.CategoryDoor, &fabric.Door{Fixed: placedAt(1215, -50, 0, 0)},
		block(t, 980, 100, 2090))
	drawn := planAt(t, s.view(), PlanSpec{LevelID: s.id["ground"]})
	d := drawn.Drawing
	if got := drawnAs(d, opening); len(got) > 0 {
		t.Errorf("the opening is drawn as %q", got)
	}
	if got := drawnAs(d, door); !slices.Contains(got, paper.ClassSymbol) {
		t.Errorf("the door is drawn as %q", got)
	}
	if !writes(d, "1010") || writes(d, "980") || writes(d, "15") || !writes(d, "D7") {
		t.Error("the door is not measured by its opening, or has no tag")
	}
	// With the cut above the door, the door is dashed.
	drawn = planAt(t, s.view(), PlanSpec{LevelID: s.id["ground"], CutHeight: geometry.MM(2500)})
	if got := drawnAs(drawn.Drawing, door); !slices.Contains(got, paper.ClassOverhead) ||
		slices.Contains(got, paper.ClassSymbol) {
		t.Errorf("below the cut the door is drawn as %q", got)
	}
}

// TestFixedWindowsOnACourtAreMeasured checks that openings in other programs' walls on a court are measured before
// their facade.
func TestFixedWindowsOnACourtAreMeasured(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	// A court of 6 by 6 m within a ring of rooms 4 m wide; only the southern inner wall has a window.
	wall := func(name string, x, y, long, deep int64) {
		s.brought(name, "ground", state.CategoryWall, &fabric.Wall{Fixed: placedAt(x, y, 0, 0)},
			block(t, long, deep, 2800))
	}
	wall("south", 0, 0, 14000, 300)
	wall("north", 0, 13700, 14000, 300)
	wall("west", 0, 300, 300, 13400)
	wall("east", 13700, 300, 300, 13400)
	wall("inner west", 4000, 4000, 300, 6000)
	wall("inner east", 9700, 4000, 300, 6000)
	wall("inner north", 4300, 9700, 5400, 300)
	wall("inner south a", 4300, 4000, 1700, 300)
	wall("inner south b", 7100, 4000, 2600, 300)
	s.brought("W1", "ground", state.CategoryWindow, &fabric.Window{Fixed: placedAt(6010, 4100, 0, 0)},
		block(t, 1080, 80, 2400))
	s.do("room", change.CreateRoom{Name: "South", LevelID: s.id["ground"], Room: room.Room{
		Boundary: []geometry.Point2{mm(300, 300), mm(13700, 300), mm(13700, 4000), mm(300, 4000)},
		Height:   geometry.MM(2600)}})
	drawn := planOf(t, s.view(), 0, 100)
	checkPlan(t, s.view(), drawn, s.id["ground"])
	found := 0
	for _, i := range drawn.Drawing.Items {
		if m, ok := i.Mark.(paper.Dimension); ok && i.Layer == layerCourtDimensions && m.Text.String == "1100" {
			found++
		}
	}
	if found != 1 {
		t.Errorf("the opening on the court is measured %d times", found)
	}
}

// TestFixedWindowsAreSimplifiedByScale checks a window of another program with frame and pane. At 1:100 it must be one
// outline; at smaller scales, one line from edge to edge of the opening, like other windows.
func TestFixedWindowsAreSimplifiedByScale(t *testing.T) {
	s := foreignWalls(t)
	part := func(x0, y0, x1, y1 int64) geometry.Solid {
		solid, err := geometry.Extrude(geometry.World(), geometry.Region{geometry.Rectangle(mm(x0, y0), mm(x1, y1))},
			0, geometry.MM(1200))
		if err != nil {
			t.Fatal(err)
		}
		return solid
	}
	s.do("", change.DeleteElement{ElementIDs: []state.ID{s.id["FFC-F21"]}})
	id := s.brought("FFC-F22", "ground", state.CategoryWindow, &fabric.Window{Fixed: placedAt(4000, 7850, 900, 0),
		Width: geometry.MM(1000), Height: geometry.MM(1200)}, part(0, 0, 60, 80), part(940, 0, 1000, 80),
		part(60, 28, 940, 52))
	for scale, want := range map[int64]geometry.Length{
		100: 20_000, // twice along: the ends lie on the wall, and steps of 28 mm are too short to be seen
		200: 5_000,
	} {
		d := planOf(t, s.view(), 0, scale).Drawing
		got, _, _ := extentOf(d, id, paper.ClassSymbol)
		if (got - want).Abs() > 100 {
			t.Errorf("1:%d: %v mm of lines, want %v", scale, got, want)
		}
	}
}
