package projections

import (
	"slices"
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// twoStoreys is a tall wall of the ground floor, with a room on each of two storeys along it.
type twoStoreys struct {
	*site
	ground, upper state.ID
	wall          state.ID
	below, above  state.ID
}

func newTwoStoreys(t *testing.T) *twoStoreys {
	s := &twoStoreys{site: newSite(t)}
	s.ground = s.must(changing.CreateLevel{Name: "Ground"})[0]
	s.upper = s.must(changing.CreateLevel{Name: "Upper", Elevation: geometry.MM(3000)})[0]
	s.wall = s.must(changing.CreateWall{LevelID: s.ground,
		Wall: fabric.Wall{Start: at(0, 0), End: at(8000, 0), Height: geometry.MM(6000),
			Thickness: geometry.MM(200)}})[0]
	s.below = s.drawn(s.ground, 0, 100, 8000, 4000)
	s.above = s.drawn(s.upper, 0, 100, 5000, 4000)
	return s
}

// drawn adds a room with a rectangular outline.
func (s *twoStoreys) drawn(level state.ID, x0, y0, x1, y1 int64) state.ID {
	return s.must(changing.CreateRoom{LevelID: level, Room: room.Room{
		Boundary: []geometry.Point2{at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)}, Height: geometry.MM(2700),
	}})[0]
}

func (s *twoStoreys) door(offset, sill int64) state.ID {
	return s.must(changing.PlaceDoor{WallID: s.wall, Door: fabric.Door{
		Offset: geometry.MM(offset), SillHeight: geometry.MM(sill), Width: geometry.MM(900), Height: geometry.MM(2100),
	}})[0]
}

func (s *twoStoreys) analyse(room state.ID) RoomFacts {
	s.t.Helper()
	facts, err := s.view().Rooms().Analyse(room)
	if err != nil {
		s.t.Fatal(err)
	}
	return facts
}

// A door upstairs in a wall that stands on the storey below opens onto the room upstairs, and belongs to the upper
// storey.
func TestADoorBelongsToTheStoreyOnWhichItOpens(t *testing.T) {
	s := newTwoStoreys(t)
	downstairs, upstairs := s.door(1000, 0), s.door(1000, 3000)
	sameIDs(t, "doors upstairs", s.analyse(s.above).Doors, upstairs)
	sameIDs(t, "doors downstairs", s.analyse(s.below).Doors, downstairs)
	sameIDs(t, "rooms at the door upstairs", s.view().Rooms().Facing(upstairs), s.above)
	for door, want := range map[state.ID]state.ID{downstairs: s.ground, upstairs: s.upper} {
		e, _ := s.view().Model.Element(door)
		if got := elements.StoreyOf(s.view().Model, e); got != want {
			t.Errorf("the door at %s mm is on storey %s, want %s", e.Params.(*fabric.Door).SillHeight, got, want)
		}
	}
	on := func(level state.ID) (doors []state.ID) {
		m := s.view().Model
		for _, id := range elements.MetOn(m, level) {
			if e, _ := m.Element(id); e.Category == state.CategoryDoor {
				doors = append(doors, id)
			}
		}
		return doors
	}
	sameIDs(t, "doors listed upstairs", on(s.upper), upstairs)
	sameIDs(t, "doors listed downstairs", on(s.ground), downstairs)
	m := s.view().Model
	for _, level := range []state.ID{s.ground, s.upper} {
		var parts []state.ID
		for _, c := range state.Categories {
			parts = append(parts, elements.MetOn(m, level, c)...)
		}
		slices.Sort(parts)
		sameIDs(t, "listed by their categories", parts, elements.MetOn(m, level)...)
	}
	if next := s.analyse(s.above).Adjacent; len(next) != 0 {
		t.Errorf("rooms of two storeys along one face are next to each other: %+v", next)
	}
}

