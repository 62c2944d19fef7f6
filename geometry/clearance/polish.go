package clearance

import (
	"cmp"
	"math"
	"slices"

	"github.com/golang/geo/r2"
)

// limit is a half plane in the space of centres and radii: n.c - r >= d, where n is a unit vector away from the
// boundary. A limit that bounds the step has no r.
type limit struct {
	n r2.Point
	r float64
	d float64
}

// nearestSides is the number of nearest sides that polish considers, and polishRounds is the number of times that it
// moves the centre.
const (
	nearestSides = 12
	polishRounds = 8
)

// polish moves the centre to the largest circle within a step of twice the tolerance. Near the centre every side counts
// as a half plane, and every corner as a half plane across the line of sight. The best circle among these half planes
// is a corner of their intersection. A corner of the area is farther away than its half plane, so no step is too long.
// The steps are repeated.
func (s *circleSearch) polish() {
	for range polishRounds {
		before := s.radius
		c, ok := best(s.limits())
		if !ok {
			return
		}
		s.offer(c)
		if s.radius <= before+roundOff {
			return
		}
	}
}

// limits returns the half planes of the nearest sides and corners, and the bounds of the step.
func (s *circleSearch) limits() []limit {
	step := 2 * float64(CircleTolerance)
	type foot struct {
		at r2.Point
		d  float64
	}
	var feet []foot
	for _, e := range s.sides {
		at := e.nearest(s.centre)
		if d := length(at.Sub(s.centre)); d > 0 && d <= s.radius+4*step {
			feet = append(feet, foot{at, d})
		}
	}
	slices.SortFunc(feet, func(f, g foot) int {
		return cmp.Or(cmp.Compare(f.d, g.d), cmp.Compare(f.at.X, g.at.X), cmp.Compare(f.at.Y, g.at.Y))
	})
	feet = slices.Compact(feet)
	out := []limit{
		{r2.Point{X: 1}, 0, s.centre.X - step}, {r2.Point{X: -1}, 0, -s.centre.X - step},
		{r2.Point{Y: 1}, 0, s.centre.Y - step}, {r2.Point{Y: -1}, 0, -s.centre.Y - step},
	}
	for _, f := range feet[:min(len(feet), nearestSides)] {
		n := s.centre.Sub(f.at)
		n = r2.Point{X: n.X / f.d, Y: n.Y / f.d}
		out = append(out, limit{n, 1, dot(n, f.at)})
	}
	return out
}

// best returns the centre with the largest radius within all limits: a point where three of them meet.
func best(limits []limit) (r2.Point, bool) {
	var at r2.Point
	most := math.Inf(-1)
	for i := range limits {
		for j := range i {
			for k := range j {
				c, r, ok := meeting(limits[i], limits[j], limits[k])
				if ok && r > most && keeps(limits, c, r) {
					at, most = c, r
				}
			}
		}
	}
	return at, !math.IsInf(most, -1)
}

// meeting returns the centre and radius at which three limits meet (Cramer's rule), relative to the first limit's foot.
func meeting(p, q, o limit) (r2.Point, float64, bool) {
	minor := func(a, b limit) float64 { return float64(a.n.X*b.n.Y) - float64(a.n.Y*b.n.X) }
	pq, qo, op := minor(p, q), minor(q, o), minor(o, p)
	det := -(float64(p.r*qo) + float64(q.r*op) + float64(o.r*pq))
	if math.Abs(det) < 1e-9 {
		return r2.Point{}, 0, false
	}
	r := (float64(p.d*qo) + float64(q.d*op) + float64(o.d*pq)) / det
	// With r known, the two limits that meet at the greatest angle give the centre.
	a, b, m := p, q, pq
	if math.Abs(qo) > math.Abs(m) {
		a, b, m = q, o, qo
	}
	if math.Abs(op) > math.Abs(m) {
		a, b, m = o, p, op
	}
	da, db := a.d+float64(a.r*r), b.d+float64(b.r*r)
	return r2.Point{X: (float64(da*b.n.Y) - float64(db*a.n.Y)) / m,
		Y: (float64(db*a.n.X) - float64(da*b.n.X)) / m}, r, true
}

// keeps reports whether all limits hold, except for rounding.
func keeps(limits []limit, c r2.Point, r float64) bool {
	for _, l := range limits {
		if dot(l.n, c)-float64(l.r*r) < l.d-1e-3 {
			return false
		}
	}
	return true
}
