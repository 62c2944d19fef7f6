package meshfile

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/bimstream/bimstream/geometry"
)

// plain returns a text as one line without control characters.
func plain(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, text))
}

// appendMetres appends a length in metres without rounding: the nearest double has up to 17 significant digits, and a
// length within 2^53 micrometres uses at most 16.
func appendMetres(b []byte, l geometry.Length) []byte {
	return strconv.AppendFloat(b, l.M(), 'f', -1, 64)
}
