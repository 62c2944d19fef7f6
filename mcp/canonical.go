package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/bimstream/bimstream/mcp/schema"
)

// hashArguments returns the SHA-256 of the arguments in canonical form: members sorted by name, no white space, and a
// single form for each number. Invalid JSON is hashed unchanged.
func hashArguments(raw json.RawMessage) string { return hashDocument(schema.Parse(raw), raw) }

// hashDocument is hashArguments for parsed arguments.
func hashDocument(parsed *schema.Document, raw json.RawMessage) string {
	if canonical, ok := parsed.Canonical(); ok {
		raw = schema.PlainNumbers(canonical)
	}
	return hashBytes(raw)
}

// hashWritten is hashDocument with numbers in their original form, as older builds computed it.
func hashWritten(parsed *schema.Document, raw json.RawMessage) string {
	if canonical, ok := parsed.Canonical(); ok {
		raw = canonical
	}
	return hashBytes(raw)
}

func hashBytes(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
