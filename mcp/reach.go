package mcp

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Effect is the kind of effect that a change has on a thing.
type Effect string

// The effects.
const (
	EffectCreated  Effect = "created"
	EffectModified Effect = "modified" // changed by an event that names it
	EffectDerived  Effect = "derived"  // changed as a consequence, or newly related
	EffectDeleted  Effect = "deleted"
)

// Reached is a thing that a change affects.
type Reached struct {
	Effect   Effect
	ID       string
	Category string // of elements and types; otherwise "material", "tag", "model" or "import"
	Name     string
	Kind     string // its kind if it is not Category, such as an opening that a door fills, or a wall type
	Wording  string // for a thing without a place: the word of a scope that allows it
	Own      bool   // for a task: it belongs to the caller
	Related  bool   // only its relations change, not its own data or place, so scopes do not apply
	// Change describes the differences as before -> after; nil if there is no description.
	Change func() string
	// Measured describes the differences in measures, without names; nil if there are none.
	Measured func() string
	// Places are the places before and after the change. A thing without places lies outside every scope that bounds
	// levels or regions.
	Places []Place
}

// Place is the place of a thing in one state.
type Place struct {
	// Levels are the storeys that the thing occupies. Each is a list of levels at the same height, one of which must be
	// allowed.
	Levels [][]string
	Box    *geometry.Box // nil if it has none, so that it lies outside every region
}

// Bounded reports whether the scope excludes anything on the branches that it allows.
func (s Scope) Bounded() bool { return len(s.Categories)+len(s.Levels)+len(s.Regions) > 0 }

// Unbounded reports whether the scope excludes nothing on any branch.
func (s Scope) Unbounded() bool { return !s.Bounded() && len(s.BranchPatterns) == 0 }

// Allows reports whether a thing of a category lies in scope with all its places.
func (s Scope) Allows(category string, places []Place) bool {
	if !s.AllowsCategory(category) {
		return false
	}
	if len(s.Levels)+len(s.Regions) == 0 {
		return true
	}
	return len(places) > 0 && !slices.ContainsFunc(places, func(p Place) bool { return !s.allowsPlace(p) })
}

// The names of the words of a scope.
const (
	WordingTasks    = "tasks"
	WordingFindings = "findings"
	WordingLibrary  = "library"
	WordingGroups   = "groups"
)

// AllowsReached reports whether a scope includes a thing that a change affects. All its places must be in scope, or,
// for a thing without a place, a word of the scope must allow it.
func (s Scope) AllowsReached(r Reached) bool {
	said := false
	switch r.Wording {
	case WordingTasks:
		said = s.Tasks == WordAll || s.Tasks == WordOwn && r.Own
	case WordingFindings:
		said = s.Findings == WordYes
	case WordingLibrary:
		said = s.Library == WordYes && (r.Category == material || s.AllowsCategory(r.Category))
	case WordingGroups:
		said = s.Groups == WordYes
	}
	return said || s.Allows(r.Category, r.Places)
}

// material is the category of materials in scopes.
const material = "material"

func (s Scope) allowsPlace(p Place) bool {
	if len(s.Regions) > 0 && (p.Box == nil || !s.AllowsBox(*p.Box)) {
		return false
	}
	if len(s.Levels) == 0 {
		return true
	}
	return len(p.Levels) > 0 && !slices.ContainsFunc(p.Levels, func(same []string) bool {
		return !slices.ContainsFunc(same, s.AllowsLevel)
	})
}

// needed returns the permissions that allow a principal an effect; one of them suffices.
func (c *Call) needed(e Effect) []Operation {
	switch e {
	case EffectCreated:
		return []Operation{OpCreate}
	case EffectDeleted:
		return []Operation{OpDelete}
	case EffectModified:
		return []Operation{OpModify}
	}
	return []Operation{c.Tool.Needs(), OpModify}
}

// free reports whether a principal may have every effect on all branches.
func (p Principal) free() bool {
	return !slices.ContainsFunc([]Operation{OpCreate, OpModify, OpDelete}, func(op Operation) bool {
		s, ok := p.Scope(op)
		return !ok || s.Bounded() || len(s.BranchPatterns) > 0
	})
}

