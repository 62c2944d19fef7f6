package drawings

import (
	"context"
	"math"
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
	"github.com/bimstream/bimstream/projections/tables"
)

// gabled returns a room below a gable roof of 30 degrees, whose walls reach up to the roof.
func gabled(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("roof level", change.CreateLevel{Name: "Roof", Elevation: geometry.MM(3000)})
	corners := []geometry.Point2{mm(0, 0), mm(10000, 0), mm(10000, 8000), mm(0, 8000)}
	var walls []state.ID
	for i, c := range corners {
		walls = append(walls, s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c,
			End: corners[(i+1)%4], Height: geometry.MM(2500), Thickness: geometry.MM(300)}})...)
	}
	s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	s.do("roof", change.CreateRoof{LevelID: s.id["roof level"], Roof: fabric.Roof{
		Boundary: []geometry.Point2{mm(-500, -500), mm(10500, -500), mm(10500, 8500), mm(-500, 8500)},
		RoofType: fabric.RoofGable, Slope: 30 * geometry.Degree, Thickness: geometry.MM(200)}})
	s.do("", change.Attach{ElementIDs: walls, To: []state.ID{s.id["roof"]}})
	return s
}

// long returns the length on paper of the strokes that meet a condition.
func long(d *paper.Drawing, holds func(paper.Item) bool) geometry.Length {
	sum := 0.0
	for _, i := range d.Items {
		if s, ok := i.Mark.(paper.Stroke); ok && holds(i) {
			for _, side := range sidesOf(s) {
				sum += side.length()
			}
		}
	}
	return geometry.Length(math.Round(sum))
}

// TestACeilingPlanShowsTheWholeRoof checks that a ceiling plan below a roof shows its ridge and verges in full. A level
// below the ridge that carries only the roof must not end the view.
func TestACeilingPlanShowsTheWholeRoof(t *testing.T) {
	s := gabled(t)
	drawn, err := Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["ground"], Scale: 100, Ceiling: true,
		Annotate: []Annotation{}})
	if err != nil {
		t.Fatal(err)
	}
	of := long(drawn.Drawing, func(i paper.Item) bool { return i.Category == "roof" })
	// the outline of 11 by 9 m and the ridge over the inside of the walls, 9.7 m
	if least := 400*geometry.Millimetre + 97*geometry.Millimetre; of < least {
		t.Errorf("%v mm of the roof are drawn, want %v at least", of, least)
	}
}

// TestFlatRoofsHaveHeights checks that the roof plan has the height of a slab that serves as a roof. The outline of the
// slab must be wider than the lines within.
func TestFlatRoofsHaveHeights(t *testing.T) {
	v := towerOf(t, 2, 1200, 1).view()
	levels := shape.Levels(v.Model)
	roof := levels[len(levels)-1]
	drawn, err := Plan(context.Background(), v, PlanSpec{LevelID: roof.ID, Scale: 100, Roof: true})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, w := range check.Texts(drawn.Drawing) {
		if w.String == height(shape.Elevation(v.Model, roof.ID)) {
			found++
		}
	}
	if found != 2 { // the tower has two wings
		t.Errorf("the height of the roofs is written %d times", found)
	}
	wide := long(drawn.Drawing, func(i paper.Item) bool {
		return i.Layer == "A-ROOF-OTLN" && i.Mark.(paper.Stroke).Pen == pens[skyline][upTo100]
	})
	if wide < geometry.Metre {
		t.Errorf("%v mm of wide outline", wide)
	}
}

// TestInteriorElevationsFollowSlopes checks that an interior elevation of a gable wall has the gable's outline.
func TestInteriorElevationsFollowSlopes(t *testing.T) {
	s := gabled(t)
	room := s.do("room", change.CreateRoom{Name: "Attic", LevelID: s.id["ground"], Room: room.Room{
		Seed: &geometry.Point2{X: geometry.MM(5000), Y: geometry.MM(4000)}, Number: "1"}})[0]
	v := s.view()
	facts, err := v.Rooms().Analyse(room)
	if err != nil || facts.Heights.Lowest == facts.Heights.Highest {
		t.Fatalf("the room has one height: %+v, %v", facts.Heights, err)
	}
	drawn, err := Interior(context.Background(), v, InteriorSpec{RoomID: room, From: West, Scale: 50})
	if err != nil {
		t.Fatal(err)
	}
	checkDrawing(t, drawn.Drawing)
	var corners []geometry.Point2
	for _, i := range drawn.Drawing.Items {
		if stroke, ok := i.Mark.(paper.Stroke); ok && i.Class == paper.ClassCut {
			for _, p := range stroke.Points {
				corners = append(corners, real(drawn.Drawing, p))
			}
		}
	}
	low, high := geometry.LengthOverflow, -geometry.LengthOverflow
	for _, c := range corners {
		low, high = min(low, c.Y), max(high, c.Y)
	}
	near := func(a, b geometry.Length) bool { return (a - b).Abs() <= 100*geometry.Micrometre }
	tops := 0
	for _, c := range corners {
		if near(c.Y, facts.Base+facts.Heights.Highest) {
			tops++
		}
	}
	if len(corners) != 5 || tops != 1 || !near(low, facts.Base) || !near(high, facts.Base+facts.Heights.Highest) {
		t.Errorf("the outline has the corners %v", corners)
	}
}

