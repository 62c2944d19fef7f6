package projections

import (
	"slices"
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// arc adds a wall of 200 mm along the arc from one point through another to a third.
func (s *site) arc(level state.ID, from, mid, to geometry.Point2) state.ID {
	s.t.Helper()
	return s.must(changing.CreateWall{LevelID: level, Wall: fabric.Wall{Start: from, End: to, Mid: &mid,
		Height: geometry.MM(2800), Thickness: geometry.MM(200)}})[0]
}

// apse is a half disc of 3 m in a rectangle of 10 by 6 m. An arc separates the half disc from the rest, a straight wall
// divides the half disc, and the ends of all walls are joined.
type apse struct {
	*site
	level, arc, south, middle state.ID
	west, east, around        state.ID
	westDoor, eastDoor        state.ID
	outer                     []state.ID
}

// newApse builds an apse. Its arc runs from east to west and turns left, or runs in the other direction and turns
// right.
func newApse(t testing.TB, turnsRight bool) *apse {
	t.Helper()
	s := newSite(t)
	a := &apse{site: s, level: s.level("Ground", 0)}
	a.south = s.wall(a.level, at(-5000, 0), at(5000, 0))
	a.outer = []state.ID{s.wall(a.level, at(5000, 0), at(5000, 6000)),
		s.wall(a.level, at(5000, 6000), at(-5000, 6000)),
		s.wall(a.level, at(-5000, 6000), at(-5000, 0))}
	from, to, east, west := at(3000, 0), at(-3000, 0), int64(1600), int64(7000)
	if turnsRight {
		from, to, east, west = to, from, west, east
	}
	a.arc = s.arc(a.level, from, at(0, 3000), to)
	a.middle = s.wall(a.level, at(0, 0), at(0, 3000))
	s.must(changing.JoinElements{ElementIDs: append([]state.ID{a.south, a.arc, a.middle}, a.outer...),
		JoinType: fabric.JoinAuto})
	a.eastDoor, a.westDoor = s.door(a.arc, east), s.door(a.arc, west) // the arc is 9425 mm long
	a.west = s.room(a.level, "West", at(-1500, 1000))
	a.east = s.room(a.level, "East", at(1500, 1000))
	a.around = s.room(a.level, "Around", at(4000, 5000))
	return a
}

// Rooms lie along many short edges of a curved wall. Each room of the half disc has the door in its own half only.
func TestRoomsAlongACurvedWall(t *testing.T) {
	for _, turnsRight := range []bool{false, true} {
		checkApse(t, newApse(t, turnsRight))
	}
}

func checkApse(t *testing.T, a *apse) {
	t.Helper()
	rooms := a.view().Rooms()
	facing := func(what string, id state.ID, expected ...state.ID) {
		t.Helper()
		got := slices.Clone(rooms.Facing(id))
		slices.Sort(got)
		slices.Sort(expected)
		if !slices.Equal(got, expected) {
			t.Errorf("%s: %v, expected %v", what, got, expected)
		}
	}
	facing("the eastern door", a.eastDoor, a.east, a.around)
	facing("the western door", a.westDoor, a.west, a.around)
	for _, room := range []struct {
		id, door, other state.ID
	}{{a.east, a.eastDoor, a.west}, {a.west, a.westDoor, a.east}} {
		facts, err := rooms.Analyse(room.id)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(facts.Doors, []state.ID{room.door}) {
			t.Errorf("doors %v, expected %v", facts.Doors, room.door)
		}
		for _, next := range facts.Adjacent {
			walls := map[state.ID]state.ID{a.around: a.arc, room.other: a.middle}[next.RoomID]
			if !slices.Equal(next.Walls, []state.ID{walls}) {
				t.Errorf("next to %v over the walls %v, expected %v", next.RoomID, next.Walls, walls)
			}
		}
		if len(facts.Adjacent) != 2 {
			t.Errorf("next to %d rooms, expected 2", len(facts.Adjacent))
		}
	}
}

// A straight wall between two points of an arc has both ends of its face on the face of the arc. The room below the
// wall does not lie along the arc above it.
func TestAChordIsNotAlongItsArc(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	arc := s.arc(level, at(3000, 0), at(0, 3000), at(-3000, 0))
	south, chord := s.wall(level, at(-3000, 0), at(3000, 0)), s.wall(level, at(-2400, 1800), at(2400, 1800))
	s.must(changing.JoinElements{ElementIDs: []state.ID{arc, south, chord}, JoinType: fabric.JoinAuto})
	top := s.door(arc, 4262)
	s.room(level, "Below", at(0, 800))
	above := s.room(level, "Above", at(0, 2500))
	if got := s.view().Rooms().Facing(top); !slices.Equal(got, []state.ID{above}) {
		t.Errorf("the door at the top is before %v, expected %v alone", got, above)
	}
}

// Each face of a curved wall deviates from its tangent at the middle of an opening like a circle around the wall's
// centre.
func TestFaceAtIsOnTheCircle(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	for _, ends := range [][2]geometry.Point2{{at(3000, 0), at(-3000, 0)}, {at(-3000, 0), at(3000, 0)}} {
		id := s.arc(level, ends[0], at(0, 3000), ends[1])
		line, err := fabric.WallLine(s.view().Model, id)
		if err != nil {
			t.Fatal(err)
		}
		rect := fabric.OpeningRect{Offset: geometry.MM(2000), Width: geometry.MM(1600)}
		for _, across := range []geometry.Length{line.YMin, 0, line.YMax} {
			for _, edge := range OpeningEdges(line, rect, across) {
				x := rect.Offset
				if edge.Along > rect.Offset+rect.Width/2 {
					x += rect.Width
				}
				world := line.At(rect).Frame.Point(geometry.Point2{X: x, Y: edge.Across}.At(0)).XY()
				along, off := line.Place(world)
				if (along-edge.Along).Abs() > 3 || (off-across).Abs() > 3 { // micrometres, from four roundings
					t.Errorf("%v across: at %v, %v, expected %v, %v", across, along, off, edge.Along, across)
				}
			}
		}
	}
}
