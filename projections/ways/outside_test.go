package ways

import (
	"fmt"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// ring builds four walls of 200 mm along a rectangle, joined: S, E, N and W after a prefix.
func (m *model) ring(prefix, level string, x0, y0, x1, y1 int64) {
	m.t.Helper()
	m.wall(prefix+"S", level, x0, y0, x1, y0, 200)
	m.wall(prefix+"E", level, x1, y0, x1, y1, 200)
	m.wall(prefix+"N", level, x1, y1, x0, y1, 200)
	m.wall(prefix+"W", level, x0, y1, x0, y0, 200)
	m.join(prefix+"S", prefix+"E", prefix+"N", prefix+"W")
}

// exitsOf returns the names of the exits.
func exitsOf(t *testing.T, m *model) []string {
	t.Helper()
	exits, err := build(t, m, point()).Exits()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, x := range exits {
		out = append(out, m.names([]state.ID{x.ID})...)
	}
	slices.Sort(out)
	return out
}

// TestExitsLeadOutside checks that a door from a room to an enclosed part without a room is no exit. The door from that
// part to the outside is an exit, if people reach it over a floor.
func TestExitsLeadOutside(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(m *model)
		want  []string
	}{
		{"a shaft in the room", func(m *model) {
			m.ring("S", "Ground", 8000, 3000, 10500, 5500)
			m.door("lift", "SW", 700, 1000, 2100, "")
		}, []string{"out"}},
		{"a court", func(m *model) {
			m.ring("S", "Ground", 5000, 2500, 10500, 6500)
			m.door("court 1", "SW", 700, 1000, 2100, "")
			m.door("court 2", "SN", 700, 1000, 2100, "")
		}, []string{"out"}},
		{"a corridor without room and floor", func(m *model) {
			m.ring("S", "Ground", 12000, 0, 16000, 8000)
			m.door("inner", "E", 700, 1000, 2100, "")
			m.door("outer", "SE", 700, 1000, 2100, "")
		}, []string{"out"}},
		{"a corridor without room", func(m *model) {
			m.slab(12000, 0, 16000, 8000)
			m.ring("S", "Ground", 12000, 0, 16000, 8000)
			m.door("inner", "E", 700, 1000, 2100, "")
			m.door("outer", "SE", 700, 1000, 2100, "")
		}, []string{"out", "outer"}},
		{"a store without room, from outside only", func(m *model) {
			m.slab(12000, 0, 16000, 8000)
			m.ring("S", "Ground", 12000, 0, 16000, 8000)
			m.door("outer", "SE", 700, 1000, 2100, "")
		}, []string{"out"}},
		{"a door marked as fire exit", func(m *model) {
			m.ring("S", "Ground", 12000, 0, 16000, 8000)
			m.door("inner", "E", 700, 1000, 2100, "")
			m.do("", change.SetProperties{ElementIDs: []state.ID{m.ids["inner"]}, Psets: shape.PropertySets{
				"Pset_DoorCommon": {"FireExit": shape.PropertyOf(true)}}})
		}, []string{"inner", "out"}},
		{"a wall of the garden that ends", func(m *model) {
			m.wall("G", "Ground", 12000, 0, 16000, 0, 200)
			m.wall("G2", "Ground", 16000, 0, 16000, 8000, 200)
			m.door("garden", "E", 700, 1000, 2100, "")
		}, []string{"garden", "out"}},
		{"a fence of 1.2 m about the garden", func(m *model) {
			for i, line := range [][4]int64{{12000, 0, 16000, 0}, {16000, 0, 16000, 8000}, {16000, 8000, 12000, 8000}} {
				m.do(fmt.Sprint("F", i), change.CreateWall{LevelID: m.ids["Ground"], Wall: fabric.Wall{
					Start: mm(line[0], line[1]), End: mm(line[2], line[3]), Height: geometry.MM(1200),
					Thickness: geometry.MM(200)}})
			}
			m.door("garden", "E", 700, 1000, 2100, "")
		}, []string{"garden", "out"}},
	} {
		m := newModel(t)
		m.do("Ground", change.CreateLevel{Name: "Ground"})
		m.ring("", "Ground", 0, 0, 12000, 8000)
		m.room("Office", "Ground", 1000, 1000)
		m.door("out", "W", 3000, 1000, 2100, "")
		c.build(m)
		if got := exitsOf(t, m); !slices.Equal(got, c.want) {
			t.Errorf("%s: exits are %v, expected %v", c.name, got, c.want)
		}
	}
}

// slab lays a floor of 200 mm on the ground.
func (m *model) slab(x0, y0, x1, y1 int64) {
	m.t.Helper()
	m.do("", change.CreateFloor{LevelID: m.ids["Ground"],
		Floor: fabric.Floor{Boundary: rectangle(x0, y0, x1, y1), Thickness: geometry.MM(200)}})
}

// TestAStairWithoutRoomHasAnExit checks a door that leads outside from a stair without a room: people come down the
// stair to the door.
func TestAStairWithoutRoomHasAnExit(t *testing.T) {
	m := house(t)
	m.do("", change.DeleteElement{ElementIDs: []state.ID{m.ids["Hall"]}})
	m.door("D6", "W2", 1000, 1000, 2100, "")
	if got, want := exitsOf(t, m), []string{"D1", "D2", "D6"}; !slices.Equal(got, want) {
		t.Errorf("exits are %v, expected %v", got, want)
	}
}

// TestDoubtfulDoorsLeadToWhatIsNotDrawn checks doors to a part without a room and a floor. Whether such a door leads
// out is not known if another door or a stair leads on from the part. If the part has no other door, it leads nowhere.
func TestDoubtfulDoorsLeadToWhatIsNotDrawn(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(m *model)
		want  []string
	}{
		{"one door", func(m *model) {}, nil},
		{"a door that leads on", func(m *model) { m.door("outer", "SE", 700, 1000, 2100, "") }, []string{"inner"}},
		{"a floor, over which ways go on", func(m *model) {
			m.slab(12000, 0, 16000, 8000)
			m.door("outer", "SE", 700, 1000, 2100, "")
		}, nil},
		{"a stair", func(m *model) {
			m.do("First", change.CreateLevel{Name: "First", Elevation: geometry.MM(3000)})
			m.do("T", change.CreateStair{LevelID: m.ids["Ground"], Stair: stair.Stair{Start: mm(13000, 1000),
				Toward: mm(13000, 6000), TopLevel: m.ids["First"], Width: geometry.MM(1000), Risers: 17,
				Tread: geometry.MM(280)}})
		}, []string{"inner"}},
	} {
		m := newModel(t)
		m.do("Ground", change.CreateLevel{Name: "Ground"})
		m.ring("", "Ground", 0, 0, 12000, 8000)
		m.ring("S", "Ground", 12000, 0, 16000, 8000)
		m.room("Office", "Ground", 1000, 1000)
		m.door("out", "W", 3000, 1000, 2100, "")
		m.door("inner", "E", 700, 1000, 2100, "")
		c.build(m)
		doubtful, err := build(t, m, point()).Doubtful()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range doubtful {
			got = append(got, m.names([]state.ID{x.ID})...)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: doubtful are %v, expected %v", c.name, got, c.want)
		}
	}
}
