package export

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// The model has the footprint of a curved wall in chords. In the file, the chords of a face are the arc for which they
// stand, so that others see a curved wall. What else bounds the footprint stays straight: ends, what other walls cut,
// and the rest of a chord where it is cut.

// arcOutline is a closed line of straight edges and arcs: each edge ends where the next begins.
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

// onFace is how far, in micrometres, a corner of a footprint may be from the circle of a face on which it lies: the
// corner was rounded to the grid (0.71), and so were the radius, by which the centre is found too (0.5 each).
const onFace = 2

// has reports whether an edge is a chord of the face: its ends lie on the circle, and its middle is as near as that of
// a chord is.
func (c faceCircle) has(a, b geometry.Point2) bool {
	p, q := a.At(0).Vector(), b.At(0).Vector()
	off := func(v r3.Vector) float64 {
		d := v.Sub(c.centre)
		return c.radius - math.Sqrt(geometry.Dot(d, d))
	}
	return math.Abs(off(p)) <= onFace && math.Abs(off(q)) <= onFace &&
		off(geometry.Times(p.Add(q), 0.5)) <= float64(geometry.ChordTolerance+onFace)
}

// arc returns the arc of the circle's radius from a point of the face to another one, less than half a turn away. It
// ends in the points themselves: its centre is where that puts it.
func (c faceCircle) arc(a, b geometry.Point2) *building.Arc {
	from, to := a.At(0).Vector(), b.At(0).Vector()
	chord := to.Sub(from)
	long := math.Sqrt(geometry.Dot(chord, chord))
	high := math.Sqrt(max(0, float64(c.radius*c.radius)-float64(float64(long*long)/4))) // of the centre above the chord
	left := r3.Vector{X: -chord.Y / long, Y: chord.X / long}
	sweep := 2 * math.Asin(min(1, long/(2*c.radius)))
	if geometry.Dot(left, c.centre.Sub(from)) < 0 { // the centre is on the right: it turns right
		high, sweep = -high, -sweep
	}
	centre := geometry.Times(from.Add(to), 0.5).Add(geometry.Times(left, high))
	return &building.Arc{Start: from, End: to, Centre: centre, Radius: c.radius, Sweep: sweep}
}

// quarterTurn bounds the sweep of one arc of an outline: the centre of a longer one moves the more, by its three
// points, the nearer its ends are to each other. A run that is one but for the last bits, which are others on other
// machines, is one arc.
const quarterTurn = math.Pi/2 + 1e-6

// arcOutlineOf returns a ring with arcs in place of the chords of some faces.
func arcOutlineOf(ring geometry.Ring, faces []faceCircle) arcOutline {
	on := make([]int, len(ring)) // by edge: the face whose chord it is, counted from 1
	for i, a := range ring {
		for k, f := range faces {
			if f.has(a, ring[(i+1)%len(ring)]) {
				on[i] = k + 1
			}
		}
	}
	start := 0 // where no run of chords goes on
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

// leastArcRise is how far, in micrometres, the middle of an arc is from its chord at least: below it the rounding of
// its ends (onFace) is a part of it that others see as another radius, or as a straight line.
const leastArcRise = 10

// run returns the arcs for n chords of a face from a corner on, each at most a quarter of a turn.
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

// squareMicrometre is that of the model's unit of length, in m2.
const squareMicrometre = 1e-12
