package mcp

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
)

// PrincipalsFile is the file in a data folder that lists the callers and their tokens.
const PrincipalsFile = "principals.json"

// TokenEnvironment is the name of the variable with a token of PrincipalsFile, for calls on stdio.
const TokenEnvironment = "BIMSTREAM_TOKEN"

// Principals are the contents of the principals file of a data folder. For tokens it holds only the SHA-256.
type Principals struct {
	Principals []Principal   `json:"principals"`
	Tokens     []TokenRecord `json:"tokens"`
	// Revoked are the principals that are revoked completely: no file, variable or identity provider admits them.
	Revoked []approvals.Party `json:"revoked,omitempty"`
}

// TokenRecord is the entry of a token in the file.
type TokenRecord struct {
	SHA256     string     `json:"sha256"`
	Name       string     `json:"name"`
	Expires    *time.Time `json:"expires,omitempty"`
	Principal  string     `json:"principal"` // id
	OnBehalfOf string     `json:"on_behalf_of,omitempty"`
}

// ReadPrincipals reads a file of principals; a missing file has none. It refuses a file that others can read or write.
func ReadPrincipals(file string) (*Principals, error) {
	info, err := os.Stat(file)
	if errors.Is(err, os.ErrNotExist) {
		return &Principals{}, nil
	}
	if err == nil {
		err = checkPrivate(info)
	}
	if err != nil {
		return nil, fmt.Errorf("the principals: %s %w", file, err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the principals: %w", err)
	}
	return parsePrincipals(text)
}

func parsePrincipals(text []byte) (*Principals, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var out Principals
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("the principals: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the principals: more than one JSON value")
	}
	return &out, out.check()
}

func (p *Principals) check() error {
	seen := map[string]bool{}
	for _, one := range p.Principals {
		if err := one.check(); err != nil {
			return err
		}
		if seen[one.ID+"\x00"+one.OnBehalfOf] {
			return fmt.Errorf("principal %q is in the file twice", one.ID)
		}
		seen[one.ID+"\x00"+one.OnBehalfOf] = true
	}
	if err := checkTwins(p.Principals); err != nil {
		return fmt.Errorf("the principals: %w", err)
	}
	for _, t := range p.Tokens {
		if raw, err := hex.DecodeString(t.SHA256); err != nil || len(raw) != sha256.Size {
			return fmt.Errorf("token %q: sha256 must be 64 hexadecimal digits", t.Name)
		}
		if !seen[t.Principal+"\x00"+t.OnBehalfOf] {
			return fmt.Errorf("token %q is of %q, who is not in the file", t.Name, t.Principal)
		}
	}
	return nil
}

// Find returns the principals with an id, restricted to those of one user if onBehalfOf is set.
func (p *Principals) Find(id, onBehalfOf string) []*Principal {
	var out []*Principal
	for i := range p.Principals {
		if one := &p.Principals[i]; one.ID == id && (onBehalfOf == "" || one.OnBehalfOf == onBehalfOf) {
			out = append(out, one)
		}
	}
	return out
}

// Remove removes a principal with all its tokens.
func (p *Principals) Remove(who Principal) {
	p.Principals = slices.DeleteFunc(p.Principals, func(one Principal) bool {
		return one.ID == who.ID &&
			one.OnBehalfOf == who.OnBehalfOf
	})
	p.Tokens = slices.DeleteFunc(p.Tokens, func(t TokenRecord) bool {
		return t.Principal == who.ID &&
			t.OnBehalfOf == who.OnBehalfOf
	})
}

// tokenBytes is the number of random bytes in a new secret.
const tokenBytes = 32

// Issue creates a token for a principal and returns its secret, which is not stored.
func (p *Principals) Issue(who Principal, name string, expires *time.Time) (secret string, err error) {
	raw := make([]byte, tokenBytes)
	if _, err := rand.Read(raw); err != nil {
		return "", fmt.Errorf("a new token: %w", err)
	}
	secret = "bst_" + base64.RawURLEncoding.EncodeToString(raw)
	p.Tokens = append(p.Tokens, TokenRecord{SHA256: hashBytes([]byte(secret)), Name: name, Expires: expires,
		Principal: who.ID, OnBehalfOf: who.OnBehalfOf})
	return secret, nil
}

// Write replaces the file atomically and returns its SHA-256.
func (p *Principals) Write(file string) (digest string, err error) {
	if err := p.check(); err != nil {
		return "", err
	}
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return "", fmt.Errorf("the principals: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", fmt.Errorf("the principals: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(file), "principals-*") // created for its owner alone
	if err != nil {
		return "", fmt.Errorf("the principals: %w", err)
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return "", fmt.Errorf("the principals: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return hashBytes(append(text, '\n')), nil
}

// Filed marks a principal as coming from a file of principals. Denials then name the command that grants what is
// missing.
func (p Principal) Filed() Principal {
	p.filed = true
	return p
}

// tokens returns the tokens of the file for lookups.
func (p *Principals) tokens() (*Tokens, error) {
	out := &Tokens{known: map[[sha256.Size]byte]Token{}}
	for i, t := range p.Tokens {
		raw, err := hex.DecodeString(t.SHA256)
		if err != nil {
			return nil, fmt.Errorf("token %d: %w", i, err)
		}
		for _, who := range p.Principals {
			if who.ID == t.Principal && who.OnBehalfOf == t.OnBehalfOf {
				who.filed = true
				out.known[[sha256.Size]byte(raw)] = tokenEntry{Name: t.Name,
					Expires: t.Expires, Principal: who}.token(i)
			}
		}
	}
	return out, nil
}
