package approvals

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bimstream/bimstream/domain/state"
)

// maxSaid is how many characters a note or reason has at most: as many as the reasons of calls (section 5 of the tool
// contract).
const maxSaid = 4000

// maxSaidInMessage is what of it a message repeats: data has all of it, and both have to fit into one reply.
const maxSaidInMessage = 300

// checkSaid refuses what a person wrote on a request and others could not be shown: it is too long, or has characters
// that steer a terminal or turn the direction of what follows, which no argument of a call may have either.
func checkSaid(parameter, text string) error {
	switch n := utf8.RuneCountInString(text); {
	case n > maxSaid:
		return state.Errorf(state.OutOfRange, "%s has %d characters, at most %d", parameter, n, maxSaid).
			With("parameter", parameter).With("limit", maxSaid)
	case !utf8.ValidString(text), strings.ContainsFunc(text, unsaid):
		return state.Errorf(state.OutOfRange, "%s has control characters: send plain text", parameter).
			With("parameter", parameter)
	}
	return nil
}

// unsaid reports whether a text may not have a character: controls, the overrides and isolates of the direction of
// writing (UAX #9, section 2), and the separators of lines and paragraphs.
func unsaid(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' || r >= 0x202A && r <= 0x202E ||
		r >= 0x2066 && r <= 0x2069 || r == 0x2028 || r == 0x2029
}

// beginning returns a text, or its first characters where it is longer.
func beginning(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "..."
}
