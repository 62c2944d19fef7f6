package geometry

import (
	"cmp"
	"math/big"
	"math/bits"
)

// narrowLimit is the limit of differences of coordinates whose cross product fits an int64. For values below 2^31 (2.1
// km) it stays below 2 * (2^31)^2 = 2^63.
const narrowLimit = 1 << 31

// narrow reports whether every value is small enough for a cross product in 64 bits.
func narrow(values ...Length) bool {
	for _, v := range values {
		if v >= narrowLimit || v <= -narrowLimit {
			return false
		}
	}
	return true
}

// cross2 returns the cross product of two vectors, exactly.
func cross2(a, b Point2) wide {
	return mulWide(int64(a.X), int64(b.Y)).sub(mulWide(int64(a.Y), int64(b.X)))
}

// dot2 returns the dot product of two vectors, exactly.
func dot2(a, b Point2) wide {
	return mulWide(int64(a.X), int64(b.X)).add(mulWide(int64(a.Y), int64(b.Y)))
}

// turn returns the sign of the cross product of two vectors.
func turn(a, b Point2) int {
	if narrow(a.X, a.Y, b.X, b.Y) {
		return cmp.Compare(a.X*b.Y, a.Y*b.X)
	}
	return cross2(a, b).sign()
}

// Orient returns 1 if a, b, c turn left, -1 if they turn right and 0 if they lie on one line. It is exact.
func Orient(a, b, c Point2) int { return turn(b.Sub(a), c.Sub(a)) }

// comparePoints orders points by X, then Y.
func comparePoints(p, q Point2) int {
	if p.X != q.X {
		return cmp.Compare(p.X, q.X)
	}
	return cmp.Compare(p.Y, q.Y)
}

// OnSegment reports whether p lies on the closed segment a b.
func OnSegment(p, a, b Point2) bool {
	return min(a.X, b.X) <= p.X && p.X <= max(a.X, b.X) &&
		min(a.Y, b.Y) <= p.Y && p.Y <= max(a.Y, b.Y) && Orient(a, b, p) == 0
}

// ProperlyCross reports whether the open segments a b and c d meet in one point that is not an end of either.
func ProperlyCross(a, b, c, d Point2) bool {
	o1, o2 := Orient(a, b, c), Orient(a, b, d)
	return o1*o2 < 0 && Orient(c, d, a)*Orient(c, d, b) < 0
}

// LineIntersection returns the intersection of the infinite lines a b and c d, rounded to the nearest grid point.
// Halves are rounded upwards, so that moving the operands by grid steps moves the result equally. It returns false if
// the lines are parallel, if one of them has no direction, and if they meet beyond LengthOverflow.
func LineIntersection(a, b, c, d Point2) (Point2, bool) {
	ab, cd := b.Sub(a), d.Sub(c)
	den := cross2(ab, cd)
	if den.sign() == 0 {
		return Point2{}, false
	}
	num := cross2(c.Sub(a), cd)
	x, okX := mulDivRound(int64(ab.X), num, den)
	y, okY := mulDivRound(int64(ab.Y), num, den)
	if !okX || !okY {
		return Point2{}, false
	}
	p := a.Add(Point2{Length(x), Length(y)})
	if p.X.Abs() > LengthOverflow || p.Y.Abs() > LengthOverflow {
		return Point2{}, false
	}
	return p, true
}

// mulDivRound returns floor(k*num/den + 1/2), or false if that exceeds the range of lengths.
func mulDivRound(k int64, num, den wide) (int64, bool) {
	if k == 0 || num.sign() == 0 {
		return 0, true
	}
	if den.sign() < 0 {
		num, den = num.neg(), den.neg()
	}
	if v, ok := mulDivNarrow(k, num, den); ok {
		return v, true
	}
	return mulDivBig(k, num, den)
}

// mulDivNarrow handles numerators and denominators of 62 bits and quotients of 62 bits.
func mulDivNarrow(k int64, num, den wide) (int64, bool) {
	if !num.fitsInt64() || den.hi != 0 || den.lo >= 1<<62 {
		return 0, false
	}
	product := mulWide(k, int64(num.lo))
	negative := product.hi < 0
	if negative {
		product = product.neg()
	}
	if uint64(product.hi) >= den.lo>>2 {
		return 0, false
	}
	quotient, rest := bits.Div64(uint64(product.hi), product.lo, den.lo)
	if negative {
		if 2*rest > den.lo {
			quotient++
		}
		return -int64(quotient), true
	}
	if 2*rest >= den.lo {
		quotient++
	}
	return int64(quotient), true
}

func mulDivBig(k int64, num, den wide) (int64, bool) {
	d := den.big()
	n := new(big.Int).Mul(big.NewInt(2*k), num.big())
	n.Add(n, d)
	q := n.Div(n, d.Lsh(d, 1)) // Euclidean division by a positive number rounds down
	if !q.IsInt64() || q.Int64() > int64(2*LengthOverflow) || q.Int64() < -int64(2*LengthOverflow) {
		return 0, false
	}
	return q.Int64(), true
}

func (w wide) big() *big.Int {
	v := new(big.Int).Lsh(big.NewInt(w.hi), 64)
	return v.Add(v, new(big.Int).SetUint64(w.lo))
}
