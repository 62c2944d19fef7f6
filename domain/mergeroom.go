package domain

import (
	"slices"
)

// roomAt is a room of one of the sides, levelAt a level of one.
type (
	roomAt struct {
		m  *Model
		id ID
	}
	levelAt struct {
		m     *Model
		level ID
	}
)

// movedWall is a wall whose plan a side changed, with the boxes before and after.
type movedWall struct {
	id     ID
	bounds []WallBounds
}

// unboundedRooms returns the rooms that a ring of walls encloses on each side that has them, but not in the merged
// state. For that both sides must have changed walls at the room in plan, or one side walls and the other side made the
// room.
func (g *merger) unboundedRooms() []finding {
	var out []finding
	theirs, ours := g.movedWalls(g.theirs, g.Theirs.Touched), g.movedWalls(g.ours, g.Ours.Touched)
	levels := map[ID]bool{}
	for _, moved := range []map[ID][]movedWall{ours, theirs} {
		for level := range moved {
			levels[level] = true
		}
	}
	for _, level := range sortedIDs(levels) {
		merged := g.t.model.WallsOn(level)
		for _, id := range g.t.model.OfCategoryOn(level, CategoryRoom) {
			room, ok := g.t.model.Element(id)
			if !ok || room.Params.(*Room).Seed == nil {
				continue
			}
			walls := g.movedAround(id, ours[level], theirs[level])
			if len(walls) > 0 && !bounded(g.t.model, room, merged) {
				ids := append(walls, id)
				slices.Sort(ids)
				out = append(out, finding{DegenerateGeometry,
					"room \"" + room.Name +
						"\" has a closed ring of walls around it on each side, and none when the walls of both sides " +
						"come together", slices.Compact(ids)})
			}
		}
	}
	return out
}

func bounded(m *Model, room *Element, search WallSearch) bool {
	shape, err := m.RoomShape(room, search)
	return err == nil && shape.Bounded
}

// movedWalls returns the walls whose plan a side changed, by the levels that they are or were on.
func (g *merger) movedWalls(side *Model, touched *Touches) map[ID][]movedWall {
	out := map[ID][]movedWall{}
	for _, id := range touched.IDs() {
		was, wasOn := planOf(g.base, id)
		is, isOn := planOf(side, id)
		if wasOn == isOn && slices.EqualFunc(was, is, sameFootprint) {
			continue
		}
		moved := movedWall{id, append(was, is...)}
		for _, level := range slices.Compact([]ID{wasOn, isOn}) {
			if level != "" {
				out[level] = append(out[level], moved)
			}
		}
	}
	return out
}

// planOf returns the footprint of a wall and its level; nothing for other elements.
func planOf(m *Model, id ID) ([]WallBounds, ID) {
	e, ok := m.Element(id)
	if !ok || !e.Category.BoundsRooms() {
		return nil, ""
	}
	if b, ok := m.WallBounds(e); ok {
		return []WallBounds{b}, e.LevelID
	}
	return nil, e.LevelID
}

func sameFootprint(a, b WallBounds) bool {
	return string(appendRegion(nil, a.Footprint)) == string(appendRegion(nil, b.Footprint))
}

// movedAround returns the moved walls that are or were at a room. It returns none if a side has no ring of walls around
// the room, or if the other side moved no wall at the room, so that the ring is unchanged there.
func (g *merger) movedAround(room ID, ours, theirs []movedWall) []ID {
	if len(ours) == 0 && hasRoom(g.theirs, room) || len(theirs) == 0 && hasRoom(g.ours, room) {
		return nil // known without a look at the ring, which takes most of a merge of moved walls
	}
	var boxes []enclosed
	for _, side := range []struct {
		m     *Model
		other []movedWall
	}{{g.ours, theirs}, {g.theirs, ours}} {
		box := g.enclosedRoom(side.m, room)
		if box == nil || box.id != "" && len(nearOf([]enclosed{*box}, side.other)) == 0 {
			return nil
		}
		if box.id != "" {
			boxes = append(boxes, *box)
		}
	}
	return append(nearOf(boxes, ours), nearOf(boxes, theirs)...)
}

func hasRoom(side *Model, id ID) bool {
	e, ok := side.Element(id)
	return ok && e.Category == CategoryRoom
}

// nearOf returns the walls that meet one of the boxes.
func nearOf(boxes []enclosed, walls []movedWall) []ID {
	var out []ID
	for _, w := range walls {
		if slices.ContainsFunc(w.bounds, func(bounds WallBounds) bool {
			return slices.ContainsFunc(boxes, func(b enclosed) bool { return b.nearby(bounds) })
		}) {
			out = append(out, w.id)
		}
	}
	return out
}

// enclosedRoom returns the box of a room on a side: nil without a ring of walls around it, an empty box if the side
// lacks the room.
func (g *merger) enclosedRoom(m *Model, id ID) *enclosed {
	at := roomAt{m, id}
	if known, seen := g.rooms[at]; seen {
		return known
	}
	var out *enclosed
	e, ok := m.Element(id)
	if !ok || e.Category != CategoryRoom {
		out = &enclosed{}
	} else if shape, err := m.RoomShape(e, g.wallsOn(m, e.LevelID)); err == nil && shape.Bounded {
		lo, hi := shape.Region.Bounds()
		out = &enclosed{id, lo, hi}
	}
	g.rooms[at] = out
	return out
}

// wallsOn returns the search over a level of one of the sides. It is kept, since the sides do not change during a
// merge.
func (g *merger) wallsOn(m *Model, level ID) WallSearch {
	at := levelAt{m, level}
	search, known := g.levels[at]
	if !known {
		search = m.WallsOn(level)
		g.levels[at] = search
	}
	return search
}
