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

// flattened gives the points of a polyline, of an indexed curve with its arcs as chords, or of a composite curve of
// such ones and of arcs of circles between points. Composite curves within composite ones are not judged: they could
// unfold to any length.
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
		return nil, !inside // alone they cannot cross themselves
	}
	return nil, false
}

// flattenedTrimmed gives the points of an arc of a circle with its chords, where it is trimmed by points in plan.
func (c *check) flattenedTrimmed(curve *express.Instance) ([]vector, bool) {
	circle := c.one(curve, "BASISCURVE")
	first, last := c.points(curve, "TRIM1"), c.points(curve, "TRIM2")
	if circle == nil || !isAny(circle, "IFCCIRCLE") || len(first) != 1 || len(last) != 1 ||
		c.get(curve, "MASTERREPRESENTATION") == express.Value(step.Enum("PARAMETER")) {
		return nil, false
	}
	position := c.one(circle, "POSITION")
	if position == nil || !position.IsA("IFCAXIS2PLACEMENT2D") {
		return nil, false
	}
	centre := c.point(c.one(position, "LOCATION"))
	angle := func(q vector) float64 { return math.Atan2(q[1]-centre[1], q[0]-centre[0]) }
	from := angle(first[0])
	sweep := turn(from, angle(last[0]))
	if c.get(curve, "SENSEAGREEMENT") == express.Value(falseValue) {
		sweep -= 2 * math.Pi
	}
	return flattenedArc(first[0], last[0], centre, from, sweep), true
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

// maxOutline bounds the points of a composite curve: segments may share a parent curve, so that a small file could have
// any number. Beyond it a polygon would have too many edges to be judged anyhow (see maxPairs).
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
