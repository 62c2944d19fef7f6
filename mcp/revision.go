package mcp

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/mcp/schema"
)

// Revision is a revision of a branch as an argument: a whole number, or a string of one.
type Revision uint64

// JSONSchema allows both forms.
func (Revision) JSONSchema() string {
	return `{"anyOf":[{"type":"integer","minimum":0},{"type":"string","maxLength":20}]}`
}

// shownRevision is how many bytes of an invalid revision an error quotes.
const shownRevision = 30

// UnmarshalJSON decodes a number or a string with a number.
func (r *Revision) UnmarshalJSON(raw []byte) error {
	text, err := numberOrText(raw)
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	if err != nil {
		// The place of the argument is added to an error of this type.
		return &json.UnmarshalTypeError{Value: string(raw[:min(len(raw), shownRevision)]),
			Type: reflect.TypeFor[uint64]()}
	}
	*r = Revision(n)
	return nil
}

// At is a point of a branch's history as an argument: a revision, a time (RFC 3339) or a tag. Empty means the current
// state.
type At string

// JSONSchema allows a number for a revision.
func (At) JSONSchema() string {
	return `{"anyOf":[{"type":"string","maxLength":250},{"type":"integer","minimum":0}]}`
}

// UnmarshalJSON decodes a string, or a number as its digits.
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
