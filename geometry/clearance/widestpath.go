package clearance

import (
	"container/heap"
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// estimateWidest estimates the width, up to a limit, of the widest disc that can move between every two of the given
// points of an area. It returns 0 if not even a point can. It is the width of the narrowest place on the widest path of
// the triangulation. The width of a way through a triangle from one edge to another is the distance from their common
// corner to the boundary beyond the third edge (Demyen and Buro, "Efficient triangulation-based pathfinding", AAAI
// 2006). For a Delaunay triangulation the estimate is exact, except for the space at the end points themselves.
func estimateWidest(area geometry.Region, ends []geometry.Point2, limit float64) float64 {
	n := newNet(nil, area)
	n.flip()
	if len(ends) == 0 || len(n.at(ends[0])) == 0 {
		return 0
	}
	s := &widestPathSearch{net: n, wide: make([]float64, 3*len(n.triangles)), limit: limit}
	s.spread(ends[0])
	best := limit
	for _, p := range ends[1:] {
		best = min(best, s.arrive(p))
	}
	return best
}

// widestPathSearch computes for every edge the width of the widest disc that can move from a place over the edge. Edge
// k of triangle t, crossed into the triangle beyond it, has the number 3t+k. The two directions are separate, because a
// way that turned back on an edge would avoid a narrow place.
type widestPathSearch struct {
	net   *net
	start []int32   // triangles that contain the place
	wide  []float64 // 0: not reached
	open  steps     // by their negative widths
	limit float64
}

// reach records that a disc of the given width can move over an edge.
func (s *widestPathSearch) reach(triangle, k int32, width float64) {
	t := &s.net.triangles[triangle]
	width = min(width, apart(s.net.points[t.corner[k]], s.net.points[t.corner[(k+1)%3]]))
	if at := 3*triangle + k; t.beyond[k] >= 0 && width > s.wide[at] {
		s.wide[at] = width
		heap.Push(&s.open, step{at, -width})
	}
}

// cross continues a way that entered a triangle over one edge to the two other edges.
func (s *widestPathSearch) cross(triangle, from int32, width float64) {
	for _, to := range [...]int32{(from + 1) % 3, (from + 2) % 3} {
		s.reach(triangle, to, min(width, s.through(triangle, from, to)))
	}
}

// through returns the width of the way through a triangle from one edge to another one: around their common corner.
func (s *widestPathSearch) through(triangle, from, to int32) float64 {
	switch to {
	case from:
		return s.limit
	case (from + 1) % 3:
		return s.net.width(triangle, to)
	}
	return s.net.width(triangle, from)
}

func (s *widestPathSearch) spread(p geometry.Point2) {
	s.start = s.net.at(p)
	for _, t := range s.start {
		k := s.net.nearestEdge(t, p)
		s.reach(t, k, s.limit)
		s.cross(t, k, s.limit)
	}
	for len(s.open) > 0 {
		at := heap.Pop(&s.open).(step)
		if -at.so < s.wide[at.corner] {
			continue
		}
		triangle := at.corner / 3
		over := s.net.triangles[triangle].beyond[at.corner%3]
		s.cross(over, s.net.edgeTo(over, triangle), -at.so)
	}
}

// arrive returns the width of the widest disc that can move to a place.
func (s *widestPathSearch) arrive(p geometry.Point2) float64 {
	best := 0.0
	for _, t := range s.net.at(p) {
		if slices.Contains(s.start, t) {
			return s.limit
		}
		to := s.net.nearestEdge(t, p)
		for k, other := range s.net.triangles[t].beyond {
			if other >= 0 {
				best = max(best, min(s.wide[3*other+s.net.edgeTo(other, t)], s.through(t, int32(k), to)))
			}
		}
	}
	return best
}

// nearestEdge returns the edge of a triangle that is nearest to a point. It prefers edges with a triangle beyond them.
func (n *net) nearestEdge(triangle int32, p geometry.Point2) int32 {
	t := &n.triangles[triangle]
	best, at := math.Inf(1), int32(0)
	for k := range int32(3) {
		e := side{float(n.points[t.corner[k]]), float(n.points[t.corner[(k+1)%3]])}
		if d := length(e.nearest(float(p)).Sub(float(p))); t.beyond[k] >= 0 && d < best {
			best, at = d, k
		}
	}
	return at
}

// edgeTo returns the edge of a triangle beyond which another triangle lies.
func (n *net) edgeTo(triangle, other int32) int32 {
	for k, b := range n.triangles[triangle].beyond {
		if b == other {
			return int32(k)
		}
	}
	return -1
}

// width returns the width of the way through a triangle around its corner k: the distance to the nearer of the other
// two corners, or to the boundary beyond the opposite edge.
func (n *net) width(triangle, k int32) float64 {
	t := &n.triangles[triangle]
	v, a, b := n.points[t.corner[k]], n.points[t.corner[(k+1)%3]], n.points[t.corner[(k+2)%3]]
	best := min(apart(v, a), apart(v, b))
	return n.across(v, triangle, (k+1)%3, best)
}

// across returns the distance from a corner to the boundary beyond an edge of a triangle, or best if that is smaller.
func (n *net) across(v geometry.Point2, triangle, k int32, best float64) float64 {
	t := &n.triangles[triangle]
	a, b := n.points[t.corner[k]], n.points[t.corner[(k+1)%3]]
	d := length(side{float(a), float(b)}.nearest(float(v)).Sub(float(v)))
	switch {
	case d >= best:
		return best
	case t.beyond[k] < 0:
		return d
	}
	other := t.beyond[k]
	j := n.edgeTo(other, triangle)
	best = min(best, apart(v, n.points[n.triangles[other].corner[(j+2)%3]]))
	return n.across(v, other, (j+2)%3, n.across(v, other, (j+1)%3, best))
}

// flipsEach bounds the flips for each triangle; a Delaunay triangulation needs a few, and an incomplete one still gives
// an estimate.
const flipsEach = 60

// flip makes the triangulation a Delaunay triangulation within the boundary (Lawson 1977). It invalidates around and
// the buckets, so it makes the buckets again.
func (n *net) flip() {
	var open [][2]int32
	for i := range n.triangles {
		for k := range int32(3) {
			open = append(open, [2]int32{int32(i), k})
		}
	}
	for left := flipsEach * len(n.triangles); len(open) > 0 && left > 0; left-- {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if other := n.flipEdge(at[0], at[1]); other >= 0 {
			for k := range int32(3) {
				open = append(open, [2]int32{at[0], k}, [2]int32{other, k})
			}
		}
	}
	n.buckets = newBuckets(n)
}

// flipEdge flips the edge between two triangles if their circumcircles contain each other's corners, and returns the
// other triangle, or -1 if the edge stays.
func (n *net) flipEdge(triangle, k int32) int32 {
	t := &n.triangles[triangle]
	other := t.beyond[k]
	if other < 0 {
		return -1
	}
	u, j := &n.triangles[other], n.edgeTo(other, triangle)
	if j < 0 || other == triangle {
		return -1
	}
	ia, ib, ic, id := t.corner[k], t.corner[(k+1)%3], t.corner[(k+2)%3], u.corner[(j+2)%3]
	a, b, c, d := n.points[ia], n.points[ib], n.points[ic], n.points[id]
	if !inCircle(a, b, c, d) || geometry.Orient(c, a, d) <= 0 || geometry.Orient(d, b, c) <= 0 {
		return -1
	}
	ca, ad, db, bc := t.beyond[(k+2)%3], u.beyond[(j+1)%3], u.beyond[(j+2)%3], t.beyond[(k+1)%3]
	*t = triangleOf([3]int32{ic, ia, id}, [3]int32{ca, ad, other})
	*u = triangleOf([3]int32{id, ib, ic}, [3]int32{db, bc, triangle})
	if ad >= 0 {
		n.triangles[ad].beyond[n.edgeTo(ad, other)] = triangle
	}
	if bc >= 0 {
		n.triangles[bc].beyond[n.edgeTo(bc, triangle)] = other
	}
	return other
}

func triangleOf(corner, beyond [3]int32) triangle { return triangle{corner, beyond} }

// inCircle reports whether d lies in the circumcircle of the triangle a b c by more than rounding.
func inCircle(a, b, c, d geometry.Point2) bool {
	p, q, r := float(a.Sub(d)), float(b.Sub(d)), float(c.Sub(d))
	pp, qq, rr := square(p), square(q), square(r)
	cross := func(x1, y1, x2, y2 float64) float64 { return float64(x1*y2) - float64(x2*y1) }
	det := float64(pp*cross(q.X, q.Y, r.X, r.Y)) - float64(qq*cross(p.X, p.Y, r.X, r.Y)) +
		float64(rr*cross(p.X, p.Y, q.X, q.Y))
	return det > 1e-9*float64(pp*math.Sqrt(float64(qq*rr)))
}
