package clearance

import (
	"math"

	"github.com/golang/geo/r2"

	"github.com/bimstream/bimstream/geometry"
)

// side is a side of an area. The area lies to the left of the side.
type side struct{ a, b r2.Point }

func sidesOf(area geometry.Region) []side {
	n := 0
	for _, p := range area {
		n += len(p.Outer)
		for _, h := range p.Holes {
			n += len(h)
		}
	}
	out := make([]side, 0, n)
	eachSide(area, func(_, a, b, _ geometry.Point2) { out = append(out, side{float(a), float(b)}) })
	return out
}

// eachSide visits the sides a b of an area, with the corners before a and after b. The area lies to the left of each
// side.
func eachSide(area geometry.Region, visit func(before, a, b, after geometry.Point2)) {
	ring := func(r geometry.Ring, sign float64) {
		n, backwards := len(r), r.Area()*sign < 0
		for i := range r {
			before, a, b, after := r[(i+n-1)%n], r[i], r[(i+1)%n], r[(i+2)%n]
			if backwards {
				before, a, b, after = after, b, a, before
			}
			visit(before, a, b, after)
		}
	}
	for _, p := range area {
		ring(p.Outer, 1)
		for _, h := range p.Holes {
			ring(h, -1)
		}
	}
}

// signedDistance returns the distance of a point from the nearest side, negative outside.
func signedDistance(sides []side, p r2.Point) float64 {
	best, inside := math.Inf(1), false
	for _, s := range sides {
		best = min(best, square(s.nearest(p).Sub(p)))
		if (s.a.Y > p.Y) != (s.b.Y > p.Y) {
			u, v := s.b.Sub(s.a), p.Sub(s.a)
			if (s.b.Y > s.a.Y) == (float64(u.X*v.Y)-float64(u.Y*v.X) > 0) {
				inside = !inside
			}
		}
	}
	if !inside {
		return -math.Sqrt(best)
	}
	return math.Sqrt(best)
}

// DistanceTo returns the distance of a point from the boundary of an area, or LengthOverflow if the area is empty.
func DistanceTo(area geometry.Region, p geometry.Point2) geometry.Length {
	best := math.Inf(1)
	for _, s := range sidesOf(area) {
		best = min(best, square(s.nearest(float(p)).Sub(float(p))))
	}
	if math.IsInf(best, 1) {
		return geometry.LengthOverflow
	}
	return geometry.Length(math.Round(math.Sqrt(best)))
}

// nearest returns the point of the side that is nearest to p.
func (s side) nearest(p r2.Point) r2.Point {
	d, v := s.b.Sub(s.a), p.Sub(s.a)
	t := dot(d, v) / square(d)
	switch {
	case t <= 0:
		return s.a
	case t >= 1:
		return s.b
	}
	return r2.Point{X: s.a.X + float64(d.X*t), Y: s.a.Y + float64(d.Y*t)}
}

func float(p geometry.Point2) r2.Point { return r2.Point{X: float64(p.X), Y: float64(p.Y)} }

// dot and square round every product, so that no machine fuses them into another result.
func dot(a, b r2.Point) float64 { return float64(a.X*b.X) + float64(a.Y*b.Y) }

func square(a r2.Point) float64 { return dot(a, a) }

func length(a r2.Point) float64 { return math.Sqrt(square(a)) }
