package verify

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// encodingFault is a violation of the encoding of ISO 10303-21, with its first place and its number of occurrences.
type encodingFault struct {
	message      string
	severity     Severity
	line, column int
	count        int
}

// encodingRule reports each kind of fault once, at its first place. A file in another encoding would have a fault in
// every line.
func encodingRule(c *check) {
	c.applied = true
	s := encodingScan{data: c.data, line: 1}
	s.scan()
	for _, f := range s.faults {
		message := f.message
		if f.count > 1 {
			message = fmt.Sprintf("%s; %d times in the file", message, f.count)
		}
		c.add(Finding{Severity: f.severity, Message: message, Line: f.line, Column: f.column})
	}
}

// encodingScan scans the bytes of a file and distinguishes strings and comments from the rest.
type encodingScan struct {
	data   []byte
	at     int // place in data
	line   int
	begin  int // start of the line
	faults []*encodingFault
}

func (s *encodingScan) fault(severity Severity, message string) {
	for _, f := range s.faults {
		if f.message == message {
			f.count++
			return
		}
	}
	s.faults = append(s.faults, &encodingFault{message, severity, s.line, s.at - s.begin + 1, 1})
}

const byteOrderMark = "\ufeff"

func (s *encodingScan) scan() {
	if bytes.HasPrefix(s.data, []byte(byteOrderMark)) {
		s.fault(Practice, "the file begins with a byte order mark instead of ISO-10303-21;")
		s.at += len(byteOrderMark)
		s.begin = s.at
	}
	for s.at < len(s.data) {
		switch b := s.data[s.at]; {
		case b == '\'':
			s.text()
		case b == '/' && bytes.HasPrefix(s.data[s.at:], []byte("/*")):
			s.comment()
		default:
			s.step(false)
		}
	}
}

// step advances by one character.
func (s *encodingScan) step(text bool) {
	b := s.data[s.at]
	width := 1
	switch {
	case b == '\n':
		s.line, s.begin = s.line+1, s.at+1
	case b == '\r' || b == '\t':
	case b < ' ' || b == 0x7f:
		s.fault(Standard, "the file has control characters")
	case b >= utf8.RuneSelf:
		width = s.high(text)
	}
	s.at += width
}

// high checks a byte above 127 and returns the width of the character that begins there.
func (s *encodingScan) high(text bool) int {
	r, width := utf8.DecodeRune(s.data[s.at:])
	switch {
	case r == utf8.RuneError && width == 1:
		s.fault(Standard, "the file has bytes above 127 that are no UTF-8: text of another encoding")
	case !text:
		s.fault(Standard, "the file has characters beyond ASCII outside of strings and comments")
	default:
		s.fault(Practice, "the file has characters beyond ASCII as plain UTF-8, which readers of the first two "+
			"editions of ISO 10303-21 do not expect")
	}
	return width
}

// comment advances past the end of a comment, or to the end of the file.
func (s *encodingScan) comment() {
	end := bytes.Index(s.data[s.at+2:], []byte("*/"))
	if end < 0 {
		end = len(s.data) - s.at - 2
	}
	for stop := min(len(s.data), s.at+end+4); s.at < stop; {
		s.step(true)
	}
}

// text advances past the end of a string, or to the end of the file.
func (s *encodingScan) text() {
	for s.at++; s.at < len(s.data); {
		switch s.data[s.at] {
		case '\'':
			s.at++
			return
		case '\\':
			s.escape()
		default:
			s.step(true)
		}
	}
}

// escape advances past an escape (ISO 10303-21 clause 6.3.3).
func (s *encodingScan) escape() {
	rest := s.data[s.at:]
	width, ok := 1, false
	switch {
	case bytes.HasPrefix(rest, []byte(`\\`)):
		width, ok = 2, true
	case bytes.HasPrefix(rest, []byte(`\S\`)):
		width, ok = 3, len(rest) > 3 && rest[3] >= ' ' && rest[3] < 0x7f
	case len(rest) > 3 && rest[1] == 'P' && rest[2] >= 'A' && rest[2] <= 'I' && rest[3] == '\\':
		width, ok = 4, true
	case bytes.HasPrefix(rest, []byte(`\X\`)):
		width, ok = 3, len(rest) >= 5 && isHexadecimal(rest[3:5])
	case bytes.HasPrefix(rest, []byte(`\X2\`)):
		width, ok = hexadecimals(rest, 4)
	case bytes.HasPrefix(rest, []byte(`\X4\`)):
		width, ok = hexadecimals(rest, 8)
	}
	switch {
	case !ok && width == 1:
		s.fault(Practice, `a string has a reverse solidus that begins no escape: it should be doubled`)
	case !ok:
		s.fault(Standard, `a string has an escape that is not whole: \S\c, \X\hh, \X2\hhhh...\X0\, \X4\hhhhhhhh...\X0\`)
	}
	s.at += width
}

// hexadecimals returns the width of an escape from \X2\ or \X4\ to \X0\. ok is false if its characters do not have the
// given number of digits each.
func hexadecimals(rest []byte, digits int) (width int, ok bool) {
	const head, tail = 4, `\X0\`
	n := 0
	for head+n < len(rest) && isHexadecimal(rest[head+n:head+n+1]) {
		n++
	}
	if !bytes.HasPrefix(rest[head+n:], []byte(tail)) {
		return head, false
	}
	return head + n + len(tail), n > 0 && n%digits == 0
}

func isHexadecimal(digits []byte) bool {
	return len(bytes.TrimLeft(digits, "0123456789ABCDEFabcdef")) == 0
}
