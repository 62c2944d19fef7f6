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
	"time"
)

// tokenEntry is one line of a token file, with the principal of a bearer token. The file holds the SHA-256 of the token
// instead of the token, so that reading the file does not allow anybody to call.
type tokenEntry struct {
	SHA256 string `json:"sha256"`
	// Name identifies the token in the log, because a person may have several.
	Name      string     `json:"name,omitempty"`
	Expires   *time.Time `json:"expires,omitempty"` // RFC 3339; nil means never
	Principal Principal  `json:"principal"`
}

// Token is a bearer token that the operator issued.
type Token struct {
	Name      string
	Expires   time.Time // zero means never
	Principal Principal
}

// Expired reports whether the token has expired.
func (t Token) Expired(now time.Time) bool { return !t.Expires.IsZero() && !now.Before(t.Expires) }

// Tokens are the bearer tokens of a file.
type Tokens struct {
	known map[[sha256.Size]byte]Token
}

// LoadTokens reads a token file. It refuses a file that others than its owner can read or write.
func LoadTokens(file string) (*Tokens, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, fmt.Errorf("read the tokens: %w", err)
	}
	if err := checkPrivate(info); err != nil {
		return nil, fmt.Errorf("the token file %s %w", file, err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the tokens: %w", err)
	}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) { // the file of a data folder
		all, err := parsePrincipals(text)
		if err != nil {
			return nil, err
		}
		return all.tokens()
	}
	return ParseTokens(text)
}

// ParseTokens parses the JSON of a token file: a list of {"sha256": hex, "name": text, "expires": time, "principal":
// {...}}. It returns an error for unknown names, duplicate tokens and invalid principals.
func ParseTokens(text []byte) (*Tokens, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var entries []tokenEntry
	if err := d.Decode(&entries); err != nil {
		return nil, fmt.Errorf("read the tokens: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read the tokens: more than one JSON value")
	}
	out := &Tokens{known: make(map[[sha256.Size]byte]Token, len(entries))}
	var all []Principal
	for i, e := range entries {
		digest, err := hex.DecodeString(e.SHA256)
		if err != nil || len(digest) != sha256.Size {
			return nil, fmt.Errorf("token %d: sha256 must be 64 hexadecimal digits", i)
		}
		key := [sha256.Size]byte(digest)
		if _, twice := out.known[key]; twice {
			return nil, fmt.Errorf("token %d is in the file twice", i)
		}
		if err := e.Principal.check(); err != nil {
			return nil, fmt.Errorf("token %d: %w", i, err)
		}
		out.known[key] = e.token(i)
		all = append(all, e.Principal)
	}
	if err := checkTwins(all); err != nil {
		return nil, fmt.Errorf("the tokens: %w", err)
	}
	return out, nil
}

// token returns the token of a line. A token without a name is named by its index in the file.
func (e tokenEntry) token(i int) Token {
	t := Token{Name: e.Name, Principal: e.Principal}
	if t.Name == "" {
		t.Name = fmt.Sprintf("token %d", i)
	}
	if e.Expires != nil {
		t.Expires = *e.Expires
	}
	return t
}

// Find returns the token of a secret, expired or not. The time of a lookup by digest reveals nothing useful: choosing
// the digest's prefix would require breaking SHA-256.
func (t *Tokens) Find(secret string) (Token, bool) {
	found, ok := t.known[sha256.Sum256([]byte(secret))]
	return found, ok
}

// Len returns the number of tokens.
func (t *Tokens) Len() int { return len(t.known) }

// ReadTrusted reads a file that defines permissions. It refuses a file that others than its owner can write.
func ReadTrusted(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if err := checkUnwritable(info); err != nil {
		return nil, fmt.Errorf("%s %w", file, err)
	}
	return os.ReadFile(file)
}
