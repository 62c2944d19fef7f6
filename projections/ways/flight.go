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

// Flight is a stair or a ramp as a way from its foot to its head.
type Flight struct {
	ID         state.ID
	Foot, Head geometry.Point3 // middles of the first and of the last edge of its treads
	Length     geometry.Length // along the pitch line
	Risers     int
	Width      geometry.Length // 0 if not known, for a stair without parameters
	Ramp       bool            // runs of ramps with the landings between them; ID is the id of the first ramp
	Slope      float64         // steepest run of a ramp, rise divided by going
	Lift       bool            // the way from one stop of a lift to the next stop above; ID is the id of the lower room
	down, up   geometry.Point2 // points a little beyond foot and head, which give the directions
}

// reach is the greatest gap between the end of a stair and the floor that it still meets: a tread of a usual stair, by
// which stairs that are drawn to the edge of an opening may fall short.
const reach = 300 * geometry.Millimetre

// flightOf returns a stair as a way, or false if its steps are not known.
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

// flightOfParts returns a stair with landings or winders as a way along its walking line.
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
	// leastTread is the least area of a level face that people can step on: a foot on a tread of 220 mm.
	leastTread = 0.02 // m2

	// oneTread is the greatest difference in height between level faces of several solids that form one tread.
	oneTread = 5 * geometry.Millimetre

	// level is the least upward component of a unit normal that counts as level: within one degree.
	level = 0.99985
)

// flightOfBody finds the treads of a stair in its body: level faces from the lowest up. The way goes over the middles
// of the treads.
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

// beyond returns the point behind q, seen from p, at their distance plus the reach of a stair.
func beyond(p, q geometry.Point3) geometry.Point2 {
	d, size := geometry.Direction(p.XY(), q.XY()), geometry.Distance(p.XY(), q.XY())+reach
	return q.XY().Add(geometry.Point2{
		X: geometry.Length(math.Round(float64(d.X * float64(size)))),
		Y: geometry.Length(math.Round(float64(d.Y * float64(size)))),
	})
}

// TreadHeights returns the heights of the treads in a stair's body, from the lowest up.
func TreadHeights(body geometry.Body) []geometry.Length {
	var out []geometry.Length
	for _, t := range treadsOf(body) {
		out = append(out, t.centre.Z)
	}
	return out
}

// treadsOf returns the treads in a stair's body from the lowest up: at each height the largest level face.
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