// TestElevationMarks checks that the given elevations are marked on their sides, each with its letter and outside of
// the dimensions. The mark of an interior elevation must stand in its room.
func TestElevationMarks(t *testing.T) {
	s := gabled(t)
	room := s.do("room", change.CreateRoom{Name: "Attic", LevelID: s.id["ground"], Room: room.Room{
		Seed: &geometry.Point2{X: geometry.MM(5000), Y: geometry.MM(4000)}}})[0]
	drawn, err := Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["ground"], Scale: 50,
		Sections: []SectionLine{{Name: "A", Start: mm(5000, -1000), End: mm(5000, 9000)}},
		Elevations: []ElevationMark{{From: South}, {From: East}, {From: North}, {From: West},
			{From: North, RoomID: room}}})
	if err != nil || len(drawn.Warnings) > 0 {
		t.Fatal(err, drawn.Warnings)
	}
	checkDrawing(t, drawn.Drawing)
	places := map[string][]geometry.Point2{}
	for _, w := range check.Texts(drawn.Drawing) {
		if w.Item.Layer == "A-ELEV-IDEN" {
			places[w.String] = append(places[w.String], real(drawn.Drawing, w.At))
		}
	}
	south, north, east, west := places["S"], places["N"], places["E"], places["W"]
	if len(south) != 2 || len(north) != 1 || len(east) != 1 || len(west) != 1 {
		t.Fatalf("marks at %v", places)
	}
	slices.SortFunc(south, func(a, b geometry.Point2) int { return int(a.Y - b.Y) })
	if south[0].Y > 0 || north[0].Y < geometry.MM(8000) || east[0].X < geometry.MM(10000) || west[0].X > 0 ||
		south[1].Y < 0 || south[1].Y > geometry.MM(8000) {
		t.Errorf("marks at %v", places)
	}
	for _, wrong := range []ElevationMark{{From: "up"}, {From: South, RoomID: "nobody"}, {From: South,
		RoomID: s.id["ground"]}} {
		if _, err := Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["ground"], Scale: 50,
			Elevations: []ElevationMark{wrong}}); err == nil {
			t.Errorf("%+v is marked", wrong)
		}
	}
}

// TestEveryOpeningIsTagged checks that each door and window of a storey of a tower has its tag, with a leader if there
// is no place beside it. Tags of windows must be inside.
func TestEveryOpeningIsTagged(t *testing.T) {
	v := towerOf(t, 2, 1900, 1).view()
	drawn := planOf(t, v, 0, 100)
	checkDrawing(t, drawn.Drawing)
	told := map[string]bool{}
	for _, w := range check.Texts(drawn.Drawing) {
		if strings.HasSuffix(w.Item.Layer, "-IDEN") {
			told[w.Item.Element+w.String] = true
		}
	}
	level := shape.Levels(v.Model)[0].ID
	for _, c := range []state.Category{state.CategoryDoor, state.CategoryWindow} {
		for _, id := range v.Model.OfCategory(c) {
			if e, _ := v.Model.Element(id); e.LevelID == level && !told[string(id)+tables.Mark(e)] {
				t.Errorf("%s %s has no tag", c, e.Name)
			}
		}
	}
	if len(told) < 100 {
		t.Errorf("%d tags", len(told))
	}
}

// TestWingsAreMeasured checks that the chain of a side without openings measures the wings of a building.
func TestWingsAreMeasured(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	corners := []geometry.Point2{mm(0, 0), mm(12000, 0), mm(12000, 4000), mm(5000, 4000), mm(5000, 9000), mm(0, 9000)}
	var walls []state.ID
	for i, c := range corners {
		walls = append(walls, s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c,
			End: corners[(i+1)%6], Height: geometry.MM(2500), Thickness: geometry.MM(300)}})...)
	}
	s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	v := s.view()
	drawn := planOf(t, v, 0, 100)
	checkPlan(t, v, drawn, s.id["ground"])
	texts := map[string]int{}
	for _, w := range check.Texts(drawn.Drawing) {
		texts[w.String]++
	}
	for _, want := range []string{"12300", "9300", "5300", "7000", "4300", "5000"} {
		if texts[want] == 0 {
			t.Errorf("no dimension of %s among %v", want, texts)
		}
	}
}

// TestSheetsOfSchedulesAreNamed checks that a sheet of parts of one schedule has the schedule's name, and that a
// subtotal of a single line is not drawn.
func TestSheetsOfSchedulesAreNamed(t *testing.T) {
	v := towerOf(t, 2, 1900, 1).view()
	sheets, _, err := GeneralSet(context.Background(), v, SetSpec{Block: DefaultBlock(v), Scales: []int64{200}})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range sheets {
		checkDrawing(t, d)
		names = append(names, d.Name)
		for _, w := range check.Texts(d) {
			if w.String == "Subtotal door" || w.String == "Subtotal room" {
				t.Errorf("%s has %q", d.Name, w.String)
			}
		}
	}
	if !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "Door schedule (1 to ") }) {
		t.Errorf("sheets are called %q", names)
	}
}
