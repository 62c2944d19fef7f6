package geometry

import "math"

// Mirror is a line in plan, through two different points, for mirroring.
type Mirror struct {
	From Point2
	To   Point2
}

// Point returns the mirror image of a point, rounded to the grid. It is exact for lines parallel to an axis and for
// diagonals through grid points.
func (l Mirror) Point(p Point2) Point2 {
	d, v := l.To.Sub(l.From), p.Sub(l.From)
	x, y := float64(d.X), float64(d.Y)
	along := (float64(float64(v.X)*x) + float64(float64(v.Y)*y)) / (float64(x*x) + float64(y*y))
	return l.From.Add(Point2{
		Length(math.Round(float64(2*along*x) - float64(v.X))),
		Length(math.Round(float64(2*along*y) - float64(v.Y))),
	})
}

// Points returns the mirror images of points, in their order.
func (l Mirror) Points(points []Point2) []Point2 {
	if points == nil {
		return nil
	}
	out := make([]Point2, len(points))
	for i, p := range points {
		out[i] = l.Point(p)
	}
	return out
}

// Ring returns the mirror image of a ring. It has the same orientation as the ring, and starts at the image of the
// ring's first corner.
func (l Mirror) Ring(r Ring) Ring {
	if r == nil {
		return nil
	}
	out := make(Ring, len(r))
	for i, p := range r {
		out[(len(r)-i)%len(r)] = l.Point(p)
	}
	return out
}

// Angle returns the direction of the line.
func (l Mirror) Angle() Angle {
	d := l.To.Sub(l.From)
	return Atan2Degrees(float64(d.Y), float64(d.X))
}

// Turned returns the mirror image of a direction.
func (l Mirror) Turned(a Angle) Angle { return withinTurn(2*l.Angle() - a) }

// withinTurn returns an equal angle that is at least 0 and below 360 degrees.
func withinTurn(a Angle) Angle { return (a%FullTurn + FullTurn) % FullTurn }
