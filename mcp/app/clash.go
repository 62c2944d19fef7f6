package app

import (
	"encoding/json"
)

// MustEncode writes what was made here and always encodes.
func MustEncode(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic("tools: a record of a check does not encode: " + err.Error())
	}
	return text
}
