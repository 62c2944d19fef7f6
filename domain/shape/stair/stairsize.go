package stair

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// FlightsAt returns the stairs and ramps that begin or end at a level.
func FlightsAt(m *state.Model, level state.ID) []state.ID {
	if e, ok := m.Element(level); !ok || e.Category != state.CategoryLevel {
		return nil
	}
	var out []state.ID
	for _, id := range append(m.OnLevel(level), m.Mentioning(level)...) {
		if e, ok := m.Element(id); ok && Ascends(e.Category) {
			out = append(out, id)
		}
	}
	return out
}

// FlightSize holds the place and the size of a flight: from the level up, along the ascent and across it.
type FlightSize struct {
	Start, Toward geometry.Point2
	rise, run     geometry.Length
	right, left   geometry.Length // of the edges, measured from the start to the left
}

func (s *Stair) Size(m *state.Model, e *state.Element) FlightSize {
	if s.Form() != stairs.StraightRun { // railings beside other forms move with the start and keep their shape
		return FlightSize{Start: s.Start, Toward: s.Toward}
	}
	z0, z1 := s.across()
	return FlightSize{s.Start, s.Toward, s.rise(m, e), geometry.Length(s.Risers-1) * s.Tread, -z1, -z0}
}

// Size returns the place and the size of a ramp of one run. For a ramp of several runs it returns only the place, so
// that railings beside it move with the start and keep their shape.
func (r *Ramp) Size(m *state.Model, e *state.Element) FlightSize {
	if len(r.Bends) > 0 {
		return FlightSize{Start: r.Start, Toward: r.Toward}
	}
	z0, z1 := acrossFrom(r.Justification, r.Width)
	rise := r.RiseOf(m, e)
	spec := r.Spec(rise)
	return FlightSize{r.Start, r.Toward, rise, spec.Going(), -z1, -z0}
}

// Along returns a railing beside a flight after the flight has changed. Along the ascent, points beside the flight keep
// their relative position, and points before or beyond the flight keep their distance from it. Across the flight,
// points on each side keep their distance from the edge on that side.
func (r *Railing) Along(was, is FlightSize) *Railing {
	from := geometry.PlacementInPlan(was.Start.At(0), was.Toward)
	to := geometry.PlacementInPlan(is.Start.At(0), is.Toward)
	c := *r
	c.Path = make([]geometry.Point3, len(r.Path))
	for i, p := range r.Path {
		at := from.Local(p)
		side := is.left - was.left
		if 2*at.Y < was.left+was.right {
			side = is.right - was.right
		}
		plan := to.Point(geometry.Point3{X: stretched(at.X, was.run, is.run), Y: at.Y + side}).XY()
		if was.covers(is) { // not rounded into the frame and back
			plan = p.XY()
		}
		c.Path[i] = plan.At(stretched(p.Z, was.rise, is.rise))
	}
	return &c
}

// covers reports whether two flights have the same plan.
func (f FlightSize) covers(other FlightSize) bool {
	f.rise = other.rise
	return f == other
}

// stretched returns a place along a length after the length has changed.
func stretched(at, was, is geometry.Length) geometry.Length {
	switch {
	case at <= 0 || was == is:
		return at
	case at >= was:
		return at + is - was
	}
	return fabric.RoundLength(float64(at) / float64(was) * float64(is))
}
