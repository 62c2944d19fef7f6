package clash

import (
	"math"

	"github.com/bimstream/bimstream/geometry/csg"
)

// depth answers the greatest depth of the separate overlaps.
func depth(overlap csg.Shape) float64 {
	deepest := 0.0
	for _, part := range overlap.Split() {
		deepest = max(deepest, width(part))
	}
	return deepest
}

// width answers the smallest extent of a shape between two supporting planes, one of them parallel to a face. Of a
// convex shape that is its width, but for those that are narrowest between two edges.
func width(s csg.Shape) float64 {
	least := math.Inf(1)
	for _, f := range s.Faces {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, p := range s.Vertices {
			h := f.Normal.Dot(p)
			lo, hi = min(lo, h), max(hi, h)
			if hi-lo >= least {
				break
			}
		}
		least = min(least, hi-lo)
	}
	return least
}
