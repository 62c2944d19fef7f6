package tasks

import (
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// Priority is the importance of a task.
type Priority string

// The priorities.
const (
	Low      Priority = "low"
	Normal   Priority = "normal"
	High     Priority = "high"
	Critical Priority = "critical"
)

var priorities = []Priority{Low, Normal, High, Critical}

// Enum lists the values for a JSON schema.
func (Priority) Enum() []string { return []string{"low", "normal", "high", "critical"} }

// Everybody is the user name that shares a task with all who may see its model.
const Everybody = "*"

// Pin is an element of a task, with its data when it was pinned.
type Pin struct {
	ElementID state.ID       `json:"element_id"`
	Category  state.Category `json:"category"`
	Name      string         `json:"name"`
	Branch    string         `json:"branch"`
	Revision  state.Revision `json:"revision"` // of the branch, when it was pinned
}

// Finding is a finding of a check that a task answers.
type Finding struct {
	Branch string `json:"branch"`
	Key    string `json:"key"`
}

// Link is an address that belongs to a task.
type Link struct {
	URL   string `json:"url" jsonschema:"https://, http:// or bim://"`
	Title string `json:"title,omitempty"`
}

// Comment is a comment on a task.
type Comment struct {
	ID     state.ID `json:"comment_id"`
	Text   string   `json:"text"`
	Author string   `json:"author,omitempty" jsonschema:"the principal; not of one that came by a file"`
	At     string   `json:"at"` // RFC 3339
	Claim
}

// Claim is the author of a topic or comment according to a file. It is not verified.
type Claim struct {
	ClaimedAuthor string `json:"claimed_author,omitempty" jsonschema:"whom the file names; not verified"`
	BroughtBy     string `json:"brought_by,omitempty" jsonschema:"the principal who imported the file"`
	Source        Source `json:"source,omitzero"`
}

// Source is the file from which a comment or a topic was imported.
type Source struct {
	File   string `json:"file" jsonschema:"its name"`
	SHA256 string `json:"sha256"`
}

// EvidenceKind is the kind of an evidence.
type EvidenceKind string

// The kinds of evidence.
const (
	EvidenceEvent   EvidenceKind = "event"          // an event of the model
	EvidenceCheck   EvidenceKind = "validation_run" // a recorded check
	EvidenceFinding EvidenceKind = "finding"        // the key of a finding that is resolved or approved
	EvidenceRun     EvidenceKind = "run"
)

// Enum lists the values for a JSON schema.
func (EvidenceKind) Enum() []string { return []string{"event", "validation_run", "finding", "run"} }

// Evidence shows that a task is done. The caller of Decide checks that it exists.
type Evidence struct {
	Kind EvidenceKind `json:"kind" jsonschema:"what it is"`
	ID   string       `json:"id" jsonschema:"of the event, the check or the run; of a finding its key"`
}

// Completion records how a task was completed.
type Completion struct {
	Note     string    `json:"note,omitempty"`
	Evidence *Evidence `json:"evidence,omitempty"`
	By       Stamp     `json:"by"`
}

// Stamp records who did something and when, as in the metadata of the event.
type Stamp struct {
	User  string `json:"user_id"`
	Agent string `json:"agent_id,omitempty"`
	At    string `json:"at"` // RFC 3339
}

// Task is a piece of work on a model. Values are never changed: Evolve replaces them.
type Task struct {
	ID          state.ID
	Owner       string
	Title       string
	Description string
	Status      Status
	Type        string
	Priority    Priority
	Labels      []string
	Assignee    string
	Due         string // YYYY-MM-DD
	Stage       string
	Pins        []Pin
	Findings    []Finding
	Viewpoint   json.RawMessage
	Branch      string
	DependsOn   []state.ID // in order, without deleted tasks
	Links       []Link
	SharedWith  []string // in order; includes every past assignee
	Comments    []Comment
	Completion  *Completion // of a completed task
	Created     Stamp
	Updated     Stamp
	Version     uint64    // the number of events about it, without exchanges
	Exchange    *Exchange // with another program; nil before the first one

	place int // position in the order in which tasks were added
}

// Caller is the requester: a user, and the principal that acts for them, which may be the user itself.
type Caller struct {
	User, Principal string
}

func (c Caller) is(name string) bool { return name == c.User || name == c.Principal }

// SeenBy reports whether a caller can see the task.
func (t *Task) SeenBy(c Caller) bool {
	return c.is(t.Owner) || slices.ContainsFunc(t.SharedWith,
		func(name string) bool { return name == Everybody || c.is(name) })
}

// viewers returns the names that can see a task.
func (t *Task) viewers() []string { return append([]string{t.Owner}, t.SharedWith...) }

// unseenBy returns the first of the names that cannot see the task, or "" if all can.
func (t *Task) unseenBy(names []string) string {
	for _, name := range names {
		if !t.SeenBy(Caller{name, name}) {
			return name
		}
	}
	return ""
}
