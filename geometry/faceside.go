package geometry

import (
	"cmp"
	"slices"
)

// faceSide is a side of a face in its plane, from its lower end to its upper end.
type faceSide struct {
	edge
	above bool // whether the face lies above it, not below
}

// sideOf returns the side from a to b of a face that lies to its left.
func sideOf(a, b Point2) faceSide {
	if comparePoints(a, b) > 0 {
		return faceSide{edge: edge{b, a}}
	}
	return faceSide{edge: edge{a, b}, above: true}
}

// piece returns the side as a piece of an arrangement, in its original direction.
func (s faceSide) piece() segment {
	if s.above {
		return segment{a: s.lo, b: s.hi}
	}
	return segment{a: s.hi, b: s.lo}
}

// trianglesWithin covers a face with triangles. Its sides share only their ends, or coincide. It uses an arrangement if
// sides coincide or their directions do not determine the inside. It sorts the given sides in place.
func trianglesWithin(sides []faceSide) [][3]Point2 {
	if out, ok := directTriangles(sides); ok {
		return out
	}
	pieces := make([]segment, len(sides))
	for i, s := range sides {
		pieces[i] = s.piece()
	}
	return arrangeFace(pieces).triangles(nil)
}

// directTriangles triangulates in one sweep, in which the directions of the sides determine the inside. It returns
// false if the directions contradict each other.
func directTriangles(sides []faceSide) ([][3]Point2, bool) {
	slices.SortFunc(sides, func(s, t faceSide) int {
		return cmp.Or(compareEdges(s.edge, t.edge), comparePoints(s.hi, t.hi))
	})
	edges := make([]edge, len(sides))
	m := &monotone{inside: make([]bool, len(sides)), chains: make([]chain, len(sides)),
		out: make([][3]Point2, 0, len(sides))}
	for i, s := range sides {
		if i > 0 && s.edge == sides[i-1].edge {
			return nil, false
		}
		edges[i], m.inside[i] = s.edge, s.above
	}
	ok := true
	sweep(edges, func(v event) {
		in := v.below >= 0 && m.inside[v.below]
		for _, e := range v.starts {
			ok = ok && m.inside[e] != in
			in = m.inside[e]
		}
		if ok {
			m.visit(v)
		}
	})
	return m.out, ok
}

// sector is a corner of a face: its vertex, and the directions between which the face lies there, counter-clockwise.
type sector struct {
	vertex   int32
	from, to Point2
	next     int32 // next sector at the same point, 0 for none
}

// sectors holds the corners of a face by their points.
type sectors struct {
	first map[Point2]int32 // into list, counted from 1
	list  []sector
}

// add adds a corner, after the others at the same point.
func (s *sectors) add(p Point2, c sector) {
	s.list = append(s.list, c)
	n := int32(len(s.list))
	at, known := s.first[p]
	if !known {
		s.first[p] = n
		return
	}
	for s.list[at-1].next != 0 {
		at = s.list[at-1].next
	}
	s.list[at-1].next = n
}

// vertex returns the vertex of the sector that contains a triangle with the given first side. A face that touches
// itself has several sectors at one point.
func (s *sectors) vertex(p, direction Point2) int32 {
	first := s.first[p]
	for at := s.list[first-1].next; at != 0; at = s.list[at-1].next {
		if c := &s.list[at-1]; c.holds(direction) {
			return c.vertex
		}
	}
	return s.list[first-1].vertex
}

// holds reports whether a direction lies in the sector.
func (c *sector) holds(direction Point2) bool {
	afterFrom, beforeTo := compareDirections(c.from, direction) <= 0, compareDirections(direction, c.to) < 0
	wraps := compareDirections(c.from, c.to) >= 0
	return afterFrom && beforeTo || wraps && (afterFrom || beforeTo)
}
