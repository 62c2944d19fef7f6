package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/bimstream/bimstream/mcp/schema"
)

// hashArguments returns the SHA-256 of the arguments in canonical form: members sorted by name, no white space, each
// number in one way. What is no JSON is hashed as it is.
func hashArguments(raw json.RawMessage) string { return hashDocument(schema.Parse(raw), raw) }

// hashDocument is hashArguments of arguments that are parsed already.
func hashDocument(parsed *schema.Document, raw json.RawMessage) string {
	if canonical, ok := parsed.Canonical(); ok {
		raw = schema.PlainNumbers(canonical)
	}
	return hashBytes(raw)
}

// hashWritten is hashDocument with the numbers as they were written, as builds of before had it.
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
