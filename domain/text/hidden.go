package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The parts of the mark of a replaced character. The mark is the code point in the notation of the Unicode Standard
// (appendix A) between angle brackets that names do not use. For a byte that is not UTF-8, it has the value of the
// byte.
const (
	opening = "⟨U+"
	broken  = "⟨0x"
	closing = "⟩"
)

// Line returns a name as one line without hidden characters.
func Line(s string) string { return clean(s, false) }

// Block returns a text without hidden characters. The text may have several lines, and tabs.
func Block(s string) string { return clean(s, true) }

// Sound reports whether Line would leave a text unchanged.
func Sound(s string) bool { return !doubtful(s) || Line(s) == s }

// doubtful reports whether a text may have a character to replace: any character that is not printable ASCII.
func doubtful(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7F {
			return true
		}
	}
	return false
}

func clean(s string, lines bool) string {
	if !doubtful(s) {
		return s
	}
	var out strings.Builder
	kept := 0 // end of the part that was written
	before := rune(-1)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		wrong := r == utf8.RuneError && n == 1
		if wrong || hidden(r) && !(lines && breaks(r, next)) && !joins(before, r, next) {
			out.WriteString(s[kept:i])
			if wrong {
				fmt.Fprintf(&out, "%s%02X%s", broken, s[i], closing)
			} else {
				fmt.Fprintf(&out, "%s%04X%s", opening, r, closing)
			}
			kept = i + n
		}
		before = r
		i += n
	}
	if kept == 0 {
		return s
	}
	out.WriteString(s[kept:])
	return out.String()
}

// breaks reports whether a character is a line end or a tab in a text of several lines. A carriage return alone does
// not count, because it makes a terminal overwrite the line.
func breaks(r, next rune) bool { return r == '\n' || r == '\t' || r == '\r' && next == '\n' }

// hidden reports whether a character is invisible or controls the text after it. These are controls (Cc) and formats
// (Cf: overrides and isolates of the direction, tags, zero-width characters, soft hyphens). Others are the separators
// of lines and paragraphs, characters that programs leave out (Default_Ignorable_Code_Point, UAX #44), noncharacters,
// and the empty pattern of Braille. Signs of Arabic and other numbers are in Cf but visible.
func hidden(r rune) bool {
	switch {
	case r < ' ', r >= 0x7F && r <= 0x9F:
		return true
	case r < 0xAD:
		return false
	case r == 0x2028, r == 0x2029, r == 0x2800, r >= 0xE0000 && r <= 0xE0FFF, r >= 0xFDD0 && r <= 0xFDEF,
		r&0xFFFE == 0xFFFE:
		return true
	}
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// joining are the scripts in whose words a joiner or non-joiner decides how letters are written (UAX #31, section 2.3).
var joining = []*unicode.RangeTable{unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Devanagari,
	unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
	unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar}

// joins reports whether a hidden character affects how its neighbours are written. These are joiners within a word of a
// script that needs them and between pictures, and one variation selector after a picture or an ideograph.
func joins(before, r, next rune) bool {
	picture := func(r rune) bool { return unicode.In(r, unicode.So, unicode.Sk) || r == 0xFE0F }
	switch {
	case r == 0x200C || r == 0x200D:
		return unicode.In(before, joining...) && unicode.In(next, joining...) ||
			r == 0x200D && picture(before) && picture(next)
	case r == 0xFE0E || r == 0xFE0F:
		return unicode.In(before, unicode.So, unicode.Sk, unicode.Sm) || before > ' ' && before <= '9'
	case r >= 0xE0100 && r <= 0xE01EF:
		return unicode.Is(unicode.Han, before)
	}
	return false
}

// Restore returns a text in which the marks of characters are replaced by the characters. It does not replace the marks
// of bytes, because the bytes would make the text invalid.
func Restore(s string) string {
	at := strings.Index(s, opening)
	if at < 0 {
		return s
	}
	var out strings.Builder
	for ; at >= 0; at = strings.Index(s, opening) {
		out.WriteString(s[:at])
		digits, rest, closed := strings.Cut(s[at+len(opening):], closing)
		code, err := strconv.ParseUint(digits, 16, 32)
		if !closed || err != nil || len(digits) > 6 || !hidden(rune(code)) || fmt.Sprintf("%04X", code) != digits {
			out.WriteString(opening)
			s = s[at+len(opening):]
			continue
		}
		out.WriteRune(rune(code))
		s = rest
	}
	return out.String() + s
}

// Escape returns a text that is safe to show at a terminal in one line. Hidden characters, including line ends and
// tabs, are written as in a string of JSON.
func Escape(s string) string { return escaped(s, func(rune) bool { return false }) }

// EscapeLines does the same as Escape, for a text whose line ends and tabs come from the program itself.
func EscapeLines(s string) string {
	return escaped(s, func(r rune) bool { return r == '\n' || r == '\t' })
}

func escaped(s string, keeps func(rune) bool) string {
	if !doubtful(s) {
		return s
	}
	var out strings.Builder
	before := rune(-1)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&out, `\u%04x`, utf8.RuneError)
		case !hidden(r) || keeps(r) || joins(before, r, next):
			out.WriteString(s[i : i+n])
		case r > 0xFFFF: // a pair of surrogates, as in JSON
			high, low := (r-0x10000)>>10+0xD800, (r-0x10000)&0x3FF+0xDC00
			fmt.Fprintf(&out, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
		before = r
		i += n
	}
	return out.String()
}
