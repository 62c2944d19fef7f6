package schema

import (
	"strconv"
	"strings"
)

// maxWholeDigits is the number of digits of the largest whole number in an argument, 2^64-1.
const maxWholeDigits = 20

// PlainWholes rewrites numbers such as 2.0 and 2e0 to 2 where the schema allows only whole numbers. JSON Schema treats
// them as integers (2020-12, Validation, 6.1.1), but Go does not. All other bytes stay unchanged. This includes places
// where any number is allowed, because there 2.0 may differ from 2, for example in the type of a property.
func (v *Validator) PlainWholes(document []byte) []byte {
	if !mayHaveFractions(document) {
		return document
	}
	w := wholes{d: document}
	if _, ok := w.value(v.shape, skipSpace(document, 0), maxDepth); !ok || len(w.found) == 0 {
		return document
	}
	out, done := make([]byte, 0, len(document)), 0
	for _, f := range w.found {
		out = append(append(out, document[done:f.begin]...), f.plain...)
		done = f.end
	}
	return append(out, document[done:]...)
}

// mayHaveFractions reports whether a digit is followed by a point or an exponent, which only numbers with a fraction or
// an exponent have.
func mayHaveFractions(d []byte) bool {
	for i := 1; i < len(d); i++ {
		if c := d[i]; (c == '.' || c|0x20 == 'e') && d[i-1] >= '0' && d[i-1] <= '9' {
			return true
		}
	}
	return false
}

// wholes scans a document and collects the numbers to rewrite.
type wholes struct {
	d     []byte
	found []plainWhole
}

// plainWhole is a number in a document with its plain form.
type plainWhole struct {
	begin, end int
	plain      string
}

func (w *wholes) value(s *shape, i, depth int) (end int, ok bool) {
	if i >= len(w.d) || depth == 0 {
		return 0, false
	}
	kind := kindOf(w.d[i])
	s = s.only(kind)
	switch kind {
	case object:
		return members(w.d, i, func(name []byte, value int) (int, bool) {
			m, known := s.members[string(name)]
			if !known {
				m.shape = s.rest
			}
			return w.value(m.shape, value, depth-1)
		})
	case array:
		return items(w.d, i, func(item int) (int, bool) { return w.value(s.items, item, depth-1) })
	case text:
		end, _, ok = endOfString(w.d, i)
		return end, ok
	case number | whole:
		return w.number(s, i)
	}
	return endOfLetters(w.d, i)
}

// number collects a number that must be whole and has another form.
func (w *wholes) number(s *shape, i int) (end int, ok bool) {
	for end = i; end < len(w.d) && strings.IndexByte("+-.eE0123456789", w.d[end]) >= 0; end++ {
	}
	if s.kinds&(number|whole) == whole {
		written := string(w.d[i:end])
		if plain, ok := plainly(written); ok && plain != written {
			w.found = append(w.found, plainWhole{i, end, plain})
		}
	}
	return end, end > i
}

// only returns the only alternative of a shape that allows values of a kind. If there are none or several, it returns
// everything, so that the value stays unchanged.
func (s *shape) only(kind kinds) *shape {
	if s == nil {
		return everything
	}
	if len(s.anyOf) == 0 {
		return s
	}
	found := everything
	for _, alternative := range s.anyOf {
		switch a := alternative.only(kind); {
		case a.kinds&kind == 0:
		case found != everything:
			return everything
		default:
			found = a
		}
	}
	return found
}

// kindOf returns the kind of a value by its first byte. It returns null for all literal words.
func kindOf(first byte) kinds {
	switch {
	case first == '{':
		return object
	case first == '[':
		return array
	case first == '"':
		return text
	case first >= 'a' && first <= 'z':
		return null
	}
	return number | whole
}

func endOfLetters(d []byte, i int) (end int, ok bool) {
	for end = i; end < len(d) && d[end] >= 'a' && d[end] <= 'z'; end++ {
	}
	return end, end > i
}

// plainly writes a JSON number with a zero fraction without fraction and exponent. ok is false for all other numbers,
// and for numbers beyond the range of an argument.
func plainly(number string) (plain string, ok bool) {
	digits, negative := strings.CutPrefix(number, "-")
	exponent := 0
	if at := strings.IndexAny(digits, "eE"); at >= 0 {
		var err error
		if exponent, err = strconv.Atoi(digits[at+1:]); err != nil || exponent > maxDigits || exponent < -maxDigits {
			return "", false
		}
		digits = digits[:at]
	}
	before, after, _ := strings.Cut(digits, ".")
	digits = before + after
	point := len(before) + exponent // number of digits before the point
	if point < 0 {
		digits, point = strings.Repeat("0", -point)+digits, 0
	}
	if point > len(digits) {
		digits += strings.Repeat("0", point-len(digits))
	}
	plain = strings.TrimLeft(digits[:point], "0")
	switch {
	case strings.Trim(digits[point:], "0") != "" || len(plain) > maxWholeDigits:
		return "", false
	case plain == "":
		return "0", true
	case negative:
		return "-" + plain, true
	}
	return plain, true
}
