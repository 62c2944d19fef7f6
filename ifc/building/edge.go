package building

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/curved"
	"github.com/bimstream/bimstream/ifc/step"
)

// edge returns the points of an IfcEdge from its start to its end. It computes them once, so that the faces on both
// sides have the same points.
func (s *Source) edge(in *step.Instance) ([]r3.Vector, error) {
	if in == nil {
		return nil, s.unreadable(in, "the edge cannot be followed")
	}
	if known, ok := s.edges[in.ID]; ok {
		return known, nil
	}
	from, to := s.vertexPoint(s.one(in, "EdgeStart")), s.vertexPoint(s.one(in, "EdgeEnd"))
	points := []r3.Vector{from, to}
	if curve := s.one(in, "EdgeGeometry"); curve != nil {
		part, err := s.between(curve, from, to, s.value(in, "SameSense") != step.Value(step.False), 0)
		if err != nil {
			return nil, err
		}
		points = distinct(part)
		points[0] = from
		if len(points) > 1 {
			points[len(points)-1] = to
		}
	}
	s.edges[in.ID] = points
	return points, nil
}

func (s *Source) vertexPoint(in *step.Instance) r3.Vector {
	return s.point(s.one(in, "VertexGeometry"))
}

// between returns the points of a curve from one place on it to another, along the curve or against it. If both places
// are equal, it returns the whole closed curve.
func (s *Source) between(in *step.Instance, from, to r3.Vector, along bool, depth int) ([]r3.Vector, error) {
	switch {
	case in == nil || depth > maxDepth:
		return nil, s.unreadable(in, "the curve cannot be followed")
	case s.isA(in, "IfcLine"):
		return []r3.Vector{from, to}, nil
	case s.isA(in, "IfcSurfaceCurve"):
		return s.between(s.one(in, "Curve3D"), from, to, along, depth+1)
	case !along:
		points, err := s.between(in, to, from, true, depth+1)
		return backwards(points), err
	case s.isA(in, "IfcTrimmedCurve"):
		return s.between(s.one(in, "BasisCurve"), from, to,
			s.value(in, "SenseAgreement") != step.Value(step.False), depth+1)
	case s.isA(in, "IfcConic"):
		return s.conicBetween(in, from, to)
	case s.isA(in, "IfcBSplineCurve"):
		return s.splineBetween(in, from, to)
	}
	points, _, err := s.curve(in, depth+1)
	if err != nil {
		return nil, err
	}
	return stretch(points, from, to), nil
}

// conicBetween returns the points of a circle or an ellipse between two places, counter-clockwise.
func (s *Source) conicBetween(in *step.Instance, from, to r3.Vector) ([]r3.Vector, error) {
	a, b := s.radii(in)
	if !(a > 0 && b > 0) {
		return nil, s.unreadable(in, "the curve has no radius")
	}
	frame := s.axes(s.one(in, "Position"))
	angle := func(p r3.Vector) float64 {
		local := frame.Inverse().Point(p)
		return math.Atan2(local.Y/b, local.X/a)
	}
	begin := angle(from)
	end := begin + 2*math.Pi
	if from.Sub(to).Norm() > 1 {
		end = ahead(begin, angle(to))
	}
	return moved(frame, ellipse(a, b, begin, end)), nil
}

// splineBetween returns the points of a B-spline between two places.
func (s *Source) splineBetween(in *step.Instance, from, to r3.Vector) ([]r3.Vector, error) {
	c, err := s.splineCurve(in)
	if err != nil {
		return nil, err
	}
	begin, end := c.Domain()
	a, b := c.Locate(from), c.Locate(to)
	switch {
	case c.Closed() && (from.Sub(to).Norm() <= 1 || b <= a):
		if b += end - begin; from.Sub(to).Norm() <= 1 {
			b = a + (end - begin)
		}
	case b < a: // the edge runs against the curve
		return backwards(c.Points(b, a, splineTolerance)), nil
	case a == b:
		return []r3.Vector{from, to}, nil
	}
	return c.Points(a, b, splineTolerance), nil
}

// splineTolerance is the greatest distance between chords of a B-spline and the curve.
const splineTolerance = float64(geometry.ChordTolerance)

// splineCurve returns a B-spline curve. A Bezier curve of IFC2X3 has no knots in the file; each of its pieces has knots
// at its ends (ISO 10303-42, bezier_curve).
func (s *Source) splineCurve(in *step.Instance) (*curved.SplineCurve, error) {
	degree, _ := s.number(in, "Degree")
	var control []r3.Vector
	for _, p := range s.many(in, "ControlPointsList") {
		control = append(control, s.point(p))
	}
	knots := repeated(numbers(s.value(in, "Knots")), numbers(s.value(in, "KnotMultiplicities")))
	if len(knots) == 0 {
		knots = bezierKnots(int(min(max(degree, 0), maxDepth)), len(control))
	}
	weights := numbers(s.value(in, "WeightsData"))
	if len(weights) == 0 {
		weights = nil
	}
	c, err := curved.NewSplineCurve(int(min(max(degree, 0), maxDepth)), knots, control, weights)
	if err != nil {
		return nil, s.unreadable(in, "%s", err)
	}
	return c, nil
}

// bezierKnots returns the knots of Bezier pieces, nil if the points do not make whole pieces.
func bezierKnots(degree, points int) []float64 {
	if degree < 1 || points <= degree || (points-1)%degree != 0 {
		return nil
	}
	out := []float64{0}
	for i := range (points-1)/degree + 1 {
		for range degree {
			out = append(out, float64(i))
		}
	}
	return append(out, out[len(out)-1])
}

// stretch returns the part of a line between two points near it. On a closed line the part may pass the end of the
// line.
func stretch(line []r3.Vector, from, to r3.Vector) []r3.Vector {
	closed := len(line) > 3 && line[0].Sub(line[len(line)-1]).Norm() < jointGap
	a, b := placeOn(line, from), placeOn(line, to)
	round := closed && from.Sub(to).Norm() <= 1
	switch {
	case (round || closed && b < a):
		b += float64(len(line) - 1)
	case b < a:
		return backwards(stretch(line, to, from))
	}
	out := []r3.Vector{from}
	for i := int(math.Floor(a)) + 1; float64(i) < b; i++ {
		out = append(out, line[i%(len(line)-1+boolToInt(!closed))])
	}
	return append(out, to)
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// placeOn returns the position of the point of a line nearest to p, as a fractional index of points.
func placeOn(line []r3.Vector, p r3.Vector) float64 {
	best, distance := 0.0, math.Inf(1)
	for i := range len(line) - 1 {
		d := line[i+1].Sub(line[i])
		t := 0.0
		if l := geometry.Dot(d, d); l > 0 {
			t = max(0, min(1, geometry.Dot(p.Sub(line[i]), d)/l))
		}
		if away := p.Sub(line[i].Add(geometry.Times(d, t))).Norm(); away < distance-1e-6 {
			best, distance = float64(i)+t, away
		}
	}
	return best
}
