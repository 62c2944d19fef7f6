package skeleton

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// double is a sum of two floating-point numbers, the second less than half a unit in the last place of the first. It
// has some 32 decimal digits (T. J. Dekker, A floating-point technique for extending the available precision, 1971).
type double struct{ hi, lo float64 }

func whole(v float64) double { return double{hi: v} }

// twoSum returns a + b without an error (D. Knuth, The Art of Computer Programming 2, 4.2.2, theorem B).
func twoSum(a, b float64) double {
	s := a + b
	t := s - a
	return double{s, (a - (s - t)) + (b - t)}
}

// quickSum does the same as twoSum for a second number that is no larger than the first.
func quickSum(a, b float64) double {
	s := a + b
	return double{s, b - (s - a)}
}

func (a double) plus(b double) double {
	s, t := twoSum(a.hi, b.hi), twoSum(a.lo, b.lo)
	s = quickSum(s.hi, s.lo+t.hi)
	return quickSum(s.hi, s.lo+t.lo)
}

func (a double) negated() double { return double{-a.hi, -a.lo} }

func (a double) minus(b double) double { return a.plus(b.negated()) }

func (a double) times(b double) double {
	p := float64(a.hi * b.hi)
	rest := math.FMA(a.hi, b.hi, -p)
	rest = math.FMA(a.hi, b.lo, rest)
	rest = math.FMA(a.lo, b.hi, rest)
	return quickSum(p, rest)
}

// over returns a / b by two steps of long division.
func (a double) over(b double) double {
	q := a.hi / b.hi
	rest := a.minus(b.times(whole(q)))
	r := rest.hi / b.hi
	rest = rest.minus(b.times(whole(r)))
	return quickSum(q, r).plus(whole(rest.hi / b.hi))
}

// root returns the square root of a positive number by one step of Newton's method from the processor's root.
func (a double) root() double {
	if a.hi <= 0 {
		return double{}
	}
	r := whole(math.Sqrt(a.hi))
	return r.plus(a.minus(r.times(r)).over(r.times(whole(2))))
}

func (a double) less(b double) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

func (a double) size() double {
	if a.hi < 0 {
		return a.negated()
	}
	return a
}

// vector is a point or direction in plan.
type vector struct{ x, y double }

func (a vector) plus(b vector) vector { return vector{a.x.plus(b.x), a.y.plus(b.y)} }

func (a vector) minus(b vector) vector { return vector{a.x.minus(b.x), a.y.minus(b.y)} }

func (a vector) times(m double) vector { return vector{a.x.times(m), a.y.times(m)} }

func (a vector) dot(b vector) double { return a.x.times(b.x).plus(a.y.times(b.y)) }

func (a vector) cross(b vector) double { return a.x.times(b.y).minus(a.y.times(b.x)) }

// gap returns the larger of the distances along the axes, which is enough for a tolerance.
func (a vector) gap(b vector) float64 {
	d := a.minus(b)
	return max(math.Abs(d.x.hi), math.Abs(d.y.hi))
}

// rounded returns the whole number nearest to a double; a half is rounded away from zero.
func rounded(a double) geometry.Length {
	n := math.Round(a.hi)
	if d := a.hi - n; math.Abs(d) == 0.5 && (a.lo < 0) == (a.hi > 0) && a.lo != 0 { // the rest decides
		n = math.Trunc(a.hi)
	}
	return geometry.Length(n)
}
