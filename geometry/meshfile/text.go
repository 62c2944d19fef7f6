package meshfile

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/bimstream/bimstream/geometry"
)

// plain returns a text on one line.
func plain(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, text))
}

// appendMetres writes a length in metres, exactly: the nearest double has at most 17 digits, of which a length within
// 2^53 micrometres uses 16.
func appendMetres(b []byte, l geometry.Length) []byte {
	return strconv.AppendFloat(b, l.M(), 'f', -1, 64)
}
