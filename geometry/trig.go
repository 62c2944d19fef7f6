package geometry

import "math"

// FullTurn, HalfTurn and QuarterTurn are the exact turns of the grid.
const (
	FullTurn    = 360 * Degree
	HalfTurn    = 180 * Degree
	QuarterTurn = 90 * Degree
)

// Sin returns the sine. It does not use package math, whose last bit depends on the machine. The reduction is exact in
// integers, every step is rounded once, and the error stays below one unit in the last place. Multiples of 30 degrees
// with a rational sine are exact.
func (a Angle) Sin() float64 {
	quarter, rest := reduceAngle(a)
	switch quarter {
	case 0:
		return sinFirstQuarter(rest)
	case 1:
		return sinFirstQuarter(QuarterTurn - rest)
	case 2:
		return 0 - sinFirstQuarter(rest)
	default:
		return 0 - sinFirstQuarter(QuarterTurn-rest)
	}
}

// Cos returns the cosine, with the guarantees of Sin.
func (a Angle) Cos() float64 {
	return (a%FullTurn + QuarterTurn).Sin()
}

// Tan returns the tangent as the quotient of Sin and Cos, within two units in the last place; it is exact at
// multiples of 45 degrees, infinite at 90 (positive) and 270 (negative) degrees.
func (a Angle) Tan() float64 {
	quarter, rest := reduceAngle(a)
	switch {
	case rest == QuarterTurn/2 && quarter%2 == 0:
		return 1
	case rest == QuarterTurn/2:
		return -1
	case rest == 0 && quarter == 1:
		return math.Inf(1)
	case rest == 0 && quarter == 3:
		return math.Inf(-1)
	case rest == 0:
		return 0
	}
	return a.Sin() / a.Cos()
}

// reduceAngle returns the quarter turn 0..3 and the remainder, 0 <= rest < 90 degrees.
func reduceAngle(a Angle) (int, Angle) {
	a %= FullTurn
	if a < 0 {
		a += FullTurn
	}
	return int(a / QuarterTurn), a % QuarterTurn
}

// sinFirstQuarter returns the sine of 0..90 degrees through the sine or cosine of at most 45 degrees.
func sinFirstQuarter(a Angle) float64 {
	switch {
	case a == 0:
		return 0
	case a == 30*Degree:
		return 0.5
	case a == QuarterTurn:
		return 1
	case a <= QuarterTurn/2:
		return sineSeries(radians(a))
	}
	return cosineSeries(radians(QuarterTurn - a))
}

// radiansHigh + radiansLow is pi/180e6, the radians of one millionth of a degree, in two doubles.
const (
	radiansHigh = math.Pi / 180e6
	// radiansLow is the remainder after the nearest double to pi/180e6, which is written out here: constants are exact
	// in Go.
	radiansLow = math.Pi/180e6 - 0x1.2bd8646c1beedp-26
)

// radians returns a in radians as a sum of two doubles.
func radians(a Angle) (high, low float64) {
	m := float64(a)
	high = float64(m * radiansHigh)
	return high, math.FMA(m, radiansHigh, -high) + float64(m*radiansLow)
}

// sineSeries sums the Taylor series about 0 for |x| <= pi/4: the first omitted term, x^19/19!, is below 1e-19.
func sineSeries(x, low float64) float64 {
	q := float64(x * x)
	s := 1.0 / 355687428096000 // 17!
	for _, factorial := range [...]float64{-1307674368000, 6227020800, -39916800, 362880, -5040, 120, -6} {
		s = float64(s*q) + 1/factorial
	}
	return x + (float64(float64(q*x)*s) + float64(low*(1-float64(q/2))))
}

// cosineSeries sums the Taylor series about 0 for |x| <= pi/4: the first omitted term, x^18/18!, is below 3e-18. It
// corrects 1 - x^2/2 by its rounding error, so that the result is within one unit.
func cosineSeries(x, low float64) float64 {
	q := float64(x * x)
	s := 1.0 / 20922789888000 // 16!
	for _, factorial := range [...]float64{-87178291200, 479001600, -3628800, 40320, -720, 24} {
		s = float64(s*q) + 1/factorial
	}
	half := q / 2
	head := 1 - half
	lost := (1 - head) - half
	return head + (lost + (float64(float64(q*q)*s) - float64(x*low)))
}

// Atan2Degrees returns the direction of (dx, dy), rounded to a millionth of a degree, in (-180, 180]. Directions
// along an axis or a diagonal are exact. The zero vector has direction 0.
func Atan2Degrees(dy, dx float64) Angle {
	ay, ax := math.Abs(dy), math.Abs(dx)
	var a Angle
	switch {
	case ay == 0 && ax == 0:
		return 0
	case ay <= ax:
		a = atanDegrees(ay / ax)
	default:
		a = QuarterTurn - atanDegrees(ax/ay)
	}
	if dx < 0 {
		a = HalfTurn - a
	}
	if dy < 0 {
		a = -a
	}
	return a
}

// atanDegrees returns the arc tangent of 0 <= t <= 1. Above tan 22.5 degrees it reduces by 45 degrees, so that the
// series converges: 0.4143^2 < 0.172, and 0.172^21 < 1e-16.
func atanDegrees(t float64) Angle {
	if t > math.Sqrt2-1 {
		return QuarterTurn/2 + degreesOf(atanSeries((t-1)/(t+1)))
	}
	return degreesOf(atanSeries(t))
}

func atanSeries(t float64) float64 {
	q := float64(t * t)
	s := 0.0
	for k := 43.0; k >= 1; k -= 2 {
		s = 1/k - float64(q*s)
	}
	return t * s
}

// degreesOf rounds radians to millionths of a degree.
func degreesOf(radians float64) Angle { return Angle(math.Round(radians * (180e6 / math.Pi))) }
