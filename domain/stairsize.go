package domain

import (
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/geometry"
)

// flightSize is where a flight is and how large: from the level up, along the ascent and across it.
type flightSize struct {
	start, toward geometry.Point2
	rise, run     geometry.Length
	right, left   geometry.Length // of the start, to the left
}

func (s *Stair) size(m *Model, e *Element) flightSize {
	if s.form() != stairs.StraightRun { // what stands beside it goes along as it is
		return flightSize{start: s.Start, toward: s.Toward}
	}
	z0, z1 := s.across()
	return flightSize{s.Start, s.Toward, s.rise(m, e), geometry.Length(s.Risers-1) * s.Tread, -z1, -z0}
}

// along returns a railing beside a flight that has become another one: what is beside the flight keeps its part of the
// ascent, what lies before or beyond it its distance, and each side its distance from that edge of the flight.
func (r *Railing) along(was, is flightSize) *Railing {
	from := geometry.PlacementInPlan(was.start.At(0), was.toward)
	to := geometry.PlacementInPlan(is.start.At(0), is.toward)
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

// covers reports whether a flight takes the same plan as another one.
func (f flightSize) covers(other flightSize) bool {
	f.rise = other.rise
	return f == other
}

// stretched returns a place on a length that has become another one.
func stretched(at, was, is geometry.Length) geometry.Length {
	switch {
	case at <= 0 || was == is:
		return at
	case at >= was:
		return at + is - was
	}
	return roundLength(float64(at) / float64(was) * float64(is))
}
