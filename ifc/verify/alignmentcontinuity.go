package verify

import (
	"math"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
)

var alignmentContinuityRules = []Rule{
	{ID: "ALS016", Title: "Each segment of the plan of an alignment ends where the next one begins, in its direction.",
		Severity: Practice, Schemas: only4x3, run: func(c *check) { c.continuity("Curve2D", "IFCCOMPOSITECURVE") }},
	{ID: "ALS017", Title: "Each segment of the profile of an alignment ends where the next one begins, with its " +
		"gradient.",
		Severity: Practice, Schemas: only4x3, run: func(c *check) { c.continuity("Curve3D", "IFCGRADIENTCURVE") }},
}

// continuity checks that each segment of an entity's curves ends where the next segment begins.
func (c *check) continuity(kind, entity string) {
	seen := map[*express.Instance]bool{}
	for _, x := range c.model.Of("IFCALIGNMENT") {
		for _, r := range c.representations(x) {
			if c.text(r, "REPRESENTATIONTYPE") == kind {
				c.reach(seen, r)
			}
		}
	}
	for _, curve := range c.exactly(entity) {
		if !seen[curve] {
			continue
		}
		segments := c.many(curve, "SEGMENTS")
		for i := 0; i+1 < len(segments); i++ {
			if segments[i].IsA("IFCCURVESEGMENT") && segments[i+1].IsA("IFCCURVESEGMENT") {
				c.applied = true
				c.continues(curve, i+1, segments[i], segments[i+1], kind == "Curve2D")
			}
		}
	}
}

// continues checks that one segment continues the segment before. Directions in plan may differ by the precision
// divided by the segment's length, gradients in profile by the precision.
func (c *check) continues(curve *express.Instance, number int, segment, next *express.Instance, plan bool) {
	end, ok := c.endOf(segment)
	to, both := c.startOf(next)
	if !ok || !both {
		c.reason = "a segment is of a kind of curve whose end is not worked out"
		return
	}
	precision := c.precisionAt(curve)
	if d := distance(end.at, to.at); d > precision {
		c.at(curve, "Segments", "segment %d ends %.3g from where the next one begins", number, d)
	}
	off := math.Abs(math.Remainder(end.angle-to.angle, 2*math.Pi))
	most := precision
	if length, _ := c.number(segment, "SEGMENTLENGTH"); plan && length != 0 {
		most = math.Atan2(precision, math.Abs(length))
	} else if !plan {
		off = math.Abs(math.Tan(end.angle) - math.Tan(to.angle))
	}
	if off > most {
		c.at(curve, "Segments", "segment %d ends at %.3g to the direction in which the next one begins", number, off)
	}
}

// heading is a point in plan or in profile with a direction.
type heading struct {
	at    vector
	angle float64
}

// startOf returns the start of a segment.
func (c *check) startOf(segment *express.Instance) (heading, bool) {
	position := c.one(segment, "PLACEMENT")
	if !isAny(position, "IFCAXIS2PLACEMENT2D") {
		return heading{}, false
	}
	return heading{c.point(c.one(position, "LOCATION")), c.bearing(position)}, true
}

// endOf returns the end of a segment. The segment is the part of its parent curve that begins at SegmentStart and has
// the length SegmentLength. It is moved to the placement and turned to the placement's direction. A negative length
// runs against the parent curve.
func (c *check) endOf(segment *express.Instance) (heading, bool) {
	begin, ok := c.startOf(segment)
	parent := c.one(segment, "PARENTCURVE")
	from, given := c.lengthOf(segment, "SEGMENTSTART", parent)
	length, both := c.lengthOf(segment, "SEGMENTLENGTH", parent)
	if !ok || !given || !both {
		return heading{}, false
	}
	if isAny(parent, "IFCPOLYNOMIALCURVE") {
		return c.alongPolynomial(parent, begin, from, length)
	}
	curvature, known := c.curvatureOf(parent)
	if !known {
		return heading{}, false
	}
	sense := 1.0
	if length < 0 {
		sense = -1
	}
	turning := func(s float64) float64 { return sense * curvature(from+float64(sense*s)) }
	return begin.along(math.Abs(length), turning), true
}

// lengthOf returns the start or the length of a segment as a length along the parent curve. The attribute may be a
// parameter instead: a multiple of a line's vector or an angle of a circle.
func (c *check) lengthOf(segment *express.Instance, attribute string, parent *express.Instance) (float64, bool) {
	value, ok := c.number(segment, attribute)
	typed, is := c.get(segment, attribute).(*express.Typed)
	switch {
	case !ok || parent == nil:
		return 0, false
	case !is || !strings.EqualFold(typed.Type.Name, "IfcParameterValue"):
		return value, true
	case isAny(parent, "IFCCIRCLE"):
		radius, ok := c.number(parent, "RADIUS")
		return float64(value*c.angleUnit()) * radius, ok
	case isAny(parent, "IFCLINE"):
		magnitude, ok := c.number(c.one(parent, "DIR"), "MAGNITUDE")
		return value * magnitude, ok
	}
	return 0, false
}

