package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// RoomFinder answers the shapes of many rooms of one state of a model, each as [Model.RoomShape] does. It lists the walls
// of a level once, and makes the outline of rooms once that look alike from their seeds, as those of a building's storeys
// often do. One goroutine uses it at a time.
type RoomFinder struct {
	model    *Model
	plan     func(*Element) (WallPlan, error)
	levels   map[ID][]WallBounds
	outlines map[string]geometry.Region // about their seeds, by the footprints of the walls around
}

// RoomFinder answers a finder that takes the footprints of walls from plan; nil for [Model.WallPlan].
func (m *Model) RoomFinder(plan func(*Element) (WallPlan, error)) *RoomFinder {
	if plan == nil {
		plan = func(e *Element) (WallPlan, error) { return m.WallPlan(e.ID) }
	}
	return &RoomFinder{model: m, plan: plan, levels: map[ID][]WallBounds{}, outlines: map[string]geometry.Region{}}
}

// Shape answers the shape of a room.
func (f *RoomFinder) Shape(e *Element) (RoomShape, error) {
	walls := f.wallsOn(e.LevelID)
	return f.model.roomShape(e, func(lo, hi geometry.Point2) (found []WallBounds, complete bool) {
		for _, w := range walls {
			if w.Low.X <= hi.X && lo.X <= w.High.X && w.Low.Y <= hi.Y && lo.Y <= w.High.Y {
				found = append(found, w)
			}
		}
		return found, len(found) == len(walls)
	}, f.outline)
}

// Walls answers the footprints of the walls that bound a room of the model, in the order of their ids.
func (f *RoomFinder) Walls(e *Element, shape RoomShape) []WallBounds {
	out := make([]WallBounds, 0, len(shape.Bounding))
	for _, w := range f.wallsOn(e.LevelID) {
		if _, bounds := slices.BinarySearch(shape.Bounding, w.ID); bounds {
			out = append(out, w)
		}
	}
	return out
}

// wallsOn answers the footprints of a level's walls, in the order of their ids.
func (f *RoomFinder) wallsOn(level ID) []WallBounds {
	walls, ok := f.levels[level]
	if ok {
		return walls
	}
	for _, id := range f.model.boundingOn(level) {
		if e, ok := f.model.Element(id); ok {
			if w, ok := f.bounds(e); ok {
				walls = append(walls, w)
			}
		}
	}
	f.levels[level] = walls
	return walls
}

// bounds answers the footprint of a wall or curtain wall.
func (f *RoomFinder) bounds(e *Element) (WallBounds, bool) {
	if e.Category != CategoryWall {
		return f.model.WallBounds(e)
	}
	plan, err := f.plan(e)
	if err != nil || len(plan.Region) == 0 {
		return WallBounds{}, false
	}
	return plan.bounds(e), true
}

// outline is hollow, remembered.
func (f *RoomFinder) outline(seed geometry.Point2, walls []WallBounds) geometry.Region {
	around := aboutSeed(seed, walls)
	var key []byte
	for _, w := range around {
		key = append(key, w.text...)
	}
	region, known := f.outlines[string(key)]
	if !known {
		region = hollowAtOrigin(footprints(around))
		f.outlines[string(key)] = region
	}
	return shiftedBy(region, seed)
}
