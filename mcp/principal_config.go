package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/validation"
)

// PrincipalEnvironment is the name of the variable that may hold a principal as JSON.
const PrincipalEnvironment = "BIMSTREAM_PRINCIPAL"

// LoadPrincipal returns the principal of the launch configuration: from the file if one is named, otherwise from the
// environment, otherwise the local human with all rights. In the last case it writes a line to notice. A named but
// empty file or variable is an error.
func LoadPrincipal(file *string, environment func(string) (string, bool), notice io.Writer) (Principal, error) {
	if file != nil {
		text, err := readTrusted(*file)
		if err != nil {
			return Principal{}, fmt.Errorf("read the principal: %w", err)
		}
		return parsePrincipal(text, true)
	}
	if text, set := environment(PrincipalEnvironment); set {
		return parsePrincipal([]byte(text), true)
	}
	_, _ = fmt.Fprintf(notice, "no principal configured: all calls are those of a local person with all rights (set "+
		"--principal or %s)\n", PrincipalEnvironment)
	return LocalHuman(), nil
}

// readTrusted reads a file that defines permissions. It refuses a file that others can write, because they could give
// themselves every right.
func readTrusted(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no plain file", file)
	}
	if err := checkUnwritable(info); err != nil {
		return nil, fmt.Errorf("%s says who may do what, and %w", file, err)
	}
	return os.ReadFile(file)
}

// ParsePrincipal parses a principal. It refuses unknown names, because a misspelt limit must not mean no limit.
func ParsePrincipal(text []byte) (Principal, error) { return parsePrincipal(text, false) }

func parsePrincipal(text []byte, launched bool) (Principal, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var p Principal
	if err := d.Decode(&p); err != nil {
		return Principal{}, fmt.Errorf("read the principal: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Principal{}, errors.New("read the principal: more than one JSON value")
	}
	if p.isLocal() {
		return Principal{}, fmt.Errorf("principal %q: this id is the program's own: give the person another one, "+
			"or leave "+
			"the principal out", p.ID)
	}
	return p, p.checkOf(launched)
}

// check returns an error for a principal that does not state who is responsible or what it may do.
func (p Principal) check() error { return p.checkOf(false) }

// checkOf is check; launched means that the principal comes from the launch configuration (checkIDs).
func (p Principal) checkOf(launched bool) error {
	switch {
	case p.ID == "":
		return errors.New("a principal needs an id")
	case !slices.Contains([]Kind{KindHuman, KindAgent, KindService}, p.Kind):
		return fmt.Errorf("principal %q: kind must be human, agent or service, not %q", p.ID, p.Kind)
	case p.Kind == KindAgent && p.OnBehalfOf == "":
		return fmt.Errorf("principal %q: an agent needs on_behalf_of, the user it works for", p.ID)
	case p.ClientApprovals != nil && (p.Kind == KindHuman || p.OnBehalfOf == "" || p.OnBehalfOf == p.ID):
		return fmt.Errorf("principal %q: client_approvals are of the user whom an agent or a service works for", p.ID)
	case p.Kind == KindAgent && p.OnBehalfOf == p.ID:
		return fmt.Errorf("principal %q: an agent cannot work on behalf of itself", p.ID)
	}
	if err := p.checkIDs(launched); err != nil {
		return err
	}
	for _, event := range p.RequiresApproval {
		if known := approvable(); !slices.Contains(known, event) {
			return fmt.Errorf("principal %q: requires_approval names %q, for which nobody can be asked: give types "+
				"of %s", p.ID, event, strings.Join(known, ", "))
		}
	}
	for _, op := range slices.Sorted(maps.Keys(p.Permissions)) {
		if err := p.checkPermission(op); err != nil {
			return fmt.Errorf("principal %q: %w", p.ID, err)
		}
	}
	for _, c := range slices.Sorted(maps.Keys(p.Limits.Rates)) {
		if !slices.Contains([]Category{CategoryRead, CategoryMutation, CategoryExecution}, c) {
			return fmt.Errorf("principal %q: unknown category %q in rates", p.ID, c)
		}
		if p.Limits.Rates[c].PerMinute == 0 {
			return fmt.Errorf("principal %q: per_minute of %s is 0 or missing: give a number above 0, or -1 "+
				"for no limit", p.ID, c)
		}
	}
	return nil
}

// EventSheetsIssued is the type of the event that records issued sheets.
const EventSheetsIssued = "sheets.issued"

// approvable returns the types of events that the plans of tools can contain.
func approvable() []string {
	return append(state.EventTypes(), validation.EventUpdated, EventSheetsIssued)
}

func (p Principal) checkPermission(op Operation) error {
	if !slices.Contains(allOperations, op) {
		return fmt.Errorf("unknown permission %q", op)
	}
	if op == OpApprove && p.Kind != KindHuman {
		return errors.New("only a human can have the permission APPROVE")
	}
	if err := p.Permissions[op].checkWords(); err != nil {
		return err
	}
	for _, pattern := range p.Permissions[op].BranchPatterns {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("branch pattern %q: %w", pattern, err)
		}
	}
	return nil
}
