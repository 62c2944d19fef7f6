package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// enclosed is a room that walls enclosed before the command, with the box of its plan.
type enclosed struct {
	id        ID
	low, high geometry.Point2
}

// leftUnbounded returns the rooms that a wall may have bounded and that have no closed ring of walls without it, each
// room once in a command. It computes every room of the level once, which makes the deletion of a wall slower than
// other commands.
func (t *transaction) leftUnbounded(after *Model, wall *Element) []ID {
	if !wall.Category.BoundsRooms() {
		return nil
	}
	footprint, ok := t.before.WallBounds(wall)
	if !ok {
		return nil
	}
	var out []ID
	var walls WallSearch
	for _, was := range t.enclosedOn(wall.LevelID) {
		room, ok := after.Element(was.id)
		if !ok || !was.nearby(footprint) || slices.Contains(t.opened, was.id) {
			continue
		}
		if walls == nil {
			walls = after.WallsOn(wall.LevelID)
		}
		if is, err := after.RoomShape(room, walls); err == nil && !is.Bounded {
			out = append(out, was.id)
		}
	}
	t.opened = append(t.opened, out...)
	return out
}

// enclosedOn returns the rooms of a level that were enclosed before the command.
func (t *transaction) enclosedOn(level ID) []enclosed {
	if known, ok := t.enclosed[level]; ok {
		return known
	}
	var out []enclosed
	walls := t.before.WallsOn(level)
	for _, id := range t.before.OfCategoryOn(level, CategoryRoom) {
		room, ok := t.before.Element(id)
		if !ok || room.Params.(*Room).Seed == nil {
			continue
		}
		if shape, err := t.before.RoomShape(room, walls); err == nil && shape.Bounded {
			lo, hi := shape.Region.Bounds()
			out = append(out, enclosed{id, lo, hi})
		}
	}
	if t.enclosed == nil {
		t.enclosed = map[ID][]enclosed{}
	}
	t.enclosed[level] = out
	return out
}

// nearby reports whether a room's box meets a wall's.
func (r enclosed) nearby(w WallBounds) bool {
	return r.low.X <= w.High.X+roomGap && w.Low.X <= r.high.X+roomGap &&
		r.low.Y <= w.High.Y+roomGap && w.Low.Y <= r.high.Y+roomGap
}
