package step

import (
	"math"
	"strconv"
)

// exactMantissa is 2^53: every integer up to it is exactly a float64.
const exactMantissa = 1 << 53

// exactPower lists the powers of ten that are exactly float64s. A mantissa up to 2^53, multiplied or divided by one of
// them, is rounded only once. The result is therefore correct (Clinger, How to read floating point numbers accurately,
// 1990).
var exactPower = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16,
	1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// number reads an integer or a real. It also reads reals without a digit before the point, or with an exponent but no
// point, although the standard forbids them.
func (p *parser) number() (Value, error) {
	start := p.i
	n := p.scanNumber()
	text := p.b[start:p.i]
	if n.digits == 0 {
		return nil, p.expected("a digit")
	}
	if n.integer {
		return p.integer(n, text)
	}
	if n.expMissing {
		return nil, p.expected("the digits of an exponent")
	}
	v, ok := n.exact()
	if !ok {
		var err error
		if v, err = strconv.ParseFloat(string(text), 64); err != nil {
			p.i = start
			return nil, p.fail("%s is no finite number", text)
		}
	}
	return p.slabs.real(v), nil
}

// scanned is a decimal number in the file: mantissa * 10^exp10.
type scanned struct {
	negative   bool
	integer    bool
	expMissing bool
	digits     int
	mantissa   uint64 // valid up to 19 digits
	exp10      int
}

func (p *parser) scanNumber() scanned {
	n := scanned{integer: true}
	if c := p.b[p.i]; c == '-' || c == '+' {
		n.negative = c == '-'
		p.i++
	}
	p.scanDigits(&n)
	if p.b[p.i] == '.' {
		n.integer = false
		p.i++
		before := n.digits
		p.scanDigits(&n)
		n.exp10 = before - n.digits
	}
	if c := p.b[p.i]; (c == 'E' || c == 'e') && n.digits > 0 {
		n.integer = false
		p.i++
		p.scanExponent(&n)
	}
	return n
}

func (p *parser) scanDigits(n *scanned) {
	i := p.i
	m := n.mantissa
	for ; isDigit(p.b[i]); i++ {
		m = m*10 + uint64(p.b[i]-'0')
	}
	n.digits += i - p.i
	n.mantissa, p.i = m, i
}

func (p *parser) scanExponent(n *scanned) {
	negative := false
	if c := p.b[p.i]; c == '-' || c == '+' {
		negative = c == '-'
		p.i++
	}
	start, e := p.i, 0
	for ; isDigit(p.b[p.i]); p.i++ {
		if e < 1e6 { // beyond the range of any float64; the digits are still scanned
			e = e*10 + int(p.b[p.i]-'0')
		}
	}
	n.expMissing = p.i == start
	if negative {
		e = -e
	}
	n.exp10 += e
}

// exact returns the number if a single correctly rounded operation gives it.
func (n scanned) exact() (float64, bool) {
	if n.digits > 19 || n.mantissa > exactMantissa || n.exp10 < -22 || n.exp10 > 22 {
		return 0, false
	}
	v := float64(n.mantissa)
	if n.exp10 < 0 {
		v /= exactPower[-n.exp10]
	} else {
		v *= exactPower[n.exp10]
	}
	if n.negative {
		v = -v
	}
	return v, true
}

func (p *parser) integer(n scanned, text []byte) (Value, error) {
	if n.digits < 19 {
		v := int64(n.mantissa)
		if n.negative {
			v = -v
		}
		return p.slabs.integer(v), nil
	}
	v, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		p.i -= len(text)
		return nil, p.fail("%s is beyond 64 bits", text)
	}
	return Int(v), nil
}

// appendReal writes v as ISO 10303-21 clause 6.3.2 requires. The number always has a point, and an exponent after E has
// no plus sign and no leading zeros. It has the fewest digits that read back as v, and zero has no sign. Decimal
// notation is used if it has at most 15 digits before the point or 4 zeros after it.
func appendReal(b []byte, v float64) []byte {
	if v == 0 {
		return append(b, "0."...)
	}
	if a := math.Abs(v); a >= 1e-4 && a < 1e15 {
		if n, ok := thousandths(v); ok {
			return appendThousandths(b, n)
		}
		start := len(b)
		b = strconv.AppendFloat(b, v, 'f', -1, 64)
		for _, c := range b[start:] {
			if c == '.' {
				return b
			}
		}
		return append(b, '.')
	}
	return appendScientific(b, v)
}

// mostThousandths bounds numbers in thousandths to 15 digits. No two decimals with so few digits are the same float64
// (IEEE 754: a conversion there and back preserves 15 digits). The decimal found is therefore the shortest.
const mostThousandths = 1e15

// thousandths returns a number in thousandths, if the number is the float64 nearest to a whole number of thousandths.
// That is true of most numbers, such as lengths on the micrometre grid in millimetres.
func thousandths(v float64) (int64, bool) {
	n := math.Round(v * 1000)
	return int64(n), math.Abs(n) < mostThousandths && n/1000 == v
}

// appendThousandths writes n/1000, for n other than 0, without trailing zeros but with a point.
func appendThousandths(b []byte, n int64) []byte {
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = append(strconv.AppendInt(b, n/1000, 10), '.')
	for n %= 1000; n > 0; n = n % 100 * 10 {
		b = append(b, byte('0'+n/100))
	}
	return b
}

func appendScientific(b []byte, v float64) []byte {
	var digits [32]byte
	s := strconv.AppendFloat(digits[:0], v, 'E', -1, 64)
	point := false
	i := 0
	for ; s[i] != 'E'; i++ {
		point = point || s[i] == '.'
		b = append(b, s[i])
	}
	if !point {
		b = append(b, '.')
	}
	b = append(b, 'E')
	i++
	if s[i] == '-' {
		b = append(b, '-')
	}
	for i++; s[i] == '0'; i++ {
	}
	return append(b, s[i:]...)
}

// realSlot returns the cache slot of a float. The multiplier is 2^64 divided by the golden ratio (Knuth, volume 3,
// 6.4), which spreads floats evenly.
func realSlot(v float64) uint64 {
	return math.Float64bits(v) * 0x9E3779B97F4A7C15 >> 32 & (cached - 1)
}
