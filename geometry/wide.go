package geometry

import (
	"math"
	"math/bits"
)

// wide is a signed integer of 128 bits. Coordinates are at most 2^60, and at most 2^35 within the bounds of a model. So
// the cross product of two differences (2^123) always fits, and the sixfold volume of a tetrahedron (2^107) fits within
// the bounds.
type wide struct {
	hi int64
	lo uint64
}

func mulWide(a, b int64) wide {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return wide{int64(hi) - (a>>63)&b - (b>>63)&a, lo}
}

func (w wide) add(v wide) wide {
	lo, carry := bits.Add64(w.lo, v.lo, 0)
	return wide{w.hi + v.hi + int64(carry), lo}
}

func (w wide) sub(v wide) wide {
	lo, borrow := bits.Sub64(w.lo, v.lo, 0)
	return wide{w.hi - v.hi - int64(borrow), lo}
}

func (w wide) neg() wide { return wide{}.sub(w) }

// times returns w*k for a product that fits.
func (w wide) times(k int64) wide {
	hi, lo := bits.Mul64(w.lo, uint64(k))
	return wide{int64(hi) + w.hi*k - (k>>63)&int64(w.lo), lo}
}

func (w wide) sign() int {
	switch {
	case w.hi < 0:
		return -1
	case w.hi == 0 && w.lo == 0:
		return 0
	}
	return 1
}

func (w wide) compare(v wide) int { return w.sub(v).sign() }

// fitsInt64 reports whether the value fits an int64.
func (w wide) fitsInt64() bool { return w.hi == int64(w.lo)>>63 }

// float returns the nearest double, halves to even: bits after the 64 leading ones only break ties.
func (w wide) float() float64 {
	if w.hi < 0 {
		return -w.neg().float()
	}
	shift := 64 - bits.LeadingZeros64(uint64(w.hi))
	if shift == 0 {
		return float64(w.lo)
	}
	head := uint64(w.hi)<<(64-shift) | w.lo>>shift
	if w.lo<<(64-shift) != 0 {
		head |= 1
	}
	return math.Ldexp(float64(head), shift)
}
