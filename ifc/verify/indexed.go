package verify

import (
	"math"
	"strings"

	"github.com/bimstream/bimstream/ifc/express"
	"github.com/bimstream/bimstream/ifc/step"
)

const (
	falseValue = step.False
	trueValue  = step.True
)

// curveSegment is a segment of an indexed curve: a run of straight edges, or an arc through three points.
type curveSegment struct {
	indices []int // indices of points, from 1
	arc     bool
}

func (c *check) segmentsOf(curve *express.Instance) []curveSegment {
	a, ok := c.get(curve, "SEGMENTS").(*express.Aggregate)
	if !ok {
		return nil
	}
	var out []curveSegment
	for _, item := range a.Items {
		if t, ok := item.(*express.Typed); ok {
			out = append(out, curveSegment{indices(t), strings.EqualFold(t.Type.Name, "IfcArcIndex")})
		}
	}
	return out
}

// edges counts the straight edges of the segment, 1 for an arc.
func (s curveSegment) edges() int {
	if s.arc {
		return 1
	}
	return max(0, len(s.indices)-1)
}

// of returns the points of the segment; it skips indices that are out of range.
func (s curveSegment) of(points []vector) []vector {
	var out []vector
	for _, i := range s.indices {
		if i >= 1 && i <= len(points) {
			out = append(out, points[i-1])
		}
	}
	return out
}

// arcChords is the number of chords that replace an arc in the search for crossings: each is 5.6 degrees of a half
// circle.
const arcChords = 32

// flattened returns the points of the segment; an arc becomes chords.
func (s curveSegment) flattened(points []vector) []vector {
	p := s.of(points)
	if !s.arc || len(p) != 3 {
		return p
	}
	centre, ok := circleCentre(p[0], p[1], p[2])
	if !ok {
		return p
	}
	angle := func(q vector) float64 { return math.Atan2(q[1]-centre[1], q[0]-centre[0]) }
	from := angle(p[0])
	sweep, middle := turn(from, angle(p[2])), turn(from, angle(p[1]))
	if middle > sweep { // the arc runs clockwise
		sweep -= 2 * math.Pi
	}
	return flattenedArc(p[0], p[2], centre, from, sweep)
}

// flattenedArc returns the points of an arc as chords. The arc runs about a centre, from an angle over a sweep.
func flattenedArc(first, last, centre vector, from, sweep float64) []vector {
	radius := distance(first, centre)
	out := []vector{first}
	for i := 1; i < arcChords; i++ {
		a := from + float64(sweep*float64(i))/arcChords
		out = append(out, vector{centre[0] + float64(radius*math.Cos(a)), centre[1] + float64(radius*math.Sin(a))})
	}
	return append(out, last)
}

// turn returns the angle from a to b counterclockwise, from 0 to 2 pi.
func turn(a, b float64) float64 {
	d := math.Mod(b-a, 2*math.Pi)
	if d < 0 {
		d += 2 * math.Pi
	}
	return d
}

// circleCentre returns the centre of the circle through three points of the plane, and false if they lie on one line.
func circleCentre(a, b, c vector) (vector, bool) {
	u, v := b.minus(a), c.minus(a)
	d := 2 * u.cross(v)[2]
	if d == 0 {
		return vector{}, false
	}
	uu, vv := u.dot(u), v.dot(v)
	return vector{a[0] + (float64(v[1]*uu)-float64(u[1]*vv))/d, a[1] + (float64(u[0]*vv)-float64(v[0]*uu))/d}, true
}

func indexedPoints(c *check) {
	for _, curve := range c.each("IFCINDEXEDPOLYCURVE") {
		points := c.pointList(c.one(curve, "POINTS"))
		runs := [][]vector{points}
		if c.has(curve, "SEGMENTS") {
			runs = nil
			for _, s := range c.segmentsOf(curve) {
				runs = append(runs, s.of(points))
			}
		}
		c.successive(curve, runs)
	}
}

// successive reports a finding if two successive points of a run coincide.
func (c *check) successive(curve *express.Instance, runs [][]vector) {
	precision := c.precisionAt(curve)
	for _, r := range runs {
		for i := 1; i < len(r); i++ {
			if distance(r[i-1], r[i]) < precision {
				c.at(curve, "Points", "the point (%g, %g, %g) stands twice in succession", r[i][0], r[i][1], r[i][2])
				return
			}
		}
	}
}

func arcPoints(c *check) {
	for _, curve := range c.model.Of("IFCINDEXEDPOLYCURVE") {
		points := c.pointList(c.one(curve, "POINTS"))
		for _, s := range c.segmentsOf(curve) {
			p := s.of(points)
			if !s.arc || len(p) != 3 {
				continue
			}
			c.applied = true
			if straight(p[0], p[1], p[2], c.precisionAt(curve)) {
				c.at(curve, "Segments", "the arc over the points %d, %d and %d is straight",
					s.indices[0], s.indices[1], s.indices[2])
			}
		}
	}
}

// straight reports whether b is nearer to the line through a and c than the precision.
func straight(a, b, c vector, precision float64) bool {
	base := c.minus(a)
	length := base.length()
	if length < precision {
		return true
	}
	return base.cross(b.minus(a)).length()/length < precision
}
