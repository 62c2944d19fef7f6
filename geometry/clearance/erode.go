package clearance

import (
	"math"

	"github.com/golang/geo/r2"

	"github.com/bimstream/bimstream/geometry"
)

// Erode returns the positions of the centre of a disc at which the disc lies in the area. It is the area without the
// points that are nearer than the radius to a side or to a re-entrant corner. The disc is reduced by two micrometres,
// so that ways of exactly its width stay open.
func Erode(area geometry.Region, radius geometry.Length) geometry.Region {
	return erode(nil, area, radius)
}

func erode(stop geometry.Interrupt, area geometry.Region, radius geometry.Length) geometry.Region {
	r := radius - contact
	if r <= 0 {
		return stop.Union(area)
	}
	var bands []geometry.Region
	eachSide(area, func(_, a, b, after geometry.Point2) {
		in := inward(a, b, r)
		bands = append(bands, geometry.Region{{Outer: geometry.Ring{a, b, b.Add(in), a.Add(in)}}})
		if geometry.Orient(a, b, after) < 0 {
			bands = append(bands, geometry.Region{{Outer: sector(a, b, after, r)}})
		}
	})
	return stop.Subtract(area, bands...)
}

// inward returns the step of length r to the left of a b, rounded to the grid.
func inward(a, b geometry.Point2, r geometry.Length) geometry.Point2 {
	d := geometry.Direction(a, b)
	return geometry.Point2{
		X: geometry.Length(math.Round(float64(-d.Y * float64(r)))),
		Y: geometry.Length(math.Round(float64(d.X * float64(r)))),
	}
}

// sector returns a polygon that covers the points nearer than r to the re-entrant corner b, between the bands along a b
// and b c. The sides of the polygon touch the arc around b, and its ends are in line with the bands.
func sector(a, b, c geometry.Point2, r geometry.Length) geometry.Ring {
	d, e := geometry.Direction(a, b), geometry.Direction(b, c)
	turn := -geometry.Atan2Degrees(d.Cross(e).Z, d.Dot(e)) // to the right
	n := geometry.Angle(geometry.ArcSides(r, ArcTolerance, turn))
	tip := float64(r) / (turn / (2 * n)).Cos()
	out := geometry.Ring{b, b.Add(inward(a, b, r))}
	for k := range n {
		at := turn * (2*k + 1) / (2 * n)
		sin, cos := at.Sin(), at.Cos()
		// The inward normal (-d.Y, d.X), turned to the right.
		x, y := float64(-d.Y*cos)+float64(d.X*sin), float64(d.X*cos)+float64(d.Y*sin)
		out = append(out, b.Add(rounded(r2.Point{X: x * tip, Y: y * tip})))
	}
	return append(out, b.Add(inward(b, c, r)))
}

// nearestIn returns the grid point of an area that is nearest to a given point. If rounding moves the nearest point of
// a skew side outside, it returns a neighbouring point.
func nearestIn(area geometry.Region, p geometry.Point2) geometry.Point2 {
	if area.Contains(p) != geometry.Outside {
		return p
	}
	var at, corner r2.Point
	best := math.Inf(1)
	for _, s := range sidesOf(area) {
		q := s.nearest(float(p))
		if d := square(q.Sub(float(p))); d < best {
			at, corner, best = q, s.a, d
		}
	}
	q := rounded(at)
	for _, d := range besides {
		if r := q.Add(d); area.Contains(r) != geometry.Outside {
			return r
		}
	}
	return rounded(corner)
}

// besides lists the steps to the grid points around a point, the nearest first.
var besides = []geometry.Point2{{}, {X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {X: 1, Y: 1}, {X: 1, Y: -1},
	{X: -1, Y: 1}, {X: -1, Y: -1}}

func rounded(p r2.Point) geometry.Point2 {
	return geometry.Point2{X: geometry.Length(math.Round(p.X)), Y: geometry.Length(math.Round(p.Y))}
}
