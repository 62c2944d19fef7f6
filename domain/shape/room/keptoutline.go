package room

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// KeptOutline is the outline from a file of a room that follows its walls, if the walls give nearly the same outline.
// The room has the outline, the area and the volume of the file as long as the walls give the same outline as when the
// file was read.
type KeptOutline struct {
	Boundary []geometry.Point2 `json:"boundary_points"`
	Walls    []geometry.Point2 `json:"walls"` // the outline that the walls gave
}

// keptSlack is the largest distance between the corners of two outlines that count as the same. When a storey is turned
// as a whole, each corner is rounded to a micrometre twice.
const keptSlack = 4 * geometry.Micrometre

// of returns the kept outline if it still applies, otherwise the outline that the walls give.
func (k *KeptOutline) of(walls geometry.Region) geometry.Region {
	if k == nil || len(walls) != 1 || len(walls[0].Holes) > 0 || !sameCorners(walls[0].Outer, k.Walls) {
		return walls
	}
	polygon, err := geometry.NewPolygon(k.Boundary)
	if err != nil {
		return walls
	}
	return geometry.Region{polygon}
}

// sameCorners reports whether two rings have the same corners in the same order, wherever they begin.
func sameCorners(a, b geometry.Ring) bool {
	if len(a) != len(b) {
		return false
	}
	for shift := range b {
		same := true
		for i := 0; same && i < len(a); i++ {
			d := a[i].Sub(b[(i+shift)%len(b)])
			same = d.X.Abs() <= keptSlack && d.Y.Abs() <= keptSlack
		}
		if same {
			return true
		}
	}
	return false
}

// moved returns a copy that is moved with its room; nil for nil.
func (k *KeptOutline) moved(t state.Transform) *KeptOutline {
	if k == nil {
		return nil
	}
	return &KeptOutline{Boundary: t.Ring(k.Boundary), Walls: t.Ring(k.Walls)}
}

// Following returns the parameters of a room that follows the walls around a seed, given the plan in its file and the
// plan that the walls give. ok is false if the two plans are more than [fabric.RoomGap] apart anywhere. It is also
// false if one of the plans has holes and the plans are not equal.
func (r *Room) Following(seed geometry.Point2, plan, walls geometry.Region) (following *Room, ok bool) {
	off := slices.Concat(geometry.Subtract(plan, walls), geometry.Subtract(walls, plan))
	if slices.ContainsFunc(off, func(p geometry.Polygon) bool { return !isSliver(p) }) {
		return nil, false
	}
	out := *r
	out.Seed, out.Boundary = &seed, nil
	if len(off) == 0 {
		return &out, true
	}
	if len(plan) != 1 || len(walls) != 1 || len(plan[0].Holes)+len(walls[0].Holes) > 0 {
		return nil, false
	}
	out.Kept = &KeptOutline{Boundary: plan[0].Outer, Walls: walls[0].Outer}
	return &out, true
}

// isSliver reports whether a polygon is on average no wider than [fabric.RoomGap]. The length of a narrow polygon is
// nearly half of its perimeter.
func isSliver(p geometry.Polygon) bool {
	return p.Area() <= float64(fabric.RoomGap.M()*p.Perimeter().M())/2
}
