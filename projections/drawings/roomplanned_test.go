package drawings

import (
	"context"
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestThePlanOfAChangeStampsTheRoomsWhereTheyAre removes the wall between two rooms and checks that each stamp remains
// at its room and gives the change of its area. In the merged space it would be unclear which stamp is whose.
func TestThePlanOfAChangeStampsTheRoomsWhereTheyAre(t *testing.T) {
	s := newSite(t)
	s.do("ground", change.CreateLevel{Name: "Ground"})
	wall := func(x0, y0, x1, y1 int64) state.ID {
		return s.do("", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{Start: mm(x0, y0), End: mm(x1, y1),
			Height: geometry.MM(2800), Thickness: geometry.MM(200)}})[0]
	}
	var outer []state.ID
	for _, w := range [][4]int64{{0, 0, 5000, 0}, {5000, 0, 5000, 6000}, {5000, 6000, 0, 6000}, {0, 6000, 0, 0}} {
		outer = append(outer, wall(w[0], w[1], w[2], w[3]))
	}
	s.do("", change.JoinElements{ElementIDs: outer, JoinType: fabric.JoinAuto})
	between := wall(2500, 100, 2500, 5900)
	at := map[string]float64{"West": 1250, "East": 3750}
	for name, x := range at {
		seed := mm(int64(x), 3000)
		s.do(name, change.CreateRoom{Name: name, LevelID: s.id["ground"], Room: room.Room{
			Seed: &seed}})
	}
	before := s.view()
	s.do("", change.DeleteElement{ElementIDs: []state.ID{between}})
	v, err := Change(context.Background(), ChangeSpec{Before: before, After: s.view(),
		Events: []state.Event{&state.ElementDeleted{Element: &state.Element{ID: between}}}})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]float64{}
	areas := 0
	for _, i := range v.Drawing.Items {
		text, ok := i.Mark.(paper.Text)
		if !ok {
			continue
		}
		if _, name := at[text.String]; name {
			found[text.String] = float64(text.At.X)
		}
		if text.String == "13.34 -> 27.84 m²" && text.Ink == inkChanged {
			areas++
		}
	}
	if len(found) != 2 || areas != 2 || found["West"] >= found["East"] ||
		math.Abs(found["East"]-found["West"]) < float64(20*geometry.Millimetre) {
		t.Errorf("the stamps stand at %v, %d say what becomes of the area", found, areas)
	}
}
