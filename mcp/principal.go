package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Kind is the kind of a principal.
type Kind string

// The kinds of principals.
const (
	KindHuman   Kind = "human"
	KindAgent   Kind = "agent"
	KindService Kind = "service"
)

// Operation is something that a principal may be permitted to do.
type Operation string

// The operations.
const (
	OpRead    Operation = "READ"
	OpCreate  Operation = "CREATE"
	OpModify  Operation = "MODIFY"
	OpDelete  Operation = "DELETE"
	OpApprove Operation = "APPROVE"
)

var allOperations = []Operation{OpRead, OpCreate, OpModify, OpDelete, OpApprove}

// Principal is the caller. It comes from the launch configuration or a verified token, never from arguments or from
// what a client says about itself.
type Principal struct {
	ID   string `json:"id"`
	Kind Kind   `json:"kind"`
	// OnBehalfOf is the user for whom an agent or a service works. Required for agents.
	OnBehalfOf string `json:"on_behalf_of,omitempty"`
	// LegacyID allows an ID and OnBehalfOf from before the grammar of ids (CheckID), so that such a principal keeps
	// what it owns in an old store. Only the operator's files can set it.
	LegacyID bool `json:"legacy_id,omitempty"`
	// Permissions maps each permitted operation to its scope. A missing operation is refused.
	Permissions map[Operation]Scope `json:"permissions"`
	Limits      Limits              `json:"limits"`
	// RequiresApproval are types of events that the principal may append only when a person approves.
	RequiresApproval []string `json:"requires_approval,omitempty"`
	// ApprovalKeys are the Ed25519 public keys, in hexadecimal, with which a person approves at level key.
	ApprovalKeys []string `json:"approval_keys,omitempty"`
	// ClientApprovals is the scope in which an agent's user may approve at the client, for classes with level client. A
	// client can answer without a person, so the default is nil, which allows nothing.
	ClientApprovals *Scope `json:"client_approvals,omitempty"`
	// DryRunDefault overrides, by category, the default for the kind of principal: on for agents, off for others.
	DryRunDefault DryRunDefault `json:"dry_run_default,omitzero"`

	agreed   bool   // its own file agreed with the register, so that later changes of the register apply
	withheld string // reason for missing permissions; "" if nothing was withheld
	filed    bool   // it comes from a file that bimstream principals can change
}

// Scope bounds an operation. An empty list sets no bound.
type Scope struct {
	Categories     []string       `json:"categories,omitempty"`
	Levels         []string       `json:"levels,omitempty"`
	Regions        []geometry.Box `json:"regions,omitempty"`
	BranchPatterns []string       `json:"branch_patterns,omitempty"` // globs of path.Match
	// A bounded scope does not include things without a place, except those that these words allow.
	Tasks    Word `json:"tasks,omitempty"`    // own: tasks that the principal made or is assigned; all
	Findings Word `json:"findings,omitempty"` // yes: decisions on findings
	Library  Word `json:"library,omitempty"`  // yes: materials, and types of the categories in scope
	Groups   Word `json:"groups,omitempty"`   // yes: zones and systems
}

// Word allows things without a place in a bounded scope.
type Word string

// The words of a scope.
const (
	WordOwn Word = "own"
	WordAll Word = "all"
	WordYes Word = "yes"
)

// checkWords returns an error for unknown words.
func (s Scope) checkWords() error {
	for _, w := range []struct {
		name  string
		is    Word
		words []Word
	}{{WordingTasks, s.Tasks, []Word{WordOwn, WordAll}}, {WordingFindings, s.Findings, []Word{WordYes}},
		{WordingLibrary, s.Library, []Word{WordYes}}, {WordingGroups, s.Groups, []Word{WordYes}}} {
		if w.is != "" && !slices.Contains(w.words, w.is) {
			return fmt.Errorf("%s is %q: give one of %v", w.name, w.is, w.words)
		}
	}
	return nil
}

// LocalHuman is the principal when none is configured: the person at this machine, with all rights.
func LocalHuman() Principal {
	p := Principal{ID: localID, Kind: KindHuman, Permissions: map[Operation]Scope{}}
	for _, op := range allOperations {
		p.Permissions[op] = Scope{}
	}
	return p
}

// Scope returns the scope of an operation, and whether the principal may do it at all.
func (p Principal) Scope(op Operation) (Scope, bool) {
	s, ok := p.Permissions[op]
	return s, ok
}

// ReadsBranch reports whether the principal may read anything of a branch.
func (p Principal) ReadsBranch(branch string) bool {
	s, ok := p.Scope(OpRead)
	return ok && s.AllowsBranch(branch)
}

// DryRunDefault states by category whether calls without dry_run are dry runs; nil means the default for the kind.
type DryRunDefault struct {
	Mutation  *bool `json:"mutation,omitempty"`
	Execution *bool `json:"execution,omitempty"`
}

// UnmarshalJSON decodes the table, or one bool for all categories. It returns an error for unknown names.
func (d *DryRunDefault) UnmarshalJSON(text []byte) error {
	var all bool
	if json.Unmarshal(text, &all) == nil {
		*d = DryRunDefault{&all, &all}
		return nil
	}
	type table DryRunDefault
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode((*table)(d)); err != nil {
		return fmt.Errorf("dry_run_default: give true, false or {mutation, execution}: %w", err)
	}
	return nil
}

// dryRunDefault returns whether a call of a category without dry_run is a dry run for this principal.
func (p Principal) dryRunDefault(c Category) bool {
	said := p.DryRunDefault.Mutation
	if c == CategoryExecution {
		said = p.DryRunDefault.Execution
	}
	if said != nil {
		return *said
	}
	return p.Kind == KindAgent
}

// userID returns the person that the audit record names.
func (p Principal) userID() string {
	if p.Kind == KindAgent || p.OnBehalfOf != "" {
		return p.OnBehalfOf
	}
	return p.ID
}

// AllowsCategory reports whether elements of the category are in scope.
func (s Scope) AllowsCategory(category string) bool {
	return len(s.Categories) == 0 || slices.Contains(s.Categories, category)
}

// AllowsLevel reports whether elements of the level are in scope.
func (s Scope) AllowsLevel(levelID string) bool {
	return len(s.Levels) == 0 || slices.Contains(s.Levels, levelID)
}

// AllowsBox reports whether the box lies completely in one of the regions.
func (s Scope) AllowsBox(b geometry.Box) bool {
	return len(s.Regions) == 0 || slices.ContainsFunc(s.Regions, func(r geometry.Box) bool { return r.Contains(b) })
}

// AllowsBranch reports whether the branch's name matches one of the patterns.
func (s Scope) AllowsBranch(branch string) bool {
	return len(s.BranchPatterns) == 0 || slices.ContainsFunc(s.BranchPatterns, func(pattern string) bool {
		ok, err := path.Match(pattern, branch)
		return err == nil && ok
	})
}
