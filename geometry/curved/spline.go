package curved

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// maxDegree is the greatest degree of a spline. The work for a basis grows with the square of the degree, and other
// programs write degrees up to about 20.
const maxDegree = 32

// knots holds the degree and the knots of one direction. A knot is repeated as often as its multiplicity.
type knots struct {
	degree int
	values []float64
}

// fits reports whether the knots are in order and their number matches a number of control points.
func (k knots) fits(points int) bool {
	if k.degree < 1 || k.degree > maxDegree || points <= k.degree || len(k.values) != points+k.degree+1 ||
		!slices.IsSorted(k.values) {
		return false
	}
	from, to := k.domain()
	return from < to && !math.IsInf(from, 0) && !math.IsInf(to, 0)
}

// domain returns the least and the greatest parameter.
func (k knots) domain() (from, to float64) {
	return k.values[k.degree], k.values[len(k.values)-k.degree-1]
}

// span returns the number of the knot at or before a parameter (Piegl and Tiller, algorithm A2.1).
func (k knots) span(t float64) int {
	last := len(k.values) - k.degree - 2
	for last > k.degree && k.values[last] == k.values[last+1] {
		last--
	}
	i, _ := slices.BinarySearchFunc(k.values[k.degree+1:last+1], t, func(v, t float64) int {
		if v <= t {
			return -1
		}
		return 1
	})
	return k.degree + i
}

// basis returns the functions that are not zero at a parameter of a span, and their first derivatives (algorithm A2.2,
// and equation 2.7 for the derivatives).
func (k knots) basis(span int, t float64) (value, slope []float64) {
	p := k.degree
	value, slope = make([]float64, p+1), make([]float64, p+1)
	value[0] = 1
	lower := []float64{1}
	for j := 1; j <= p; j++ {
		if j == p {
			lower = slices.Clone(value[:p])
		}
		saved := 0.0
		for r := range j {
			right, left := k.values[span+r+1]-t, t-k.values[span+1-j+r]
			part := 0.0
			if right+left != 0 {
				part = value[r] / (right + left)
			}
			value[r] = saved + float64(right*part)
			saved = left * part
		}
		value[j] = saved
	}
	for r := range slope {
		if r > 0 {
			slope[r] += k.rise(span-p+r, lower[r-1])
		}
		if r < p {
			slope[r] -= k.rise(span-p+r+1, lower[r])
		}
	}
	return value, slope
}

// rise returns the degree times a function of the next lower degree, divided by the length of the interval where the
// function is not zero.
func (k knots) rise(i int, lower float64) float64 {
	if l := k.values[i+k.degree] - k.values[i]; l > 0 {
		return float64(k.degree) * lower / l
	}
	return 0
}

// breaks returns the distinct knots from the beginning of the domain to its end.
func (k knots) breaks() []float64 {
	return slices.Compact(slices.Clone(k.values[k.degree : len(k.values)-k.degree]))
}

// SplineCurve is ISO 10303-42 b_spline_curve_with_knots, which is rational if it has weights.
type SplineCurve struct {
	knots   knots
	control []r3.Vector
	weights []float64
}

// NewSplineCurve returns the curve. Knots are repeated as often as their multiplicity; weights may be nil. It returns
// ErrBadSpline if the arguments do not match.
func NewSplineCurve(degree int, values []float64, control []r3.Vector, weights []float64) (*SplineCurve, error) {
	k := knots{degree, values}
	if !k.fits(len(control)) || !areWeights(weights, len(control)) {
		return nil, ErrBadSpline
	}
	return &SplineCurve{k, control, weights}, nil
}

// areWeights reports whether every control point has a positive weight, or there are no weights.
func areWeights(weights []float64, points int) bool {
	if weights == nil {
		return true
	}
	return len(weights) == points && !slices.ContainsFunc(weights,
		func(w float64) bool { return !(w > 0) || math.IsInf(w, 0) })
}

// Domain returns the least and the greatest parameter.
func (c *SplineCurve) Domain() (from, to float64) { return c.knots.domain() }

