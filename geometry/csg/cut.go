package csg

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// cutter cuts one piece by segments: a binary partition of its plane whose leaves are convex. A segment only cuts the
// leaves that it runs through. So the number of fragments depends on the pieces that meet this one, not on all segments
// in its plane.
type cutter struct {
	k     *kernel
	nodes []cutNode
	n     r3.Vector
	signs []int8
}

// cutNode is a leaf with a polygon if plane is -1, otherwise a cut with the parts above and below it.
type cutNode struct {
	plane        int32
	above, below int32
	polygon      []int32
}

// fragments cuts a piece by all of its segments and calls visit with every fragment.
func (c *cutter) fragments(i int32, visit func(polygon []int32)) {
	k := c.k
	p := &k.pieces[i]
	segments := k.segments[k.segFrom[i]:k.segFrom[i+1]]
	if len(segments) == 0 {
		visit(p.verts)
		return
	}
	c.n = k.normal(p)
	c.nodes = append(c.nodes[:0], cutNode{plane: -1, polygon: p.verts})
	for j := range segments {
		s := &segments[scrambled(j, len(segments))]
		c.insert(0, s.plane, s.a, s.b)
	}
	for j := range c.nodes {
		if c.nodes[j].plane < 0 {
			visit(c.nodes[j].polygon)
		}
	}
}

// scrambled returns element j of a fixed permutation of 0..n-1. The permutation steps by the golden section of n,
// adjusted to be coprime to n. It prevents deep partitions if the segments are ordered by place.
func scrambled(j, n int) int {
	if n < 8 {
		return j
	}
	step := n*618/1000 + 1
	for gcd(step, n) != 1 {
		step++
	}
	return j * step % n
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// insert passes the segment a b in the given plane down to the leaves that it runs through.
func (c *cutter) insert(at, plane, a, b int32) {
	for c.nodes[at].plane >= 0 {
		node := &c.nodes[at]
		sa, sb := c.k.side(a, node.plane), c.k.side(b, node.plane)
		switch {
		case sa == 0 && sb == 0:
			return // the segment runs along a cut
		case sa >= 0 && sb >= 0:
			at = node.above
		case sa <= 0 && sb <= 0:
			at = node.below
		default:
			m := c.k.crossing(a, b, node.plane)
			above, below := node.above, node.below
			if sa < 0 {
				a, b = b, a
			}
			c.insert(above, plane, a, m)
			a, at = m, below
		}
	}
	c.split(at, plane, a, b)
}

// split cuts a leaf by a plane if the segment a b runs through its inside.
func (c *cutter) split(at, plane, a, b int32) {
	k, polygon := c.k, c.nodes[at].polygon
	if !c.sides(polygon, plane) {
		return
	}
	if !c.runsThrough(polygon, plane, a, b) {
		return
	}
	above, below := k.loops.make(len(polygon)+2), k.loops.make(len(polygon)+2)
	last := len(polygon) - 1
	for i, v := range polygon {
		if c.signs[i]*c.signs[last] < 0 {
			m := k.crossing(polygon[last], v, plane)
			above, below = append(above, m), append(below, m)
		}
		if c.signs[i] >= 0 {
			above = append(above, v)
		}
		if c.signs[i] <= 0 {
			below = append(below, v)
		}
		last = i
	}
	n := int32(len(c.nodes))
	c.nodes = append(c.nodes, cutNode{plane: -1, polygon: above}, cutNode{plane: -1, polygon: below})
	c.nodes[at] = cutNode{plane: plane, above: n, below: n + 1}
}

// sides records on which side of a plane each corner of a polygon lies, and reports whether there are corners on both
// sides.
func (c *cutter) sides(polygon []int32, plane int32) bool {
	c.signs = c.signs[:0]
	above, below := false, false
	for _, v := range polygon {
		s := c.k.side(v, plane)
		c.signs = append(c.signs, int8(s))
		above, below = above || s > 0, below || s < 0
	}
	return above && below
}

// runsThrough reports whether the segment a b overlaps the chord in which a plane cuts a polygon.
func (c *cutter) runsThrough(polygon []int32, plane, a, b int32) bool {
	k := c.k
	pl := &k.planes[plane]
	along := c.n.Cross(pl.n)
	origin := k.pos[a]
	var chord [2]float64
	n := 0
	last := len(polygon) - 1
	for i, v := range polygon {
		if c.signs[i] == 0 || c.signs[i]*c.signs[last] < 0 {
			q := k.pos[v]
			if c.signs[i] != 0 {
				q = meetingPoint(k.pos[polygon[last]], q, pl)
			}
			t := along.Dot(q.Sub(origin))
			if n == 0 {
				chord = [2]float64{t, t}
			}
			chord[0], chord[1] = min(chord[0], t), max(chord[1], t)
			n++
		}
		last = i
	}
	t := along.Dot(k.pos[b].Sub(origin))
	return (min(chord[1], max(0, t))-max(chord[0], min(0, t)))/along.Norm() > onPlane
}

func meetingPoint(a, b r3.Vector, p *plane) r3.Vector {
	da, db := p.n.Dot(a)-p.d, p.n.Dot(b)-p.d
	return a.Add(geometry.Times(b.Sub(a), da/(da-db)))
}
