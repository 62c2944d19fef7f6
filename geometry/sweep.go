package geometry

import (
	"slices"
	"sort"
)

// edge is an undirected piece of an arrangement with lo before hi. Its upper side is the left of lo to hi.
type edge struct{ lo, hi Point2 }

// event is a vertex of an arrangement: the edges that end and start there, and the edge right below it. Edges are
// indices, listed from below to above; below is -1 if there is none.
type event struct {
	at           Point2
	below        int32
	ends, starts []int32
}

// sweep visits the vertices of an arrangement from left to right, and on one vertical line from below to above. It
// keeps an ordered list of the edges that the moving line cuts. The edges must share only their ends and be sorted by
// compareEdges. The slices of an event are valid until the visit returns.
func sweep(edges []edge, visit func(event)) { Interrupt(nil).sweep(edges, visit) }

func (stop Interrupt) sweep(edges []edge, visit func(event)) {
	var line []int32
	var starts []int32
	next := 0
	for _, p := range verticesOf(edges) {
		if stop.Now() {
			return
		}
		starts = starts[:0]
		for ; next < len(edges) && edges[next].lo == p; next++ {
			starts = append(starts, int32(next))
		}
		first := sort.Search(len(line), func(i int) bool {
			e := edges[line[i]]
			return Orient(e.lo, e.hi, p) <= 0
		})
		last := first
		for last < len(line) && edges[line[last]].hi == p {
			last++
		}
		below := int32(-1)
		if first > 0 {
			below = line[first-1]
		}
		visit(event{p, below, line[first:last], starts})
		line = slices.Replace(line, first, last, starts...)
	}
}

// verticesOf returns the ends of all edges, sorted, each once. The edges are sorted by their lower ends.
func verticesOf(edges []edge) []Point2 {
	ends := make([]Point2, len(edges))
	for i, e := range edges {
		ends[i] = e.hi
	}
	slices.SortFunc(ends, comparePoints)
	points := make([]Point2, 0, 2*len(edges))
	for i, k := 0, 0; i < len(edges) || k < len(ends); {
		var p Point2
		if k == len(ends) || i < len(edges) && comparePoints(edges[i].lo, ends[k]) <= 0 {
			p = edges[i].lo
			i++
		} else {
			p = ends[k]
			k++
		}
		if n := len(points); n == 0 || points[n-1] != p {
			points = append(points, p)
		}
	}
	return points
}

// compareEdges orders edges by their lower end and, from one end, by direction from below to above.
func compareEdges(e, f edge) int {
	if c := comparePoints(e.lo, f.lo); c != 0 {
		return c
	}
	return -Orient(e.lo, e.hi, f.hi)
}
