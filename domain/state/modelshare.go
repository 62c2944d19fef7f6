package state

import (
	"slices"
)

// Access is the kind of access that a user has to a model. Each kind includes the kinds before it.
type Access string

// The kinds of access, from little to much.
const (
	AccessNone    Access = "none"
	AccessRead    Access = "read"    // look, check, export
	AccessComment Access = "comment" // also write tasks and comment on findings
	AccessEdit    Access = "edit"    // also change the model and its branches
	AccessOwn     Access = "own"     // also share it and define the conditions for completing a task
)

var accesses = []Access{AccessNone, AccessRead, AccessComment, AccessEdit, AccessOwn}

// Includes reports whether an access permits the actions that need a given access.
func (a Access) Includes(needed Access) bool {
	return slices.Index(accesses, a) >= slices.Index(accesses, needed)
}

// ModelShared sets the access of a user to a model from then on. It is stored in the register of the model, not in a
// branch. The owner may always do everything.
type ModelShared struct {
	UserID string `json:"user_id"`
	Access Access `json:"access"`
}

// ModelNamed repeats the name of a model in its register, for lists. The event model.info_set in the same append
// records it too.
type ModelNamed struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// BranchArchived archives a branch: it is no longer listed or written to. The event is stored in the register of the
// model; the branch and its log stay unchanged.
type BranchArchived struct {
	At     Point  `json:"at"` // the end of the branch
	Reason string `json:"reason,omitempty"`
}

// BranchRestored restores an archived branch.
type BranchRestored struct {
	Name string `json:"name"`
}

func (*ModelShared) Evolve(*Model) {}

func (*ModelNamed) Evolve(*Model) {}

func (*BranchArchived) Evolve(*Model) {}

func (*BranchRestored) Evolve(*Model) {}

// Touched returns nil, because the event writes to no element.
func (*ModelShared) Touched() []Touch { return nil }

// Touched returns nil, because the event writes to no element.
func (*ModelNamed) Touched() []Touch { return nil }

// Touched returns nil, because the event writes to no element.
func (*BranchArchived) Touched() []Touch { return nil }

// Touched returns nil, because the event writes to no element.
func (*BranchRestored) Touched() []Touch { return nil }

func (e *ModelShared) complete() bool { return e.UserID != "" && slices.Contains(accesses, e.Access) }

func (e *ModelNamed) complete() bool { return e.Name != "" }

func (e *BranchArchived) complete() bool { return e.At.Branch != "" }

func (e *BranchRestored) complete() bool { return e.Name != "" }
