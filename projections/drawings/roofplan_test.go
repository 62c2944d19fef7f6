package drawings

import (
	"context"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestSlopeText checks that slopes are written in degrees, and gentle ones in per cent.
func TestSlopeText(t *testing.T) {
	for slope, want := range map[float64]string{0.7002075: "35°", 1: "45°", 0.02: "2 %", 0.025: "2.5 %", 0.1: "5.7°",
		0.0524: "5.2 %"} {
		if got := slopeText(slope); got != want {
			t.Errorf("%v: %q, want %q", slope, got, want)
		}
	}
}

// TestRoofPlan checks that a gable roof has an arrow with the slope down each side, and the heights of its ridge and
// eaves. The outline of the walls below must be dashed.
func TestRoofPlan(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("roof level", change.CreateLevel{Name: "Roof", Elevation: geometry.MM(3000)})
	corners := []geometry.Point2{mm(0, 0), mm(10000, 0), mm(10000, 8000), mm(0, 8000)}
	for i, c := range corners {
		s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c, End: corners[(i+1)%4],
			Height: geometry.MM(3000), Thickness: geometry.MM(300)}})
	}
	s.do("roof", change.CreateRoof{LevelID: s.id["roof level"], Roof: fabric.Roof{
		Boundary: []geometry.Point2{mm(-500, -500), mm(10500, -500), mm(10500, 8500), mm(-500, 8500)},
		RoofType: fabric.RoofGable, Slope: 30 * geometry.Degree, Thickness: geometry.MM(200)}})
	v, err := Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["roof level"], Scale: 100, Roof: true})
	if err != nil || len(v.Warnings) > 0 {
		t.Fatalf("%v, %v", err, v.Warnings)
	}
	var texts []string
	arrows, dashed := 0, geometry.Length(0)
	for _, i := range v.Drawing.Items {
		stroke, isStroke := i.Mark.(paper.Stroke)
		if m, ok := i.Mark.(paper.Text); ok && (i.Layer == layerRoofText || i.Layer == layerOther) {
			texts = append(texts, m.String)
		}
		switch {
		case isStroke && i.Layer == layerRoofText:
			a, b := stroke.Points[0], stroke.Points[1]
			if middle := ridgeOf(v, 4000); a.X != b.X || (a.Y > middle) != (b.Y > a.Y) {
				t.Errorf("an arrow from %v to %v; the ridge is at %v", a, b, middle)
			}
			arrows++
		case isStroke && i.Class == paper.ClassOverhead && i.Category == "wall":
			for k := 1; k < len(stroke.Points); k++ {
				dashed += geometry.Length(segment{stroke.Points[k-1], stroke.Points[k]}.length())
			}
		}
	}
	if arrows != 2 {
		t.Errorf("%d arrows", arrows)
	}
	for _, want := range []string{"30°"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q among %q", want, texts)
		}
	}
	// 300 mm walls on the boundary: outline of 10.3 x 8.3 m at 1:100
	if want := 372 * geometry.Millimetre; dashed < want-2*geometry.Millimetre || dashed > want+2*geometry.Millimetre {
		t.Errorf("%v mm of walls are dashed, want %v", dashed, want)
	}
}

// ridgeOf returns the height on paper of a Y coordinate of the model in a view at 1:100.
func ridgeOf(v *View, y int64) geometry.Length { return geometry.MM(y)/100 - v.Drawing.Origin.Y }

// TestARoofPlanShowsNoRoomsUnderTheRoof checks that a roof plan has no stamps and dimensions of rooms under the roof,
// but has those of a terrace before it.
func TestARoofPlanShowsNoRoomsUnderTheRoof(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	corners := []geometry.Point2{mm(0, 0), mm(10000, 0), mm(10000, 8000), mm(0, 8000)}
	for i, c := range corners {
		s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c, End: corners[(i+1)%4],
			Height: geometry.MM(3000), Thickness: geometry.MM(300)}})
	}
	s.do("inside", change.CreateRoom{LevelID: s.id["ground"], Name: "Inside", Room: room.Room{
		Seed: new(mm(5000, 4000))}})
	s.do("terrace", change.CreateRoom{LevelID: s.id["ground"], Name: "Terrace", Room: room.Room{
		Height: geometry.MM(2500), Boundary: []geometry.Point2{mm(10150, 0), mm(15000, 0), mm(15000, 8000),
			mm(10150, 8000)}}})
	s.do("roof", change.CreateRoof{LevelID: s.id["ground"], Roof: fabric.Roof{
		Boundary: []geometry.Point2{mm(-500, -500), mm(10100, -500), mm(10100, 8500), mm(-500, 8500)},
		RoofType: fabric.RoofHip, Slope: 30 * geometry.Degree, Thickness: geometry.MM(200), Offset: geometry.MM(3000)}})
	v, err := Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["ground"], Scale: 100, Roof: true})
	if err != nil {
		t.Fatal(err)
	}
	stamps, measures := map[string]int{}, map[state.ID]int{}
	for _, i := range v.Drawing.Items {
		if text, ok := i.Mark.(paper.Text); ok {
			stamps[text.String]++
		}
		if i.Layer == layerRoomDimensions {
			measures[state.ID(i.Element)]++
		}
	}
	if stamps["Inside"] != 0 || stamps["Terrace"] != 1 {
		t.Errorf("stamps %v", stamps)
	}
	if measures[s.id["inside"]] != 0 || measures[s.id["terrace"]] != 2 {
		t.Errorf("measures %v", measures)
	}
}

