package express

import (
	"unicode"

	"github.com/bimstream/bimstream/ifc/step"
)

// like matches a string with a pattern (ISO 10303-11 clause 12.2.5): @ is a letter, ^ an upper case letter, ? any
// character, & the rest, # a digit, $ a word up to a blank, * any number of characters. \ takes the next character
// literally and ! negates the next.
func like(f *frame, x, y Value) Value {
	s, okS := plain(x).(step.String)
	pattern, okP := plain(y).(step.String)
	switch {
	case plain(x) == nil || plain(y) == nil:
		return step.Unknown
	case !okS || !okP:
		return f.fail("LIKE is applied to values that are no strings")
	}
	m := matcher{f, []rune(string(pattern))}
	return step.Bool(m.match([]rune(string(s)), 0))
}

type matcher struct {
	frame   *frame
	pattern []rune
}

// match reports whether s matches the pattern from index p.
func (m *matcher) match(s []rune, p int) bool {
	if !m.frame.step() {
		return false
	}
	if p >= len(m.pattern) {
		return len(s) == 0
	}
	switch m.pattern[p] {
	case '&':
		return true
	case '*':
		for n := range len(s) + 1 {
			if m.match(s[n:], p+1) {
				return true
			}
		}
		return false
	case '$':
		n := 0
		for n < len(s) && !unicode.IsSpace(s[n]) {
			n++
		}
		return m.match(s[n:], p+1)
	}
	if len(s) == 0 {
		return false
	}
	ok, width := m.one(s[0], p)
	return ok && m.match(s[1:], p+width)
}

// one matches one character and returns the length of the pattern's part for it.
func (m *matcher) one(c rune, p int) (ok bool, width int) {
	switch m.pattern[p] {
	case '@':
		return unicode.IsLetter(c), 1
	case '^':
		return unicode.IsUpper(c), 1
	case '#':
		return unicode.IsDigit(c), 1
	case '?':
		return true, 1
	case '\\':
		return p+1 < len(m.pattern) && m.pattern[p+1] == c, 2
	case '!':
		if p+1 >= len(m.pattern) {
			return false, 1
		}
		ok, width := m.one(c, p+1)
		return !ok, width + 1
	}
	return m.pattern[p] == c, 1
}
