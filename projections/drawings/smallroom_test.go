package drawings

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/check"
)

// TestNarrowRoomsKeepNameAndArea checks that a room too narrow for its name in one line has the name in two lines, and
// its number and area in smaller letters. At 1:200 the rooms of a ward then differ by more than their numbers.
func TestNarrowRoomsKeepNameAndArea(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	corners := []geometry.Point2{mm(0, 0), mm(3100, 0), mm(3100, 6600), mm(0, 6600)}
	var walls []state.ID
	for i, c := range corners {
		walls = append(walls, s.do("wall", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: c,
			End: corners[(i+1)%4], Height: geometry.MM(2500), Thickness: geometry.MM(200)}})...)
	}
	s.do("", change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	s.do("", change.CreateRoom{Name: "Patient room", LevelID: s.id["ground"], Room: room.Room{
		Seed: &geometry.Point2{X: geometry.MM(1500), Y: geometry.MM(3000)}, Number: "201"}})
	v := s.view()
	drawn := planOf(t, v, 0, 200)
	checkPlan(t, v, drawn, s.id["ground"])
	var texts []string
	for _, w := range check.Texts(drawn.Drawing) {
		texts = append(texts, w.String)
	}
	for _, want := range []string{"Patient", "room", "201", "18.56 m²"} {
		if !slices.Contains(texts, want) {
			t.Errorf("there is no %q in %q", want, texts)
		}
	}
}
