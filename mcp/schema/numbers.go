package schema

import (
	"bytes"
	"slices"
	"strconv"
)

// PlainNumbers writes each number of a canonical document in a single form: 2800.0, 28e2 and 2800 all become 2800. No
// number is rounded, so different numbers stay different. Ordinary numbers, without an exponent and without trailing
// zeros, stay unchanged.
func PlainNumbers(document []byte) []byte {
	var out []byte // nil until a number is changed
	done := 0
	for i := 0; i < len(document); {
		switch c := document[i]; {
		case c == '"':
			end, _, ok := endOfString(document, i)
			if !ok {
				return document
			}
			i = end
		case c == '-' || '0' <= c && c <= '9':
			end := i + 1
			for end < len(document) && !bytes.ContainsRune([]byte(",]}"), rune(document[end])) {
				end++
			}
			if plain := plainNumber(document[i:end]); !bytes.Equal(plain, document[i:end]) {
				out = append(append(out, document[done:i]...), plain...)
				done = end
			}
			i = end
		default:
			i++
		}
	}
	if done == 0 {
		return document
	}
	return append(out, document[done:]...)
}

// plainNoughts is the maximum number of leading or trailing zeros that are written out, as programs do. A number with
// more zeros gets an exponent.
const plainNoughts = 21

// plainNumber writes a JSON number without an exponent and without redundant zeros.
func plainNumber(text []byte) []byte {
	sign, rest := []byte(nil), text
	if rest[0] == '-' {
		sign, rest = rest[:1], rest[1:]
	}
	mantissa, exponent := rest, 0
	if at := bytes.IndexAny(rest, "eE"); at >= 0 {
		var err error
		if exponent, err = strconv.Atoi(string(rest[at+1:])); err != nil {
			return text // the exponent is beyond all usable numbers
		}
		mantissa = rest[:at]
	}
	whole, fraction, _ := bytes.Cut(mantissa, []byte("."))
	exponent -= len(fraction)
	digits := bytes.TrimLeft(slices.Concat(whole, fraction), "0")
	plain := bytes.TrimRight(digits, "0")
	exponent += len(digits) - len(plain)
	if len(plain) == 0 {
		return []byte("0")
	}
	return append(slices.Clone(sign), withPoint(plain, exponent)...)
}

// withPoint writes digits times a power of ten.
func withPoint(digits []byte, exponent int) []byte {
	noughts := func(n int) []byte { return bytes.Repeat([]byte("0"), n) }
	point := len(digits) + exponent // number of digits before the point
	switch {
	case exponent > plainNoughts || point < -plainNoughts:
		return strconv.AppendInt(append(slices.Clone(digits), 'e'), int64(exponent), 10)
	case exponent >= 0:
		return slices.Concat(digits, noughts(exponent))
	case point > 0:
		return slices.Concat(digits[:point], []byte("."), digits[point:])
	}
	return slices.Concat([]byte("0."), noughts(-point), digits)
}
