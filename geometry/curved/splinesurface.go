package curved

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// SplineSurface is ISO 10303-42 b_spline_surface_with_knots, which is rational if it has weights.
type SplineSurface struct {
	u, v    knots
	control [][]r3.Vector // by U, then V
	weights [][]float64
	periods UV
	poles   []Pole
	samples []sample
}

// sample is a point of the surface at which a search for the nearest point may start.
type sample struct {
	at    UV
	point r3.Vector
}

// NewSplineSurface returns the surface. Knots are repeated as often as their multiplicity; weights may be nil. It
// returns ErrBadSpline if the arguments do not match.
func NewSplineSurface(degreeU, degreeV int, knotsU, knotsV []float64, control [][]r3.Vector,
	weights [][]float64) (*SplineSurface, error) {
	s := &SplineSurface{u: knots{degreeU, knotsU}, v: knots{degreeV, knotsV}, control: control, weights: weights}
	if !s.u.fits(len(control)) || !s.v.fits(len(control[0])) || weights != nil && len(weights) != len(control) {
		return nil, ErrBadSpline
	}
	for i, row := range control {
		if len(row) != len(control[0]) || weights != nil && !areWeights(weights[i], len(row)) {
			return nil, ErrBadSpline
		}
	}
	s.look()
	return s, nil
}

// sampled is the number of places in each direction at which look tests whether a surface is closed or has poles.
const sampled = 7

// look finds the directions in which the surface is closed and its poles, and takes samples.
func (s *SplineSurface) look() {
	u0, u1 := s.u.domain()
	v0, v1 := s.v.domain()
	along := func(from, to float64, i int) float64 { return from + float64((to-from)*float64(i)/(sampled-1)) }
	closedU, closedV := true, true
	one := [4]bool{true, true, true, true}
	corner, opposite := s.Point(UV{u0, v0}), s.Point(UV{u1, v1})
	for i := range sampled {
		u, v := along(u0, u1, i), along(v0, v1, i)
		low, high, left, right := s.Point(UV{u, v0}), s.Point(UV{u, v1}), s.Point(UV{u0, v}), s.Point(UV{u1, v})
		closedU, closedV = closedU && gap(left, right) < samePlace, closedV && gap(low, high) < samePlace
		one[0], one[1] = one[0] && gap(low, corner) < samePlace, one[1] && gap(high, opposite) < samePlace
		one[2], one[3] = one[2] && gap(left, corner) < samePlace, one[3] && gap(right, opposite) < samePlace
	}
	for i, p := range [...]Pole{{corner, true, v0}, {opposite, true, v1}, {corner, false, u0}, {opposite, false, u1}} {
		if one[i] {
			s.poles = append(s.poles, p)
		}
	}
	if closedU && !(one[2] && one[3]) {
		s.periods.U = u1 - u0
	}
	if closedV && !(one[0] && one[1]) {
		s.periods.V = v1 - v0
	}
	s.takeSamples()
}

// maxSamples is the greatest number of intervals between samples in one direction.
const maxSamples = 48

func (s *SplineSurface) takeSamples() {
	for _, u := range places(s.u) {
		for _, v := range places(s.v) {
			at := UV{u, v}
			s.samples = append(s.samples, sample{at, s.Point(at)})
		}
	}
}

// places returns the parameters of samples, several for each piece between knots.
func places(k knots) []float64 {
	breaks := k.breaks()
	n := min(maxSamples, max(6, 2*(len(breaks)-1)*k.degree))
	out := make([]float64, n+1)
	for i := range out {
		at := float64(float64(i) / float64(n) * float64(len(breaks)-1))
		j := min(len(breaks)-2, int(at))
		out[i] = breaks[j] + float64((breaks[j+1]-breaks[j])*(at-float64(j)))
	}
	return out
}

// Periods returns the length of the domain in each direction in which the surface is closed.
func (s *SplineSurface) Periods() UV { return s.periods }

// Poles returns the sides of the domain that collapse to one point.
func (s *SplineSurface) Poles() []Pole { return s.poles }

// Point returns the point at parameters, which are first brought into the domain.
func (s *SplineSurface) Point(at UV) r3.Vector {
	p, _, _ := s.derivatives(s.within(at))
	return p
}

