package clash

import "github.com/bimstream/bimstream/geometry/csg"

// depth returns the greatest depth among the separate overlaps.
func depth(overlap csg.Shape) float64 {
	deepest := 0.0
	for _, part := range overlap.Split() {
		deepest = max(deepest, width(part))
	}
	return deepest
}
