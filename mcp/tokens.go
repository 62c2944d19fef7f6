package mcp

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// tokenEntry is one line of a token file: whose a bearer token is. The file holds the SHA-256 of the token, not the
// token, so that reading the file does not let anybody call.
type tokenEntry struct {
	SHA256    string    `json:"sha256"`
	Principal Principal `json:"principal"`
}

// LoadTokens reads a token file and returns who a bearer token stands for, for HTTPConfig.Authenticate.
func LoadTokens(file string) (func(token string) (Principal, bool), error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the tokens: %w", err)
	}
	return ParseTokens(text)
}

// ParseTokens reads the JSON of a token file: a list of {"sha256": hex, "principal": {...}}. Unknown names, doubled
// tokens and principals that do not hold are refused.
func ParseTokens(text []byte) (func(token string) (Principal, bool), error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var entries []tokenEntry
	if err := d.Decode(&entries); err != nil {
		return nil, fmt.Errorf("read the tokens: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read the tokens: more than one JSON value")
	}
	known := make(map[[sha256.Size]byte]Principal, len(entries))
	for i, e := range entries {
		digest, err := hex.DecodeString(e.SHA256)
		if err != nil || len(digest) != sha256.Size {
			return nil, fmt.Errorf("token %d: sha256 must be 64 hexadecimal digits", i)
		}
		key := [sha256.Size]byte(digest)
		if _, twice := known[key]; twice {
			return nil, fmt.Errorf("token %d is in the file twice", i)
		}
		if err := e.Principal.check(); err != nil {
			return nil, fmt.Errorf("token %d: %w", i, err)
		}
		known[key] = e.Principal
	}
	// A look-up by digest leaks nothing useful by its time: who can choose the digest's prefix has broken SHA-256.
	return func(token string) (Principal, bool) {
		p, ok := known[sha256.Sum256([]byte(token))]
		return p, ok
	}, nil
}
