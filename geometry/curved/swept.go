package curved

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// samePlace is the largest distance, in micrometres, between points that are meant to be the same. Some files round the
// ends of curves to a hundredth of a millimetre.
const samePlace = 10

// Extruded is ISO 10303-42 surface_of_linear_extrusion of a polyline: U counts the points of the line, V is the length
// along the direction.
type Extruded struct {
	Line      []r3.Vector
	Direction r3.Vector // unit
}

// Point returns the point at a place of the line and a length.
func (e Extruded) Point(at UV) r3.Vector {
	return onLine(e.Line, at.U).Add(geometry.Times(e.Direction, at.V))
}

// Normal returns a vector square to the leg of the line and to the direction.
func (e Extruded) Normal(at UV) r3.Vector { return geometry.Cross(legOf(e.Line, at.U), e.Direction) }

// Locate returns the place on the line and the length.
func (e Extruded) Locate(p r3.Vector, near *UV) UV {
	flat := func(q r3.Vector) r3.Vector { return q.Sub(geometry.Times(e.Direction, geometry.Dot(q, e.Direction))) }
	u := nearestPlace(len(e.Line), flat(p), func(i int) r3.Vector { return flat(e.Line[i]) }, guess(near, true))
	return UV{u, geometry.Dot(p.Sub(onLine(e.Line, u)), e.Direction)}
}

// Periods returns the number of legs of a closed line as the period of U.
func (e Extruded) Periods() UV { return UV{U: linePeriod(e.Line)} }

// Poles returns none.
func (e Extruded) Poles() []Pole { return nil }

// Revolved is ISO 10303-42 surface_of_revolution of a polyline about an axis: U is the angle, V counts the points of
// the line.
type Revolved struct {
	Line  []r3.Vector
	Frame Frame // the axis is Z
}

// Point returns the point of the line at V, turned by U.
func (r Revolved) Point(at UV) r3.Vector {
	q := r.Frame.local(onLine(r.Line, at.V))
	s, k := geometry.SinCos(at.U)
	return r.Frame.point(float64(q.X*k)-float64(q.Y*s), float64(q.X*s)+float64(q.Y*k), q.Z)
}

// Normal returns a vector square to the turned leg of the line and to the direction in which its points turn.
func (r Revolved) Normal(at UV) r3.Vector {
	q := r.Frame.local(r.Point(at))
	leg := legOf(r.Line, at.V)
	x, y := geometry.Dot(leg, r.Frame.X), geometry.Dot(leg, r.Frame.Y)
	s, k := geometry.SinCos(at.U)
	turned := geometry.Times(r.Frame.X, float64(x*k)-float64(y*s)).
		Add(geometry.Times(r.Frame.Y, float64(x*s)+float64(y*k))).
		Add(geometry.Times(r.Frame.Z, geometry.Dot(leg, r.Frame.Z)))
	return geometry.Cross(geometry.Times(r.Frame.X, -q.Y).Add(geometry.Times(r.Frame.Y, q.X)), turned)
}

// Locate returns the angle and the place on the line.
func (r Revolved) Locate(p r3.Vector, near *UV) UV {
	meridian := func(q r3.Vector) r3.Vector { return r3.Vector{X: flatLength(q), Z: q.Z} }
	q := r.Frame.local(p)
	v := nearestPlace(len(r.Line), meridian(q), func(i int) r3.Vector { return meridian(r.Frame.local(r.Line[i])) },
		guess(near, false))
	on := r.Frame.local(onLine(r.Line, v))
	return UV{math.Atan2(q.Y, q.X) - math.Atan2(on.Y, on.X), v}
}

// Periods returns a full turn of U, and the number of legs of a closed line.
func (r Revolved) Periods() UV { return UV{2 * math.Pi, linePeriod(r.Line)} }

// Poles returns the ends of the line that lie on the axis.
func (r Revolved) Poles() []Pole {
	var out []Pole
	for _, i := range [...]int{0, len(r.Line) - 1} {
		if q := r.Frame.local(r.Line[i]); flatLength(q) < samePlace {
			out = append(out, Pole{r.Line[i], true, float64(i)})
		}
	}
	return out
}

// onLine returns the point at a place on a polyline. Beyond its ends a closed line goes round; an open line continues
// straight.
func onLine(line []r3.Vector, at float64) r3.Vector {
	i, part := legAt(line, at)
	return lerp(line[i], line[i+1], part)
}

func legOf(line []r3.Vector, at float64) r3.Vector {
	i, _ := legAt(line, at)
	return line[i+1].Sub(line[i])
}

func legAt(line []r3.Vector, at float64) (leg int, part float64) {
	legs := len(line) - 1
	if p := linePeriod(line); p > 0 {
		at -= float64(math.Floor(at/p) * p)
	}
	leg = max(0, min(legs-1, int(math.Floor(at))))
	return leg, at - float64(leg)
}

func linePeriod(line []r3.Vector) float64 {
	if legs := len(line) - 1; legs > 2 && gap(line[0], line[legs]) < samePlace {
		return float64(legs)
	}
	return 0
}

// guess returns one parameter of a neighbour, or NaN without a neighbour.
func guess(near *UV, u bool) float64 {
	switch {
	case near == nil:
		return math.NaN()
	case u:
		return near.U
	}
	return near.V
}

// nearestPlace returns the place on a polyline of n points that is nearest to p. Among places that are equally near, up
// to a micrometre, it returns the one nearest to a neighbour, if there is one.
func nearestPlace(n int, p r3.Vector, point func(int) r3.Vector, near float64) float64 {
	best, distance, away := 0.0, math.Inf(1), math.Inf(1)
	a := point(0)
	for i := 1; i < n; i++ {
		b := point(i)
		t := partNearest(p, a, b)
		d, w := gap(p, lerp(a, b, t)), math.Abs(float64(i-1)+t-near)
		if d < distance-1 || d < distance+1 && (w < away || math.IsNaN(near) && d < distance) {
			best, away, distance = float64(i-1)+t, w, min(d, distance)
		}
		a = b
	}
	return best
}

// partNearest returns the fraction of the way from a to b that is nearest to p.
func partNearest(p, a, b r3.Vector) float64 {
	d := b.Sub(a)
	if l := geometry.Dot(d, d); l > 0 {
		return max(0, min(1, geometry.Dot(p.Sub(a), d)/l))
	}
	return 0
}
