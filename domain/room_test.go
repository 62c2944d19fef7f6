package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func TestARoomIsRefused(t *testing.T) {
	h := buildHouse(t)
	drawn := h.do(change.CreateRoom{LevelID: h.id["Roof"], Room: room.Room{Boundary: rectangle(0, 0, 3000, 3000),
		Height: geometry.MM(2000)}})
	m := geometry.MM
	for _, c := range []struct {
		when  string
		level string
		room  room.Room
		want  state.Code
	}{
		{"it has neither seed nor boundary", "Ground", room.Room{}, state.OutOfRange},
		{"it has both", "Roof", room.Room{Seed: place(mm(1, 1)), Boundary: rectangle(0, 0, 9, 9), Height: 1},
			state.OutOfRange},
		{"its seed is out of doors", "Ground", room.Room{Seed: place(mm(-5000, 0))}, state.DegenerateGeometry},
		{"its seed is in a wall", "Ground", room.Room{Seed: place(mm(5000, 150))}, state.DegenerateGeometry},
		{"its level has no walls", "Roof", room.Room{Seed: place(mm(5000, 5000))}, state.DegenerateGeometry},
		{"its seed is out of bounds", "Ground", room.Room{Seed: &geometry.Point2{X: huge, Y: -huge}},
			state.OutOfModelBounds},
		{"another is in the same ring", "Ground", room.Room{Seed: place(mm(3000, 3000))}, state.AlreadyExists},
		{"its seed is in a drawn room", "Roof", room.Room{Seed: place(mm(1000, 1000))}, state.DegenerateGeometry},
		{"its number is taken", "Roof", room.Room{Boundary: rectangle(5000, 0, 9000, 900), Height: 1, Number: " 001 "},
			state.AlreadyExists},
		{"its boundary has no height", "Roof", room.Room{Boundary: rectangle(5000, 0, 9000, 900)},
			state.DegenerateGeometry},
		{"its height is negative", "Roof", room.Room{Boundary: rectangle(5000, 0, 9000, 900), Height: -1},
			state.OutOfRange},
		{"its height is beyond any length", "Roof", room.Room{Boundary: rectangle(5000, 0, 9000, 900), Height: huge},
			state.OutOfRange},
		{"its boundary is a line", "Roof", room.Room{Boundary: []geometry.Point2{mm(0, 0), mm(9, 0), mm(18, 0)},
			Height: m(1)}, state.DegenerateGeometry},
		{"its boundary is out of bounds", "Roof", room.Room{Boundary: []geometry.Point2{mm(0, 0), mm(9, 0), {X: huge}},
			Height: m(1)}, state.OutOfModelBounds},
	} {
		t.Run(c.when, func(t *testing.T) { h.refused(change.CreateRoom{LevelID: h.id[c.level], Room: c.room}, c.want) })
	}
	h.refused(modify(drawn, "number", "002"), state.AlreadyExists)
	h.refused(modify(h.id["001"], "seed", mm(9000, 3000)), state.AlreadyExists)
	h.refused(change.MoveElement{ElementIDs: []state.ID{h.id["001"]}, Delta: shift(7000, 0, 0)}, state.AlreadyExists)
}

func TestASeedInADrawnRoomIsRefused(t *testing.T) {
	h := buildHouse(t)
	h.do(change.DeleteElement{ElementIDs: []state.ID{h.id["001"]}})
	h.do(change.CreateRoom{LevelID: h.id["Ground"], Room: room.Room{Boundary: rectangle(300, 300, 6000, 6000),
		Height: geometry.MM(2000)}})
	h.refused(change.CreateRoom{LevelID: h.id["Ground"], Room: room.Room{Seed: place(mm(2000, 2000))}},
		state.AlreadyExists)
}

func TestARoomMovedOutOfDoorsIsReported(t *testing.T) {
	h := buildHouse(t)
	d, err := h.try(change.MoveElement{ElementIDs: []state.ID{h.id["001"]}, Delta: shift(-9000, 0, 0)})
	if err != nil || len(d.Warnings) != 1 || d.Warnings[0].Code != "ROOM_UNBOUNDED" {
		t.Errorf("%v, %v", err, d.Warnings)
	}
}

// Two rooms become one space when the wall between them is removed, and a warning is given. The walls and both rooms
// can still be moved and turned, but no further room can be created in the space.
func TestRoomsThatAreOnePlaceMoveOn(t *testing.T) {
	p := newPlot(t)
	var all []state.ID
	for _, line := range [][2]geometry.Point2{{mm(0, 0), mm(6000, 0)}, {mm(6000, 0), mm(6000, 3000)},
		{mm(6000, 3000), mm(0, 3000)}, {mm(0, 3000), mm(0, 0)}} {
		all = append(all, p.wall(line[0], line[1], 200))
	}
	parting := p.wall(mm(3000, 0), mm(3000, 3000), 100)
	for _, x := range []int64{1500, 4500} {
		all = append(all, p.do(change.CreateRoom{LevelID: p.level, Room: room.Room{Seed: place(mm(x, 1500))}}))
	}
	p.do(change.DeleteElement{ElementIDs: []state.ID{parting}})
	p.do(change.MoveElement{ElementIDs: all, Delta: shift(500, 0, 0)})
	p.do(change.MoveElement{ElementIDs: all, Rotation: geometry.QuarterTurn, About: &geometry.Point2{}})
	for _, id := range all[4:] {
		p.measure(id, "NetFloorArea", 5.8*2.8)
	}
	p.refused(change.CreateRoom{LevelID: p.level, Room: room.Room{Seed: place(mm(-500, 1500))}}, state.AlreadyExists)
}

func TestASeededRoomCanBeDrawnInstead(t *testing.T) {
	h := buildHouse(t)
	h.refused(modify(h.id["001"], "boundary_points", rectangle(300, 300, 3300, 2300)), state.DegenerateGeometry)
	h.do(modify(h.id["001"], "height", 2500))
	h.do(modify(h.id["001"], "boundary_points", rectangle(300, 300, 3300, 2300)))
	h.measure(h.id["001"], "NetFloorArea", 6)
	h.do(modify(h.id["001"], "seed", mm(2000, 2000)))
	h.measure(h.id["001"], "NetFloorArea", 49.136)
}

func TestARoomWithoutACoverIsAsHighAsItsLowestWall(t *testing.T) {
	h := buildHouse(t)
	h.do(modify(h.id["P2"], "height", 2500))
	h.measure(h.id["101"], "NetVolume", 34.336*2.5)
}

// A wall that stands free in a room is not part of the room.
func TestAWallStandingFreeIsCutOutOfTheRoom(t *testing.T) {
	h := buildHouse(t)
	h.do(change.CreateWall{LevelID: h.id["Ground"], Wall: fabric.Wall{Start: mm(2000, 5000), End: mm(4000, 5000),
		Height: geometry.MM(2800), Thickness: geometry.MM(100)}})
	h.measure(h.id["001"], "NetFloorArea", 49.136-0.2)
}
