package verify

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/ifc/express"
	"github.com/bimstream/bimstream/ifc/step"
)

func profileCrossings(c *check) {
	for _, profile := range c.each("IFCARBITRARYCLOSEDPROFILEDEF") {
		curves := append(c.many(profile, "OUTERCURVE"), c.many(profile, "INNERCURVES")...)
		for _, curve := range curves {
			points, ok := c.flattened(curve, false)
			if !ok {
				c.reason = "a boundary is of a kind of curve that is not judged, such as " + curve.Class()
				continue
			}
			c.crosses(curve, "", points)
		}
	}
}

// flattened returns the points of a polyline, an indexed curve or a composite curve of these and of circular arcs; arcs
// become chords. It rejects composite curves within composite curves, because they could unfold to any length.
func (c *check) flattened(curve *express.Instance, inside bool) ([]vector, bool) {
	switch {
	case curve.IsA("IFCPOLYLINE"):
		return c.points(curve, "POINTS"), true
	case curve.IsA("IFCINDEXEDPOLYCURVE"):
		return c.flattenedIndexed(curve), true
	case isExactly(curve, "IFCCOMPOSITECURVE") && !inside:
		return c.flattenedComposite(curve)
	case curve.IsA("IFCTRIMMEDCURVE") && inside:
		return c.flattenedTrimmed(curve)
	case isAny(curve, "IFCCIRCLE", "IFCELLIPSE"):
		return nil, !inside // alone, such a curve cannot cross itself
	}
	return nil, false
}

// flattenedTrimmed returns the points of a circular arc as chords, or the ends of a part of a line, in plan. Trims are
// points or parameters. Parameters of a circle are angles in the project's unit, parameters of a line are multiples of
// its vector.
func (c *check) flattenedTrimmed(curve *express.Instance) ([]vector, bool) {
	basis := c.one(curve, "BASISCURVE")
	byParameter := c.get(curve, "MASTERREPRESENTATION") == express.Value(step.Enum("PARAMETER"))
	first, ok := c.trim(curve, "TRIM1", basis, byParameter)
	last, both := c.trim(curve, "TRIM2", basis, byParameter)
	if !ok || !both {
		return nil, false
	}
	if isAny(basis, "IFCLINE") {
		return []vector{first, last}, true
	}
	centre := c.point(c.one(c.one(basis, "POSITION"), "LOCATION"))
	angle := func(q vector) float64 { return math.Atan2(q[1]-centre[1], q[0]-centre[0]) }
	from := angle(first)
	sweep := turn(from, angle(last))
	if c.get(curve, "SENSEAGREEMENT") == express.Value(falseValue) {
		sweep -= 2 * math.Pi
	}
	return flattenedArc(first, last, centre, from, sweep), true
}

// trim returns the point at which a circle or a line in plan is trimmed. The given point takes precedence over the
// parameter, unless the curve states that parameters take precedence.
func (c *check) trim(curve *express.Instance, attribute string, basis *express.Instance,
	byParameter bool) (vector, bool) {
	position := c.one(basis, "POSITION")
	if !isAny(basis, "IFCLINE") && !(isAny(basis, "IFCCIRCLE") && isAny(position, "IFCAXIS2PLACEMENT2D")) {
		return vector{}, false
	}
	points := c.points(curve, attribute)
	parameter, given := c.parameter(curve, attribute)
	if len(points) == 1 && !(byParameter && given) {
		return points[0], true
	}
	if !given {
		return vector{}, false
	}
	if isAny(basis, "IFCLINE") {
		along := c.one(basis, "DIR")
		magnitude, ok := c.number(along, "MAGNITUDE")
		direction := vectorOf(c.get(c.one(along, "ORIENTATION"), "DIRECTIONRATIOS"))
		if length := direction.length(); ok && length > 0 {
			return c.point(c.one(basis, "PNT")).plus(direction, float64(parameter*magnitude)/length), true
		}
		return vector{}, false
	}
	radius, ok := c.number(basis, "RADIUS")
	angle := float64(parameter*c.angleUnit()) + c.bearing(position)
	sin, cos := math.Sincos(angle)
	return c.point(c.one(position, "LOCATION")).plus(vector{cos, sin}, radius), ok
}

// parameter returns the parameter among the values of a trim.
func (c *check) parameter(curve *express.Instance, attribute string) (float64, bool) {
	for _, v := range valuesOf(c.get(curve, attribute)) {
		if value, ok := v.(*express.Typed); ok {
			return numberOf(value.Value)
		}
	}
	return 0, false
}

// bearing returns the angle of the x axis of a placement in plan.
func (c *check) bearing(position *express.Instance) float64 {
	if !c.has(position, "REFDIRECTION") {
		return 0
	}
	x := vectorOf(c.get(c.one(position, "REFDIRECTION"), "DIRECTIONRATIOS"))
	return math.Atan2(x[1], x[0])
}

// angleUnit returns the project's unit of plane angles in radians, or 1 if it has none.
func (c *check) angleUnit() float64 {
	for _, project := range c.model.Of("IFCPROJECT") {
		for _, unit := range c.many(c.one(project, "UNITSINCONTEXT"), "UNITS") {
			if c.enum(unit, "UNITTYPE") != "PLANEANGLEUNIT" {
				continue
			}
			if radians, ok := c.metres(unit); ok {
				return radians
			}
		}
	}
	return 1
}

func (c *check) flattenedIndexed(curve *express.Instance) []vector {
	points := c.pointList(c.one(curve, "POINTS"))
	if !c.has(curve, "SEGMENTS") {
		return points
	}
	var out []vector
	for _, s := range c.segmentsOf(curve) {
		out = append(out, s.flattened(points)...)
	}
	return out
}

// maxOutline bounds the points of a composite curve, because segments may share a parent curve and a small file could
// have any number of points. A polygon with more points would have too many edges to be checked (see maxPairs).
const maxOutline = 1_000_000

func (c *check) flattenedComposite(curve *express.Instance) ([]vector, bool) {
	var out []vector
	for _, s := range c.many(curve, "SEGMENTS") {
		parent := c.one(s, "PARENTCURVE")
		if parent == nil || !s.IsA("IFCCOMPOSITECURVESEGMENT") {
			return nil, false
		}
		points, ok := c.flattened(parent, true)
		if !ok || len(out)+len(points) > maxOutline {
			return nil, false
		}
		if c.get(s, "SAMESENSE") == express.Value(falseValue) {
			points = slices.Clone(points)
			slices.Reverse(points)
		}
		out = append(out, points...)
	}
	return out, true
}
