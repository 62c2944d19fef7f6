package app

import (
	"encoding/json"
)

// MustEncode returns v as JSON. It panics if v does not encode, which cannot happen for the program's own types.
func MustEncode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic("tools: a record of a check does not encode: " + err.Error())
	}
	return text
}
