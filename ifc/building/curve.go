package building

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// curve returns the points of a curve in its own coordinates, and whether some are chords of arcs. The last point of a
// closed curve may equal its first.
func (s *Source) curve(in *step.Instance, depth int) (points []r3.Vector, curved bool, err error) {
	if in == nil || depth > maxDepth {
		return nil, false, s.unreadable(in, "the curve cannot be followed")
	}
	switch {
	case s.isA(in, "IfcPolyline"):
		for _, p := range s.many(in, "Points") {
			points = append(points, s.point(p))
		}
	case s.isA(in, "IfcIndexedPolyCurve"):
		return s.indexed(in)
	case s.isA(in, "IfcGradientCurve"):
		return s.gradient(in, depth)
	case s.isA(in, "IfcSegmentedReferenceCurve"):
		return nil, false, s.unreadable(in, "curves with cant are not read")
	case s.isA(in, "IfcCompositeCurve"):
		return s.composite(in, depth)
	case s.isA(in, "IfcTrimmedCurve"):
		return s.trimmed(in, depth)
	case s.isA(in, "IfcConic"):
		points, curved = s.conic(in, 0, 2*math.Pi), true
	case s.isA(in, "IfcBSplineCurve"):
		return s.spline(in)
	default:
		return nil, false, s.unreadable(in, "this kind of curve is not read")
	}
	if len(points) < 2 {
		return nil, false, s.unreadable(in, "the curve has fewer than two points")
	}
	return points, curved, nil
}

// indexed reads a curve over a list of points. Without segments it is the polyline through all points.
func (s *Source) indexed(in *step.Instance) ([]r3.Vector, bool, error) {
	list := s.pointList(s.one(in, "Points"))
	segments, _ := s.value(in, "Segments").(step.List)
	if len(segments) == 0 {
		if len(list) < 2 {
			return nil, false, s.unreadable(in, "the curve has fewer than two points")
		}
		return list, false, nil
	}
	var out []r3.Vector
	curved := false
	for _, segment := range segments {
		typed, ok := segment.(step.Typed)
		if !ok {
			return nil, false, s.unreadable(in, "a segment has no type")
		}
		part, ok := pick(list, numbers(typed.Value))
		if !ok {
			return nil, false, s.unreadable(in, "a segment names a point that is not there")
		}
		if typed.Name == "IFCARCINDEX" && len(part) == 3 {
			part, curved = arcThrough(part[0], part[1], part[2]), true
		}
		out = join(out, part)
	}
	return out, curved, nil
}

// pointList returns the points of an IfcCartesianPointList in micrometres.
func (s *Source) pointList(in *step.Instance) []r3.Vector {
	coordinates, _ := s.value(in, "CoordList").(step.List)
	out := make([]r3.Vector, 0, len(coordinates))
	for _, item := range coordinates {
		n := numbers(item)
		if len(n) < 2 {
			return nil
		}
		v := r3.Vector{X: n[0], Y: n[1]}
		if len(n) > 2 {
			v.Z = n[2]
		}
		out = append(out, geometry.Times(v, s.units.length))
	}
	return out
}

// pick returns the points with the given numbers, which count from 1.
func pick(list []r3.Vector, places []float64) ([]r3.Vector, bool) {
	out := make([]r3.Vector, len(places))
	for i, n := range places {
		if !(n >= 1 && n <= float64(len(list))) {
			return nil, false
		}
		out[i] = list[int(n)-1]
	}
	return out, len(out) > 0
}

// join appends a part to a curve, without the point that both share.
func join(out, part []r3.Vector) []r3.Vector {
	if len(out) > 0 && len(part) > 0 && out[len(out)-1].Sub(part[0]).Norm() < jointGap {
		part = part[1:]
	}
	return append(out, part...)
}

// jointGap is the greatest distance, in micrometres, at which the ends of two parts of a curve count as one point. It
// is a tenth of a millimetre, since files write the ends of arcs with few digits.
const jointGap = 100

