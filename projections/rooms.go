package projections

import (
	"cmp"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Rooms holds the rooms of one view. Regions in its answers are shared and must not be modified. Adjacency follows from
// walls, so rooms drawn by their boundary away from any wall have no neighbours.
type Rooms struct {
	model   *state.Model
	derived look
	kept    *roomSides // nil to keep nothing
}

// roomSides caches facts about rooms and walls for callers that query many of them. Two goroutines may both compute the
// same fact.
type roomSides struct {
	mu    sync.Mutex
	sides map[state.ID]*wallSides
	along map[state.ID][]*roomEntry
	open  map[state.ID][]OpenTo
}

// newRoomSides returns the rooms of a view for a caller that queries many of them. It computes the sides of each wall
// once.
func newRoomSides(m *state.Model, d look) *Rooms {
	return &Rooms{m, d, &roomSides{sides: map[state.ID]*wallSides{}, along: map[state.ID][]*roomEntry{},
		open: map[state.ID][]OpenTo{}}}
}

// keptIn returns the value of a key from one of the maps. It computes and keeps the value if the map has none.
func keptIn[V any](s *roomSides, kept map[state.ID]V, key state.ID, find func() V) V {
	s.mu.Lock()
	v, known := kept[key]
	s.mu.Unlock()
	if known {
		return v
	}
	v = find()
	s.mu.Lock()
	defer s.mu.Unlock()
	kept[key] = v
	return v
}

// roomsAt returns the rooms along a wall, sorted by id.
func (r *Rooms) roomsAt(wall state.ID) []*roomEntry {
	if r.kept == nil {
		return r.derived.roomsAt(wall)
	}
	return keptIn(r.kept, r.kept.along, wall, func() []*roomEntry { return r.derived.roomsAt(wall) })
}

// openWithout returns the open connections of a room over a side or a stair, but not the connections through openings
// in walls.
func (r *Rooms) openWithout(room *roomEntry) []OpenTo {
	return keptIn(r.kept, r.kept.open, room.id, func() []OpenTo { return r.openTo(room, nil) })
}

// RoomFacts holds the facts about a room. A room without a closed ring of walls around its seed point is not bounded,
// and has only its names.
type RoomFacts struct {
	ID        state.ID
	Name      string
	Number    string
	Usage     string
	LevelID   state.ID
	Bounded   bool
	Region    geometry.Region // plan between the faces of the walls
	Bounds    geometry.Box
	Base      geometry.Length // height of the floor above the model's origin
	Height    geometry.Length // the greatest height
	Heights   room.RoomHeights
	HeightOf  state.ID        // the slab, ceiling, roof or wall that determines Height; "" for the room's own height
	Unreached []state.ID      // if nothing covers the room: sloping roofs above to which none of its walls is attached
	Area      float64         // m2, net
	Volume    float64         // m3, net
	Perimeter geometry.Length // length of the outer ring and around elements that stand free in the room
	Bounding  []state.ID      // walls; all lists are sorted by id
	Doors     []state.ID      // doors that open onto the room
	Windows   []state.ID
	Openings  []state.ID  // without a door or window
	Adjacent  []Adjacency // sorted by the id of the other room
	OpenTo    []OpenTo    // sorted by the id of the other room
}

// Adjacency describes how a room is adjacent to another one at the same height.
type Adjacency struct {
	RoomID   state.ID
	Walls    []state.ID // walls with one room on each side
	Doors    []state.ID // doors in these walls that open to both rooms
	Windows  []state.ID
	Openings []state.ID
}

// Shape returns the extent of a room. The error is NOT_FOUND if there is no such room, or the reason why it has none.
func (r *Rooms) Shape(id state.ID) (room.RoomShape, error) {
	entry := r.derived.room(id)
	if entry == nil {
		return room.RoomShape{}, noRoom(id)
	}
	return entry.shape, entry.err
}

// OnLevel returns the rooms of a level, sorted by id.
func (r *Rooms) OnLevel(level state.ID) []state.ID {
	return slices.DeleteFunc(r.model.OnLevel(level), func(id state.ID) bool { return r.derived.room(id) == nil })
}

// AnyOn reports whether a level has rooms.
func (r *Rooms) AnyOn(level state.ID) bool { return r.derived.anyRoom(level) }

// Along returns the rooms that a wall bounds, sorted by id.
func (r *Rooms) Along(wall state.ID) []state.ID { return r.derived.roomsAlong(wall) }

// Facing returns the rooms onto which a door, a window or an opening in a wall opens, sorted by id: two for a door
// between rooms, one for a window in an outer wall.
func (r *Rooms) Facing(id state.ID) []state.ID {
	e, ok := r.model.Element(id)
	if !ok || e.HostID == "" {
		return nil
	}
	side, ok := r.side(e.HostID)
	if !ok {
		return nil
	}
	var out []state.ID
	for _, o := range side.openings {
		if o.ID != id && o.Filler != id {
			continue
		}
		for _, room := range side.rooms {
			if side.opens(o, room) {
				out = append(out, room.id)
			}
		}
	}
	return out
}

// Analyse returns the facts about a room. The error is NOT_FOUND if there is no such room, or the reason why it has no
// shape.
func (r *Rooms) Analyse(id state.ID) (RoomFacts, error) {
	entry := r.derived.room(id)
	if entry == nil {
		return RoomFacts{}, noRoom(id)
	}
	if entry.err != nil {
		return RoomFacts{}, entry.err
	}
	facts := r.describe(entry)
	if !entry.shape.Bounded {
		return facts, nil
	}
	r.surround(entry, r.derived.wallsAt(entry), &facts)
	facts.OpenTo = r.openTo(entry, facts.Adjacent)
	return facts, nil
}

// surround adds the openings and neighbours of a room at walls to facts.
func (r *Rooms) surround(entry *roomEntry, walls []state.ID, facts *RoomFacts) {
	next := map[state.ID]*Adjacency{}
	for _, wall := range walls {
		if side, ok := r.side(wall); ok {
			side.openOnto(entry, facts)
			side.join(entry, next)
		}
	}
	facts.Adjacent = sortedAdjacencies(next)
	for _, list := range [][]state.ID{facts.Doors, facts.Windows, facts.Openings} {
		slices.Sort(list)
	}
}

// describe returns the facts that follow from the room alone.
func (r *Rooms) describe(entry *roomEntry) RoomFacts {
	e, _ := r.model.Element(entry.id)
	room, shape := e.Params.(*room.Room), entry.shape
	facts := RoomFacts{
		ID: e.ID, Name: e.Name, Number: room.Number, Usage: room.Usage, LevelID: e.LevelID, Bounded: shape.Bounded,
		Bounds: geometry.EmptyBox(), Base: shape.Base, Height: shape.Height, HeightOf: shape.HeightOf,
	}
	if !shape.Bounded {
		return facts
	}
	facts.Region, facts.Bounding = shape.Region, slices.Clone(shape.Bounding)
	facts.Bounds = r.derived.itemOf(e.ID).box
	facts.Area, facts.Perimeter = shape.Region.Area(), shape.Region.Perimeter()
	facts.Volume, facts.Heights = shape.Volume(), shape.Heights()
	facts.Unreached = slices.Clone(shape.Unreached)
	return facts
}

func sortedAdjacencies(next map[state.ID]*Adjacency) []Adjacency {
	var out []Adjacency
	for _, a := range next {
		for _, list := range [][]state.ID{a.Walls, a.Doors, a.Windows, a.Openings} {
			slices.Sort(list)
		}
		out = append(out, *a)
	}
	slices.SortFunc(out, func(a, b Adjacency) int { return cmp.Compare(a.RoomID, b.RoomID) })
	return out
}

func noRoom(id state.ID) error {
	return state.Errorf(state.NotFound, "no room %q in this model and branch: list rooms with query_elements",
		id).With("room_id", id)
}
