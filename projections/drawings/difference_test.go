package drawings

import (
	"context"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// inksOf returns the inks in which an element's strokes are drawn.
func inksOf(d *paper.Drawing, id state.ID) map[paper.Ink]bool {
	out := map[paper.Ink]bool{}
	for _, i := range d.Items {
		if s, ok := i.Mark.(paper.Stroke); ok && i.Element == string(id) {
			out[s.Ink] = true
		}
	}
	return out
}

// tintsOf returns the tints in which areas of an element are drawn.
func tintsOf(d *paper.Drawing, id state.ID) (out []paper.Ink) {
	for _, i := range d.Items {
		if f, ok := i.Mark.(paper.Fill); ok && i.Element == string(id) && i.Layer == layerDifference {
			out = append(out, f.Ink)
		}
	}
	return out
}

// TestAPlanOfDifferences checks the colours of a plan compared with an earlier state: added green, removed red and
// dashed, moved blue, the rest grey. Chains and texts stay as they are.
func TestAPlanOfDifferences(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	s.do("Brick", change.DefineMaterial{Name: "Brick", Category: "brick"})
	s.do("plain", change.DefineType{Category: state.CategoryWall, Name: "plain",
		Layers: []shape.LayerInput{{Material: "Brick", Thickness: geometry.MM(200), Function: "structure"}}})
	wall := func(name string, x0, y0, x1, y1 int64) state.ID {
		return s.do(name, change.CreateWall{Name: name, LevelID: s.id["ground"],
			Wall: fabric.Wall{Start: mm(x0, y0), End: mm(x1, y1), Height: geometry.MM(2800)}, TypeID: s.id["plain"]})[0]
	}
	var outer []state.ID
	for _, w := range [][4]int64{{0, 0, 8000, 0}, {8000, 0, 8000, 6000}, {8000, 6000, 0, 6000}, {0, 6000, 0, 0}} {
		outer = append(outer, wall("outer", w[0], w[1], w[2], w[3]))
	}
	s.do("", change.JoinElements{ElementIDs: outer, JoinType: fabric.JoinAuto})
	moved, lost := wall("moved", 3000, 100, 3000, 5900), wall("lost", 6000, 100, 6000, 5900)
	door := s.do("", change.PlaceDoor{Name: "D1", WallID: outer[0],
		Door: fabric.Door{Offset: geometry.MM(800), Width: geometry.MM(900),
			Height: geometry.MM(2100), DoorType: "single_swing"}})
	before := s.view()
	s.do("", change.MoveElement{ElementIDs: []state.ID{moved}, Delta: geometry.Point3{X: geometry.MM(800)}})
	s.do("", change.DeleteElement{ElementIDs: []state.ID{lost}})
	fresh := wall("new", 4500, 3000, 7900, 3000)
	after := s.view()

	drawn, err := Plan(context.Background(), after, PlanSpec{LevelID: s.id["ground"], Scale: 50, Since: before})
	if err != nil {
		t.Fatal(err)
	}
	checkDrawing(t, drawn.Drawing)
	if c := drawn.Compared; c == nil || c.Added != 1 || c.Gone != 1 || c.Changed != 1 {
		t.Errorf("%+v: one came, one went, one moved", c)
	}
	for id, want := range map[state.ID][]paper.Ink{fresh: {tintAdded}, lost: {tintGone},
		moved: {tintChanged, tintBefore}, outer[0]: nil} {
		if got := tintsOf(drawn.Drawing, id); !slices.Equal(got, want) {
			t.Errorf("%s has the tints %v, not %v", id, got, want)
		}
	}
	for _, id := range door {
		if inks := inksOf(drawn.Drawing, id); inks[inkAdded] || inks[inkGone] || inks[inkChanged] {
			t.Error("the door is the same and has a colour")
		}
	}
	colours := map[paper.Ink]float64{}
	for _, i := range drawn.Drawing.Items {
		if m, ok := i.Mark.(paper.Stroke); ok && i.Class != paper.ClassMark {
			for _, s := range sidesOf(m) {
				colours[m.Ink] += s.length() / 1000
			}
		}
	}
	// The outlines on paper at 1:50: a wall of 3,400 x 200, one of 5,800 x 200 that touches walls at both ends.
	if colours[inkAdded] < 2*3300/50 || colours[inkGone] < 2*5700/50 || colours[inkChanged] < 4*5700/50 {
		t.Errorf("too little is in colour: %v", colours)
	}
	same, err := Plan(context.Background(), after, PlanSpec{LevelID: s.id["ground"], Scale: 50, Since: after})
	if err != nil {
		t.Fatal(err)
	}
	if c := same.Compared; c.Added+c.Gone+c.Changed != 0 {
		t.Errorf("%+v: a state does not differ from itself", c)
	}
}

// TestElevationsOfDifferences checks that sections and elevations show differences as plans do.
func TestElevationsOfDifferences(t *testing.T) {
	r := newRandom(t, 3)
	before := r.view()
	window := before.Model.OfCategory(state.CategoryWindow)
	if len(window) == 0 {
		t.Fatal("no window")
	}
	r.do("", change.DeleteElement{ElementIDs: []state.ID{window[0]}})
	after := r.view()
	total := 0
	for _, from := range []Compass{South, East, North, West} {
		drawn, err := Elevation(context.Background(), after, ElevationSpec{From: from, Scale: 100, Since: before})
		if err != nil {
			t.Fatal(err)
		}
		checkDrawing(t, drawn.Drawing)
		total += drawn.Compared.Gone
		if drawn.Compared.Added != 0 {
			t.Errorf("%s: %+v", from, drawn.Compared)
		}
	}
	if total == 0 {
		t.Error("no elevation shows the window that went")
	}
}

// TestCloudsOfAnIssue checks that changes since the previous issue get clouds with the index of the issue, and no
// colours.
func TestCloudsOfAnIssue(t *testing.T) {
	r := newRandom(t, 3)
	before := r.view()
	window := before.Model.OfCategory(state.CategoryWindow)
	r.do("", change.DeleteElement{ElementIDs: []state.ID{window[0]}})
	drawn, err := Plan(context.Background(), r.view(),
		PlanSpec{LevelID: r.id["ground"], Scale: 100, Since: before, Cloud: "B"})
	if err != nil {
		t.Fatal(err)
	}
	checkDrawing(t, drawn.Drawing)
	index, arcs := 0, 0
	for _, i := range drawn.Drawing.Items {
		if i.Layer != layerDifference {
			continue
		}
		switch m := i.Mark.(type) {
		case paper.Text:
			if m.String == "B" {
				index++
			}
		case paper.Arc:
			arcs++
		}
	}
	if index != 1 || arcs < 8 {
		t.Errorf("%d indices and %d arcs of clouds around one window", index, arcs)
	}
	same, err := Plan(context.Background(), r.view(), PlanSpec{LevelID: r.id["ground"], Scale: 100,
		Since: r.view(), Cloud: "B"})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range same.Drawing.Items {
		if i.Layer == layerDifference {
			t.Fatal("a cloud where nothing changed")
		}
	}
}
