package room

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// RoomFinder computes the shapes of many rooms of one state of a model, as [RoomShapeOf] does for one. It lists the
// walls of a level once. It computes one outline for all rooms that have the same walls relative to their seeds, as in
// repeated storeys. Only one goroutine may use it at a time, unless [RoomFinder.Shared] returned it.
type RoomFinder struct {
	model    *state.Model
	plan     func(*state.Element) (fabric.WallPlan, error)
	levels   map[state.ID][]fabric.WallBounds
	overhead []Overhead // of the model, listed once
	listed   bool
	complete bool // levels has all levels with rooms, and is only read
	remember Remember
}

// Remember returns the outline of a room, relative to its seed. The key walls is a text of the footprints of the walls
// relative to the seed. For a key that it does not know, Remember calls outline.
type Remember func(walls string, outline func() geometry.Region) geometry.Region

// RoomFinderOf returns a finder that gets the plans of walls from plan, or from [fabric.WallPlanOf] if plan is nil.
func RoomFinderOf(m *state.Model, plan func(*state.Element) (fabric.WallPlan, error)) *RoomFinder {
	if plan == nil {
		plan = func(e *state.Element) (fabric.WallPlan, error) { return fabric.WallPlanOf(m, e.ID) }
	}
	outlines := map[string]geometry.Region{}
	return &RoomFinder{model: m, plan: plan, levels: map[state.ID][]fabric.WallBounds{},
		remember: func(walls string, outline func() geometry.Region) geometry.Region {
			region, known := outlines[walls]
			if !known {
				region = outline()
				outlines[walls] = region
			}
			return region
		}}
}

// Shared returns a finder that several goroutines may use concurrently. It lists the walls of all levels with rooms in
// advance. The given remember must allow concurrent calls.
func (f *RoomFinder) Shared(remember Remember) *RoomFinder {
	for _, id := range f.model.OfCategory(state.CategoryRoom) {
		if e, ok := f.model.Element(id); ok {
			f.wallsOn(e.LevelID)
		}
	}
	f.listOverhead()
	return &RoomFinder{model: f.model, plan: f.plan, levels: f.levels, overhead: f.overhead, listed: true,
		complete: true, remember: remember}
}

// Shape returns the shape of a room.
func (f *RoomFinder) Shape(e *state.Element) (RoomShape, error) {
	walls := f.wallsOn(e.LevelID)
	shape, err := roomShape(f.model, e, func(lo, hi geometry.Point2) (found []fabric.WallBounds, complete bool) {
		for _, w := range walls {
			if w.Low.X <= hi.X && lo.X <= w.High.X && w.Low.Y <= hi.Y && lo.Y <= w.High.Y {
				found = append(found, w)
			}
		}
		return found, len(found) == len(walls)
	}, f.outline)
	return e.Params.(*Room).UnderCover(shape, f.overheads), err
}

// listOverhead lists the elements that may cover rooms, if any room of the model takes its height from them. It does so
// only once.
func (f *RoomFinder) listOverhead() {
	if f.listed {
		return
	}
	f.listed = true
	looks := slices.ContainsFunc(f.model.OfCategory(state.CategoryRoom), func(id state.ID) bool {
		e, ok := f.model.Element(id)
		return ok && e.Params.(*Room).looksUp()
	})
	if looks {
		eachOverhead(f.model, func(o Overhead) { f.overhead = append(f.overhead, o) })
	}
}

func (f *RoomFinder) overheads(lo, hi geometry.Point2, from, to geometry.Length) []Overhead {
	f.listOverhead()
	var out []Overhead
	for _, o := range f.overhead {
		if o.near(lo, hi, from, to) {
			out = append(out, o)
		}
	}
	return out
}

// Walls returns the footprints of the walls that bound a room of the model, in the order of their ids.
func (f *RoomFinder) Walls(e *state.Element, shape RoomShape) []fabric.WallBounds {
	out := make([]fabric.WallBounds, 0, len(shape.Bounding))
	for _, w := range f.wallsOn(e.LevelID) {
		if _, bounds := slices.BinarySearch(shape.Bounding, w.ID); bounds {
			out = append(out, w)
		}
	}
	return out
}

// wallsOn returns the footprints of a level's walls, in the order of their ids.
func (f *RoomFinder) wallsOn(level state.ID) []fabric.WallBounds {
	walls, ok := f.levels[level]
	if ok {
		return walls
	}
	for _, id := range f.model.BoundingOn(level) {
		if e, ok := f.model.Element(id); ok {
			if w, ok := f.bounds(e); ok {
				walls = append(walls, w)
			}
		}
	}
	if !f.complete {
		f.levels[level] = walls
	}
	return walls
}

// bounds returns the footprint of a wall or curtain wall.
func (f *RoomFinder) bounds(e *state.Element) (fabric.WallBounds, bool) {
	if e.Category != state.CategoryWall {
		return fabric.WallBoundsOf(f.model, e)
	}
	plan, err := f.plan(e)
	if err != nil || len(plan.Region) == 0 {
		return fabric.WallBounds{}, false
	}
	return fabric.BoundsOf(f.model, plan, e), true
}

// outline returns the same outline as hollow, computed once for equal walls.
func (f *RoomFinder) outline(seed geometry.Point2, walls []fabric.WallBounds) geometry.Region {
	return outlineBy(f.model, seed, walls, f.remember)
}

func outlineBy(m *state.Model, seed geometry.Point2, walls []fabric.WallBounds, remember Remember) geometry.Region {
	around := aboutSeed(seed, walls)
	var key []byte
	for _, w := range around {
		key = append(key, w.text...)
	}
	region := remember(string(key), func() geometry.Region { return hollowAtOrigin(m.Stop, footprints(around)) })
	return shiftedBy(region, seed)
}
