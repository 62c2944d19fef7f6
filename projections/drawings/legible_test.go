package drawings

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/check"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// measuresOf returns how often each room is measured across and along.
func measuresOf(d *paper.Drawing) map[string][2]int {
	out := map[string][2]int{}
	for _, i := range d.Items {
		if m, ok := i.Mark.(paper.Dimension); ok && i.Layer == check.RoomDimensions {
			n := out[i.Element]
			if m.Upright {
				n[1]++
			} else {
				n[0]++
			}
			out[i.Element] = n
		}
	}
	return out
}

// TestRoomsAreMeasuredBesideTags checks that tags move away for the measures of rooms. At 1:100 each living room of a
// tower must have its width and its depth, and every room at least one of them.
func TestRoomsAreMeasuredBesideTags(t *testing.T) {
	v := towerOf(t, 1, 330, 1).view()
	drawn := planOf(t, v, 0, 100)
	checkPlan(t, v, drawn, shape.Levels(v.Model)[0].ID)
	measured, living := measuresOf(drawn.Drawing), 0
	for _, id := range v.Rooms().OnLevel(shape.Levels(v.Model)[0].ID) {
		e, _ := v.Model.Element(id)
		n := measured[string(id)]
		if n[0]+n[1] == 0 {
			t.Errorf("%s is not measured", e.Name)
		}
		if strings.HasPrefix(e.Name, "Living") {
			if living++; n != [2]int{1, 1} {
				t.Errorf("%s is measured %d times across and %d times along", e.Name, n[0], n[1])
			}
		}
	}
	if living < 8 {
		t.Errorf("%d living rooms", living)
	}
}

// TestSmallRoomsAreMeasured checks random buildings whose rooms were once not measured. Each must have measures, and no
// text may lie on a door swing.
func TestSmallRoomsAreMeasured(t *testing.T) {
	for _, seed := range []uint64{1538, 4, 6, 8} {
		v := newRandom(t, seed).view()
		drawn := planOf(t, v, 0, 100)
		checkPlan(t, v, drawn, shape.Levels(v.Model)[0].ID)
		if _, n := check.InRooms(v, drawn.Drawing); n < 2 {
			t.Errorf("building %d: %d measures of rooms", seed, n)
		}
		for _, i := range drawn.Drawing.Items {
			a, ok := i.Mark.(paper.Arc)
			if !ok || i.Class != paper.ClassSwing {
				continue
			}
			for n := range 31 {
				turn := a.From + a.Sweep*geometry.Angle(n)/30
				at := move(a.Centre, float64(a.Radius)*turn.Cos(), float64(a.Radius)*turn.Sin())
				for _, w := range check.Texts(drawn.Drawing) {
					if (geometry.Region{{Outer: w.Box()}}).Contains(at) == geometry.Inside {
						t.Errorf("building %d: %q lies on a swing", seed, w.String)
					}
				}
			}
		}
	}
}

// TestEachPlanHasItsLevel checks that each plan has the height of its level. It stands in another room if the largest
// has no place, and between the walls if there are no rooms.
func TestEachPlanHasItsLevel(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground", Elevation: geometry.MM(4000)})
	corners := []geometry.Point2{mm(0, 0), mm(8000, 0), mm(8000, 8000), mm(0, 8000)}
	var walls []state.ID
	for i, c := range corners {
		walls = append(walls, s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c,
			End: corners[(i+1)%4], Height: geometry.MM(2500), Thickness: geometry.MM(200)}})...)
	}
	s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	s.do("", change.PlaceWindow{Name: "W1", WallID: walls[0], Window: fabric.Window{Offset: geometry.MM(2000),
		Width: geometry.MM(1000), Height: geometry.MM(1200), SillHeight: geometry.MM(900)}})
	empty, full := planOf(t, s.view(), 0, 100), planOf(t, towerOf(t, 1, 330, 1).view(), 0, 100)
	for want, drawn := range map[string]*View{"+4.000": empty, "±0.000": full} {
		checkDrawing(t, drawn.Drawing)
		if !slices.ContainsFunc(check.Texts(drawn.Drawing), func(w check.Written) bool { return w.String == want }) {
			t.Errorf("there is no %s", want)
		}
	}
}

// TestViewsKeepApart checks that views beside each other keep a distance, so that names of levels do not run into the
// dimensions of the next view. A view as large as the drawing space, less the inset, must fit.
func TestViewsKeepApart(t *testing.T) {
	view := func(w, h int64) *View {
		return &View{Drawing: &paper.Drawing{Width: geometry.MM(w) + 2*pageMargin,
			Height: geometry.MM(h) + 2*pageMargin}}
	}
	views := []*View{view(200, 50), view(300, 50), view(210, 50), view(100, 50)}
	d, err := MakeSheet(SheetSpec{Size: "A2", Views: views})
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range d.Views {
		for k, b := range d.Views[:i] {
			w, h := views[k].Drawing.Width-2*pageMargin, views[k].Drawing.Height-2*pageMargin
			if a.At.Y <= b.At.Y && a.At.Y > b.At.Y-h && a.At.X >= b.At.X && a.At.X < b.At.X+w+viewGap {
				t.Errorf("view %d begins %v mm after view %d", i, a.At.X-b.At.X-w, k)
			}
		}
	}
	if _, err := MakeSheet(SheetSpec{Size: "A4", Views: []*View{view(174, 50)}}); err != nil {
		t.Error(err)
	}
}

