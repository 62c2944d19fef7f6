package projections

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Walls bound the rooms of their own level. A wall that reaches over several storeys runs along rooms of other levels
// too, which are found by their boxes.

// roomsIn returns the bounded rooms whose boxes meet a box, sorted by id.
func (d *derived) roomsIn(box geometry.Box) []*roomEntry {
	var out []*roomEntry
	for _, hit := range d.spatial.Intersecting(box, state.CategoryRoom) {
		if room := d.rooms.get(hit.ID); room != nil {
			out = append(out, room)
		}
	}
	return out
}

// roomsAt returns the rooms that a wall bounds and the rooms of other levels at it, sorted by id.
func (d *derived) roomsAt(wall state.ID) []*roomEntry {
	var out []*roomEntry
	for _, id := range d.roomsAlong(wall) {
		out = append(out, d.rooms.get(id))
	}
	if it := d.items.get(wall); it != nil && it.placed {
		for _, room := range d.roomsIn(it.box.Grow(edgeGap)) {
			if room.level != it.level {
				out = append(out, room)
			}
		}
	}
	slices.SortFunc(out, func(a, b *roomEntry) int { return cmp.Compare(a.id, b.id) })
	return out
}

// wallsAt returns the walls that bound a room and the walls of other levels at it, sorted by id.
func (d *derived) wallsAt(room *roomEntry) []state.ID {
	out := slices.Clone(room.shape.Bounding)
	it := d.items.get(room.id)
	if it == nil || !it.placed {
		return out
	}
	for _, hit := range d.spatial.Intersecting(it.box.Grow(edgeGap), state.CategoryWall,
		state.CategoryCurtainWall) {
		if wall := d.items.get(hit.ID); wall != nil && wall.level != room.level {
			out = append(out, hit.ID)
		}
	}
	slices.Sort(out)
	return out
}
