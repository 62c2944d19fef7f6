package building

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// thickened returns the outline of a line with a thickness, half of it on either side; nil for a line without length.
// The outline has mitres at the bends (IFC4, IfcCenterLineProfileDef). The outline of a closed line has a hole.
func thickened(line []r3.Vector, thickness float64) (outer, hole []r3.Vector) {
	sp := newSpine(line, func(from, to r3.Vector) r3.Vector { return geometry.Cross(r3.Vector{Z: 1}, to.Sub(from)) })
	if sp == nil || !(thickness > 0) {
		return nil, nil
	}
	side := func(x float64) []r3.Vector {
		out := make([]r3.Vector, len(sp.points))
		for i := range out {
			out[i] = sp.section(i, []r3.Vector{{X: x}})[0]
		}
		return out
	}
	left, right := side(thickness/2), side(-thickness/2)
	if !sp.closed {
		return append(right, backwards(left)...), nil
	}
	if math.Abs(planArea(left)) > math.Abs(planArea(right)) {
		return left, right
	}
	return right, left
}

// planArea returns twice the area inside a ring in the XY plane.
func planArea(ring []r3.Vector) float64 {
	sum := 0.0
	for i, p := range ring {
		sum += geometry.Cross(p.Sub(ring[0]), ring[(i+1)%len(ring)].Sub(ring[0])).Z
	}
	return sum
}

// centreLine reads a profile that is a line with a thickness.
func (s *Source) centreLine(p Profile, in *step.Instance, depth int) (Profile, error) {
	line, curved, err := s.curve(s.one(in, "Curve"), depth+1)
	if err != nil {
		return p, err
	}
	outer, hole := thickened(line, s.length(in, "Thickness"))
	if outer == nil {
		return p, s.unreadable(in, "the line or its thickness makes no profile")
	}
	p.Outer, p.Curved, p.At = outer, curved, identity()
	if hole != nil {
		p.Holes = [][]r3.Vector{hole}
	}
	return p, nil
}

// withRoundings rounds the outline of a section by its radii (IFC4, IfcParameterizedProfileDef). It rounds the inner
// corners of rolled sections, and the corners of rounded and of hollow rectangles. It omits roundings of edges, and
// slopes.
func (s *Source) withRoundings(p Profile, in *step.Instance) Profile {
	outer := s.length(in, "RoundingRadius") + s.length(in, "OuterFilletRadius")
	p.Outer = roundedCorners(p.Outer, outer, s.length(in, "FilletRadius"))
	for i := range p.Holes {
		p.Holes[i] = roundedCorners(p.Holes[i], s.length(in, "InnerFilletRadius"), 0)
	}
	return p
}

// roundedCorners returns a ring with arcs at its corners. Convex corners get the radius out, concave corners the radius
// in.
func roundedCorners(ring []r3.Vector, out, in float64) []r3.Vector {
	if out <= 0 && in <= 0 {
		return ring
	}
	turn := planArea(ring)
	var made []r3.Vector
	for i, p := range ring {
		before, after := ring[(i+len(ring)-1)%len(ring)], ring[(i+1)%len(ring)]
		radius := out
		if geometry.Cross(p.Sub(before), after.Sub(p)).Z*turn < 0 {
			radius = in
		}
		arc := filleted([]r3.Vector{before, p, after}, radius) // takes at most half of each side
		made = append(made, arc[1:len(arc)-1]...)
	}
	return distinct(made)
}

// trimmedLine returns the part of a B-spline or a line of points between two trims, which are points or parameters. The
// parameters of a line of points count its legs (ISO 10303-42, polyline).
func (s *Source) trimmedLine(in, basis *step.Instance, same bool, depth int) ([]r3.Vector, bool, error) {
	trims := [2]step.Value{s.value(in, "Trim1"), s.value(in, "Trim2")}
	var ends [2]r3.Vector
	points, curved, err := s.curve(basis, depth+1)
	if err != nil {
		return nil, false, err
	}
	at := func(t float64) r3.Vector {
		i := max(0, min(len(points)-2, int(math.Floor(t))))
		return points[i].Add(geometry.Times(points[i+1].Sub(points[i]), max(0, min(1, t-float64(i)))))
	}
	if s.isA(basis, "IfcBSplineCurve") {
		c, err := s.splineCurve(basis)
		if err != nil {
			return nil, false, err
		}
		from, to := c.Domain()
		at = func(t float64) r3.Vector { return c.Point(max(from, min(to, t))) }
	} else if !s.isA(basis, "IfcPolyline") {
		at = nil
	}
	for i, trim := range trims {
		t, isNumber := firstNumber(trim)
		switch picked := s.all(trim); {
		case len(picked) > 0:
			ends[i] = s.point(picked[0])
		case isNumber && at != nil:
			ends[i] = at(t)
		default:
			return nil, false, s.unreadable(in, "this kind of trimmed curve is not read")
		}
	}
	part, err := s.between(basis, ends[0], ends[1], same, depth+1)
	return part, curved, err
}
