package mcp

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Effect is what a change does to something.
type Effect string

// The effects.
const (
	EffectCreated  Effect = "created"
	EffectModified Effect = "modified" // named by an event that changes it
	EffectDerived  Effect = "derived"  // another one because of what was changed, or related to it now
	EffectDeleted  Effect = "deleted"
)

// Reached is something that a change makes another one.
type Reached struct {
	Effect   Effect
	ID       string
	Category string // of elements and types; "material", "tag", "model" or "import" of what is none
	Name     string
	Kind     string // its kind if it is not Category, such as an opening that a door fills, or a wall type
	Wording  string // of a thing without a place: the word of a scope that allows it
	Own      bool   // of a task: it belongs to the caller
	Related  bool   // only its relations change, not its own data or place; scopes do not apply
	// Change says in words what of it differs, before -> after. nil: nobody can say.
	Change func() string
	// Measured is what of Change is measured, without names. nil: nothing is.
	Measured func() string
	// Places says where it was and where it is. None: it cannot be placed, and lies outside of every scope that bounds
	// levels or regions.
	Places []Place
}

// Place is where something is in one state.
type Place struct {
	// Levels are the storeys that it takes up. Each is a list, since several levels may lie at one height: one of them
	// must be allowed.
	Levels [][]string
	Box    *geometry.Box // nil: it has none, and lies outside of every region
}

// Bounded reports whether the scope leaves out anything of a branch that it allows.
func (s Scope) Bounded() bool { return len(s.Categories)+len(s.Levels)+len(s.Regions) > 0 }

// Unbounded reports whether the scope leaves out nothing, of no branch.
func (s Scope) Unbounded() bool { return !s.Bounded() && len(s.BranchPatterns) == 0 }

// Allows reports whether something of a category lies in scope, in all of its places.
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

// AllowsReached reports whether a scope includes what a change reaches: all its places, or, if it has no place, by a
// word of the scope.
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

// material is the category by which scopes judge materials.
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

// needed are the permissions by which a principal may have an effect; one of them suffices.
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

// free reports whether a principal may have every effect anywhere on the branches that it may change.
func (p Principal) free() bool {
	return !slices.ContainsFunc([]Operation{OpCreate, OpModify, OpDelete}, func(op Operation) bool {
		s, ok := p.Scope(op)
		return !ok || s.Bounded() || len(s.BranchPatterns) > 0
	})
}

// checkReach holds everything that the outcome reaches against the scopes of the permissions that this takes. What does
// not say what it reaches is refused to a principal whose scope is bounded.
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

// unboundedScope returns where the caller may do something without the bounds of a run; the zero Scope bounds nothing,
// and is bounded by none where the call is of no run.
func (c *Call) unboundedScope(op Operation) (Scope, bool) {
	if c.unbounded == nil {
		return c.Principal.Scope(op)
	}
	return c.unbounded.Scope(op)
}

// boundOfRun is the error of what a run does not allow itself. No grant would help.
func boundOfRun(format string, args ...any) *state.Error {
	e := state.Errorf(state.PermissionDenied, format+": the run allows itself no more, by allowed of its "+
		"configuration. "+
		"Correct the step (run_resume with step), or start another run with wider bounds", args...)
	return e.With("bound_of", boundRun)
}

// boundRun is what bound_of says of the bounds of a run.
const boundRun = "run"

// checkReached refuses an effect that the caller may not have, and says where it is the bounds of a run that forbid it.
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

// outside is the error of an effect out of scope. What the caller may not read is not named.
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
