package building

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// spine is a line of straight legs along which a section is swept orthogonally, with the directions of the section's
// axes on every leg. Legs meet in the plane that bisects the bend, so that the section is the same on the whole length.
type spine struct {
	points []r3.Vector
	along  []r3.Vector // unit vector along each leg
	x      []r3.Vector // X axis of the section on each leg
	closed bool        // the last leg leads from the last point to the first
}

// newSpine returns the spine through points, nil if it has no length or turns back on itself. The reference function
// returns the preferred direction of the section's X axis on a leg. Without it, the section turns no more than the
// spine does.
func newSpine(points []r3.Vector, reference func(from, to r3.Vector) r3.Vector) *spine {
	points = distinct(points)
	n := len(points)
	sp := &spine{points: points}
	if n > 3 && points[0].Sub(points[n-1]).Norm() < jointGap {
		sp.points, sp.closed = points[:n-1], true
	}
	legs := len(sp.points)
	if !sp.closed {
		legs--
	}
	if legs < 1 {
		return nil
	}
	for i := range legs {
		d, ok := unit(sp.points[(i+1)%len(sp.points)].Sub(sp.points[i]))
		if !ok || i > 0 && geometry.Dot(d, sp.along[i-1]) < turningBack {
			return nil
		}
		sp.along = append(sp.along, d)
	}
	if sp.closed && geometry.Dot(sp.along[0], sp.along[legs-1]) < turningBack {
		return nil
	}
	if reference == nil {
		sp.carry()
	} else {
		sp.turn(reference)
	}
	return sp
}

// turningBack is the cosine of the sharpest bend: at 170 degrees a mitre is eleven times as long as the width of the
// section.
const turningBack = -0.985

// carry turns the section as the spine turns. The rotation that maps the direction d to e maps x to x - (x.e)/(1 + d.e)
// (d + e). On a closed spine the remaining twist is removed leg by leg.
func (sp *spine) carry() {
	x := across(sp.along[0])
	for i, e := range sp.along {
		if i > 0 {
			x = carried(x, sp.along[i-1], e)
		}
		sp.x = append(sp.x, x)
	}
	if !sp.closed {
		return
	}
	last := carried(x, sp.along[len(sp.along)-1], sp.along[0])
	twist := math.Atan2(geometry.Dot(geometry.Cross(sp.x[0], last), sp.along[0]), geometry.Dot(sp.x[0], last))
	for i, e := range sp.along {
		back := turning{axis: e}
		sp.x[i] = back.turned(sp.x[i], -twist*float64(i)/float64(len(sp.along)))
	}
}

func carried(x, d, e r3.Vector) r3.Vector {
	x = x.Sub(geometry.Times(d.Add(e), geometry.Dot(x, e)/(1+geometry.Dot(d, e))))
	x, _ = unit(x.Sub(geometry.Times(e, geometry.Dot(x, e))))
	return x
}

// turn aligns the section's X axis with a reference direction. If the reference is parallel to the leg, the axis
// continues from the previous leg.
func (sp *spine) turn(reference func(from, to r3.Vector) r3.Vector) {
	for i, e := range sp.along {
		r := reference(sp.points[i], sp.points[(i+1)%len(sp.points)])
		x := r.Sub(geometry.Times(e, geometry.Dot(r, e)))
		if !(x.Norm() > alongLeg*r.Norm()) {
			if x = across(e); i > 0 {
				x = carried(sp.x[i-1], sp.along[i-1], e)
			}
		}
		x, _ = unit(x)
		sp.x = append(sp.x, x)
	}
}

// alongLeg is the sine of the angle below which a reference counts as parallel to a leg, because directions are written
// with six digits.
const alongLeg = 1e-5

