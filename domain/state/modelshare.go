package state

import (
	"slices"
)

// Access is what a user may do with a model. Each includes those before it.
type Access string

// The kinds of access, from little to much.
const (
	AccessNone    Access = "none"
	AccessRead    Access = "read"    // look, check, export
	AccessComment Access = "comment" // also tasks, and what is said of findings
	AccessEdit    Access = "edit"    // also change the model and its branches
	AccessOwn     Access = "own"     // also share it, and say what completing a task takes
)

var accesses = []Access{AccessNone, AccessRead, AccessComment, AccessEdit, AccessOwn}

// Includes reports whether who has an access may do what takes another one.
func (a Access) Includes(needed Access) bool {
	return slices.Index(accesses, a) >= slices.Index(accesses, needed)
}

// ModelShared says what a user may do with a model from then on. It is stored in the register of the model, not in a
// branch. The owner may do everything, whatever is said.
type ModelShared struct {
	UserID string `json:"user_id"`
	Access Access `json:"access"`
}

// ModelNamed repeats the name of a model in its register, for lists: model.info_set of the same append says it too.
type ModelNamed struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// BranchArchived puts a branch away: it is not listed, and nothing more is stored in it. It is stored in the register
// of the model: the branch and its log stay as they are.
type BranchArchived struct {
	At     Point  `json:"at"` // its end
	Reason string `json:"reason,omitempty"`
}

// BranchRestored takes a branch out again.
type BranchRestored struct {
	Name string `json:"name"`
}

func (*ModelShared) Evolve(*Model) {}

func (*ModelNamed) Evolve(*Model) {}

func (*BranchArchived) Evolve(*Model) {}

func (*BranchRestored) Evolve(*Model) {}

// Touched says that nothing of an element is written.
func (*ModelShared) Touched() []Touch { return nil }

// Touched says that nothing of an element is written.
func (*ModelNamed) Touched() []Touch { return nil }

// Touched says that nothing of an element is written.
func (*BranchArchived) Touched() []Touch { return nil }

// Touched says that nothing of an element is written.
func (*BranchRestored) Touched() []Touch { return nil }

func (e *ModelShared) complete() bool { return e.UserID != "" && slices.Contains(accesses, e.Access) }

func (e *ModelNamed) complete() bool { return e.Name != "" }

func (e *BranchArchived) complete() bool { return e.At.Branch != "" }

func (e *BranchRestored) complete() bool { return e.Name != "" }
