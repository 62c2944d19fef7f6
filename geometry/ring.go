package geometry

import (
	"math"
	"slices"
)

// Ring is a closed polyline in plan; the first point is not repeated at the end.
type Ring []Point2

// Side is the position of a point relative to a closed set.
type Side int8

// These are the positions relative to a ring, a polygon or a region.
const (
	Outside Side = iota
	OnBoundary
	Inside
)

// doubleAreaToM2 converts twice an area in square micrometres to m2.
const doubleAreaToM2 = 2e12

// Area returns the signed area in m2, positive for a counter-clockwise ring. It is the exact area, rounded once.
func (r Ring) Area() float64 { return r.doubleArea().float() / doubleAreaToM2 }

// doubleArea returns twice the signed area in square micrometres.
func (r Ring) doubleArea() wide {
	var sum wide
	for i := 2; i < len(r); i++ {
		sum = sum.add(cross2(r[i-1].Sub(r[0]), r[i].Sub(r[0])))
	}
	return sum
}

// Perimeter returns the length of the closed polyline, rounded once.
func (r Ring) Perimeter() Length { return Length(math.Round(r.perimeter())) }

// perimeter returns the length in micrometres.
func (r Ring) perimeter() float64 {
	sum := 0.0
	for i, p := range r {
		sum += norm(r.after(i).Sub(p).At(0).Vector())
	}
	return sum
}

// Contains returns the position of q. It is exact for a simple ring, whatever its orientation.
func (r Ring) Contains(q Point2) Side {
	inside := false
	for i, a := range r {
		b := r.after(i)
		if OnSegment(q, a, b) {
			return OnBoundary
		}
		if (a.Y > q.Y) == (b.Y > q.Y) {
			continue
		}
		// The ray from q to the right crosses a b if q lies to the left of the edge when it is directed upwards.
		if (b.Y > a.Y) == (Orient(a, b, q) > 0) {
			inside = !inside
		}
	}
	if inside {
		return Inside
	}
	return Outside
}

// bounds returns the smallest axis-parallel rectangle around the ring.
func (r Ring) bounds() (lo, hi Point2) {
	lo, hi = Point2{LengthOverflow, LengthOverflow}, Point2{-LengthOverflow, -LengthOverflow}
	for _, p := range r {
		lo = Point2{min(lo.X, p.X), min(lo.Y, p.Y)}
		hi = Point2{max(hi.X, p.X), max(hi.Y, p.Y)}
	}
	return lo, hi
}

// surroundsWithin reports whether the hole h lies in r, whose bounds are given. The edges of h neither cross nor
// coincide with edges of r. So the middle of an edge of h does not lie on r, and decides. It is a grid point at double
// scale.
func (r Ring) surroundsWithin(rLo, rHi Point2, h Ring) bool {
	hLo, hHi := h.bounds()
	if hLo.X < rLo.X || hLo.Y < rLo.Y || hHi.X > rHi.X || hHi.Y > rHi.Y {
		return false
	}
	return r.containsHalf(h[0].Add(h[1])) == Inside
}

// containsHalf returns the position of the point at half the coordinates.
func (r Ring) containsHalf(q Point2) Side {
	twice := func(p Point2) Point2 { return Point2{2 * p.X, 2 * p.Y} }
	inside := false
	for i, p := range r {
		a, b := twice(p), twice(r.after(i))
		if a.Y > q.Y && b.Y > q.Y || a.Y < q.Y && b.Y < q.Y {
			continue
		}
		if OnSegment(q, a, b) {
			return OnBoundary
		}
		// The ray from q to the right crosses a b if q lies to the left of the edge when it is directed upwards.
		if (a.Y > q.Y) != (b.Y > q.Y) && (b.Y > a.Y) == (Orient(a, b, q) > 0) {
			inside = !inside
		}
	}
	if inside {
		return Inside
	}
	return Outside
}

func (r Ring) after(i int) Point2 {
	if i+1 < len(r) {
		return r[i+1]
	}
	return r[0]
}

func (r Ring) before(i int) Point2 {
	if i > 0 {
		return r[i-1]
	}
	return r[len(r)-1]
}

func (r Ring) reversed() Ring {
	s := slices.Clone(r)
	slices.Reverse(s)
	return s
}

// fromSmallest returns the ring rotated to start at its smallest point.
func (r Ring) fromSmallest() Ring {
	at := 0
	for i, p := range r {
		if comparePoints(p, r[at]) < 0 {
			at = i
		}
	}
	return slices.Concat(r[at:], r[:at])
}

// straightened returns the ring without the points that lie on the line between their neighbours.
func (r Ring) straightened() Ring {
	out := make(Ring, 0, len(r))
	for i, p := range r {
		if Orient(r.before(i), p, r.after(i)) != 0 {
			out = append(out, p)
		}
	}
	return out
}

func compareRings(r, s Ring) int { return slices.CompareFunc(r, s, comparePoints) }
