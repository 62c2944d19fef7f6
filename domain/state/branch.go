package state

import (
	"strconv"
)

// Revision is the position of an event in its stream, from 0.
type Revision uint64

// UnmarshalJSON reads a non-negative whole number, written without a fraction or an exponent.
func (r *Revision) UnmarshalJSON(b []byte) error {
	n, err := strconv.ParseUint(string(b), 10, 64)
	if err != nil {
		return Errorf(StoreCorrupt, "%s is not a revision: %w", b, err)
	}
	*r = Revision(n)
	return nil
}

// Point names a state: a branch at a revision of its stream, with the hash of the event there in hexadecimal.
type Point struct {
	Branch   string   `json:"branch"`
	Revision Revision `json:"revision"`
	Hash     string   `json:"hash"`
}

// BranchCreated is the first event of every branch but main. The branch starts with the state of the parent at the
// fork; nothing is copied.
type BranchCreated struct {
	Name         string   `json:"name"`
	Parent       string   `json:"parent"`
	ForkRevision Revision `json:"fork_revision"`
	ParentHash   string   `json:"parent_hash"` // of the parent's event at the fork
	Description  string   `json:"description,omitempty"`
}

// ElementsParted removes the record of a join between two walls without deleting a wall. It is emitted, for example,
// when a change that had joined the walls is undone.
type ElementsParted struct {
	Join
}

// BranchMerged is the last event of a merge. The element events before it in the same append carry out the merge.
type BranchMerged struct {
	MergeID     string       `json:"merge_id"` // the same for the same merge of the same states
	Source      Point        `json:"source"`   // what was merged
	Target      Point        `json:"target"`   // the head of this branch before the merge
	Base        Point        `json:"base"`     // the newest state that both branches share
	Policy      MergePolicy  `json:"policy,omitempty"`
	Resolutions []Resolution `json:"resolutions"`
	Counts      MergeCounts  `json:"counts"`
}

// ConflictResolved records how a person decided a conflict before the merge. It is stored in the register of the model,
// not in a branch. The id of a conflict is derived from the values on both sides, so a decision no longer applies when
// the values change.
type ConflictResolved struct {
	Target     string     `json:"target"`
	Source     string     `json:"source"`
	ElementID  ID         `json:"element_id"`
	Facet      Facet      `json:"facet,omitempty"`
	Resolution Resolution `json:"resolution"`
}

// RevisionTagged gives a state a name. It is stored in the register of the model, not in a branch, so that it changes
// no revision.
type RevisionTagged struct {
	Name        string `json:"name"`
	At          Point  `json:"at"`
	Description string `json:"description,omitempty"`
}

func (e *BranchCreated) Evolve(*Model) {}

func (e *BranchMerged) Evolve(*Model) {}

func (e *ConflictResolved) Evolve(*Model) {}

func (e *RevisionTagged) Evolve(*Model) {}

func (e *ElementsParted) Evolve(m *Model) { m.JoinIndex.remove(e.ID) }

// Touched returns nil, because the event writes to no element.
func (*BranchCreated) Touched() []Touch { return nil }

// Touched returns nil, because the events before this event write to the elements.
func (*BranchMerged) Touched() []Touch { return nil }

// Touched returns nil, because only the merge writes to the elements.
func (*ConflictResolved) Touched() []Touch { return nil }

// Touched returns nil, because the event writes to no element.
func (*RevisionTagged) Touched() []Touch { return nil }

// Touched returns the join facet of both walls.
func (e *ElementsParted) Touched() []Touch {
	return []Touch{{e.A, joinFacets}, {e.B, joinFacets}}
}

func (e *BranchCreated) complete() bool { return e.Name != "" && e.Parent != "" }

func (e *BranchMerged) complete() bool { return e.Source.Branch != "" }

func (e *ConflictResolved) complete() bool { return e.Resolution.ConflictID != "" }

func (e *RevisionTagged) complete() bool { return e.Name != "" && e.At.Branch != "" }

func (e *ElementsParted) complete() bool { return true }
