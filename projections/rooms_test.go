package projections

import (
	"math"
	"slices"
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func sorted(ids ...state.ID) []state.ID {
	slices.Sort(ids)
	return ids
}

func sameIDs(t *testing.T, what string, got []state.ID, want ...state.ID) {
	t.Helper()
	if !slices.Equal(got, sorted(want...)) {
		t.Errorf("%s: got %v, want %v", what, got, sorted(want...))
	}
}

// The living room is 5.8 by 4.8 m between the faces, the kitchen 3.8 by 4.8 m.
func TestRoomAnalysis(t *testing.T) {
	h := newHouse(t)
	facts, err := h.view().Rooms().Analyse(h.living)
	if err != nil {
		t.Fatal(err)
	}
	if !facts.Bounded || math.Abs(facts.Area-27.84) > 1e-9 || facts.Perimeter != geometry.MM(21200) ||
		math.Abs(facts.Volume-27.84*2.8) > 1e-9 {
		t.Errorf("area %v m2, perimeter %v, volume %v m3; want 27.84, 21200, 77.952", facts.Area,
			facts.Perimeter, facts.Volume)
	}
	if facts.Height != geometry.MM(2800) || facts.Bounds != box(100, 100, 0, 5900, 4900, 2800) {
		t.Errorf("height %v, box %v", facts.Height, facts.Bounds)
	}
	sameIDs(t, "bounding", facts.Bounding, h.south, h.north, h.west, h.middle)
	sameIDs(t, "doors", facts.Doors, h.inner, h.front)
	sameIDs(t, "windows", facts.Windows, h.livingWindow)
	if len(facts.Openings) != 0 {
		t.Errorf("openings: %v", facts.Openings)
	}
}

func TestAdjacentRooms(t *testing.T) {
	h := newHouse(t)
	facts, err := h.view().Rooms().Analyse(h.kitchen)
	if err != nil {
		t.Fatal(err)
	}
	if len(facts.Adjacent) != 1 || facts.Adjacent[0].RoomID != h.living {
		t.Fatalf("adjacent: %+v, want the living room only", facts.Adjacent)
	}
	sameIDs(t, "walls between", facts.Adjacent[0].Walls, h.middle)
	sameIDs(t, "doors between", facts.Adjacent[0].Doors, h.inner)
	sameIDs(t, "windows of the kitchen", facts.Windows, h.kitchenPane)
	sameIDs(t, "doors of the kitchen", facts.Doors, h.inner)
	sameIDs(t, "rooms at the inner door", h.view().Rooms().Facing(h.inner), h.living, h.kitchen)
	sameIDs(t, "rooms at the front door", h.view().Rooms().Facing(h.front), h.living)
}

func TestOpeningsBetweenRooms(t *testing.T) {
	h := newHouse(t)
	offset := geometry.MM(3500)
	through := h.must(changing.CreateOpening{HostID: h.middle, Offset: &offset, Width: geometry.MM(700),
		Height: geometry.MM(2000)})[0]
	offset = geometry.MM(500)
	niche := h.must(changing.CreateOpening{HostID: h.middle, Offset: &offset, Width: geometry.MM(600),
		Height: geometry.MM(1000), Depth: geometry.MM(100)})[0]
	rooms := h.view().Rooms()
	// the interior of the middle wall, which runs north, is on its left: the living room
	living, _ := rooms.Analyse(h.living)
	kitchen, _ := rooms.Analyse(h.kitchen)
	sameIDs(t, "openings of the living room", living.Openings, through, niche)
	sameIDs(t, "openings of the kitchen", kitchen.Openings, through)
	sameIDs(t, "openings between", kitchen.Adjacent[0].Openings, through)
}

func TestRoomsOnTheSameSideOfALongWallAreNotAdjacentThroughIt(t *testing.T) {
	h := newHouse(t)
	facts, _ := h.view().Rooms().Analyse(h.living)
	for _, a := range facts.Adjacent {
		if slices.Contains(a.Walls, h.south) {
			t.Errorf("adjacent through the outer wall: %+v", a)
		}
	}
}

func TestRoomWithoutAClosedRingIsKeptAndRetried(t *testing.T) {
	h := newHouse(t)
	if facts, err := h.view().Rooms().Analyse(h.kitchen); err != nil || !facts.Bounded {
		t.Fatalf("before: %+v, %v", facts, err)
	}
	h.must(changing.DeleteElement{ElementIDs: []state.ID{h.east}})
	facts, err := h.view().Rooms().Analyse(h.kitchen)
	if err != nil || facts.Bounded || facts.Name != "Kitchen" {
		t.Fatalf("after its wall went: %+v, %v", facts, err)
	}
	if hits := h.view().Spatial().Intersecting(box(5900, 0, 0, 10000, 5000, 2800), state.CategoryRoom); len(hits) !=
		1 || hits[0].ID != h.living {
		t.Errorf("rooms in the index: %v, want the living room, which touches", hits)
	}
	wall := h.wall(h.level, at(10000, -100), at(10000, 5100))
	if facts, err = h.view().Rooms().Analyse(h.kitchen); err != nil || math.Abs(facts.Area-18.24) > 1e-9 {
		t.Errorf("after a new wall: %v m2, %v; want 18.24", facts.Area, err)
	}
	h.must(changing.MoveElement{ElementIDs: []state.ID{wall}, Delta: at3(100000, 0, 0)})
	if facts, err = h.view().Rooms().Analyse(h.kitchen); err != nil || facts.Bounded {
		t.Errorf("after it moved away: %v m2, %v", facts.Area, err)
	}
	h.must(changing.MoveElement{ElementIDs: []state.ID{wall}, Delta: at3(-100000, 0, 0)})
	if facts, err = h.view().Rooms().Analyse(h.kitchen); err != nil || !facts.Bounded {
		t.Errorf("after it moved back: %v", err)
	}
	h.must(changing.DeleteElement{ElementIDs: []state.ID{wall}})
	if facts, err = h.view().Rooms().Analyse(h.kitchen); err != nil || facts.Bounded {
		t.Errorf("after it went again: %v m2, %v", facts.Area, err)
	}
}

// A zone drawn inside the living room runs along the same face of the south wall. The wall does not make it adjacent to
// the room.
func TestOverlappingRoomsOnOneSideAreNotAdjacent(t *testing.T) {
	h := newHouse(t)
	zone := h.must(changing.CreateRoom{LevelID: h.level, Name: "Desk", Room: room.Room{
		Boundary: []geometry.Point2{at(1000, 100), at(3000, 100), at(3000, 2000), at(1000, 2000)},
		Height:   geometry.MM(2500)}})[0]
	facts, err := h.view().Rooms().Analyse(zone)
	if err != nil || len(facts.Adjacent) != 0 {
		t.Errorf("adjacent to the zone: %+v, %v", facts.Adjacent, err)
	}
	sameIDs(t, "walls along the zone", facts.Bounding, h.south)
	sameIDs(t, "doors onto the zone", facts.Doors, h.front)
}

func TestRoomErrors(t *testing.T) {
	h := newHouse(t)
	if _, err := h.view().Rooms().Analyse(h.south); state.CodeOf(err) != state.NotFound {
		t.Errorf("a wall as a room: %v", err)
	}
	if _, err := h.view().Rooms().Shape("nothing"); state.CodeOf(err) != state.NotFound {
		t.Errorf("no room: %v", err)
	}
}

// The whole ring of a narrow triangular room meets the first window of the wall search, 8 m around the seed, while the
// room extends far beyond it. A wall added at its far end divides it.
func TestARoomThatReachesBeyondItsWindowFollowsAllWalls(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	a, b, c := at(0, 0), at(60000, 6000), at(0, 6000)
	s.wall(level, a, b)
	s.wall(level, b, c)
	s.wall(level, c, a)
	s.room(level, "Wedge", at(1000, 3000))
	if hits := s.view().Spatial().Intersecting(box(50000, 5500, 0, 50000, 5500, 1000),
		state.CategoryRoom); len(hits) != 1 {
		t.Fatalf("the room does not reach 50 m: %v", hits)
	}
	s.wall(level, at(40000, 3000), at(40000, 7000))
	sameReports(t, "live view and fold anew", s.view(), s.fromScratch())
	if hits := s.view().Spatial().Intersecting(box(50000, 5500, 0, 50000, 5500, 1000),
		state.CategoryRoom); len(hits) != 0 {
		t.Errorf("the room still reaches 50 m")
	}
}
