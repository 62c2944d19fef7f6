package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/geometry"
)

// A room is as high as the slab above it, and names that slab. A lower partition does not make the room lower.
func TestARoomIsAsHighAsTheSlabAboveIt(t *testing.T) {
	h := buildHouse(t)
	height := func(room string, metres float64, of string) {
		t.Helper()
		e, _ := h.model.Element(h.id[room])
		r := e.Params.(*roomshape.Room)
		shape, err := roomshape.RoomShapeOf(h.model, e, fabric.WallsOn(h.model, e.LevelID))
		if err != nil {
			t.Fatal(err)
		}
		shape = r.UnderCover(shape, roomshape.Overheads(h.model))
		if shape.HeightOf != h.id[of] {
			t.Errorf("the height of room %s is that of %s, want %s", room, bodyshape.NameOf(h.model, shape.HeightOf),
				of)
		}
		h.measure(h.id[room], "Height", metres)
	}
	height("001", 2.8, "S1")
	h.do(modify(h.id["P1"], "height", 2200))
	height("001", 2.8, "S1")
	height("002", 2.8, "S1") // the stair's hole is less than half of it
	// With no slab and no ceiling above, the lowest wall counts. A sloping roof without attached walls does not.
	h.do(modify(h.id["P2"], "height", 2500))
	height("101", 2.5, "P2")
	ceiling := h.do(change.CreateCeiling{LevelID: h.id["First"],
		Ceiling: fabric.Ceiling{Boundary: rectangle(300, 300, 4940, 7700), Height: geometry.MM(2600),
			Thickness: geometry.MM(20)}})
	h.id["ceiling"] = ceiling
	height("101", 2.6, "ceiling")
	h.do(modify(h.id["101"], "height", 2400))
	height("101", 2.4, "")
	// A podium does not count as a cover. A slab or ceiling over less than half of the room does not count either.
	h.do(change.CreateFloor{LevelID: h.id["First"], Floor: fabric.Floor{Boundary: rectangle(6000, 1000, 8000, 3000),
		Thickness: geometry.MM(200), Offset: geometry.MM(500)}})
	h.do(change.CreateCeiling{LevelID: h.id["First"], Ceiling: fabric.Ceiling{Boundary: rectangle(5060, 300, 7000,
		3940),
		Height: geometry.MM(2300), Thickness: geometry.MM(20)}})
	height("102", 2.5, "P2")
}
