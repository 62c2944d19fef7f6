package mcp

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Caller is who calls on stdio. Where a file says who that is, it is looked at again at each call: a change of rights
// takes effect at the next call.
type Caller struct {
	file string // "" for one that stays
	read func() (Principal, error)
	now  func() time.Time

	mu      sync.Mutex
	stamp   string
	is      Principal
	expires time.Time // of the token; zero for never
}

// CallerOf returns who calls by the launch configuration: the principal of the file that is named, of the token in
// TokenEnvironment by the file of the data folder, of PrincipalEnvironment, or the local person.
func CallerOf(file *string, data string, environment func(string) (string, bool), notice io.Writer) (*Caller, error) {
	c := &Caller{now: time.Now}
	secret, quoted := environment(TokenEnvironment)
	switch {
	case file != nil:
		c.file, c.read = *file, func() (Principal, error) { return LoadPrincipal(file, environment, notice) }
	case quoted:
		c.file = filepath.Join(data, PrincipalsFile)
		c.read = func() (Principal, error) { return c.byToken(secret) }
	default:
		c.read = func() (Principal, error) { return LoadPrincipal(nil, environment, notice) }
	}
	var err error
	c.stamp = StampOf(c.file)
	c.is, err = c.read()
	return c, err
}

func (c *Caller) byToken(secret string) (Principal, error) {
	all, err := ReadPrincipals(c.file)
	if err != nil {
		return Principal{}, err
	}
	tokens, err := all.tokens()
	if err != nil {
		return Principal{}, err
	}
	found, ok := tokens.Find(secret)
	if !ok {
		return Principal{}, fmt.Errorf("the token in %s is not known, or was revoked: bimstream principals token "+
			"makes one", TokenEnvironment)
	}
	if c.expires = found.Expires; found.Expired(c.now()) {
		return Principal{}, errors.New("the token has expired: bimstream principals token makes another one")
	}
	return found.Principal, nil
}

// Principal returns who calls now. Somebody whose file is gone or broken, or whose token was revoked or has expired,
// stays who they are and may do nothing.
func (c *Caller) Principal() Principal {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == "" {
		return c.is
	}
	if stamp := StampOf(c.file); stamp != c.stamp {
		was := c.is
		is, err := c.read()
		if err != nil {
			is = was
			is.Permissions = nil
		}
		c.is, c.stamp = is, stamp
	}
	if !c.expires.IsZero() && !c.now().Before(c.expires) {
		c.is.Permissions = nil
	}
	return c.is
}

// StampOf tells one state of a file from another by what costs microseconds: time, size, rights and inode. "" is none.
func StampOf(file string) string {
	info, err := os.Stat(file)
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.ModTime().UnixNano(), info.Size(), info.Mode(), inodeOf(info))
}