// integrationSteps is the number of steps of Simpson's rule for a segment. A spiral turns by less than half a turn.
// With 256 steps the error, which grows with the fifth power of a step's angle, is 10^-10 of the length.
const integrationSteps = 256

// along moves the heading over a length with a given curvature.
func (h heading) along(length float64, curvature func(s float64) float64) heading {
	step := length / integrationSteps
	for i := range integrationSteps {
		s := float64(step * float64(i))
		k0, k1, k2 := curvature(s), curvature(s+step/2), curvature(s+step)
		// Simpson's rule gives the angle at the end, and the parabola through the three values gives it in the middle.
		half := h.angle + float64(step*(float64(5*k0)+float64(8*k1)-k2))/24
		full := h.angle + float64(step*(k0+float64(4*k1)+k2))/6
		sin0, cos0 := math.Sincos(h.angle)
		sin1, cos1 := math.Sincos(half)
		sin2, cos2 := math.Sincos(full)
		h.at[0] += float64(step*(cos0+float64(4*cos1)+cos2)) / 6
		h.at[1] += float64(step*(sin0+float64(4*sin1)+sin2)) / 6
		h.angle = full
	}
	return h
}

// curvatureOf returns the curvature of a line, a circle or a polynomial spiral as a function of the length from its
// origin. The spiral's term A of degree n adds A s^n / |A|^(n+2), or 1/A for n = 0 (documentation of IFC 4.3,
// IfcSpiral).
func (c *check) curvatureOf(parent *express.Instance) (func(s float64) float64, bool) {
	switch {
	case isAny(parent, "IFCLINE"):
		return func(float64) float64 { return 0 }, true
	case isAny(parent, "IFCCIRCLE"):
		radius, ok := c.number(parent, "RADIUS")
		return func(float64) float64 { return 1 / radius }, ok && radius > 0
	}
	var terms []float64
	for n, name := range spiralTerms {
		if parent.Has(name) && c.has(parent, name) {
			if a, ok := c.number(parent, name); ok && a != 0 {
				terms = append(terms, make([]float64, n+1-len(terms))...)
				terms[n] = a / math.Pow(math.Abs(a), float64(n+2))
			}
		}
	}
	if isAny(parent, "IFCCLOTHOID") {
		a, ok := c.number(parent, "CLOTHOIDCONSTANT")
		if !ok || a == 0 {
			return nil, false
		}
		terms = []float64{0, a / math.Pow(math.Abs(a), 3)}
	}
	if len(terms) == 0 || strings.Contains(strings.ToUpper(parent.Class()), "SINE") { // not a polynomial spiral
		return nil, false
	}
	return func(s float64) float64 {
		k := 0.0
		for n := len(terms) - 1; n >= 0; n-- {
			k = float64(k*s) + terms[n]
		}
		return k
	}, true
}

// spiralTerms are the attributes of spirals by the degree of their terms.
var spiralTerms = []string{"CONSTANTTERM", "LINEARTERM", "QUADRATICTERM", "CUBICTERM", "QUARTICTERM", "QUINTICTERM",
	"SEXTICTERM", "SEPTICTERM"}

// alongPolynomial moves the heading along the graph of a polynomial in x over a length.
func (c *check) alongPolynomial(curve *express.Instance, begin heading, from, length float64) (heading, bool) {
	xs, ys := numbersOf(c.get(curve, "COEFFICIENTSX")), numbersOf(c.get(curve, "COEFFICIENTSY"))
	if len(xs) != 2 || xs[0] != 0 || xs[1] != 1 || len(ys) == 0 {
		return heading{}, false
	}
	value := func(x float64) (y, slope float64) {
		for n := len(ys) - 1; n >= 0; n-- {
			slope = float64(slope*x) + y
			y = float64(y*x) + ys[n]
		}
		return y, slope
	}
	x0, x1 := abscissa(value, 0, from), abscissa(value, 0, from+length)
	y0, slope0 := value(x0)
	y1, slope1 := value(x1)
	turn := begin.angle - math.Atan(slope0)
	sin, cos := math.Sincos(turn)
	dx, dy := x1-x0, y1-y0
	end := begin.at.plus(vector{cos, sin}, dx).plus(vector{-sin, cos}, dy)
	return heading{end, turn + math.Atan(slope1)}, true
}

// abscissa returns the x at which the graph of a function has a given length, measured from a given x.
func abscissa(value func(x float64) (y, slope float64), from, length float64) float64 {
	step := length / integrationSteps
	x := from
	speed := func(x float64) float64 {
		_, slope := value(x)
		return 1 / math.Sqrt(1+float64(slope*slope))
	}
	for range integrationSteps { // the fourth-order method of Runge and Kutta
		k1 := speed(x)
		k2 := speed(x + float64(k1*step)/2)
		k3 := speed(x + float64(k2*step)/2)
		k4 := speed(x + float64(k3*step))
		x += float64(step*(k1+float64(2*k2)+float64(2*k3)+k4)) / 6
	}
	return x
}

// numbersOf returns the numbers of a list.
func numbersOf(v express.Value) []float64 {
	var out []float64
	for _, each := range valuesOf(v) {
		if n, ok := numberOf(each); ok {
			out = append(out, n)
		}
	}
	return out
}