func (s *Source) composite(in *step.Instance, depth int) ([]r3.Vector, bool, error) {
	if err := s.tooHeavy(in); err != nil {
		return nil, false, err
	}
	var out []r3.Vector
	curved := false
	for _, segment := range s.many(in, "Segments") {
		parent := s.one(segment, "ParentCurve")
		if parent == nil {
			return nil, false, s.unreadable(segment, "this kind of segment is not read")
		}
		part, c, err := s.segment(segment, parent, depth)
		if err != nil {
			return nil, false, err
		}
		if s.value(segment, "SameSense") == step.Value(step.False) {
			part = backwards(part)
		}
		out, curved = join(out, part), curved || c
	}
	if len(out) < 2 {
		return nil, false, s.unreadable(in, "the curve has fewer than two points")
	}
	return out, curved, nil
}

// segment returns the points of a segment of a composite curve.
func (s *Source) segment(in, parent *step.Instance, depth int) ([]r3.Vector, bool, error) {
	if s.isA(in, "IfcCurveSegment") {
		return s.curveSegment(in)
	}
	return s.curve(parent, depth+1)
}

func backwards(points []r3.Vector) []r3.Vector {
	out := make([]r3.Vector, len(points))
	for i, p := range points {
		out[len(points)-1-i] = p
	}
	return out
}

// trimmed reads a part of a curve.
func (s *Source) trimmed(in *step.Instance, depth int) ([]r3.Vector, bool, error) {
	basis := s.one(in, "BasisCurve")
	same := s.value(in, "SenseAgreement") != step.Value(step.False)
	switch {
	case s.isA(basis, "IfcLine"):
		origin, vector := s.point(s.one(basis, "Pnt")), s.one(basis, "Dir")
		direction := s.direction(s.one(vector, "Orientation"), r3.Vector{X: 1})
		along := geometry.Times(direction, s.length(vector, "Magnitude"))
		a, okA := s.trimOfLine(s.value(in, "Trim1"), origin, along)
		b, okB := s.trimOfLine(s.value(in, "Trim2"), origin, along)
		if okA && okB {
			return []r3.Vector{a, b}, false, nil
		}
	case s.isA(basis, "IfcConic"):
		from, okA := s.trimOfConic(s.value(in, "Trim1"), basis)
		to, okB := s.trimOfConic(s.value(in, "Trim2"), basis)
		if !okA || !okB {
			break
		}
		if !same {
			return backwards(s.conic(basis, to, ahead(to, from))), true, nil
		}
		return s.conic(basis, from, ahead(from, to)), true, nil
	case s.isA(basis, "IfcBoundedCurve"):
		return s.trimmedLine(in, basis, same, depth)
	}
	return nil, false, s.unreadable(in, "this kind of trimmed curve is not read")
}

// ahead returns the angle to plus or minus full turns, so that it exceeds from by at most one turn.
func ahead(from, to float64) float64 {
	turns := math.Floor((to - from) / (2 * math.Pi))
	to -= float64(turns * 2 * math.Pi)
	if to-from < 1e-9 {
		to += 2 * math.Pi
	}
	return to
}

// trimOfLine returns the point of a trim, which is given as a point or as a parameter.
func (s *Source) trimOfLine(v step.Value, origin, along r3.Vector) (r3.Vector, bool) {
	if points := s.all(v); len(points) > 0 {
		return s.point(points[0]), true
	}
	if t, ok := firstNumber(v); ok {
		return origin.Add(geometry.Times(along, t)), true
	}
	return r3.Vector{}, false
}

// trimOfConic returns the angle of a trim on a conic.
func (s *Source) trimOfConic(v step.Value, conic *step.Instance) (float64, bool) {
	if points := s.all(v); len(points) > 0 {
		local := s.axes(s.one(conic, "Position")).Inverse().Point(s.point(points[0]))
		a, b := s.radii(conic)
		return math.Atan2(local.Y/b, local.X/a), a > 0 && b > 0
	}
	if t, ok := firstNumber(v); ok {
		return float64(t * s.units.angle), true
	}
	return 0, false
}

