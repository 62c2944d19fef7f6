package tables

import (
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// TestRoomsOfADoorInAnArc checks that the door of a half disc leads from the room around the half disc into the room
// inside.
func TestRoomsOfADoorInAnArc(t *testing.T) {
	view, number := projections.EmptyView(testModel, projections.MainBranch), 0
	do := func(op change.Operation) (first state.ID) {
		t.Helper()
		number++
		d, err := view.Decide(change.Command{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", number), Do: op})
		if err != nil {
			t.Fatalf("%T: %v", op, err)
		}
		view = view.Preview(d.Events)
		for _, e := range d.Events {
			c, ok := state.CreatedBy(e)
			if ok && c.Category != state.CategoryOpening && first == "" {
				first = c.ID
			}
		}
		return first
	}
	at := func(x, y int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }
	do(change.CreateModel{ID: testModel, Name: "Apse", Owner: "ada"})
	level := do(change.CreateLevel{Name: "Ground"})
	var walls []state.ID
	wall := func(from, to geometry.Point2, mid *geometry.Point2) state.ID {
		walls = append(walls, do(change.CreateWall{LevelID: level, Wall: fabric.Wall{Start: from, End: to, Mid: mid,
			Height: geometry.MM(2800), Thickness: geometry.MM(200)}}))
		return walls[len(walls)-1]
	}
	corners := []geometry.Point2{at(-6000, 0), at(6000, 0), at(6000, 6000), at(-6000, 6000)}
	for i, from := range corners {
		wall(from, corners[(i+1)%len(corners)], nil)
	}
	mid := at(0, 3000)
	arc := wall(at(3000, 0), at(-3000, 0), &mid)
	do(change.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	door := do(change.PlaceDoor{WallID: arc, Door: fabric.Door{Offset: geometry.MM(6500), Width: geometry.MM(900),
		Height: geometry.MM(2100)}})
	for _, seed := range []geometry.Point2{at(0, 1000), at(5000, 5000)} {
		do(change.CreateRoom{LevelID: level, Name: map[bool]string{true: "In", false: "Out"}[seed.X == 0],
			Room: room.Room{Seed: &seed}})
	}
	e, _ := view.Model.Element(door)
	s := &subject{view: view, element: e}
	if to, from := s.doorRoom(true), s.doorRoom(false); to != "In" || from != "Out" {
		t.Errorf("from %q into %q, expected from Out into In", from, to)
	}
}
