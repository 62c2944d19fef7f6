package ways

import (
	"cmp"
	"math"
	"slices"

	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Flight is a stair or a ramp as a way: from its foot to its head.
type Flight struct {
	ID         state.ID
	Foot, Head geometry.Point3 // on the first and on the last edge of its treads, in the middle
	Length     geometry.Length // along the pitch line
	Risers     int
	Width      geometry.Length // 0: not known, of a stair by its body alone
	Ramp       bool            // runs of ramps with the landings between them; ID is that of the first one
	Slope      float64         // of the steepest run of a ramp, rise by going
	Lift       bool            // the way from one stop of a lift to the next one above; ID is that of the lower room
	down, up   geometry.Point2 // a little beyond foot and head, so that the direction is known
}

// reach is how far beyond its ends a stair still meets a floor: a tread of a usual stair, which stairs that are drawn
// to the edge of an opening may fall short of it.
const reach = 300 * geometry.Millimetre

// flightOf returns a stair as a way; false where its steps are not known.
func flightOf(v *projections.View, e *state.Element) (Flight, bool) {
	stair, ok := e.Params.(*stairshape.Stair)
	if !ok {
		return Flight{}, false
	}
	if stair.Fixed != nil {
		return flightOfBody(v, e)
	}
	whole, err := stairshape.StairShapeOf(v.Model, e)
	if err != nil {
		return Flight{}, false
	}
	if whole.Spec.Form != stairs.StraightRun {
		return flightOfParts(e, &whole), true
	}
	shape := whole.Foot()
	run := shape.Run
	rise := geometry.Length(math.Round(float64(shape.Riser*float64(stair.Risers)) * 1e6))
	middle := (shape.Z0 + shape.Z1) / 2
	at := func(x, y geometry.Length) geometry.Point3 {
		return shape.Frame.Point(geometry.Point3{X: x, Y: y, Z: middle})
	}
	return Flight{
		ID: e.ID, Foot: at(0, 0), Head: at(run, rise), Length: hypotenuse(run, rise),
		Risers: stair.Risers, Width: shape.Z1 - shape.Z0,
		down: at(-reach, 0).XY(), up: at(run+reach, rise).XY(),
	}, true
}

// flightOfParts returns a stair with landings or winders as a way: over its walking line.
func flightOfParts(e *state.Element, shape *stairshape.StairShape) Flight {
	walk := shape.Walk()
	first, last := shape.Foot(), shape.Head()
	middle := (first.Z0 + first.Z1) / 2
	f := Flight{ID: e.ID, Foot: walk[0], Head: walk[len(walk)-1], Risers: shape.Spec.Risers, Width: shape.Spec.Width(),
		down: first.Frame.Point(geometry.Point3{X: -reach, Z: middle}).XY(),
		up:   last.Frame.Point(geometry.Point3{X: last.Run + reach, Z: middle}).XY()}
	for i := 1; i < len(walk); i++ {
		f.Length += geometry.Distance3(walk[i-1], walk[i])
	}
	return f
}

func hypotenuse(a, b geometry.Length) geometry.Length {
	return geometry.Length(math.Round(math.Sqrt(float64(float64(a)*float64(a)) + float64(float64(b)*float64(b)))))
}

// tread is a level face of a stair.
type tread struct {
	centre geometry.Point3
	area   float64 // m2
}

const (
	// leastTread is the area of a level face that can be stepped on: a foot on a tread of 220 mm.
	leastTread = 0.02 // m2

	// oneTread is how far level faces may differ in height and be one tread, of several solids.
	oneTread = 5 * geometry.Millimetre

	// level is the least upward part of a unit normal that counts as level: within one degree.
	level = 0.99985
)

// flightOfBody finds the treads of a stair in its body: level faces from the lowest up. The way goes over their
// middles.
func flightOfBody(v *projections.View, e *state.Element) (Flight, bool) {
	body, err := v.Measures().Body(e.ID)
	if err != nil {
		return Flight{}, false
	}
	treads := treadsOf(body)
	if len(treads) < 2 {
		return Flight{}, false
	}
	last := len(treads) - 1
	f := Flight{ID: e.ID, Foot: treads[0].centre, Head: treads[last].centre, Risers: len(treads)}
	for i := 1; i <= last; i++ {
		f.Length += geometry.Distance3(treads[i-1].centre, treads[i].centre)
	}
	f.down, f.up = beyond(treads[1].centre, treads[0].centre), beyond(treads[last-1].centre, treads[last].centre)
	return f, true
}

// beyond returns the point as far behind q as q is from p, and the reach of a stair more.
func beyond(p, q geometry.Point3) geometry.Point2 {
	d, size := geometry.Direction(p.XY(), q.XY()), geometry.Distance(p.XY(), q.XY())+reach
	return q.XY().Add(geometry.Point2{
		X: geometry.Length(math.Round(float64(d.X * float64(size)))),
		Y: geometry.Length(math.Round(float64(d.Y * float64(size)))),
	})
}

// TreadHeights returns the heights of the level faces of a stair's body that can be stepped on, from the lowest up.
func TreadHeights(body geometry.Body) []geometry.Length {
	var out []geometry.Length
	for _, t := range treadsOf(body) {
		out = append(out, t.centre.Z)
	}
	return out
}

// treadsOf returns the level faces of a stair's body from the lowest up, of those at one height the largest.
func treadsOf(body geometry.Body) []tread {
	var faces []tread
	for _, s := range body {
		for _, f := range s.Faces {
			if m := s.MeasureFace(f); m.Normal.Z > level && m.Area > leastTread {
				faces = append(faces, tread{m.Centre, m.Area})
			}
		}
	}
	slices.SortFunc(faces, func(a, b tread) int {
		return cmp.Or(cmp.Compare(a.centre.Z, b.centre.Z), cmp.Compare(a.centre.X, b.centre.X),
			cmp.Compare(a.centre.Y, b.centre.Y))
	})
	var out []tread
	for _, f := range faces {
		if n := len(out); n > 0 && f.centre.Z-out[n-1].centre.Z <= oneTread {
			if f.area > out[n-1].area {
				out[n-1] = f
			}
			continue
		}
		out = append(out, f)
	}
	return out
}
