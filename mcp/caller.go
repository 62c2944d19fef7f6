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

// Caller is the caller on stdio. If a file defines it, the file is checked at each call, so that a change of
// permissions takes effect at the next call.
type Caller struct {
	file string // "" if the caller cannot change
	read func() (Principal, error)
	now  func() time.Time

	register *Register
	// OnChange, unless it is nil, is called when the file of the caller has changed.
	OnChange func()

	mu      sync.Mutex
	stamp   string
	is      Principal
	expires time.Time // of the token; zero for never
}

// CallerOf returns the caller of the launch configuration: the principal of the given file, of the token in
// TokenEnvironment, of PrincipalEnvironment, or the local person. It returns an error if the register of the data
// folder has revoked the principal or contradicts it.
func CallerOf(file *string, data string, environment func(string) (string, bool), notice io.Writer) (*Caller, error) {
	c := &Caller{now: time.Now, register: RegisterOf(data)}
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
	c.stamp = StampOf(c.file)
	var err error
	if c.is, err = c.agree(); err != nil {
		return c, err
	}
	if p := c.register.Holds(c.is); p.withheld != "" {
		return c, errors.New(p.withheld)
	}
	return c, nil
}

// agree reads the caller and records whether the register agrees with it. From then on, changes of the register apply.
func (c *Caller) agree() (Principal, error) {
	p, err := c.read()
	if err != nil || p.isLocal() {
		return p, err
	}
	record, err := c.register.Record(p)
	p.agreed = err == nil && record != nil // a refused caller may be admitted later: Holds decides at each call
	return p, nil
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

// Principal returns the current caller. It has no permissions if its file is gone or broken, its token was revoked or
// has expired, or the register has revoked it.
func (c *Caller) Principal() Principal {
	p, changed := c.principal()
	if changed && c.OnChange != nil {
		c.OnChange()
	}
	return p
}

func (c *Caller) principal() (p Principal, changed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if stamp := StampOf(c.file); c.file != "" && stamp != c.stamp {
		was := c.is
		is, err := c.agree()
		if err != nil {
			is = was
			is.Permissions, is.agreed, is.withheld = nil, false, "who calls cannot be read any more: "+err.Error()
		}
		c.is, c.stamp, changed = is, stamp, true
	}
	if !c.expires.IsZero() && !c.now().Before(c.expires) {
		c.is.Permissions, c.is.withheld = nil, "the token has expired: bimstream principals token makes another one"
	}
	return c.register.Holds(c.is), changed
}

// holds returns a principal from another source than this caller's file, with the permissions in the register.
func (c *Caller) holds(p Principal) Principal {
	if c == nil {
		return p
	}
	return c.register.Holds(p)
}

// File returns the file that defines the caller; "" if there is none, or it is the register itself.
func (c *Caller) File() string {
	if c.register == nil || c.file == c.register.file {
		return ""
	}
	return c.file
}

// StampOf returns a text that changes with the state of a file, from attributes that cost microseconds: time, size,
// mode and inode. It returns "" if there is no file.
func StampOf(file string) string {
	info, err := os.Stat(file)
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.ModTime().UnixNano(), info.Size(), info.Mode(), inodeOf(info))
}
