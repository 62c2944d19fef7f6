package geometry

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"
)

// Where a ring has many edges, nearly all slabs are far from where one of them is the lowest. Which are near is found
// first, on parts of the plan that are convex and rounded by nothing but floating point; on the grid only those near
// slabs are taken off, all at once.

// amongTolerance is how near, in micrometres, a slab comes to a part that it may bound: what rounding to the grid moves
// corners by, several times over.
const amongTolerance = 16.0

// amongMargin is how much wider than what floating point has found the grid is looked at.
const amongMargin = Millimetre

// convexPart is a convex ring, counter-clockwise, in micrometres from the first corner of the eaves.
type convexPart []r3.Vector

// halfPlane holds the points to the left of a line.
type halfPlane struct{ through, inward r3.Vector }

func halfPlaneOf(a, b r3.Vector) halfPlane {
	along := b.Sub(a)
	along = Times(along, 1/norm(along))
	return halfPlane{through: a, inward: r3.Vector{X: -along.Y, Y: along.X}}
}

func (h halfPlane) height(p r3.Vector) float64 { return Dot(h.inward, p.Sub(h.through)) }

// complement holds the points to the right.
func (h halfPlane) complement() halfPlane { return halfPlane{h.through, Times(h.inward, -1)} }

// sides returns the half-planes that a convex ring is the intersection of.
func (c convexPart) sides() []halfPlane {
	out := make([]halfPlane, len(c))
	for i, p := range c {
		out[i] = halfPlaneOf(p, c[(i+1)%len(c)])
	}
	return out
}

// within returns what of a convex part lies in some half-planes; nil for nothing that is wider than a micrometre.
func (c convexPart) within(sides ...halfPlane) convexPart {
	for _, h := range sides {
		if c = c.clipped(h); c == nil {
			return nil
		}
	}
	return c
}

func (c convexPart) clipped(h halfPlane) convexPart {
	out := make(convexPart, 0, len(c)+1)
	high := math.Inf(-1)
	for i, p := range c {
		q := c[(i+1)%len(c)]
		a, b := h.height(p), h.height(q)
		high = max(high, a)
		if a >= 0 {
			out = append(out, p)
		}
		if (a > 0 && b < 0) || (a < 0 && b > 0) {
			out = append(out, p.Add(Times(q.Sub(p), a/(a-b))))
		}
	}
	if high <= 1 || len(out) < 3 {
		return nil
	}
	return out
}

// beyond reports whether a part lies farther than a tolerance outside of one of some half-planes.
func (c convexPart) beyond(sides []halfPlane, tolerance float64) bool {
	for _, h := range sides {
		high := math.Inf(-1)
		for _, p := range c {
			high = max(high, h.height(p))
		}
		if high < -tolerance {
			return true
		}
	}
	return false
}

// less returns the parts of c outside of the intersection of some half-planes.
func (c convexPart) less(sides []halfPlane, out []convexPart) []convexPart {
	if c.beyond(sides, 0) {
		return append(out, c)
	}
	rest := c
	first := len(out)
	for _, h := range sides {
		if part := rest.within(h.complement()); part != nil {
			out = append(out, part)
		}
		if rest = rest.within(h); rest == nil {
			return append(out[:first], c) // nothing is taken off
		}
	}
	return out
}

// lower is where a slab is lower than another one.
type lower struct {
	part  convexPart
	sides []halfPlane
}

// lowerThan returns where slab k is lower than slab i; nil for nowhere.
func (s *skeleton) lowerThan(k, i int) *lower {
	e, f := &s.edges[s.slabs[i].edge], &s.edges[s.slabs[k].edge]
	if f.plane == e.plane {
		return nil
	}
	part := s.slabs[k].convex
	if a, b, ok := s.ring.bisector(f.plane, e.plane); ok {
		part = part.within(halfPlaneOf(s.fromOrigin(a), s.fromOrigin(b)))
	} else if Dot(f.inward, e.from.Sub(f.from)) >= 0 {
		return nil // both rise the same way, the other one from farther in front
	}
	if part == nil {
		return nil
	}
	return &lower{part, part.sides()}
}

func (s *skeleton) fromOrigin(p Point2) r3.Vector { return p.Sub(s.origin).At(0).Vector() }

