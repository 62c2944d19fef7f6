package export

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// The model approximates the footprint of a curved wall by chords. The file replaces the chords of a face with the arc
// that they approximate, so that other software sees a curved wall. The other edges of the footprint stay straight: the
// ends, the cuts by other walls, and the rest of a chord that is cut.

// arcOutline is a closed line of straight edges and arcs. Each edge ends where the next begins.
type arcOutline []arcEdge

// arcEdge is a straight edge, or an arc.
type arcEdge struct {
	from, to geometry.Point2
	arc      *building.Arc // nil for a straight edge
}

// faceCircle is the circle on which a face of a curved wall lies, in the frame of the wall's footprint.
type faceCircle struct {
	centre r3.Vector
	radius float64
}

// faceCircles returns the circles of a wall's faces, none for a straight wall.
func faceCircles(plan fabric.WallPlan) []faceCircle {
	if !plan.Curved() {
		return nil
	}
	radius, _ := plan.Radius()
	var out []faceCircle
	for _, y := range [...]geometry.Length{plan.YMin, plan.YMax} {
		out = append(out, faceCircle{r3.Vector{Y: float64(radius)}, math.Abs(float64(radius - y))})
	}
	return out
}

// onFace is the greatest distance, in micrometres, between a corner of a footprint and the circle of the face on which
// the corner lies. Rounding to the grid moved the corner by up to 0.71, and the radius and the centre by up to 0.5
// each.
const onFace = 2

// has reports whether an edge is a chord of the face. The ends of a chord lie on the circle. The middle of the edge
// must be no farther from the circle than the middle of a chord.
func (c faceCircle) has(a, b geometry.Point2) bool {
	p, q := a.At(0).Vector(), b.At(0).Vector()
	off := func(v r3.Vector) float64 {
		d := v.Sub(c.centre)
		return c.radius - math.Sqrt(geometry.Dot(d, d))
	}
	return math.Abs(off(p)) <= onFace && math.Abs(off(q)) <= onFace &&
		off(geometry.Times(p.Add(q), 0.5)) <= float64(geometry.ChordTolerance+onFace)
}

// arc returns the arc of the circle's radius between two points of the face that are less than half a turn apart. The
// arc ends exactly in the points; its centre follows from them.
func (c faceCircle) arc(a, b geometry.Point2) *building.Arc {
	from, to := a.At(0).Vector(), b.At(0).Vector()
	chord := to.Sub(from)
	long := math.Sqrt(geometry.Dot(chord, chord))
	high := math.Sqrt(max(0, float64(c.radius*c.radius)-float64(float64(long*long)/4))) // from chord to centre
	left := r3.Vector{X: -chord.Y / long, Y: chord.X / long}
	sweep := 2 * math.Asin(min(1, long/(2*c.radius)))
	if geometry.Dot(left, c.centre.Sub(from)) < 0 { // the centre lies on the right: the arc turns right
		high, sweep = -high, -sweep
	}
	centre := geometry.Times(from.Add(to), 0.5).Add(geometry.Times(left, high))
	return &building.Arc{Start: from, End: to, Centre: centre, Radius: c.radius, Sweep: sweep}
}

// quarterTurn bounds the sweep of one arc of an outline. In a longer arc, the rounding of the three points moves the
// centre further, the nearer the ends are to each other. The margin keeps a run of a quarter turn one arc, although its
// last bits differ between machines.
const quarterTurn = math.Pi/2 + 1e-6

// arcOutlineOf returns a ring in which arcs replace the chords of the given faces.
func arcOutlineOf(ring geometry.Ring, faces []faceCircle) arcOutline {
	on := make([]int, len(ring)) // by edge: the number of the face whose chord it is, counted from 1
	for i, a := range ring {
		for k, f := range faces {
			if f.has(a, ring[(i+1)%len(ring)]) {
				on[i] = k + 1
			}
		}
	}
	start := 0 // start at an edge that does not continue a run of chords
	for i := range on {
		if on[i] != on[(i+len(on)-1)%len(on)] {
			start = i
			break
		}
	}
	at := func(i int) geometry.Point2 { return ring[(start+i)%len(ring)] }
	var out arcOutline
	for i := 0; i < len(ring); {
		face := on[(start+i)%len(ring)]
		if face == 0 {
			out = append(out, arcEdge{from: at(i), to: at(i + 1)})
			i++
			continue
		}
		n := 1
		for i+n < len(ring) && on[(start+i+n)%len(ring)] == face {
			n++
		}
		out = append(out, faces[face-1].run(at, i, n)...)
		i += n
	}
	return out
}

// leastArcRise is the least distance, in micrometres, between the middle of an arc and its chord. Below this distance
// the rounding of the ends (onFace) is so large a part of the distance that other software sees another radius or a
// straight line.
const leastArcRise = 10

// run returns the arcs for n chords of a face, starting at a corner, each at most a quarter of a turn.
func (c faceCircle) run(at func(int) geometry.Point2, from, n int) arcOutline {
	turned := 0.0
	for i := range n {
		turned += math.Abs(c.arc(at(from+i), at(from+i+1)).Sweep)
	}
	pieces := min(n, int(math.Ceil(turned/quarterTurn)))
	var out arcOutline
	for i := range pieces {
		a, b := at(from+n*i/pieces), at(from+n*(i+1)/pieces)
		out = append(out, arcEdge{a, b, c.arc(a, b)})
	}
	if slices.ContainsFunc(out, func(e arcEdge) bool { return e.arc.Rise() < leastArcRise }) {
		out = nil
		for i := range n {
			out = append(out, arcEdge{from: at(from + i), to: at(from + i + 1)})
		}
	}
	return out
}

// curved reports whether any edge is an arc.
func (o arcOutline) curved() bool {
	return slices.ContainsFunc(o, func(e arcEdge) bool { return e.arc != nil })
}

// area returns the area in m2 within an outline that runs counter-clockwise.
func (o arcOutline) area() float64 {
	ring := make(geometry.Ring, len(o))
	beside := 0.0
	for i, e := range o {
		ring[i] = e.from
		if e.arc != nil {
			beside += e.arc.Beside()
		}
	}
	return geometry.Polygon{Outer: ring}.Area() + float64(beside*squareMicrometre)
}

// squareMicrometre is the square of the model's unit of length, in m2.
const squareMicrometre = 1e-12
