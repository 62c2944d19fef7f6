package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/state"
)

// Register is the file of principals of a data folder, reread when it changes. Its permissions apply to a principal
// from any source: a token, another file, a variable, or an identity provider.
type Register struct {
	file string

	mu    sync.Mutex
	read  bool
	stamp string
	all   *Principals
	fault error
}

// RegisterOf returns the register of a data folder.
func RegisterOf(data string) *Register { return &Register{file: filepath.Join(data, PrincipalsFile)} }

// now returns the current content of the file.
func (r *Register) now() (*Principals, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if stamp := StampOf(r.file); !r.read || stamp != r.stamp {
		r.all, r.fault = ReadPrincipals(r.file)
		r.stamp, r.read = stamp, true
	}
	return r.all, r.fault
}

// Holds returns a principal from any source with the permissions in the register. A principal that is revoked or
// contradicts the register has no permissions, and Withheld returns the reason.
func (r *Register) Holds(p Principal) Principal {
	if r == nil || p.isLocal() || p.withheld != "" {
		return p
	}
	record, err := r.Record(p)
	switch {
	case err != nil:
		return p.withhold(err.Error())
	case record == nil:
		return p
	}
	out := *record
	out.filed, out.agreed = true, p.agreed
	return out
}

// Record returns the register's entry for a principal from another source, or nil if the register does not know the id.
// It returns an error if the principal was revoked, contradicts the register, or the register cannot be read.
func (r *Register) Record(p Principal) (*Principal, error) {
	all, err := r.now()
	if err != nil {
		return nil, err
	}
	if all.IsRevoked(p.Party()) {
		return nil, fmt.Errorf("%q was revoked: bimstream principals add admits it again", p.ID)
	}
	known := all.Find(p.ID, "")
	for _, one := range known {
		if one.OnBehalfOf != p.OnBehalfOf || one.Kind != p.Kind {
			continue
		}
		if p.filed || p.agreed || p.names() || sameRecord(*one, p) {
			return one, nil
		}
		return nil, fmt.Errorf("%q is known otherwise to the principals of this store: name it by id, kind and "+
			"on_behalf_of alone, so that what they say holds, or change that (bimstream principals show %s)",
			p.ID, p.ID)
	}
	if len(known) > 0 || p.filed {
		return nil, fmt.Errorf("the principals of this store know %q as another one, or not any more: bimstream "+
			"principals list names them", p.ID)
	}
	return nil, nil
}

// names reports whether a principal has only an identity, without permissions or settings.
func (p Principal) names() bool {
	return sameRecord(p, Principal{ID: p.ID, Kind: p.Kind, OnBehalfOf: p.OnBehalfOf, LegacyID: p.LegacyID,
		Permissions: p.Permissions}) && len(p.Permissions) == 0
}

func sameRecord(a, b Principal) bool {
	x, err := json.Marshal(a)
	y, failed := json.Marshal(b)
	return err == nil && failed == nil && bytes.Equal(x, y)
}

// withhold removes all permissions of a principal and stores the reason.
func (p Principal) withhold(why string) Principal {
	p.Permissions, p.withheld = nil, why
	return p
}

// Withheld returns why a principal has no permissions, or "" if nothing was withheld.
func (p Principal) Withheld() string { return p.withheld }

// refuseWithheld returns an error if the permissions of the principal are withheld.
func (p Principal) refuseWithheld() error {
	if p.withheld == "" {
		return nil
	}
	return state.Errorf(state.PermissionDenied, "%s; nothing was done", p.withheld).With("revoked", true)
}

// IsRevoked reports whether a principal was revoked completely, for every source.
func (p *Principals) IsRevoked(who approvals.Party) bool {
	for _, one := range p.Revoked {
		if one.ID == who.ID && one.OnBehalfOf == who.OnBehalfOf {
			return true
		}
	}
	return false
}

// Revoke removes a principal with all its tokens, and refuses it from every other source.
func (p *Principals) Revoke(who approvals.Party) {
	p.Remove(Principal{ID: who.ID, OnBehalfOf: who.OnBehalfOf})
	if !p.IsRevoked(who) {
		p.Revoked = append(p.Revoked, who)
	}
}

// Admit adds a principal, and ends its revocation.
func (p *Principals) Admit(who Principal) {
	p.Revoked = slices.DeleteFunc(p.Revoked, func(one approvals.Party) bool {
		return one.ID == who.ID && one.OnBehalfOf == who.OnBehalfOf
	})
	p.Principals = append(p.Principals, who)
}

type heldKey struct{}

// holding returns a context whose calls use a principal without checking the register. The server itself makes such
// calls, after it has checked the principal's permissions.
func holding(ctx context.Context, p Principal) context.Context {
	return context.WithValue(WithPrincipal(ctx, p), heldKey{}, true)
}