// lowestAmongMany is lowest for a ring of many edges.
func (s *skeleton) lowestAmongMany(i int, plan Region) Region {
	mine := &s.slabs[i]
	lo, hi := plan.Bounds()
	box := boxAround(convexPart{s.fromOrigin(lo), s.fromOrigin(hi)})
	whole := mine.convex.within(box.sides()...)
	if whole == nil {
		return nil
	}
	parts := []convexPart{whole}
	var near []*lower
	for _, k := range s.order(i, whole) {
		if len(parts) == 0 {
			return nil
		}
		if !slices.ContainsFunc(parts, func(c convexPart) bool { return !c.beyond(s.slabs[k].sides, 0) }) {
			continue
		}
		if l := s.lowerThan(k, i); l != nil {
			near = append(near, l)
			var left []convexPart
			for _, c := range parts {
				left = c.less(l.sides, left)
			}
			parts = left
		}
	}
	return s.onGrid(mine, parts, near, plan)
}

// onGrid returns the region of which floating point has found the parts.
func (s *skeleton) onGrid(mine *roofSlab, parts []convexPart, near []*lower, plan Region) Region {
	if len(parts) == 0 {
		return nil
	}
	about := boxAround(parts...).sides()
	middles := make([]Point2, len(parts))
	for i, c := range parts {
		var sum r3.Vector
		for _, p := range c {
			sum = sum.Add(p)
		}
		middles[i] = s.toGrid(Times(sum, 1/float64(len(c))))
	}
	var off []Region
	for _, l := range near {
		if slices.ContainsFunc(parts, func(c convexPart) bool {
			return !c.beyond(l.sides, amongTolerance) && !l.part.beyond(c.sides(), amongTolerance)
		}) {
			off = append(off, s.gridOf(l.part.within(about...)))
		}
	}
	whole := Subtract(Intersect(plan, s.gridOf(mine.convex.within(about...))), off...)
	return withoutSlivers(slices.DeleteFunc(whole, func(p Polygon) bool {
		return !slices.ContainsFunc(middles, func(q Point2) bool { return p.Contains(q) != Outside })
	}))
}

// partBox is a rectangle about a part.
type partBox struct{ lo, hi r3.Vector }

func boxOf(parts ...convexPart) partBox {
	b := partBox{parts[0][0], parts[0][0]}
	for _, c := range parts {
		for _, p := range c {
			b.lo.X, b.lo.Y = min(b.lo.X, p.X), min(b.lo.Y, p.Y)
			b.hi.X, b.hi.Y = max(b.hi.X, p.X), max(b.hi.Y, p.Y)
		}
	}
	return b
}

func (b partBox) apart(o partBox) bool {
	return o.lo.X >= b.hi.X || b.lo.X >= o.hi.X || o.lo.Y >= b.hi.Y || b.lo.Y >= o.hi.Y
}

// boxAround returns the rectangle about parts, with the margin.
func boxAround(parts ...convexPart) convexPart {
	b := boxOf(parts...)
	const m = float64(amongMargin)
	return convexPart{{X: b.lo.X - m, Y: b.lo.Y - m}, {X: b.hi.X + m, Y: b.lo.Y - m}, {X: b.hi.X + m, Y: b.hi.Y + m},
		{X: b.lo.X - m, Y: b.hi.Y + m}}
}

// gridOf rounds a part to the grid.
func (s *skeleton) gridOf(c convexPart) Region {
	ring := make(Ring, len(c))
	for i, p := range c {
		ring[i] = s.toGrid(p)
	}
	p, err := NewPolygon(ring)
	if err != nil {
		return nil
	}
	return Region{p}
}

func (s *skeleton) toGrid(p r3.Vector) Point2 { return s.origin.Add(roundVector(p).XY()) }

// nearestAmongMany is nearestFaces of one edge of a ring of many.
func (ring Ring) nearestAmongMany(i int, plan Region, gable []bool) Region {
	s := &skeleton{origin: ring[0]}
	lo, hi := plan.Bounds()
	part := boxAround(convexPart{s.fromOrigin(lo), s.fromOrigin(hi)})
	type bisector struct {
		a, b Point2
		halfPlane
	}
	var all []bisector
	for n := range ring {
		k := ring.dividing(i, n)
		if k == i || gable[k] {
			continue
		}
		a, b, ok := ring.bisector(i, k)
		if !ok {
			continue
		}
		h := halfPlaneOf(s.fromOrigin(a), s.fromOrigin(b))
		all = append(all, bisector{a, b, h})
		if part = part.within(h); part == nil {
			return nil
		}
	}
	out := Intersect(plan, s.gridOf(boxAround(part)))
	for _, l := range all {
		if len(out) > 0 && part.reaches(l.halfPlane) {
			out = ClipHalfPlane(out, l.a, l.b)
		}
	}
	return out
}

// reaches reports whether a part within a half-plane comes to its line, within amongTolerance.
func (c convexPart) reaches(h halfPlane) bool {
	return slices.ContainsFunc(c, func(p r3.Vector) bool { return h.height(p) < amongTolerance })
}
