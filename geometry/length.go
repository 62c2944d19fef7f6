package geometry

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Length is a distance in micrometres.
type Length int64

// These are the units of length.
const (
	Micrometre Length = 1
	Millimetre Length = 1000
	Metre      Length = 1000 * Millimetre
	Kilometre  Length = 1000 * Metre
)

// LengthOverflow is the value for a given number that exceeds every length of this system, and -LengthOverflow for a
// negative one. It lies outside the bounds of every model, so that a bounds check reports the number and no decoder has
// to.
const LengthOverflow Length = 1 << 60

// MM makes a length of whole millimetres.
func MM(mm int64) Length { return Length(mm) * Millimetre }

// FromMM rounds decimal millimetres to the nearest micrometre, halves away from zero. Numbers beyond LengthOverflow,
// and NaN, become LengthOverflow.
func FromMM(mm float64) Length {
	um := math.Round(float64(mm * float64(Millimetre)))
	switch {
	case math.IsNaN(um), um >= float64(LengthOverflow):
		return LengthOverflow
	case um <= -float64(LengthOverflow):
		return -LengthOverflow
	}
	return Length(um)
}

// MM returns decimal millimetres.
func (l Length) MM() float64 { return float64(l) / float64(Millimetre) }

// M returns decimal metres.
func (l Length) M() float64 { return float64(l) / float64(Metre) }

// Abs returns the magnitude.
func (l Length) Abs() Length {
	if l < 0 {
		return -l
	}
	return l
}

// String writes decimal millimetres with at most three decimals.
func (l Length) String() string { return string(l.appendDecimal(nil)) }

// MarshalJSON writes decimal millimetres with at most three decimals: 187.5, 12000, -0.001.
func (l Length) MarshalJSON() ([]byte, error) { return l.appendDecimal(nil), nil }

func (l Length) appendDecimal(b []byte) []byte { return appendFixed(b, int64(l), 3) }

// UnmarshalJSON reads decimal millimetres and rounds to the micrometre.
func (l *Length) UnmarshalJSON(b []byte) error {
	v, err := parseFixed(b, 3, int64(LengthOverflow))
	if err != nil {
		return fmt.Errorf("length: %w", err)
	}
	*l = Length(v)
	return nil
}

var errNotANumber = errors.New("not a number")

// appendFixed appends v / 10^decimals without trailing zeros.
func appendFixed(b []byte, v int64, decimals int) []byte {
	if v < 0 {
		b, v = append(b, '-'), -v
	}
	scale := int64(1)
	for range decimals {
		scale *= 10
	}
	b = strconv.AppendInt(b, v/scale, 10)
	rest := v % scale
	if rest == 0 {
		return b
	}
	b = append(b, '.')
	for scale /= 10; rest > 0; scale /= 10 {
		b = append(b, byte('0'+rest/scale))
		rest %= scale
	}
	return b
}

// parseFixed parses a JSON number as v * 10^-decimals, rounded half away from zero and limited to [-limit, limit].
// Plain decimals are parsed exactly; exponents use float64.
func parseFixed(b []byte, decimals int, limit int64) (int64, error) {
	s := bytes.TrimSpace(b)
	if v, ok := parsePlainDecimal(s, decimals); ok {
		return max(-limit, min(limit, v)), nil
	}
	f, err := strconv.ParseFloat(string(s), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, errNotANumber
	}
	for range decimals {
		f *= 10
	}
	if math.IsNaN(f) {
		return 0, errNotANumber
	}
	if f = math.Round(f); f >= float64(limit) {
		return limit, nil
	} else if f <= -float64(limit) {
		return -limit, nil
	}
	return int64(f), nil
}

// parsePlainDecimal parses [-]digits[.digits] of at most 19 digits including the decimals, which fit 64 bits. A number
// that exceeds 63 bits becomes the greatest integer. Every length and angle that is written has this form.
func parsePlainDecimal(s []byte, decimals int) (int64, bool) {
	negative := len(s) > 0 && s[0] == '-'
	if negative {
		s = s[1:]
	}
	whole, fraction, hasPoint := bytes.Cut(s, []byte("."))
	if len(whole) == 0 || len(whole)+decimals > 19 || (hasPoint && len(fraction) == 0) {
		return 0, false
	}
	var v uint64
	for _, c := range whole {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + uint64(c-'0')
	}
	for i := range decimals {
		v *= 10
		if i < len(fraction) {
			if fraction[i] < '0' || fraction[i] > '9' {
				return 0, false
			}
			v += uint64(fraction[i] - '0')
		}
	}
	for i := decimals; i < len(fraction); i++ {
		if fraction[i] < '0' || fraction[i] > '9' {
			return 0, false
		}
		if i == decimals && fraction[i] >= '5' {
			v++
		}
	}
	out := int64(min(v, math.MaxInt64))
	if negative {
		out = -out
	}
	return out, true
}
