package app

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxFileWord is the number of bytes of a part of a file's name: three of them, a revision and an ending are less than
// maxFileName.
const MaxFileWord = 60

// FileWord returns a name as part of a file's name, empty where nothing is left of it: small letters and digits of any
// script, in the normal form in which one letter is written in one way (Unicode Standard Annex 15, NFKC), with a hyphen
// for each other sign. So names of levels stay readable, and no two systems take one name for two.
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

// writes reports whether a sign is a letter, what is above or below one, or a digit, and seen.
func writes(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)) &&
		!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
