package projections

import (
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// rows builds a level with square rooms of 4 m in rows of five, 30 m apart, each with four walls of its own. The walls
// of the first room are joined. The other rooms are stored in the log as events, since deciding on thousands of rooms
// takes long.
func (s *site) rows(n int64) (level state.ID, walls []state.ID, room state.ID) {
	level = s.level("Ground", 0)
	first := square(0, 0)
	for k := range first {
		walls = append(walls, s.wall(level, first[k], first[(k+1)%4]))
	}
	s.must(changing.JoinElements{ElementIDs: walls, JoinType: fabric.JoinAuto})
	room = s.room(level, "", at(2000, 2000))
	var facts []state.Event
	create := func(category state.Category, params state.Params) {
		id := state.DeriveID("fact", len(facts))
		facts = append(facts, &state.ElementCreated{Element: &state.Element{ID: id, Category: category,
			Name: string(id), LevelID: level, Params: params}})
	}
	for i := int64(1); i < n; i++ {
		x, y := 6000*(i%5), 30000*(i/5)
		corners, seed := square(x, y), at(x+2000, y+2000)
		for k := range corners {
			create(state.CategoryWall, &fabric.Wall{Start: corners[k], End: corners[(k+1)%4],
				Height: geometry.MM(2800), Thickness: geometry.MM(200)})
		}
		create(state.CategoryRoom, &roomshape.Room{Seed: &seed})
	}
	s.append(s.view(), facts)
	return level, walls, room
}

// square returns the corners of a square of 4 m.
func square(x, y int64) []geometry.Point2 {
	return []geometry.Point2{at(x, y), at(x+4000, y), at(x+4000, y+4000), at(x, y+4000)}
}

// edits lists the edits of the first room of a model whose costs the test measures.
var edits = []struct {
	name string
	edit func(s *site, level state.ID, walls []state.ID, room state.ID)
	want workCount // greatest number of items and rooms that may be derived again
}{
	// This derives the wall and the two walls joined to it, the room, and the next room, whose search for walls reached
	// 8 m.
	{"thickness of a wall", func(s *site, _ state.ID, w []state.ID,
		_ state.ID) {
		s.must(modify(w[0], "thickness", "250"))
	}, workCount{3, 2}},
	// This derives a door, its opening and the wall, because no room changes its shape.
	{"a new door", func(s *site, _ state.ID, w []state.ID, _ state.ID) { s.door(w[0], 500) }, workCount{3, 0}},
	// This derives the wall alone, which stands 30 m from any room.
	{"a wall far off", func(s *site, l state.ID, _ []state.ID,
		_ state.ID) {
		s.wall(l, at(-30000, 0), at(-30000, 3000))
	}, workCount{1, 0}},
	{"the height of a room", func(s *site, _ state.ID, _ []state.ID,
		r state.ID) {
		s.must(modify(r, "height", "2500"))
	}, workCount{0, 1}},
}

// An edit costs the same in a model of 20 walls and in one of 2,000. The counts are the elements and rooms derived
// again.
func TestAnEditCostsWhatItTouches(t *testing.T) {
	small, large := costs(t, 5), costs(t, 500)
	for i, e := range edits {
		if large[i] != small[i] {
			t.Errorf("%s: %+v in the small model, %+v in the large one", e.name, small[i], large[i])
		}
		if small[i].items > e.want.items || small[i].rooms > e.want.rooms {
			t.Errorf("%s derives %+v again, want at most %+v", e.name, small[i], e.want)
		}
	}
}

func costs(t *testing.T, rooms int64) []workCount {
	t.Helper()
	s := newSite(t)
	level, walls, room := s.rows(rooms)
	if got := s.view().derived.get().work; got.rooms != int(rooms) {
		t.Fatalf("deriving all: %+v, want %d rooms", got, rooms)
	}
	var out []workCount
	for _, e := range edits {
		e.edit(s, level, walls, room)
		out = append(out, s.view().derived.get().work)
	}
	return out
}

// The preview of an edit, announced after the append, becomes the next view: nothing is derived twice.
func TestAPreviewIsNotDerivedAgain(t *testing.T) {
	h := newHouse(t)
	h.view().derived.get()
	base, d, err := h.decide(modify(h.middle, "thickness", "300"))
	if err != nil {
		t.Fatal(err)
	}
	preview := base.Preview(d.Events)
	derived := preview.derived.get()
	advance(h.live, preview, h.append(base, d.Events))
	if h.view().derived.get() != derived {
		t.Error("the view did not take what the preview had derived")
	}
}

// An edit whose reply contains the measure of one element derives only that element. The next query about the whole
// model derives the other affected elements. The number of postponed elements is bounded.
func TestAnEditLeavesTheRestAside(t *testing.T) {
	s := newSite(t)
	level, walls, _ := s.rows(3)
	s.view().derived.get()
	s.must(modify(walls[0], "thickness", "300"))
	if _, err := s.view().MeasureOf(walls[0]); err != nil {
		t.Fatal(err)
	}
	if l := s.view().derived; l.now != nil || l.made.Len() != 1 || l.affected.Len() < 2 {
		t.Errorf("derived: %v, %d made, %d affected", l.now != nil, l.made.Len(), l.affected.Len())
	}
	for i := range int64(maxAffected) {
		s.wall(level, at(0, -5000*i-9000), at(4000, -5000*i-9000))
	}
	if n := s.view().derived.affected.Len(); n >= maxAffected {
		t.Errorf("%d elements wait to be derived", n)
	}
	compareViews(t, s.view())
}
