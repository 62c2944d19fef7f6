package drawings

import (
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// facades returns a house with a door in each facade, and windows beside a counter that leaves no place inside. The
// elements are named as other programs name them.
func facades(t *testing.T) *site {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	corners := []geometry.Point2{mm(0, 0), mm(9000, 0), mm(9000, 9000), mm(0, 9000)}
	var walls []state.ID
	for i, c := range corners {
		walls = append(walls, s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c,
			End: corners[(i+1)%4], Height: geometry.MM(2500), Thickness: geometry.MM(300)}})...)
	}
	s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	s.do("", change.CreateRoom{Name: "Hall", LevelID: s.id["ground"], Room: room.Room{
		Seed: &geometry.Point2{X: geometry.MM(4500), Y: geometry.MM(4500)}, Number: "1"}})
	for i, w := range walls {
		for k, offset := range []int64{600, 2100, 5600, 7100} {
			s.do("", change.PlaceWindow{Name: fmt.Sprintf("1482%d%d", i, k), WallID: w, Window: fabric.Window{
				Offset: geometry.MM(offset), Width: geometry.MM(1200), Height: geometry.MM(1200),
				SillHeight: geometry.MM(900)}})
		}
		s.do("", change.PlaceDoor{Name: fmt.Sprintf("1499%d0", i), WallID: w, Door: fabric.Door{
			Offset: geometry.MM(3900), Width: geometry.MM(1000), Height: geometry.MM(2100)}})
	}
	return s
}

// onMeasures returns the tags with a dimension line through their frames.
func onMeasures(v *View) (out []string) {
	var lines []segment
	for _, i := range v.Drawing.Items {
		if d, ok := i.Mark.(paper.Dimension); ok {
			for _, s := range d.Strokes() {
				lines = append(lines, segment{s.Points[0], s.Points[1]})
			}
		}
	}
	for _, i := range v.Drawing.Items {
		text, ok := i.Mark.(paper.Text)
		if !ok || i.Layer != layerOf(state.CategoryDoor)+"-IDEN" && i.Layer != layerOf(state.CategoryWindow)+"-IDEN" {
			continue
		}
		frame := boxAround(text.At, text.Width()+tagHeight*2/3, tagHeight)
		for _, l := range lines {
			if through(l, frame) {
				out = append(out, text.String)
				break
			}
		}
	}
	return out
}

// TestChainsStandClearOfTags checks that no dimension line runs through a tag. Beside upright facades the first chain
// must stand clear of wide tags.
func TestChainsStandClearOfTags(t *testing.T) {
	views := map[string]*View{}
	for _, scale := range []int64{50, 100} {
		v := facades(t).view()
		drawn := planOf(t, v, 0, scale)
		checkPlan(t, v, drawn, shape.Levels(v.Model)[0].ID)
		views[fmt.Sprint("facades at 1:", scale)] = drawn
	}
	for seed := range uint64(12) {
		views[fmt.Sprint("building ", seed)] = planOf(t, newRandom(t, seed).view(), 0, 100)
	}
	for name, drawn := range views {
		for _, tag := range onMeasures(drawn) {
			t.Errorf("%s: a line of a dimension runs through the tag of %s", name, tag)
		}
	}
}