// checkReach checks everything that the outcome affects against the scopes of the required permissions. An outcome that
// does not state what it affects is refused to a principal with a bounded scope.
func (cc *chainCall) checkReach(out *Outcome) error {
	c := cc.call
	if !cc.mutates() || out.Commit == nil || c.Principal.free() {
		return nil
	}
	if out.Reach == nil {
		if cc.entry.Category == CategoryMutation && c.Scope.Bounded() {
			if free, _ := c.unboundedScope(cc.entry.Needs()); !free.Bounded() {
				return boundOfRun("%s changes what cannot be placed, which a run with bounds does not do",
					cc.entry.Name).
					With("operation", cc.entry.Needs())
			}
			return state.Errorf(state.PermissionDenied,
				"%s changes what cannot be placed, and the scope of %q is bounded: only an administrator "+
					"widens a scope", cc.entry.Name, c.Principal.ID).
				With("operation", cc.entry.Needs())
		}
		return nil
	}
	for _, r := range out.Reach() {
		if err := c.checkReached(r); err != nil {
			return err
		}
	}
	return nil
}

// unboundedScope returns the caller's scope for an operation without the bounds of a run.
func (c *Call) unboundedScope(op Operation) (Scope, bool) {
	if c.unbounded == nil {
		return c.Principal.Scope(op)
	}
	return c.unbounded.Scope(op)
}

// boundOfRun returns the error for something outside the bounds of a run. No grant would help.
func boundOfRun(format string, args ...any) *state.Error {
	e := state.Errorf(state.PermissionDenied, format+": the run allows itself no more, by allowed of its "+
		"configuration. "+
		"Correct the step (run_resume with step), or start another run with wider bounds", args...)
	return e.With("bound_of", boundRun)
}

// boundRun is the value of bound_of for the bounds of a run.
const boundRun = "run"

// checkReached returns an error for an effect that the caller may not have. The error states whether only the bounds of
// a run forbid it.
func (c *Call) checkReached(r Reached) error {
	err := c.reaches(c.Principal, r)
	if err == nil || c.unbounded == nil || c.reaches(*c.unbounded, r) != nil {
		return err
	}
	e := boundOfRun("%s %q would be %s by this", r.Category, r.Name, r.Effect)
	return e.With("element_id", r.ID).With("category", r.Category).With("effect", r.Effect).
		With("operation", c.needed(r.Effect)[0])
}

func (c *Call) reaches(p Principal, r Reached) error {
	ops := c.needed(r.Effect)
	permitted := false
	for _, op := range ops {
		scope, ok := p.Scope(op)
		if !ok || c.Common.Branch != "" && !scope.AllowsBranch(c.Common.Branch) {
			continue
		}
		permitted = true
		if scope.AllowsReached(r) {
			return nil
		}
	}
	if !permitted {
		return state.Errorf(state.PermissionDenied,
			"something would be %s by this, and %q has no permission to %s on this branch; an administrator "+
				"can grant it",
			r.Effect, c.Principal.ID, ops[0]).With("operation", ops[0]).With("effect", r.Effect)
	}
	return c.outside(r)
}

// outside returns the error for an effect out of scope. It does not name things that the caller may not read.
func (c *Call) outside(r Reached) error {
	read, _ := c.Principal.Scope(OpRead)
	if !c.Principal.ReadsBranch(c.BranchName()) || !read.AllowsReached(r) && r.Wording != WordingTasks {
		return state.Errorf(state.PermissionDenied,
			"something outside the scope of %q would be %s by this: only an administrator widens a scope",
			c.Principal.ID, r.Effect).With("effect", r.Effect).With("operation", c.needed(r.Effect)[0])
	}
	if r.Wording != "" {
		return state.Errorf(state.PermissionDenied,
			"%s %q lies nowhere, and the scope of %q is bounded and has no word for it (%s, of docs/governance.md): "+
				"only an administrator widens a scope", r.Category, r.Name, c.Principal.ID, r.Wording).
			With("effect", r.Effect).With("operation", c.needed(r.Effect)[0]).With("word", r.Wording)
	}
	return state.Errorf(state.PermissionDenied,
		"%s %q would be %s by this and is outside the scope of %q: only an administrator widens a scope",
		r.Category, r.Name, r.Effect, c.Principal.ID).
		With("element_id", r.ID).With("category", r.Category).With("effect",
		r.Effect).With("operation", c.needed(r.Effect)[0])
}