// TestAHoleForADuctOpensNoRoom checks that a hole for a duct above the doors and a hole for a pipe below do not connect
// rooms, while a hatch does.
func TestAHoleForADuctOpensNoRoom(t *testing.T) {
	for _, c := range []struct {
		sill, width, height int64
		want                int
	}{{2350, 600, 400, 0}, {900, 200, 200, 0}, {900, 1000, 1200, 1}, {0, 900, 2100, 1}} {
		s := newTwoStoreys(t)
		across := s.drawn(s.ground, 0, -3000, 8000, -100)
		s.must(changing.CreateOpening{HostID: s.wall, OpeningType: fabric.OpeningThrough,
			Offset:     new(geometry.MM(2000)),
			SillHeight: geometry.MM(c.sill), Width: geometry.MM(c.width), Height: geometry.MM(c.height)})
		facts := s.analyse(across)
		if len(facts.OpenTo) != c.want || len(facts.Adjacent) != 1 || len(facts.Adjacent[0].Openings) != 1 {
			t.Errorf("through a hole of %+v it is open to %+v", c, facts.OpenTo)
		}
	}
}

// Rooms that share a side without a wall are open to each other, as are rooms with a hole between them; a stair leads
// from the room at its foot to the room at its head.
func TestWhatARoomIsOpenTo(t *testing.T) {
	s := newTwoStoreys(t)
	beside := s.drawn(s.upper, 5000, 1000, 8000, 4000)
	across := s.drawn(s.upper, 1000, -3000, 4000, -100)
	hole := s.must(changing.CreateOpening{HostID: s.wall, OpeningType: fabric.OpeningThrough,
		Offset: new(geometry.MM(2000)), SillHeight: geometry.MM(3000), Width: geometry.MM(1000),
		Height: geometry.MM(2000)})[0]
	stair := s.must(changing.CreateStair{LevelID: s.ground, Stair: stair.Stair{
		Start: at(1000, 2000), Toward: at(8000, 2000), TopLevel: s.upper, Width: geometry.MM(1000), Risers: 16,
		Tread: geometry.MM(150)}})[0]
	got := map[state.ID]OpenTo{}
	for _, o := range s.analyse(s.above).OpenTo {
		got[o.RoomID] = o
	}
	if len(got) != 3 || got[beside].Side != geometry.MM(3000) {
		t.Errorf("open to %+v", got)
	}
	sameIDs(t, "holes", got[across].Openings, hole)
	sameIDs(t, "stairs", got[s.below].Stairs, stair)
	if up := s.analyse(s.below).OpenTo; len(up) != 1 || up[0].RoomID != s.above || len(up[0].Stairs) != 1 {
		t.Errorf("downstairs is open to %+v", up)
	}
}

// TestARampLeadsFromRoomToRoom checks that a room is open over a ramp to the room at its other end, and that this is an
// effect of the ramp.
func TestARampLeadsFromRoomToRoom(t *testing.T) {
	s := newTwoStoreys(t)
	base, d, err := s.decide(changing.CreateRamp{LevelID: s.ground, Ramp: stair.Ramp{Start: at(7700, 2000),
		Toward: at(0, 2000), TopLevel: s.upper, Width: geometry.MM(1000),
		Lengths: []geometry.Length{geometry.MM(6000)}}})
	if err != nil {
		t.Fatal(err)
	}
	preview := base.Preview(d.Events)
	sameEffects(t, "a ramp", effectsOf(t, base, preview), base, preview, touchedBy(d.Events))
	s.append(base, d.Events)
	ramp := s.view().Model.OfCategory(state.CategoryRamp)[0]
	for from, to := range map[state.ID]state.ID{s.above: s.below, s.below: s.above} {
		open := s.analyse(from).OpenTo
		if len(open) != 1 || open[0].RoomID != to {
			t.Fatalf("open to %+v", open)
		}
		sameIDs(t, "ramps", open[0].Stairs, ramp)
	}
}

// If two storeys have the same height, as in two buildings, a door is on the storey of its wall.
func TestADoorIsOnTheStoreyOfItsWall(t *testing.T) {
	s := newTwoStoreys(t)
	door := s.door(1000, 0)
	for _, twin := range []string{"A", "B", "C", "D", "E", "F"} { // the order depends on ids
		s.must(changing.CreateLevel{Name: twin})
	}
	e, _ := s.view().Model.Element(door)
	if got := elements.StoreyOf(s.view().Model, e); got != s.ground {
		t.Errorf("the door is on storey %s, want %s", got, s.ground)
	}
}
