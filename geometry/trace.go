package geometry

import (
	"cmp"
	"slices"
	"sort"
)

// directed is an edge of a boundary, with the inside on its left.
type directed struct{ from, to Point2 }

// traceRegion joins the edges of a closed boundary to polygons. Where several edges leave a vertex it takes the
// sharpest left turn, so that parts that only touch stay separate. It cuts a ring that returns to a vertex in two
// there, so that every ring is simple. It drops no vertex. The result is canonical.
func (stop Interrupt) traceRegion(edges []directed) Region {
	return stop.ringsToRegion(stop.traceRings(edges, true))
}

// traceFaces does the same as traceRegion, but does not cut rings at revisited vertices. Each visit of a ring to a
// vertex is then one sector of the inside at the vertex, as the surface of a solid needs it.
func (stop Interrupt) traceFaces(edges []directed) Region {
	return stop.ringsToRegion(stop.traceRings(edges, false))
}

func (stop Interrupt) ringsToRegion(rings []Ring) Region {
	var outers, holes []Ring
	for _, r := range rings {
		switch r.doubleArea().sign() {
		case 1:
			outers = append(outers, r)
		case -1:
			holes = append(holes, r)
		}
	}
	return stop.assemble(outers, holes)
}

// tracer walks directed edges. Edges are sorted by their start and then by direction.
type tracer struct {
	cut    bool // cuts rings at revisited vertices
	edges  []directed
	used   []bool
	first  []int32 // by edge: the first edge with the same start, which identifies the vertex
	onPath []int32 // by vertex: 1 + its position on the current path, or 0
}

func (stop Interrupt) traceRings(edges []directed, cut bool) []Ring {
	slices.SortFunc(edges, func(e, f directed) int {
		if c := comparePoints(e.from, f.from); c != 0 {
			return c
		}
		return compareDirections(e.to.Sub(e.from), f.to.Sub(f.from))
	})
	t := &tracer{cut, edges, make([]bool, len(edges)), make([]int32, len(edges)), make([]int32, len(edges))}
	for i := range edges {
		if i > 0 && edges[i].from == edges[i-1].from {
			t.first[i] = t.first[i-1]
		} else {
			t.first[i] = int32(i)
		}
	}
	var rings []Ring
	for i := range edges {
		if !t.used[i] {
			if stop.Now() {
				return nil
			}
			rings = t.walk(int32(i), rings)
		}
	}
	return rings
}

// walk follows the boundary from one edge until it is closed.
func (t *tracer) walk(start int32, rings []Ring) []Ring {
	path := []int32{}
	for e := start; !t.used[e]; e = t.next(e) {
		name := t.first[e]
		if at := t.onPath[name]; at > 0 && t.cut {
			rings = append(rings, t.ring(path[at-1:]))
			path = path[:at-1]
		}
		t.used[e] = true
		path = append(path, e)
		t.onPath[name] = int32(len(path))
	}
	return append(rings, t.ring(path))
}

// ring returns the starts of the edges and removes them from the path.
func (t *tracer) ring(path []int32) Ring {
	r := make(Ring, len(path))
	for i, e := range path {
		r[i] = t.edges[e].from
		t.onPath[t.first[e]] = 0
	}
	return r
}

// next returns the first edge that leaves the end of e, turning clockwise from the way back.
func (t *tracer) next(e int32) int32 {
	end, back := t.edges[e].to, t.edges[e].from.Sub(t.edges[e].to)
	first := sort.Search(len(t.edges), func(i int) bool { return comparePoints(t.edges[i].from, end) >= 0 })
	last, found := first, -1
	for last < len(t.edges) && t.edges[last].from == end {
		if compareDirections(t.edges[last].to.Sub(end), back) < 0 {
			found = last
		}
		last++
	}
	if found < 0 {
		found = last - 1
	}
	return int32(found)
}

// compareDirections orders vectors by their angle from 0 inclusive to 360 degrees.
func compareDirections(a, b Point2) int {
	if c := cmp.Compare(lowerHalf(a), lowerHalf(b)); c != 0 {
		return c
	}
	return -turn(a, b)
}

func lowerHalf(v Point2) int {
	if v.Y < 0 || v.Y == 0 && v.X < 0 {
		return 1
	}
	return 0
}

// assemble assigns every hole to the smallest outer ring around it. It sorts the result canonically: a ring starts at
// its smallest vertex, and holes and polygons are ordered by their rings.
func (stop Interrupt) assemble(outers, holes []Ring) Region {
	for _, rings := range [...][]Ring{outers, holes} {
		for i := range rings {
			rings[i] = rings[i].fromSmallest()
		}
		slices.SortFunc(rings, compareRings)
	}
	region := make(Region, len(outers))
	lows, highs := make([]Point2, len(outers)), make([]Point2, len(outers))
	for i, r := range outers {
		region[i].Outer = r
		lows[i], highs[i] = r.bounds()
	}
	bySize := sizeOrder(outers)
	for _, h := range holes {
		if stop.Now() {
			return nil
		}
		for _, i := range bySize {
			if outers[i].surroundsWithin(lows[i], highs[i], h) {
				region[i].Holes = append(region[i].Holes, h)
				break
			}
		}
	}
	return region
}

// sizeOrder returns the indices of rings, the smallest area first.
func sizeOrder(rings []Ring) []int {
	order := make([]int, len(rings))
	areas := make([]wide, len(rings))
	for i, r := range rings {
		order[i], areas[i] = i, r.doubleArea()
	}
	slices.SortStableFunc(order, func(i, j int) int { return areas[i].compare(areas[j]) })
	return order
}
