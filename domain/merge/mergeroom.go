package merge

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	roomshape "github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
)

// roomAt identifies a room of one of the sides, and levelAt identifies a level of one of the sides.
type (
	roomAt struct {
		m  *state.Model
		id state.ID
	}
	levelAt struct {
		m     *state.Model
		level state.ID
	}
)

// movedWall is a wall whose plan a side changed, with the boxes before and after.
type movedWall struct {
	id     state.ID
	bounds []fabric.WallBounds
}

// unboundedRooms returns a finding for each room that is enclosed by a ring of walls on every side that has the room,
// but not in the merged state. This can happen only if both sides changed walls at the room in plan, or if one side
// changed walls and the other side made the room.
func (g *merger) unboundedRooms() []finding {
	var out []finding
	theirs, ours := g.movedWalls(g.theirs, g.Theirs.Touched), g.movedWalls(g.ours, g.Ours.Touched)
	levels := map[state.ID]bool{}
	for _, moved := range []map[state.ID][]movedWall{ours, theirs} {
		for level := range moved {
			levels[level] = true
		}
	}
	for _, level := range shape.SortedIDs(levels) {
		var merged fabric.WallSearch // made for the first room that needs it
		for _, id := range g.t.Model.OfCategoryOn(level, state.CategoryRoom) {
			room, ok := g.t.Model.Element(id)
			if !ok || room.Params.(*roomshape.Room).Seed == nil {
				continue
			}
			if g.untroubled(id, ours[level], theirs[level]) {
				continue
			}
			if merged == nil {
				merged = fabric.WallsOn(g.t.Model, level)
			}
			if bounded(g.t.Model, room, merged) {
				continue
			}
			if walls := g.movedAround(id, ours[level], theirs[level]); len(walls) > 0 {
				ids := append(walls, id)
				slices.Sort(ids)
				out = append(out, finding{state.DegenerateGeometry,
					"room \"" + room.Name +
						"\" has a closed ring of walls around it on each side, and none when the walls of both sides " +
						"come together", slices.Compact(ids)})
			}
		}
	}
	return out
}

func bounded(m *state.Model, room *state.Element, search fabric.WallSearch) bool {
	shape, err := roomshape.RoomShapeOf(m, room, search)
	return err == nil && shape.Bounded
}

// movedWalls returns the walls whose plan a side changed, by the levels that they are or were on.
func (g *merger) movedWalls(side *state.Model, touched *Touches) map[state.ID][]movedWall {
	out := map[state.ID][]movedWall{}
	for _, id := range touched.IDs() {
		was, wasOn := planOf(g.base, id)
		is, isOn := planOf(side, id)
		if wasOn == isOn && slices.EqualFunc(was, is, sameFootprint) {
			continue
		}
		moved := movedWall{id, append(was, is...)}
		for _, level := range slices.Compact([]state.ID{wasOn, isOn}) {
			if level != "" {
				out[level] = append(out[level], moved)
			}
		}
	}
	return out
}

// planOf returns the footprint of a wall and its level, or nothing for other elements.
func planOf(m *state.Model, id state.ID) ([]fabric.WallBounds, state.ID) {
	e, ok := m.Element(id)
	if !ok || !e.Category.BoundsRooms() {
		return nil, ""
	}
	if b, ok := fabric.WallBoundsOf(m, e); ok {
		return []fabric.WallBounds{b}, e.LevelID
	}
	return nil, e.LevelID
}

func sameFootprint(a, b fabric.WallBounds) bool {
	return string(roomshape.AppendRegion(nil, a.Footprint)) == string(roomshape.AppendRegion(nil, b.Footprint))
}

// untroubled reports whether it is clear, without a search for rings, that movedAround returns no wall for a room. That
// search takes most of the time of a merge of moved walls.
func (g *merger) untroubled(room state.ID, ours, theirs []movedWall) bool {
	if len(ours) == 0 && hasRoom(g.theirs, room) || len(theirs) == 0 && hasRoom(g.ours, room) {
		return true
	}
	return g.Ours.keepsRing(room, theirs) || g.Theirs.keepsRing(room, ours)
}

// keepsRing reports whether it is known, without a search, that a side has no ring of walls around a room or that the
// other side moved no wall at that ring.
func (s MergeSide) keepsRing(room state.ID, other []movedWall) bool {
	if s.Ring == nil {
		return false
	}
	box, known := s.Ring(room)
	return known && (box == nil || len(nearOf([]roomshape.Enclosed{*box}, other)) == 0)
}

// movedAround returns the moved walls that are or were at a room. It returns none if a side has no ring of walls around
// the room, or if the other side moved no wall there, so that the ring is unchanged.
func (g *merger) movedAround(room state.ID, ours, theirs []movedWall) []state.ID {
	var boxes []roomshape.Enclosed
	for _, side := range []struct {
		m     *state.Model
		other []movedWall
	}{{g.ours, theirs}, {g.theirs, ours}} {
		box := g.enclosedRoom(side.m, room)
		if box == nil || box.ID != "" && len(nearOf([]roomshape.Enclosed{*box}, side.other)) == 0 {
			return nil
		}
		if box.ID != "" {
			boxes = append(boxes, *box)
		}
	}
	return append(nearOf(boxes, ours), nearOf(boxes, theirs)...)
}

func hasRoom(side *state.Model, id state.ID) bool {
	e, ok := side.Element(id)
	return ok && e.Category == state.CategoryRoom
}

// nearOf returns the walls that meet one of the boxes.
func nearOf(boxes []roomshape.Enclosed, walls []movedWall) []state.ID {
	var out []state.ID
	for _, w := range walls {
		if slices.ContainsFunc(w.bounds, func(bounds fabric.WallBounds) bool {
			return slices.ContainsFunc(boxes, func(b roomshape.Enclosed) bool { return b.Nearby(bounds) })
		}) {
			out = append(out, w.id)
		}
	}
	return out
}

// enclosedRoom returns the box of a room on a side. It is nil if no ring of walls encloses the room, and empty if the
// side lacks the room.
func (g *merger) enclosedRoom(m *state.Model, id state.ID) *roomshape.Enclosed {
	at := roomAt{m, id}
	if known, seen := g.rooms[at]; seen {
		return known
	}
	var out *roomshape.Enclosed
	e, ok := m.Element(id)
	if !ok || e.Category != state.CategoryRoom {
		out = &roomshape.Enclosed{}
	} else if shape, err := roomshape.RoomShapeOf(m, e, g.wallsOn(m, e.LevelID)); err == nil && shape.Bounded {
		lo, hi := shape.Region.Bounds()
		out = &roomshape.Enclosed{ID: id, Low: lo, High: hi}
	}
	g.rooms[at] = out
	return out
}

// wallsOn returns the wall search for a level of one of the sides. It caches the searches, because the sides do not
// change during a merge.
func (g *merger) wallsOn(m *state.Model, level state.ID) fabric.WallSearch {
	at := levelAt{m, level}
	search, known := g.levels[at]
	if !known {
		search = fabric.WallsOn(m, level)
		g.levels[at] = search
	}
	return search
}
