package geometry

import (
	"fmt"
	"math"
)

// CircleSides returns the number of sides of a polygon with corners on a circle, for which the middle of a side lies
// within chord of the circle: r (1 - cos(pi/n)) <= r (pi/n)^2 / 2. The number is a multiple of four and at least
// twelve. Chord must be positive; [ChordTolerance] is the default of this package.
func CircleSides(radius, chord Length) int {
	n := math.Pi * math.Sqrt(float64(radius)/(2*float64(chord)))
	return max(12, 4*int(math.Ceil(n/4)))
}

// ArcSides returns the number of sides, at least one, for an arc of the given sweep. It is proportional to the number
// for the full circle, so that no side is longer than a side of the circle.
func ArcSides(radius, chord Length, sweep Angle) int {
	full := float64(CircleSides(radius, chord))
	return max(1, int(math.Ceil(float64(full*math.Abs(float64(sweep)))/float64(FullTurn))))
}

// Circle returns a regular polygon with corners on the circle, one on each half axis, counter-clockwise from the right.
// The error is ErrOutOfRange for a radius or a chord that is not positive.
func Circle(centre Point2, radius, chord Length) (Ring, error) {
	return Ellipse(centre, radius, radius, 0, chord)
}

// Ellipse returns a polygon with corners on the ellipse with the half axes a and b, the first turned by the given angle
// from X. It is the affine image of a regular polygon, so its sides are within chord of the curve if the sides of the
// circle around it are. The error is ErrOutOfRange for a half axis or a chord that is not positive.
func Ellipse(centre Point2, a, b Length, turned Angle, chord Length) (Ring, error) {
	if a <= 0 || b <= 0 || chord <= 0 || max(a, b) >= LengthOverflow {
		return nil, fmt.Errorf("half axes of %v and %v mm within %v mm: %w", a, b, chord, ErrOutOfRange)
	}
	return ellipseRing(centre, float64(a), float64(b), turned, CircleSides(max(a, b), chord)), nil
}

// RegularRing returns a regular polygon with corners on a circle, the first to the right of the centre.
func RegularRing(centre Point2, radius Length, sides int) Ring {
	return ellipseRing(centre, float64(radius), float64(radius), 0, sides)
}

func ellipseRing(centre Point2, a, b float64, turned Angle, sides int) Ring {
	ring := make(Ring, sides)
	for i := range ring {
		t := Angle(int64(i) * int64(FullTurn) / int64(sides))
		ring[i] = centre.Add(ellipsePoint(a, b, t, turned))
	}
	return ring
}

// Arc returns points along a circle from one direction over a sweep, both ends included; a negative sweep turns
// clockwise. The error is ErrOutOfRange for a radius or a chord that is not positive, and for a sweep of zero or beyond
// a full turn.
func Arc(centre Point2, radius Length, from, sweep Angle, chord Length) ([]Point2, error) {
	if radius <= 0 || radius >= LengthOverflow || chord <= 0 || sweep == 0 || sweep > FullTurn || sweep < -FullTurn {
		return nil, fmt.Errorf("arc of radius %v mm over %v degrees within %v mm: %w", radius,
			sweep, chord, ErrOutOfRange)
	}
	n := int64(ArcSides(radius, chord, sweep))
	points := make([]Point2, n+1)
	for i := range points {
		points[i] = centre.Add(ellipsePoint(float64(radius), float64(radius), from+Angle(int64(i)*int64(sweep)/n), 0))
	}
	return points, nil
}

// ellipsePoint rounds halves upwards, so that opposite points of a circle have the same distance on the grid.
func ellipsePoint(a, b float64, t, turned Angle) Point2 {
	x, y := float64(a*t.Cos()), float64(b*t.Sin())
	c, s := turned.Cos(), turned.Sin()
	return Point2{
		Length(math.Floor(float64(x*c) - float64(y*s) + 0.5)),
		Length(math.Floor(float64(x*s) + float64(y*c) + 0.5)),
	}
}