func firstNumber(v step.Value) (float64, bool) {
	if list, ok := v.(step.List); ok {
		for _, item := range list {
			if n, ok := firstNumber(item); ok {
				return n, true
			}
		}
		return 0, false
	}
	return step.NumberOf(v)
}

func (s *Source) radii(conic *step.Instance) (a, b float64) {
	if r := s.length(conic, "Radius"); r > 0 {
		return r, r
	}
	return s.length(conic, "SemiAxis1"), s.length(conic, "SemiAxis2")
}

// conic returns points of a circle or ellipse between two angles.
func (s *Source) conic(in *step.Instance, from, to float64) []r3.Vector {
	a, b := s.radii(in)
	return moved(s.axes(s.one(in, "Position")), ellipse(a, b, from, to))
}

// ellipse returns points on an ellipse about the origin between two angles. They are so close that chords stay within
// the tolerance of the model's own circles.
func ellipse(a, b, from, to float64) []r3.Vector {
	n := chords(max(a, b), to-from)
	out := make([]r3.Vector, n+1)
	for i := range out {
		t := from + (to-from)*float64(i)/float64(n)
		sine, cosine := geometry.SinCos(t)
		out[i] = r3.Vector{X: float64(a * cosine), Y: float64(b * sine)}
	}
	return out
}

// maxChords bounds the number of chords of one arc. A circle with a radius of a kilometre needs no more within the
// tolerance.
const maxChords = 4096

// chords returns the number of chords that approximate an arc within geometry.ChordTolerance.
func chords(radius, sweep float64) int {
	step := math.Pi / 8
	if radius > float64(geometry.ChordTolerance) {
		step = min(step, 2*math.Acos(1-float64(geometry.ChordTolerance)/radius))
	}
	return max(1, min(maxChords, int(math.Ceil(math.Abs(sweep)/step-1e-9))))
}

// arcThrough returns points of the arc through three points.
func arcThrough(a, b, c r3.Vector) []r3.Vector {
	u, v := b.Sub(a), c.Sub(a)
	n := geometry.Cross(u, v)
	d := 2 * geometry.Dot(n, n)
	if !(d > 0) || math.Sqrt(geometry.Dot(n, n)) < 1e-9*geometry.Dot(v, v) {
		return []r3.Vector{a, b, c}
	}
	toCentre := geometry.Times(geometry.Times(geometry.Cross(n, u), geometry.Dot(v, v)).
		Add(geometry.Times(geometry.Cross(v, n), geometry.Dot(u, u))), 1/d)
	centre := a.Add(toCentre)
	radius := toCentre.Norm()
	x, _ := unit(a.Sub(centre))
	z, _ := unit(n)
	y := geometry.Cross(z, x)
	end := c.Sub(centre)
	sweep := ahead(0, math.Atan2(geometry.Dot(end, y), geometry.Dot(end, x)))
	arc := ellipse(radius, radius, 0, sweep)
	out := moved(Frame{O: centre, X: x, Y: y, Z: z}, arc)
	out[0], out[len(out)-1] = a, c
	return out
}

// spline returns points of a B-spline.
func (s *Source) spline(in *step.Instance) ([]r3.Vector, bool, error) {
	c, err := s.splineCurve(in)
	if err != nil {
		return nil, false, err
	}
	from, to := c.Domain()
	return c.Points(from, to, splineTolerance), true, nil
}

func repeated(values, counts []float64) []float64 {
	var out []float64
	for i, v := range values {
		if i < len(counts) {
			for range int(max(0, min(counts[i], maxDepth))) {
				out = append(out, v)
			}
		}
	}
	return out
}
