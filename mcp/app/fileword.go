package app

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxFileWord is the maximum number of bytes of a word within a file name, so that three words, a revision and an
// ending stay below maxFileName.
const MaxFileWord = 60

// FileWord converts a name to a part of a file name; the result may be empty. It keeps lower-case letters and digits of
// any script in normal form NFKC (Unicode Standard Annex 15), and writes a hyphen for any other character. Names of
// levels thus stay readable, and no two systems read the same name differently.
func FileWord(name string) string {
	name = norm.NFKC.String(strings.ToLower(norm.NFKC.String(name)))
	out := strings.Trim(strings.Map(func(r rune) rune {
		if writes(r) {
			return r
		}
		return '-'
	}, name), "-")
	if len(out) > MaxFileWord {
		end := MaxFileWord
		for !utf8.RuneStart(out[end]) {
			end--
		}
		out = out[:end]
	}
	return strings.TrimRight(out, "-")
}

// writes reports whether a character is a visible letter, combining mark or digit.
func writes(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)) &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
