package schema

import (
	"bytes"
	"slices"
	"strconv"
)

// PlainNumbers writes the numbers of a canonical document each in one way, whatever they were written as: 2800.0, 28e2
// and 2800 are the number 2800. None is rounded: numbers that differ stay different. The ordinary ones, without
// exponent and without noughts at the end, stay as they are.
func PlainNumbers(document []byte) []byte {
	var out []byte // nil until a number is written in another way
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

// plainNoughts is how many noughts are written out before or behind the digits of a number, as programs do; a number
// with more has an exponent.
const plainNoughts = 21

// plainNumber writes a number of JSON without exponent and without noughts that say nothing.
func plainNumber(text []byte) []byte {
	sign, rest := []byte(nil), text
	if rest[0] == '-' {
		sign, rest = rest[:1], rest[1:]
	}
	mantissa, exponent := rest, 0
	if at := bytes.IndexAny(rest, "eE"); at >= 0 {
		var err error
		if exponent, err = strconv.Atoi(string(rest[at+1:])); err != nil {
			return text // with an exponent beyond all numbers that are used
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
	point := len(digits) + exponent // how many digits are before it
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