// TestFloorsWithFallsHaveFoldsAndArrows draws a floor of 6 by 4 m that falls to a drain in its middle. The plan has
// four folds from the corners to the drain and four arrows. The stamp of the room names the rule of its area.
func TestFloorsWithFallsHaveFoldsAndArrows(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	corners := []geometry.Point2{mm(0, 0), mm(6000, 0), mm(6000, 4000), mm(0, 4000)}
	s.do("floor", change.CreateFloor{LevelID: s.id["ground"], Floor: fabric.Floor{Boundary: corners,
		Thickness: geometry.MM(200), Falls: []fabric.FloorFall{{To: []geometry.Point2{mm(3000, 2000)}, Slope: 2}}}})
	s.do("room", change.CreateRoom{LevelID: s.id["ground"], Name: "Bath", Room: room.Room{Boundary: corners,
		Height: geometry.MM(2500)}})
	v, err := Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["ground"], Scale: 50,
		AreaRule: room.AreaRICSNet})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	arrows, folds := 0, geometry.Length(0)
	for _, i := range v.Drawing.Items {
		stroke, isStroke := i.Mark.(paper.Stroke)
		if m, ok := i.Mark.(paper.Text); ok {
			texts = append(texts, m.String)
		}
		switch {
		case isStroke && i.Layer == layerFallText:
			arrows++
		case isStroke && i.Class == paper.ClassFar && i.Category == "floor":
			for k := 1; k < len(stroke.Points); k++ {
				folds += geometry.Length(segment{stroke.Points[k-1], stroke.Points[k]}.length())
			}
		}
	}
	if arrows != 4 {
		t.Errorf("%d arrows", arrows)
	}
	for _, want := range []string{"2 %", "3 %", "24.00 m² NIA"} { // 2 m away it falls as far as 3 m away
		if !slices.Contains(texts, want) {
			t.Errorf("no %q among %q", want, texts)
		}
	}
	// Four folds of half the diagonal (7211 mm) at 1:50, less the length that the stamp in the middle hides.
	if whole := geometry.MM(4*3606) / 50; folds > whole+geometry.Millimetre || folds < whole*2/3 {
		t.Errorf("%v mm of folds, want up to %v", folds, whole)
	}
}

// TestRecessesInPlans draws a floor with a pit, a coffer and a slanted shaft, below a roof with a recess over its ridge
// and a slanted shaft. The heights of the bottom of the pit and of the floor must be on the plan. Recesses in the roof
// must have no arrows of their own.
func TestRecessesInPlans(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("roof level", change.CreateLevel{Name: "Roof", Elevation: geometry.MM(3000)})
	rectangle := func(x0, y0, x1, y1 int64) []geometry.Point2 {
		return []geometry.Point2{mm(x0, y0), mm(x1, y0), mm(x1, y1), mm(x0, y1)}
	}
	outline := rectangle(0, 0, 8000, 5000)
	s.do("floor", change.CreateFloor{LevelID: s.id["ground"], Floor: fabric.Floor{Boundary: outline,
		Thickness: geometry.MM(300)}})
	for i, c := range outline {
		s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c, End: outline[(i+1)%4],
			Height: geometry.MM(3000), Thickness: geometry.MM(300)}})
	}
	s.do("roof", change.CreateRoof{LevelID: s.id["roof level"], Roof: fabric.Roof{Boundary: outline,
		RoofType: fabric.RoofGable, Slope: 35 * geometry.Degree, Thickness: geometry.MM(250)}})
	slant := mm(0, 150)
	for _, c := range []change.CreateOpening{
		{HostID: s.id["floor"], Polygon: rectangle(1000, 1000, 2500, 2500), Depth: geometry.MM(80)},
		{HostID: s.id["floor"], Polygon: rectangle(3000, 1000, 4000, 2500), Depth: geometry.MM(120),
			Face: fabric.FaceBottom},
		{HostID: s.id["floor"], Polygon: rectangle(5000, 2000, 5600, 2600), Slant: &slant},
		{HostID: s.id["roof"], Polygon: rectangle(5000, 2000, 5800, 3000), Depth: geometry.MM(100)},
		{HostID: s.id["roof"], Polygon: rectangle(2000, 800, 3000, 1600), Slant: &slant},
	} {
		s.do("opening", c)
	}
	v, err := Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["ground"], Scale: 50})
	if err != nil {
		t.Fatal(err)
	}
	pit := [2]paper.Point{onPaper(1000, 1000).Sub(v.Drawing.Origin), onPaper(2500, 2500).Sub(v.Drawing.Origin)}
	heights := map[string]bool{}
	for _, i := range v.Drawing.Items {
		if m, ok := i.Mark.(paper.Text); ok && (m.String == "-0.080" || m.String == "±0.000") {
			at := m.At
			heights[m.String] = at.X > pit[0].X && at.X < pit[1].X && at.Y > pit[0].Y && at.Y < pit[1].Y
		}
	}
	if inside, ok := heights["-0.080"]; !ok || !inside || heights["±0.000"] || len(heights) != 2 {
		t.Errorf("heights in the pit: %v, which is at %v", heights, pit)
	}
	v, err = Plan(context.Background(), s.view(), PlanSpec{LevelID: s.id["roof level"], Scale: 50, Roof: true})
	if err != nil || len(v.Warnings) > 0 {
		t.Fatalf("%v, %v", err, v.Warnings)
	}
	arrows := 0
	for _, i := range v.Drawing.Items {
		if _, isStroke := i.Mark.(paper.Stroke); isStroke && i.Layer == layerRoofText {
			arrows++
		}
	}
	if arrows != 2 {
		t.Errorf("%d arrows on two planes", arrows)
	}
}

// onPaper returns the place on paper, without the origin, of a place of the model in a view at 1:50.
func onPaper(x, y int64) paper.Point {
	return paper.Point{X: geometry.MM(x) / 50, Y: geometry.MM(y) / 50}
}
