package domain

import (
	"reflect"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// Whoever asks for all rooms at once is told what is told of each room alone, also where rooms look alike.
func TestAFinderAnswersTheShapesOfRooms(t *testing.T) {
	h := buildHouse(t)
	h.do(CopyElement{ElementIDs: []ID{h.id["W5"], h.id["W6"], h.id["W7"], h.id["W8"]}, Delta: delta(30_000, 0, 0)})
	h.do(CreateRoom{LevelID: h.id["First"], Room: Room{Seed: place(mm(36_000, 4000))}, Name: "copy"})
	h.do(CreateRoom{LevelID: h.id["Roof"], Room: Room{Boundary: rectangle(0, 0, 3000, 3000), Height: geometry.MM(2000)},
		Name: "drawn"})
	finder := h.model.RoomFinder(nil)
	for _, id := range h.model.OfCategory(CategoryRoom) {
		e, _ := h.model.Element(id)
		want, err := h.model.RoomShape(e, h.model.WallsOn(e.LevelID))
		if err != nil {
			t.Fatal(err)
		}
		want = e.Params.(*Room).UnderCover(want, h.model.Overheads())
		for range 2 {
			if got, err := finder.Shape(e); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("room %q: %v, want %v (%v)", e.Name, got, want, err)
			}
		}
	}
}
