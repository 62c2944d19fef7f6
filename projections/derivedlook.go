package projections

import (
	"cmp"
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Each query first derives the data on which its answer depends. The answer is the same as with everything derived.

// look is the derived data of a view for one request.
type look struct {
	*lazy
	ctx context.Context // context of the request: deriving panics when it ends (processors.Hear)
}

// lookUntil returns the derived data for a request.
func (l *lazy) lookUntil(ctx context.Context) look { return look{l, ctx} }

// covering returns derived data that cover at least a need.
func (l look) covering(n need) *derived { return l.coveringUntil(l.ctx, n) }

// room returns the derived data of a room, or nil for none.
func (l look) room(id state.ID) *roomEntry {
	e, ok := l.model.Element(id)
	if !ok || e.Category != state.CategoryRoom {
		return nil
	}
	return l.covering(roomsOn(e.LevelID)).rooms.get(id)
}

// itemOf returns the item of an element, or nil for none.
func (l look) itemOf(id state.ID) *item {
	e, ok := l.model.Element(id)
	switch {
	case !ok:
		return nil
	case e.Category == state.CategoryRoom:
		return l.covering(roomsOn(e.LevelID)).items.get(id)
	}
	return l.item(id)
}

// anyRoom reports whether a level has rooms.
func (l look) anyRoom(level state.ID) bool {
	return l.covering(roomsOn(level)).searchBoxes.at(level).Len() > 0
}

// intersecting returns the elements of some categories whose boxes meet a box, sorted by id.
func (l look) intersecting(box geometry.Box, categories ...state.Category) []Hit {
	return (&Spatial{of: &l}).Intersecting(box, categories...)
}

// roomsIn returns the bounded rooms whose boxes meet a box, sorted by id.
func (l look) roomsIn(box geometry.Box) []*roomEntry {
	if box.Empty() {
		return nil
	}
	return l.covering(within(box, state.CategoryRoom)).roomsIn(box)
}

// roomsAlong returns the rooms that a wall bounds, sorted by id. They are on the wall's level.
func (l look) roomsAlong(wall state.ID) []state.ID {
	e, ok := l.model.Element(wall)
	if !ok {
		return nil
	}
	return l.covering(roomsOn(e.LevelID)).roomsAlong(wall)
}

// enclosed returns the rooms of a level that are enclosed by walls and whose shape depends on walls in a box in plan,
// sorted by id. It is a change.RoomSearch.
func (l look) enclosed(level state.ID, low, high geometry.Point2) []room.Enclosed {
	d, out := l.covering(roomsOn(level)), []room.Enclosed{}
	d.searchBoxes.at(level).Search(flat(low), flat(high), func(_, _ [2]float64, r *roomEntry) bool {
		e, ok := l.model.Element(r.id)
		if ok && r.err == nil && r.shape.Bounded && e.Params.(*room.Room).Seed != nil {
			lo, hi := r.shape.Region.Bounds()
			out = append(out, room.Enclosed{ID: r.id, Low: lo, High: hi})
		}
		return true
	})
	slices.SortFunc(out, func(a, b room.Enclosed) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// roomsAt returns the rooms that a wall bounds and the rooms of other levels along it, sorted by id.
func (l look) roomsAt(wall state.ID) []*roomEntry {
	it := l.item(wall)
	if it == nil {
		return nil
	}
	return l.covering(about(it, state.CategoryRoom)).roomsAt(wall)
}

// wallsAt returns the walls that bound a room and the walls of other levels along it, sorted by id.
func (l look) wallsAt(room *roomEntry) []state.ID {
	it := l.itemOf(room.id)
	if it == nil {
		return nil
	}
	return l.covering(about(it, state.CategoryWall, state.CategoryCurtainWall)).wallsAt(room)
}

// about returns the need of a query about the rooms of an element's level, and about elements of some categories at the
// element's heights.
func about(it *item, categories ...state.Category) need {
	n := roomsOn(it.level)
	if it.placed {
		n.heights, n.categories = within(it.box.Grow(edgeGap)).heights, categories
	}
	return n
}

// markRooms marks the rooms whose wall search covers the place of a wall.
func (l look) markRooms(it *item, into map[state.ID]bool) {
	if it.wall != nil {
		l.covering(roomsOn(it.level)).markRooms(it, into)
	}
}

// markSlips marks the rooms whose wall search met a wall, if a gap small enough to be closed separates the wall from
// another one.
func (l look) markSlips(it *item, into map[state.ID]bool) {
	if it != nil && it.wall != nil {
		l.covering(roomsOn(it.level)).markSlips(it, into)
	}
}

// markUnder marks the rooms whose height a floor, ceiling or roof can affect.
func (l look) markUnder(it *item, into map[state.ID]bool) {
	if it != nil && it.placed {
		n := within(it.box, state.CategoryRoom)
		n.covers = true
		l.covering(n).markUnder(it, into)
	}
}

// nothingBetween reports whether no wall, opening or room near a room begins between the room's heights in two states.
// The openings and neighbours of the room are then the same in both.
func (l look) nothingBetween(a, b *roomEntry) bool {
	box, ok := l.covering(roomsOn(a.level)).between(a, b)
	return ok && !beginsIn(l.intersecting(box, betweenCategories...), box)
}

// besideRooms lists the categories of elements that queries about rooms examine.
var besideRooms = []state.Category{state.CategoryRoom, state.CategoryWall, state.CategoryCurtainWall,
	state.CategoryStair, state.CategoryRamp}

// prepareAbout derives in one step the rooms on the levels of elements, and the elements beside rooms at their heights.
func (l look) prepareAbout(ids []state.ID) error {
	n, levels, heights := need{categories: besideRooms}, map[state.ID]bool{}, map[span]bool{}
	for _, id := range ids {
		e, ok := l.model.Element(id)
		if !ok {
			continue
		}
		if !levels[e.LevelID] {
			levels[e.LevelID] = true
			n.levels = append(n.levels, e.LevelID)
		}
		if it := l.item(id); it != nil && it.placed {
			if at := about(it).heights; !heights[at[0]] {
				heights[at[0]] = true
				n.heights = append(n.heights, at...)
			}
		}
	}
	return l.prepare(l.ctx, n)
}
