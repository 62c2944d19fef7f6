package room

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// KeptOutline is the outline that a file has for a room that follows its walls, where these give nearly the same. The
// room has the outline of the file, and with it the area and volume, as long as the walls give the outline that they
// gave when the file was read.
type KeptOutline struct {
	Boundary []geometry.Point2 `json:"boundary_points"`
	Walls    []geometry.Point2 `json:"walls"` // the outline that the walls gave
}

// keptSlack is how far the corners of an outline may be from where they were for the outline to be the same: each
// corner of a storey that is turned as a whole is rounded to a micrometre twice, in either direction.
const keptSlack = 4 * geometry.Micrometre

// of returns the outline that a room has in place of the one that its walls give.
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

// moved returns a copy that moves with its room.
func (k *KeptOutline) moved(t state.Transform) *KeptOutline {
	if k == nil {
		return nil
	}
	return &KeptOutline{Boundary: t.Ring(k.Boundary), Walls: t.Ring(k.Walls)}
}

// Following returns the parameters of a room that follows the walls around a seed, given the plan that its file has
// and the one that they give. ok is false where the walls do not give that plan: where the two are more than
// [fabric.RoomGap] apart anywhere, or differ at all in a plan with holes.
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

// isSliver reports whether a polygon is no wider than [fabric.RoomGap]: one of a length and a width has half of its
// perimeter for a length, nearly.
func isSliver(p geometry.Polygon) bool {
	return p.Area() <= float64(fabric.RoomGap.M()*p.Perimeter().M())/2
}