// Normal returns the cross product of the derivatives.
func (s *SplineSurface) Normal(at UV) r3.Vector {
	_, du, dv := s.derivatives(s.within(at))
	return geometry.Cross(du, dv)
}

// within brings parameters into the domain: round a closed surface, otherwise to the border.
func (s *SplineSurface) within(at UV) UV {
	return UV{inDomain(s.u, at.U, s.periods.U), inDomain(s.v, at.V, s.periods.V)}
}

func inDomain(k knots, t, period float64) float64 {
	from, to := k.domain()
	if period > 0 && (t < from || t > to) {
		t -= float64(math.Floor((t-from)/period) * period)
	}
	return min(max(t, from), to)
}

// derivatives returns the point and its derivatives with respect to both parameters. For a rational surface they follow
// the quotient rule (The NURBS Book, equation 4.20).
func (s *SplineSurface) derivatives(at UV) (p, du, dv r3.Vector) {
	i, k := s.u.span(at.U), s.v.span(at.V)
	nu, su := s.u.basis(i, at.U)
	nv, sv := s.v.basis(k, at.V)
	var w, wu, wv float64
	for a := range nu {
		row := i - s.u.degree + a
		for b := range nv {
			column := k - s.v.degree + b
			weight := 1.0
			if s.weights != nil {
				weight = s.weights[row][column]
			}
			c := s.control[row][column]
			f, fu, fv := float64(nu[a]*nv[b]*weight), float64(su[a]*nv[b]*weight), float64(nu[a]*sv[b]*weight)
			p, du, dv = p.Add(geometry.Times(c, f)), du.Add(geometry.Times(c, fu)), dv.Add(geometry.Times(c, fv))
			w, wu, wv = w+f, wu+fu, wv+fv
		}
	}
	p = geometry.Times(p, 1/w)
	return p, geometry.Times(du.Sub(geometry.Times(p, wu)), 1/w), geometry.Times(dv.Sub(geometry.Times(p, wv)), 1/w)
}

// Locate returns the parameters of the nearest point. It starts from the parameters of a neighbour, or from the nearest
// samples if that fails.
func (s *SplineSurface) Locate(p r3.Vector, near *UV) UV {
	if near != nil {
		if at, distance := s.descend(p, s.within(*near)); distance < samePlace {
			return at
		}
	}
	best, distance := s.samples[0].at, math.Inf(1)
	for _, from := range s.nearest(p) {
		if at, d := s.descend(p, from); d < distance {
			best, distance = at, d
		}
	}
	return best
}

// starts is the number of nearest samples from which a search starts.
const starts = 4

func (s *SplineSurface) nearest(p r3.Vector) []UV {
	var out [starts]UV
	var away [starts]float64
	for i := range away {
		away[i] = math.Inf(1)
	}
	for _, q := range s.samples {
		d, at := gap(p, q.point), q.at
		for i := range away {
			if d < away[i] {
				d, away[i] = away[i], d
				at, out[i] = out[i], at
			}
		}
	}
	return out[:]
}

// descend searches for the nearest point from given parameters by Levenberg and Marquardt's method. It returns the
// parameters and the distance.
func (s *SplineSurface) descend(p r3.Vector, at UV) (UV, float64) {
	const steps, close = 40, 1e-3 // micrometres
	q, du, dv := s.derivatives(at)
	distance, damping := gap(p, q), 1e-6
	for range steps {
		if distance < close || damping > 1e12 {
			break
		}
		r := p.Sub(q)
		a, b, c := geometry.Dot(du, du), geometry.Dot(du, dv), geometry.Dot(dv, dv)
		floor := float64((a + c) * 1e-12) // at a pole one of them is zero
		a, c = a+float64(a*damping)+floor, c+float64(c*damping)+floor
		det := float64(a*c) - float64(b*b)
		if !(det > 0) {
			break
		}
		x, y := geometry.Dot(r, du), geometry.Dot(r, dv)
		next := s.within(UV{at.U + (float64(x*c)-float64(y*b))/det, at.V + (float64(y*a)-float64(x*b))/det})
		nq, ndu, ndv := s.derivatives(next)
		if d := gap(p, nq); d < distance {
			gain := distance - d
			at, q, du, dv, distance, damping = next, nq, ndu, ndv, d, damping/8
			if gain < close/100 {
				break
			}
		} else {
			damping *= 16
		}
	}
	return at, distance
}
