package projections

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// equalRegions reports whether two regions have the same points in the same order.
func equalRegions(a, b geometry.Region) bool {
	return slices.EqualFunc(a, b, func(p, q geometry.Polygon) bool {
		return slices.Equal(p.Outer, q.Outer) && slices.EqualFunc(p.Holes, q.Holes, slices.Equal[geometry.Ring])
	})
}

// edge is a straight edge in plan.
type edge struct{ a, b geometry.Point2 }

// edgesOf returns the edges of all rings of a region.
func edgesOf(r geometry.Region) []edge {
	var out []edge
	for _, p := range r {
		for _, ring := range append([]geometry.Ring{p.Outer}, p.Holes...) {
			for i := range ring {
				out = append(out, edge{ring[i], ring[(i+1)%len(ring)]})
			}
		}
	}
	return out
}
