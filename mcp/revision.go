package mcp

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/mcp/schema"
)

// Revision is a revision of a branch as an argument: a whole number, also as a string.
type Revision uint64

// JSONSchema admits both.
func (Revision) JSONSchema() string {
	return `{"anyOf":[{"type":"integer","minimum":0},{"type":"string","maxLength":20}]}`
}

// shownRevision is how many bytes of what is no revision a refusal repeats.
const shownRevision = 30

// UnmarshalJSON reads a number or a string of one.
func (r *Revision) UnmarshalJSON(raw []byte) error {
	text, err := numberOrText(raw)
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	if err != nil {
		// An error of this type is told with the place of the argument.
		return &json.UnmarshalTypeError{Value: string(raw[:min(len(raw), shownRevision)]),
			Type: reflect.TypeFor[uint64]()}
	}
	*r = Revision(n)
	return nil
}

// At is a point of a branch's history as an argument: a revision, a time (RFC 3339) or a tag. Empty means the current
// state.
type At string

// JSONSchema admits a number for a revision.
func (At) JSONSchema() string {
	return `{"anyOf":[{"type":"string","maxLength":250},{"type":"integer","minimum":0}]}`
}

// UnmarshalJSON reads a string, or a number as the string of it.
func (a *At) UnmarshalJSON(raw []byte) error {
	text, err := numberOrText(raw)
	*a = At(text)
	return err
}

func numberOrText(raw []byte) (string, error) {
	if len(raw) == 0 || raw[0] != '"' {
		return string(raw), nil
	}
	var text string
	err := json.Unmarshal(raw, &text)
	return text, err
}

var _, _ schema.Described = Revision(0), At("")
