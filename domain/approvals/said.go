package approvals

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bimstream/bimstream/domain/state"
)

// maxSaid is the maximum number of characters of a note or reason, the same as for the reasons of calls (section 5 of
// the tool contract).
const maxSaid = 4000

// maxSaidInMessage is the maximum number of characters of a note or reason that a message repeats. The data of the
// reply holds the whole text, and both must fit into one reply.
const maxSaidInMessage = 300

// checkSaid refuses a person's text on a request that is too long or has characters that control a terminal or change
// the writing direction. Arguments of calls must not have such characters either.
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

// unsaid reports whether a character is forbidden in a text. Forbidden are control characters, the overrides and
// isolates of the writing direction (UAX #9, section 2), and the separators of lines and paragraphs.
func unsaid(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' || r >= 0x202A && r <= 0x202E ||
		r >= 0x2066 && r <= 0x2069 || r == 0x2028 || r == 0x2029
}

// beginning returns a text, cut to a number of characters if it is longer.
func beginning(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "..."
}