// TestRoofsAreMeasured checks the chains of a roof plan of two wings. The sides that see where a wing ends must measure
// the wings and the overhangs.
func TestRoofsAreMeasured(t *testing.T) {
	s := gabled(t)
	s.do("", change.CreateRoof{LevelID: s.id["roof level"], Roof: fabric.Roof{
		Boundary: []geometry.Point2{mm(10500, -500), mm(14000, -500), mm(14000, 4000), mm(10500, 4000)},
		RoofType: fabric.RoofFlat, Thickness: geometry.MM(200)}})
	drawn, err := Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["roof level"], Scale: 100, Roof: true})
	if err != nil {
		t.Fatal(err)
	}
	checkDrawing(t, drawn.Drawing)
	report(t, check.Chains(drawn.Drawing))
	texts := map[string]int{}
	for _, w := range check.Texts(drawn.Drawing) {
		texts[w.String]++
	}
	// Walls of 300 mm on the axes: overhangs of 350 mm. The wing ends 4500 mm from the south.
	for _, want := range []string{"14500", "9000", "350", "10300", "11000", "3500", "4500"} {
		if texts[want] == 0 {
			t.Errorf("no dimension of %s among %v", want, texts)
		}
	}
}

// TestTheTopIsMarked checks that the top of a building just above a level is marked beside the mark of the level.
func TestTheTopIsMarked(t *testing.T) {
	s := gabled(t)
	s.do("", change.CreateLevel{Name: "Ridge", Elevation: geometry.MM(5800)})
	drawn, err := Elevation(context.Background(), s.view(), ElevationSpec{From: South, Scale: 100})
	if err != nil || len(drawn.Warnings) > 0 {
		t.Fatal(err, drawn.Warnings)
	}
	checkDrawing(t, drawn.Drawing)
	var top []paper.Point
	for _, w := range check.Texts(drawn.Drawing) {
		if strings.HasPrefix(w.String, "+5.") {
			top = append(top, w.At)
		}
	}
	if len(top) != 2 || (top[0].Y-top[1].Y).Abs() >= markApart || top[0].X == top[1].X {
		t.Errorf("marks at %v", top)
	}
}

// TestCornersBehindOpeningsAreNotMeasured checks that the corner of an inner wall is in no chain if a side sees it only
// through a gap in the outer walls. A wall behind another wall's body must not count either.
func TestCornersBehindOpeningsAreNotMeasured(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	wall := func(x0, y0, x1, y1 int64) state.ID {
		return s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: mm(x0, y0),
			End: mm(x1, y1), Height: geometry.MM(2500), Thickness: geometry.MM(200)}})[0]
	}
	walls := []state.ID{wall(0, 0, 2000, 0), wall(6000, 0, 10000, 0), wall(10000, 0, 10000, 8000),
		wall(10000, 8000, 0, 8000), wall(0, 8000, 0, 0)}
	s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	wall(3500, 3000, 4700, 3000)
	s.do("", change.CreateRoom{Name: "Hall", LevelID: s.id["ground"], Room: room.Room{Height: geometry.MM(2500),
		Boundary: []geometry.Point2{mm(100, 100), mm(9900, 100), mm(9900, 7900), mm(100, 7900)}}})
	drawn := planOf(t, s.view(), 0, 100)
	checkDrawing(t, drawn.Drawing)
	var chain []string
	for _, i := range drawn.Drawing.Items {
		if m, ok := i.Mark.(paper.Dimension); ok && !m.Upright && i.Layer != check.RoomDimensions {
			chain = append(chain, m.Text.String)
		}
	}
	if got := fmt.Sprint(chain); got != "[2100 4000 4100 10200]" {
		t.Errorf("the chains of the south are %s", got)
	}
}

// TestLegendsAndNotesAreOfWhatIsSeen checks that the legend names only materials with a visible hatch, and that notes
// give quantities in words.
func TestLegendsAndNotesAreOfWhatIsSeen(t *testing.T) {
	drawn := planOf(t, newRandom(t, 3).view(), 0, 50)
	m := &sheetMaker{spec: SheetSpec{Views: []*View{drawn}}}
	var names []string
	for _, e := range m.legend() {
		names = append(names, e.name)
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "Brick Stud Wool" { // plasterboard of 15 mm is 0.3 mm on paper
		t.Errorf("the legend has %s", got)
	}
	const unknown = "Not known and not in the sums: "
	for note, want := range map[string]string{
		"wall GrossSideArea: one side.":                    "Wall gross side area: one side.",
		"duct_fitting Length: along it.":                   "Duct fitting length: along it.",
		unknown + "curtain_wall NetSideArea of 1 element.": unknown + "curtain wall net side area of 1 element.",
		"Area of doors and windows: of the opening.":       "Area of doors and windows: of the opening.",
	} {
		if got := noteInWords(note); got != want {
			t.Errorf("%q is %q", note, got)
		}
	}
}
