package mcp

import (
	"encoding/json"
	"strings"
	"unicode"
)

// identity names a principal for ever: what one was answered, used or left open is no other's. An id alone is not
// enough: two users may have an agent of the same name. People who act for themselves are named by their id, as they
// were before agents had their users in it.
func (p Principal) identity() string {
	if p.Kind == KindHuman && p.OnBehalfOf == "" {
		return p.ID
	}
	text, _ := json.Marshal([3]string{string(p.Kind), p.ID, p.OnBehalfOf}) // strings always encode
	return "\x00" + string(text)
}

// maxIDBytes bounds the ids of principals: they go into every record.
const maxIDBytes = 250

// properID reports whether an id can be one of a principal: short, visible, and in one line.
func properID(id string) bool {
	return len(id) <= maxIDBytes && strings.ToValidUTF8(id, "") == id &&
		strings.IndexFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}