// Closed reports whether the curve ends where it begins.
func (c *SplineCurve) Closed() bool {
	from, to := c.Domain()
	return gap(c.Point(from), c.Point(to)) < samePlace
}

// Point returns the point at a parameter of the domain.
func (c *SplineCurve) Point(t float64) r3.Vector {
	span := c.knots.span(t)
	value, _ := c.knots.basis(span, t)
	var sum r3.Vector
	total := 0.0
	for j, n := range value {
		i := span - c.knots.degree + j
		if c.weights != nil {
			n *= c.weights[i]
		}
		sum, total = sum.Add(geometry.Times(c.control[i], n)), total+n
	}
	return geometry.Times(sum, 1/total)
}

// Points returns points of the curve between two parameters, so close that the chords between them are within the
// tolerance of the curve. On a closed curve the second parameter may lie beyond the end.
func (c *SplineCurve) Points(from, to, tolerance float64) []r3.Vector {
	begin, end := c.Domain()
	period := end - begin
	at := func(t float64) r3.Vector {
		if t > end {
			t -= period
		}
		return c.Point(min(max(t, begin), end))
	}
	stops := []float64{from}
	for _, lap := range [...]float64{0, period} {
		for _, t := range c.knots.breaks() {
			if t+lap > from && t+lap < to {
				stops = append(stops, t+lap)
			}
		}
	}
	stops = slices.Compact(append(stops, to))
	out := []r3.Vector{at(from)}
	for i := 1; i < len(stops); i++ {
		out = appendChords(out, at, stops[i-1], stops[i], tolerance, maxHalvings)
	}
	return out
}

// maxHalvings is the greatest number of times that a piece of a curve is halved, which gives 256 chords.
const maxHalvings = 8

// appendChords appends the points of a piece of a curve without inner knots, except for its first point.
func appendChords(out []r3.Vector, at func(float64) r3.Vector, from, to, tolerance float64, halvings int) []r3.Vector {
	a, b := at(from), at(to)
	strays := false
	for _, t := range [...]float64{0.25, 0.5, 0.75} {
		p := at(from + float64((to-from)*t))
		strays = strays || gap(p, lerp(a, b, partNearest(p, a, b))) > tolerance
	}
	if !strays || halvings == 0 {
		return append(out, b)
	}
	middle := from + (to-from)/2
	out = appendChords(out, at, from, middle, tolerance, halvings-1)
	return appendChords(out, at, middle, to, tolerance, halvings-1)
}

// Locate returns the parameter of the point of the curve that is nearest to p.
func (c *SplineCurve) Locate(p r3.Vector) float64 {
	const samples = 8 // in every piece between knots
	breaks := c.knots.breaks()
	best, distance := breaks[0], math.Inf(1)
	step := 0.0
	for i := 1; i < len(breaks); i++ {
		length := (breaks[i] - breaks[i-1]) / samples
		for k := range samples + 1 {
			t := breaks[i-1] + float64(length*float64(k))
			if d := gap(p, c.Point(t)); d < distance {
				best, distance, step = t, d, length
			}
		}
	}
	begin, end := c.Domain()
	return narrowed(max(begin, best-step), min(end, best+step), func(t float64) float64 { return gap(p, c.Point(t)) })
}

// narrowed returns the argument between two numbers at which a function with a single minimum is least, found by the
// golden section.
func narrowed(a, b float64, f func(float64) float64) float64 {
	golden := (math.Sqrt(5) - 1) / 2
	const steps = 60 // 0.618^60 is 3e-13 of the way
	c, d := b-float64((b-a)*golden), a+float64((b-a)*golden)
	fc, fd := f(c), f(d)
	for range steps {
		if fc <= fd {
			b, d, fd = d, c, fc
			c = b - float64((b-a)*golden)
			fc = f(c)
		} else {
			a, c, fc = c, d, fd
			d = a + float64((b-a)*golden)
			fd = f(d)
		}
	}
	ends, least := [...]float64{a, b}, (a+b)/2
	for _, t := range ends {
		if f(t) < f(least) {
			least = t
		}
	}
	return least
}
