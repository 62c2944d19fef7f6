package state

import (
	"strconv"
	"unicode/utf8"

	"github.com/bimstream/bimstream/geometry"
)

// Scanner reads JSON in the form in which this package writes it: no white space, no escapes, no exponents, fields in
// order. It marks other text as unsupported, and the caller decodes such text with encoding/json. For all text that the
// scanner accepts, encoding/json must give the same result; differential fuzz tests check this.
type Scanner struct {
	B           []byte
	i           int
	Unsupported bool
	memory      *Decoder // remembers earlier ids; may be nil
}

// id returns an id.
func (s *Scanner) id() ID { return s.memory.id(s.text()) }

// unsupportedIf marks the text as unsupported if the condition holds.
func (s *Scanner) unsupportedIf(so bool) {
	if so {
		s.Unsupported = true
	}
}

// peek returns the next byte, 0 at the end.
func (s *Scanner) peek() byte {
	if s.i < len(s.B) {
		return s.B[s.i]
	}
	return 0
}

// take skips a byte if it comes next.
func (s *Scanner) take(c byte) bool {
	if s.i < len(s.B) && s.B[s.i] == c {
		s.i++
		return true
	}
	return false
}

// need skips a byte that must come next.
func (s *Scanner) need(c byte) {
	if !s.take(c) {
		s.Unsupported = true
	}
}

// takeText skips a text if it comes next.
func (s *Scanner) takeText(text string) bool {
	if len(s.B)-s.i >= len(text) && string(s.B[s.i:s.i+len(text)]) == text {
		s.i += len(text)
		return true
	}
	return false
}

// text returns the content of a string. It supports no escapes, control characters or invalid UTF-8, which
// encoding/json replaces.
func (s *Scanner) text() []byte {
	s.need('"')
	start, ascii := s.i, true
	for s.i < len(s.B) {
		switch c := s.B[s.i]; {
		case c == '"':
			out := s.B[start:s.i]
			s.i++
			s.unsupportedIf(!ascii && !utf8.Valid(out))
			return out
		case c == '\\' || c < ' ':
			s.Unsupported = true
			return nil
		case c >= utf8.RuneSelf:
			ascii = false
		}
		s.i++
	}
	s.Unsupported = true
	return nil
}

// number returns the text of a number without exponent (RFC 8259, section 6).
func (s *Scanner) number() []byte {
	start := s.i
	s.take('-')
	if whole := s.digits(); whole == 0 || (whole > 1 && s.B[s.i-whole] == '0') {
		s.Unsupported = true
	}
	if s.take('.') && s.digits() == 0 {
		s.Unsupported = true
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.Unsupported = true
	}
	return s.B[start:s.i]
}

// digits skips digits and counts them.
func (s *Scanner) digits() int {
	start := s.i
	for s.i < len(s.B) && s.B[s.i]-'0' <= 9 {
		s.i++
	}
	return s.i - start
}

// integer reads a whole number that fits 64 bits.
func (s *Scanner) integer() int64 {
	n, err := strconv.ParseInt(string(s.number()), 10, 64)
	s.unsupportedIf(err != nil)
	return n
}

// float reads a number.
func (s *Scanner) float() float64 {
	f, err := strconv.ParseFloat(string(s.number()), 64)
	s.unsupportedIf(err != nil)
	return f
}

// boolean reads true or false.
func (s *Scanner) boolean() bool {
	if s.takeText("true") {
		return true
	}
	s.unsupportedIf(!s.takeText("false"))
	return false
}

// plainLength is the maximum number of characters of a length that is read here. With three decimals the value is below
// 2^53 micrometres, so a float64 holds it exactly.
const plainLength = 12

// length reads a length: directly if it is a plain number with at most three decimals, otherwise with the decoder of
// the type.
func (s *Scanner) length() geometry.Length {
	start := s.i
	b := s.number()
	if s.Unsupported {
		return 0
	}
	if l, ok := plainMillimetres(b); ok {
		return l
	}
	var l geometry.Length
	s.Unsupported = l.UnmarshalJSON(s.B[start:s.i]) != nil
	return l
}

// plainMillimetres reads [-]digits[.digits] in millimetres as micrometres. ok is false for more digits than can be read
// exactly here.
func plainMillimetres(b []byte) (l geometry.Length, ok bool) {
	negative := b[0] == '-'
	if negative {
		b = b[1:]
	}
	if len(b) > plainLength {
		return 0, false
	}
	decimals := -1
	for _, c := range b {
		if c == '.' {
			decimals = 0
			continue
		}
		l = 10*l + geometry.Length(c-'0')
		if decimals >= 0 {
			decimals++
		}
	}
	if decimals > 3 {
		return 0, false
	}
	for range 3 - max(0, decimals) {
		l *= 10
	}
	if negative {
		l = -l
	}
	return l, true
}

// maxDepth is the maximum nesting of values that are skipped. Deeper values are left to encoding/json.
const maxDepth = 32

// raw returns the text of a value of any kind.
func (s *Scanner) raw() []byte {
	start := s.i
	s.skip(0)
	return s.B[start:s.i]
}

func (s *Scanner) skip(depth int) {
	switch c := s.peek(); {
	case s.Unsupported || depth > maxDepth:
		s.Unsupported = true
	case c == '"':
		s.text()
	case c == '{':
		s.skipMembers('}', depth, true)
	case c == '[':
		s.skipMembers(']', depth, false)
	case c == '-' || c-'0' <= 9:
		s.number()
	default:
		s.Unsupported = !s.takeText("null") && !s.takeText("true") && !s.takeText("false")
	}
}

// skipMembers skips the members of an object or an array.
func (s *Scanner) skipMembers(end byte, depth int, named bool) {
	s.i++
	if s.take(end) {
		return
	}
	for !s.Unsupported {
		if named {
			s.text()
			s.need(':')
		}
		s.skip(depth + 1)
		if s.take(end) {
			return
		}
		s.need(',')
	}
}

// Done reports whether the whole text was read and is supported.
func (s *Scanner) Done() bool { return !s.Unsupported && s.i == len(s.B) }
