package drawings

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/check"
)

// TestStampsOfSmallRoomsAreBesideTheFixtures checks that a small room with fixtures has its stamp in smaller letters
// beside them, not in large letters over them. The stamp must have name, number and area.
func TestStampsOfSmallRoomsAreBesideTheFixtures(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	corners := []geometry.Point2{mm(0, 0), mm(1500, 0), mm(1500, 2000), mm(0, 2000)}
	var walls []state.ID
	for i, c := range corners {
		walls = append(walls, s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c,
			End: corners[(i+1)%4], Height: geometry.MM(2500), Thickness: geometry.MM(100)}})...)
	}
	s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	s.do("", change.PlaceComponent{Category: "sanitary", LevelID: s.id["ground"], Component: component.Component{
		Location: mm(750, 1600).At(0), Width: geometry.MM(400), Depth: geometry.MM(700), Height: geometry.MM(800)}})
	s.do("", change.CreateRoom{Name: "Toilet", LevelID: s.id["ground"], Room: room.Room{
		Seed: &geometry.Point2{X: geometry.MM(300), Y: geometry.MM(300)}, Number: "104"}})
	v := s.view()
	drawn := planOf(t, v, 0, 100)
	checkPlan(t, v, drawn, s.id["ground"])
	onPaper := func(x, y int64) geometry.Point2 {
		at, scale := mm(x, y), geometry.Length(drawn.Drawing.Scale)
		return geometry.Point2{X: at.X / scale, Y: at.Y / scale}.Sub(drawn.Drawing.Origin)
	}
	fixture := geometry.Region{geometry.Rectangle(onPaper(550, 1250), onPaper(950, 1950))}
	var written []string
	for _, w := range check.Texts(drawn.Drawing) {
		if w.Item.Layer != layerRooms {
			continue
		}
		written = append(written, w.String)
		lo, hi := w.Bounds()
		if geometry.Intersect(fixture, geometry.Region{geometry.Rectangle(lo, hi)}).Area() > 0 {
			t.Errorf("%q is written over the toilet", w.String)
		}
	}
	if want := 3; len(written) != want {
		t.Errorf("the stamp says %q, want name, number and area", written)
	}
}
