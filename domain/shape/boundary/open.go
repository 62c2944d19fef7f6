package boundary

import (
	"math"

	"github.com/bimstream/bimstream/domain/state"
)

// openShare is the share of a room's surface by which its boundaries may differ from it. It is above what mend leaves
// out, and as much as make verify allows for the enclosed volume.
const openShare = 1e-3

// Open returns the rooms whose surface is not covered by their boundaries, in the order of the rooms. Boundaries of
// openings do not count. A face that the grid has no room for is such a gap.
func Open(rooms []Enclosed, list []Boundary) (out []state.ID) {
	covered := map[state.ID]float64{}
	for _, b := range list {
		if b.Parent == None {
			covered[b.Room] += b.Polygon.Area()
		}
	}
	for _, r := range rooms {
		if whole := r.Body.Area(); math.Abs(covered[r.ID]-whole) > float64(openShare*whole) {
			out = append(out, r.ID)
		}
	}
	return out
}
