package projections

import (
	"context"
	"fmt"
	"testing"
	"time"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/geometry"
)

const testModel = "11111111-1111-4111-8111-111111111111"

// begin is the time of the first command of a test; each later command follows a second after the previous one.
var begin = time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)

// site is a store with one model in it, and a Live on it.
type site struct {
	t        testing.TB
	store    eventstore.Store
	live     *Live
	commands int
}

func newSite(t testing.TB) *site {
	t.Helper()
	store := memory.New()
	s := &site{t: t, store: store, live: NewLive(store)}
	s.must(changing.CreateModel{ID: testModel, Name: "House", Owner: "ada"})
	return s
}

// view returns the present view of the model.
func (s *site) view() *View {
	s.t.Helper()
	v, err := s.live.View(context.Background(), testModel, MainBranch)
	if err != nil {
		s.t.Fatalf("view: %v", err)
	}
	return v
}

// base returns the view on which a command is decided.
func (s *site) base() *View {
	if s.commands == 0 {
		return EmptyView(testModel, MainBranch)
	}
	return s.view()
}

// decide returns the decision on a command.
func (s *site) decide(op changing.Operation) (*View, changing.Decision, error) {
	base := s.base()
	d, err := base.Decide(changing.Command{ID: s.commandID(), Do: op})
	return base, d, err
}

func (s *site) commandID() string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", s.commands+1) }

// must executes a command and returns the ids of the created elements.
func (s *site) must(op changing.Operation) []state.ID {
	s.t.Helper()
	base, d, err := s.decide(op)
	if err != nil {
		s.t.Fatalf("%T: %v", op, err)
	}
	s.append(base, d.Events)
	return created(d.Events)
}

// append stores events right after a view.
func (s *site) append(base *View, events []state.Event) []eventstore.Event {
	s.t.Helper()
	meta := Meta{CommandID: s.commandID(), Tool: "test", UserID: "ada",
		OccurredAt: begin.Add(time.Duration(s.commands) * time.Second)}
	stored := EncodeEvents(events, meta)
	expected := eventstore.NoStream
	if base.next > 0 {
		expected = eventstore.At(base.Revision)
	}
	_, err := s.store.Append(context.Background(), eventstore.Append{Stream: StreamName(testModel, MainBranch),
		Expected: expected, Events: stored})
	if err != nil {
		s.t.Fatalf("append: %v", err)
	}
	s.commands++
	return stored
}

func created(events []state.Event) []state.ID {
	var out []state.ID
	for _, e := range events {
		if c, ok := state.CreatedBy(e); ok {
			out = append(out, c.ID)
		}
	}
	return out
}

// level adds a storey.
func (s *site) level(name string, mm int64) state.ID {
	s.t.Helper()
	return s.must(changing.CreateLevel{Name: name, Elevation: geometry.MM(mm)})[0]
}

// at makes a point in plan from millimetres.
func at(x, y int64) geometry.Point2 { return geometry.Point2{X: geometry.MM(x), Y: geometry.MM(y)} }

func at3(x, y, z int64) geometry.Point3 { return at(x, y).At(geometry.MM(z)) }

// box makes a box from millimetres.
func box(x0, y0, z0, x1, y1, z1 int64) geometry.Box {
	return geometry.Box{Min: at3(x0, y0, z0), Max: at3(x1, y1, z1)}
}

// wall adds a wall of 200 mm thickness and 2.8 m height.
func (s *site) wall(level state.ID, from, to geometry.Point2) state.ID {
	s.t.Helper()
	return s.must(changing.CreateWall{LevelID: level, Wall: fabric.Wall{Start: from, End: to, Height: geometry.MM(2800),
		Thickness: geometry.MM(200)}})[0]
}

func (s *site) door(wall state.ID, offset int64) state.ID {
	s.t.Helper()
	return s.must(changing.PlaceDoor{WallID: wall, Door: fabric.Door{Offset: geometry.MM(offset),
		Width:  geometry.MM(900),
		Height: geometry.MM(2100)}})[0]
}

func (s *site) window(wall state.ID, offset int64) state.ID {
	s.t.Helper()
	return s.must(changing.PlaceWindow{WallID: wall, Window: fabric.Window{
		Offset: geometry.MM(offset), Width: geometry.MM(1200), Height: geometry.MM(1200),
		SillHeight: geometry.MM(900)}})[0]
}

func (s *site) room(level state.ID, name string, seed geometry.Point2) state.ID {
	s.t.Helper()
	return s.must(changing.CreateRoom{LevelID: level, Name: name, Room: room.Room{Seed: &seed}})[0]
}

// house is two rooms side by side: 10 by 5 m between the walls' lines, divided at x = 6 m, with a door between the
// rooms, a door to the outside and a window in each room.
type house struct {
	*site
	level, south, east, north, west, middle state.ID
	living, kitchen                         state.ID
	inner, front, livingWindow, kitchenPane state.ID
}

func newHouse(t testing.TB) *house {
	h := &house{site: newSite(t)}
	h.level = h.site.level("Ground", 0)
	h.south = h.wall(h.level, at(0, 0), at(10000, 0))
	h.east = h.wall(h.level, at(10000, 0), at(10000, 5000))
	h.north = h.wall(h.level, at(10000, 5000), at(0, 5000))
	h.west = h.wall(h.level, at(0, 5000), at(0, 0))
	h.middle = h.wall(h.level, at(6000, 0), at(6000, 5000))
	h.must(changing.JoinElements{ElementIDs: []state.ID{h.south, h.east, h.north, h.west, h.middle},
		JoinType: fabric.JoinAuto})
	h.living = h.room(h.level, "Living", at(3000, 2500))
	h.kitchen = h.room(h.level, "Kitchen", at(8000, 2500))
	h.inner = h.door(h.middle, 2000)
	h.front = h.door(h.south, 1000)
	h.livingWindow = h.window(h.south, 3000)
	h.kitchenPane = h.window(h.north, 1000)
	return h
}

// advance announces to live that the events of a preview were stored.
func advance(live *Live, preview *View, stored []eventstore.Event) {
	if v, ok := preview.Stored(preview.preview.events, stored); ok {
		live.Advance(v)
	}
}
