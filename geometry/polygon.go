package geometry

import (
	"fmt"
	"math"
)

// Polygon is a plane area: a simple outer ring, counter-clockwise, and clockwise holes in it that do not overlap. Holes
// may touch each other and the outer ring at points. NewPolygon makes one from unchecked rings.
type Polygon struct {
	Outer Ring   `json:"outer"`
	Holes []Ring `json:"holes,omitempty"`
}

// NewPolygon checks and orients rings. It drops repeated points and points on a straight line, and keeps the first
// remaining point first. The errors are ErrTooFewPoints, ErrZeroArea, ErrSelfIntersecting, ErrHoleOutside,
// ErrHolesOverlap and ErrOutOfRange. Messages count points, edges and holes from 0, as given; edge i starts at point i.
func NewPolygon(outer Ring, holes ...Ring) (Polygon, error) {
	ring, err := simpleRing(outer)
	if err != nil {
		return Polygon{}, fmt.Errorf("outer ring: %w", err)
	}
	p := Polygon{Outer: ring.turned(1)}
	for i, h := range holes {
		hole, err := simpleRing(h)
		if err != nil {
			return Polygon{}, fmt.Errorf("hole %d: %w", i, err)
		}
		if err := p.admits(i, hole); err != nil {
			return Polygon{}, err
		}
		p.Holes = append(p.Holes, hole.turned(-1))
	}
	return p, nil
}

// admits checks hole number i against the outer ring and the holes before it.
func (p Polygon) admits(i int, hole Ring) error {
	if rel := p.aroundHole(hole); rel.secondAlone || rel.sharedEdge {
		return fmt.Errorf("hole %d crosses the outer ring, shares an edge with it or lies outside: %w", i,
			ErrHoleOutside)
	}
	for j, other := range p.Holes {
		if apart(other, hole) {
			continue
		}
		if rel := relate(other, hole); rel.overlap || rel.sharedEdge {
			return fmt.Errorf("holes %d and %d overlap or share an edge: %w", j, i, ErrHolesOverlap)
		}
	}
	return nil
}

// aroundHole relates the outer ring and a hole. Nearly every hole has all its corners strictly inside a convex outer
// ring. Such a hole lies inside and touches nothing, so that no arrangement of all edges is needed.
func (p Polygon) aroundHole(hole Ring) relation {
	if p.Outer.convexAround(hole) {
		return relation{overlap: true}
	}
	return relate(p.Outer, hole)
}

// convexAround reports whether a counter-clockwise ring is convex and contains all points strictly inside.
func (r Ring) convexAround(points []Point2) bool {
	for i, a := range r {
		b := r.after(i)
		if Orient(r.before(i), a, b) <= 0 {
			return false
		}
		for _, q := range points {
			if Orient(a, b, q) <= 0 {
				return false
			}
		}
	}
	return true
}

// apart reports whether the bounds of two rings do not touch.
func apart(r, s Ring) bool {
	rLo, rHi := r.bounds()
	sLo, sHi := s.bounds()
	return rHi.X < sLo.X || sHi.X < rLo.X || rHi.Y < sLo.Y || sHi.Y < rLo.Y
}

// relation describes the overlap of the insides of two rings.
type relation struct{ overlap, secondAlone, sharedEdge bool }

func relate(first, second Ring) relation {
	segments := appendRing(nil, first.turned(1), 0)
	segments = appendRing(segments, second.turned(1), 1)
	a := arrange(segments, []counters{{0, 1}, {1, 2}})
	var rel relation
	for i := range a.edges {
		rel.sharedEdge = rel.sharedEdge || len(a.shares[i]) > 1
		for _, w := range [...][]int32{a.windingAbove(int32(i)), a.windingUnder(int32(i))} {
			rel.overlap = rel.overlap || w[0] > 0 && w[1] > 0
			rel.secondAlone = rel.secondAlone || w[0] == 0 && w[1] > 0
		}
	}
	return rel
}

// Rectangle returns the axis-parallel rectangle between two corners.
func Rectangle(min, max Point2) Polygon {
	return Polygon{Outer: Ring{min, {max.X, min.Y}, max, {min.X, max.Y}}}
}

// Area returns the area in m2, net of holes: the exact area, rounded once.
func (p Polygon) Area() float64 { return p.doubleArea().float() / doubleAreaToM2 }

func (p Polygon) doubleArea() wide {
	var sum wide
	for _, r := range p.rings() {
		sum = sum.add(r.doubleArea())
	}
	return sum
}

// Perimeter returns the length of the outer ring and the holes, rounded once.
func (p Polygon) Perimeter() Length { return Length(math.Round(p.perimeter())) }

func (p Polygon) perimeter() float64 {
	sum := 0.0
	for _, r := range p.rings() {
		sum += r.perimeter()
	}
	return sum
}

// Bounds returns the smallest axis-parallel rectangle around the polygon.
func (p Polygon) Bounds() (lo, hi Point2) { return p.Outer.bounds() }

// Centroid returns the centre of area, rounded to the grid.
func (p Polygon) Centroid() Point2 { return Region{p}.Centroid() }

// Contains returns the position of q; a point in a hole is outside.
func (p Polygon) Contains(q Point2) Side {
	side := p.Outer.Contains(q)
	for _, h := range p.Holes {
		if side != Inside {
			return side
		}
		side = Inside - h.Contains(q)
	}
	return side
}

// rings returns the outer ring and the holes.
func (p Polygon) rings() []Ring { return append([]Ring{p.Outer}, p.Holes...) }
