package projections

import (
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// roomEntry holds the derived data of one room.
type roomEntry struct {
	id    state.ID
	level state.ID
	shape room.RoomShape
	err   error // reason why there is no shape
	// lo and hi bound the part of the level on whose walls the shape depends: a change of a wall outside it does not
	// affect the room. A room that is not bounded depends on all walls of its level.
	lo, hi geometry.Point2
	went   searchExtent // extent of the search for its walls
}

// everywhere is the corner of a window that contains the whole level.
var everywhere = geometry.Point2{X: geometry.LengthOverflow, Y: geometry.LengthOverflow}

// keptOutlines is the greatest number of outlines that are kept: the rooms of a storey of fifty thousand elements,
// which the next storey repeats.
const keptOutlines = 4096

// outlines caches the outlines of rooms by the walls around them. Two goroutines may both compute one. It is cleared
// when it is full.
type outlines struct {
	mu sync.Mutex
	of map[string]geometry.Region
}

func (o *outlines) remember(walls string, find func() geometry.Region) geometry.Region {
	o.mu.Lock()
	region, known := o.of[walls]
	o.mu.Unlock()
	if known {
		return region
	}
	region = find()
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.of) >= keptOutlines {
		clear(o.of)
	}
	o.of[walls] = region
	return region
}

// makeRoom derives a room and its item. m is the model of d, possibly with an interrupt that ends the work.
func (d *derived) makeRoom(m *state.Model, e *state.Element, remember room.Remember) (*roomEntry, *item) {
	walls := d.walls
	r := &roomEntry{id: e.ID, level: e.LevelID}
	r.shape, r.err = room.RoomShapeBy(m, e, searchWalls(walls, e.LevelID, &r.went), remember)
	r.shape = e.Params.(*room.Room).UnderCover(r.shape, d.overheads)
	r.lo, r.hi = r.window()
	return r, r.item(e)
}

// overheads returns the plates that may cover rooms over a box in plan and lie between two heights.
func (d *derived) overheads(lo, hi geometry.Point2, from, to geometry.Length) []room.Overhead {
	var out []room.Overhead
	box := geometry.Box{Min: lo.At(from), Max: hi.At(to)}.Grow(geometry.SeamTolerance)
	for _, hit := range d.spatial.Intersecting(box, room.OverheadCategories...) {
		if o := d.items.get(hit.ID).overheadIn(d.model); o != nil && o.Bottom <= to && o.Top >= from {
			out = append(out, *o)
		}
	}
	return out
}

// markUnder marks the rooms whose height a floor, ceiling or roof can affect.
func (d *derived) markUnder(it *item, into map[state.ID]bool) {
	if it == nil || !it.placed || !slices.Contains(room.OverheadCategories, it.category) {
		return
	}
	for _, level := range d.model.OfCategory(state.CategoryLevel) {
		if shape.Elevation(d.model, level) >= it.box.Max.Z {
			continue
		}
		d.searchBoxes.at(level).Search(it.min(), it.max(), func(_, _ [2]float64, r *roomEntry) bool {
			if r.shape.Reach+geometry.SeamTolerance >= it.box.Min.Z {
				into[r.id] = true
			}
			return true
		})
	}
}

// item returns the item of the room, as every element has one.
func (r *roomEntry) item(e *state.Element) *item {
	it := &item{id: e.ID, category: e.Category, level: e.LevelID, solids: solids{err: r.err}}
	if r.err == nil && r.shape.Bounded {
		it.take(r.shape.Body())
	}
	return it
}

// window returns the part of the level on which the shape depends: the room with its surroundings, including the whole
// area in which its walls were searched. If a ring of walls was accepted only because there were no more walls, it
// depends on all of them.
func (r *roomEntry) window() (lo, hi geometry.Point2) {
	if r.err == nil && r.shape.Bounded {
		rlo, rhi := r.shape.Region.Bounds()
		inside := r.went.lo.X < rlo.X && r.went.lo.Y < rlo.Y && rhi.X < r.went.hi.X && rhi.Y < r.went.hi.Y
		if inside {
			margin := geometry.Point2{X: room.Vicinity, Y: room.Vicinity}
			return rlo.Sub(margin), rhi.Add(margin)
		}
	}
	return geometry.Point2{X: -everywhere.X, Y: -everywhere.Y}, everywhere
}

// markSlips marks the rooms whose wall search met a wall, if a gap small enough to be closed separates the wall from
// another one. Closing moves an end of an edge, and with it the line of the edge up to its next corner, which may be
// farther away than room.Vicinity.
func (d *derived) markSlips(it *item, into map[state.ID]bool) {
	if it == nil || it.wall == nil || !d.slips(it) {
		return
	}
	for _, id := range d.model.OnLevel(it.level) {
		if r := d.rooms.get(id); r != nil && r.went.meets(it.wall) {
			into[id] = true
		}
	}
}

// slipsAmong is the greatest number of walls at one wall that are compared pair by pair. Thirty rooms on either side of
// a corridor have as many. If there are more, slips assumes that two of them miss each other.
const slipsAmong = 64

// slips reports whether the walls of a level at a wall, including that wall, miss each other by a gap that is closed.
// Which wall is changed to close the gap depends on all these walls. If there are many walls, slips may wrongly return
// true; the marked rooms are then derived again without need.
func (d *derived) slips(it *item) bool {
	gap := geometry.Point2{X: edgeGap, Y: edgeGap}
	lo, hi := it.wall.Low.Sub(gap), it.wall.High.Add(gap)
	var near []*fabric.WallBounds
	d.walls.at(it.level).Search(flat(lo), flat(hi), func(_, _ [2]float64, w *fabric.WallBounds) bool {
		near = append(near, w)
		return len(near) <= slipsAmong
	})
	if len(near) > slipsAmong {
		return true
	}
	for i, w := range near {
		for _, other := range near[:i] {
			if room.WallBoundsMisses(w, other, lo, hi) {
				return true
			}
		}
	}
	return false
}
