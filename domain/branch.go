package domain

import (
	"regexp"
	"strconv"
	"strings"
)

// Revision is the place of an event in its stream, from 0.
type Revision uint64

// UnmarshalJSON reads a whole number that is not negative, written without a fraction or an exponent.
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

// BranchCreated is the first event of every branch but main. The state of the branch is that of the parent at the fork;
// nothing is copied.
type BranchCreated struct {
	Name         string   `json:"name"`
	Parent       string   `json:"parent"`
	ForkRevision Revision `json:"fork_revision"`
	ParentHash   string   `json:"parent_hash"` // of the parent's event at the fork
	Description  string   `json:"description,omitempty"`
}

// ElementsParted removes the record of a join between two walls. It is emitted when a change that had joined them is
// undone or merged; otherwise a join is removed with one of its walls.
type ElementsParted struct {
	Join
}

// BranchMerged is the last event of a merge: the element events before it in the same append carry out what it records.
type BranchMerged struct {
	MergeID     string       `json:"merge_id"` // the same for the same merge of the same states
	Source      Point        `json:"source"`   // what was merged
	Target      Point        `json:"target"`   // the head of this branch before the merge
	Base        Point        `json:"base"`     // the newest state that both had
	Policy      MergePolicy  `json:"policy,omitempty"`
	Resolutions []Resolution `json:"resolutions"`
	Counts      MergeCounts  `json:"counts"`
}

// ConflictResolved records how a person decided a conflict before the merge. It is stored in the register of the model,
// not in a branch. The id of a conflict stands for the values on both sides, so a decision lapses when they change.
type ConflictResolved struct {
	Target     string     `json:"target"`
	Source     string     `json:"source"`
	ElementID  ID         `json:"element_id"`
	Facet      Facet      `json:"facet,omitempty"`
	Resolution Resolution `json:"resolution"`
}

// RevisionTagged gives a state a name. It is stored in the register of the model, not in a branch: naming changes no
// revision.
type RevisionTagged struct {
	Name        string `json:"name"`
	At          Point  `json:"at"`
	Description string `json:"description,omitempty"`
}

func (e *BranchCreated) evolve(*Model)    {}
func (e *BranchMerged) evolve(*Model)     {}
func (e *ConflictResolved) evolve(*Model) {}
func (e *RevisionTagged) evolve(*Model)   {}
func (e *ElementsParted) evolve(m *Model) { m.joins.remove(e.ID) }

// Touched says that nothing of an element is written.
func (*BranchCreated) Touched() []Touch { return nil }

// Touched says that nothing of an element is written: the events before it do that.
func (*BranchMerged) Touched() []Touch { return nil }

// Touched says that nothing of an element is written: the merge will do that.
func (*ConflictResolved) Touched() []Touch { return nil }

// Touched says that nothing of an element is written.
func (*RevisionTagged) Touched() []Touch { return nil }

// Touched names the join facet of both walls.
func (e *ElementsParted) Touched() []Touch {
	return []Touch{{e.A, joinFacets}, {e.B, joinFacets}}
}

func (e *BranchCreated) complete() bool    { return e.Name != "" && e.Parent != "" }
func (e *BranchMerged) complete() bool     { return e.Source.Branch != "" }
func (e *ConflictResolved) complete() bool { return e.Resolution.ConflictID != "" }
func (e *RevisionTagged) complete() bool   { return e.Name != "" && e.At.Branch != "" }
func (e *ElementsParted) complete() bool   { return true }

// MaxLabel bounds the names of branches and tags, in bytes: with a model's id they fit the name of a stream.
const MaxLabel = 64

// label is the form of the name of a branch, and with single spaces too of a tag: letters, digits and . _ - / with a
// letter or digit at both ends.
var label = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?$`)

// CheckBranchName refuses a text that cannot be the name of a branch. Names are unique in a model; the caller ensures
// that by creating the branch's stream.
func CheckBranchName(name string) error {
	if strings.EqualFold(name, "main") {
		return Errorf(AlreadyExists, "every model has its branch main: choose another name").With("parameter", "name")
	}
	if checkLabel(name) {
		return nil
	}
	like := labelLike(name)
	if !checkLabel(like) {
		like = "option-a"
	}
	return Errorf(OutOfRange, "%q cannot be the name of a branch: use 1 to %d letters from a to z, digits and "+
		". _ - / with a letter or digit at both ends and no spaces, such as %s", name, MaxLabel, like).
		With("parameter", "name").With("example", like)
}

// CheckTagName refuses a text that cannot be the name of a tag. Whole numbers and times are refused too: the argument
// `at` reads them as a revision or a time.
func CheckTagName(name string) error {
	if name != "" && strings.Trim(name, "0123456789") == "" {
		return Errorf(OutOfRange, "a tag of digits alone would be taken for a revision: put a letter in front, "+
			"such as v%s", name).With("parameter", "name")
	}
	if checkLabel(strings.ReplaceAll(name, " ", ".")) {
		return nil // single spaces: two of them, and one beside a dot, are two dots
	}
	return Errorf(OutOfRange, "%q cannot be the name of a tag: use 1 to %d letters from a to z, digits, single "+
		"spaces and . _ - / with a letter or digit at both ends", name, MaxLabel).With("parameter", "name")
}

func checkLabel(name string) bool {
	return len(name) <= MaxLabel && label.MatchString(name) && !strings.Contains(name, "..") &&
		!strings.Contains(name, "//")
}

// labelLike returns a text as the name of a branch that looks like it.
func labelLike(text string) string {
	return strings.Trim(notLabel.ReplaceAllString(text, "-"), "-._/")
}

// notLabel are the stretches of a text that no name of a branch has.
var notLabel = regexp.MustCompile(`[^A-Za-z0-9._/]+|\.\.+|//+`)
