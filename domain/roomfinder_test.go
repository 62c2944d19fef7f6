package domain

import (
	"reflect"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// A finder that is used for all rooms gives the same shapes as a separate computation for each room, even if rooms look
// alike.
func TestAFinderAnswersTheShapesOfRooms(t *testing.T) {
	h := buildHouse(t)
	h.do(change.CopyElement{ElementIDs: []state.ID{h.id["W5"], h.id["W6"], h.id["W7"], h.id["W8"]},
		Delta: delta(30_000, 0, 0)})
	h.do(change.CreateRoom{LevelID: h.id["First"], Room: room.Room{Seed: place(mm(36_000, 4000))}, Name: "copy"})
	h.do(change.CreateRoom{LevelID: h.id["Roof"], Room: room.Room{Boundary: rectangle(0, 0, 3000, 3000),
		Height: geometry.MM(2000)},
		Name: "drawn"})
	finder := room.RoomFinderOf(h.model, nil)
	for _, id := range h.model.OfCategory(state.CategoryRoom) {
		e, _ := h.model.Element(id)
		want, err := room.RoomShapeOf(h.model, e, fabric.WallsOn(h.model, e.LevelID))
		if err != nil {
			t.Fatal(err)
		}
		want = e.Params.(*room.Room).UnderCover(want, room.Overheads(h.model))
		for range 2 {
			if got, err := finder.Shape(e); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("room %q: %v, want %v (%v)", e.Name, got, want, err)
			}
		}
	}
}