// section returns a ring of the section's plane at a point of the spine.
func (sp *spine) section(i int, ring []r3.Vector) []r3.Vector {
	legs := len(sp.along)
	before, after := i-1, i
	if sp.closed {
		before, after = (i+legs-1)%legs, i%legs
	}
	at := sp.points[i%len(sp.points)]
	switch {
	case before < 0:
		return onto(sp.x[after], sp.along[after], at, sp.along[after], ring)
	case after >= legs:
		return onto(sp.x[before], sp.along[before], at, sp.along[before], ring)
	}
	// If a reference twists the section between legs, half of the twist is applied on either side.
	d, e := sp.along[before], sp.along[after]
	on := carried(sp.x[before], d, e)
	twist := math.Atan2(geometry.Dot(geometry.Cross(on, sp.x[after]), e), geometry.Dot(on, sp.x[after]))
	x := turning{axis: d}.turned(sp.x[before], twist/2)
	return onto(x, d, at, d.Add(e), ring)
}

// onto projects a ring along a leg onto the plane through a point with a normal. x is the X axis of the ring.
func onto(x, along, at, normal r3.Vector, ring []r3.Vector) []r3.Vector {
	y := geometry.Cross(along, x)
	out := make([]r3.Vector, len(ring))
	for k, q := range ring {
		v := geometry.Times(x, q.X).Add(geometry.Times(y, q.Y))
		out[k] = at.Add(v.Sub(geometry.Times(along, geometry.Dot(v, normal)/geometry.Dot(along, normal))))
	}
	return out
}

// sweep adds the surface through sections along a spine. Each section has an outer ring and rings of holes, which run
// in the opposite direction. Faces close both ends, unless the last section continues to the first section.
func (b *surface) sweep(at Frame, sections [][][]r3.Vector, closed bool) {
	for i, rings := range sections {
		next := i + 1
		if next == len(sections) {
			if !closed {
				break
			}
			next = 0
		}
		for k := range rings {
			b.band(moved(at, rings[k]), moved(at, sections[next][k]))
		}
	}
	if closed {
		return
	}
	var first, last [][]int32
	for k := range sections[0] {
		first = append(first, b.loop(backwards(moved(at, sections[0][k]))...))
		last = append(last, b.loop(moved(at, sections[len(sections)-1][k])...))
	}
	b.add(first...)
	b.add(last...)
}

// sections returns the rings at every point of the spine.
func (sp *spine) sections(rings [][]r3.Vector) [][][]r3.Vector {
	out := make([][][]r3.Vector, len(sp.points))
	for i := range out {
		for _, ring := range rings {
			out[i] = append(out[i], sp.section(i, ring))
		}
	}
	return out
}

// regularRing returns a regular polygon about the origin with the area of a circle.
func regularRing(radius float64, corners int) []r3.Vector {
	step := 2 * math.Pi / float64(corners)
	sine, _ := geometry.SinCos(step)
	corner := radius * math.Sqrt(step/sine)
	out := make([]r3.Vector, corners)
	for k := range out {
		s, c := geometry.SinCos(step * float64(k))
		out[k] = r3.Vector{X: corner * c, Y: corner * s}
	}
	return out
}

// filleted returns a line whose corners are replaced by arcs of a radius. If two legs are too short for that radius,
// the arc has the greatest radius that they allow.
func filleted(points []r3.Vector, radius float64) []r3.Vector {
	points = distinct(points)
	if !(radius > 0) || len(points) < 3 {
		return points
	}
	out := []r3.Vector{points[0]}
	for i := 1; i+1 < len(points); i++ {
		in, _ := unit(points[i].Sub(points[i-1]))
		on, _ := unit(points[i+1].Sub(points[i]))
		half := math.Acos(max(-1, min(1, geometry.Dot(in, on)))) / 2
		room := min(points[i].Sub(points[i-1]).Norm(), points[i+1].Sub(points[i]).Norm()) / 2
		tangent := min(radius*math.Tan(half), room)
		bisector, ok := unit(on.Sub(in))
		if !ok || half < alongLeg || half > math.Pi/2-alongLeg {
			out = append(out, points[i])
			continue
		}
		r := tangent / math.Tan(half)
		through := points[i].Add(geometry.Times(bisector, r/math.Cos(half)-r))
		begin, end := points[i].Sub(geometry.Times(in, tangent)), points[i].Add(geometry.Times(on, tangent))
		out = append(out, arcThrough(begin, through, end)...)
	}
	return distinct(slices.Concat(out, points[len(points)-1:]))
}
