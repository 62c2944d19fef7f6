package clearance

import (
	"github.com/bimstream/bimstream/geometry"
)

// located is a polygon that is prepared for queries about points. Many edges are sorted into horizontal bands, so that
// a query examines only the edges in the band of the point.
type located struct {
	polygon geometry.Polygon
	bands   [][]edgeOf // nil for a polygon with few edges
	low     geometry.Length
	height  geometry.Length // height of a band
}

// edgeOf is an edge of a ring.
type edgeOf struct{ a, b geometry.Point2 }

const (
	// fewEdges is the largest number of edges for which no bands are made: making them would cost more than they save.
	fewEdges = 64
	// edgesInBand is the intended number of edges per band. bandsOfEdge is the greatest mean number of bands that an
	// edge lies in, which bounds the memory.
	edgesInBand = 8
	bandsOfEdge = 8
)

func newLocated(p geometry.Polygon) located {
	out := located{polygon: p}
	var edges []edgeOf
	span := 0.0
	for _, ring := range append([]geometry.Ring{p.Outer}, p.Holes...) {
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			edges, span = append(edges, edgeOf{a, b}), span+float64(max(a.Y, b.Y)-min(a.Y, b.Y))
		}
	}
	if len(edges) <= fewEdges {
		return out
	}
	lo, hi := geometry.Region{p}.Bounds()
	whole, n := float64(hi.Y-lo.Y), float64(len(edges))
	bands := max(1, int(min(n/edgesInBand, bandsOfEdge*n*whole/max(span, 1))))
	out.low, out.height = lo.Y, (hi.Y-lo.Y)/geometry.Length(bands)+1
	out.bands = make([][]edgeOf, bands)
	for _, e := range edges {
		for i := out.band(min(e.a.Y, e.b.Y)); i <= out.band(max(e.a.Y, e.b.Y)); i++ {
			out.bands[i] = append(out.bands[i], e)
		}
	}
	return out
}

// band returns the band of a height of the polygon.
func (l located) band(y geometry.Length) int {
	return min(max(int((y-l.low)/l.height), 0), len(l.bands)-1)
}

// has reports whether a point lies in the polygon or on its boundary. It is exact, as [geometry.Polygon.Contains] is.
func (l located) has(p geometry.Point2) bool {
	if l.bands == nil {
		return l.polygon.Contains(p) != geometry.Outside
	}
	inside := false
	for _, e := range l.bands[l.band(p.Y)] {
		if geometry.OnSegment(p, e.a, e.b) {
			return true
		}
		if (e.a.Y > p.Y) == (e.b.Y > p.Y) {
			continue
		}
		// The ray from p to the right crosses the edge if p lies to the left of the edge when it is directed upwards.
		if (e.b.Y > e.a.Y) == (geometry.Orient(e.a, e.b, p) > 0) {
			inside = !inside
		}
	}
	return inside
}
