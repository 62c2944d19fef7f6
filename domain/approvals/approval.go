package approvals

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Instant is a time in UTC to the millisecond, such as 2026-05-04T08:00:00.000Z. Instants are compared as texts.
type Instant string

// Party is somebody who asks or decides. Two are the same when all of it is.
type Party struct {
	ID         string `json:"id"`
	Kind       string `json:"kind"` // human, agent or service
	OnBehalfOf string `json:"on_behalf_of,omitempty"`
}

// KindHuman is the kind of those who may decide.
const KindHuman = "human"

// Plan is what a call would do, as far as a decision depends on it.
type Plan struct {
	Tool      string `json:"tool"`
	ModelID   string `json:"model_id"`
	Branch    string `json:"branch"`
	Revision  uint64 `json:"revision"`  // of the branch that it was decided on
	Head      string `json:"head"`      // hash of the event there
	Arguments string `json:"arguments"` // SHA-256 of the canonical arguments
	SHA256    string `json:"sha256"`    // of the canonical plan: tool, place, arguments, and all events with their data
	// Effect is the SHA-256 of what the plan does, wherever the branch stands ([Plan.EffectOf]). "": a request of a
	// version that bound a grant to the state of its branch.
	Effect string `json:"effect,omitempty"`
	// Seed is the command that the ids of what is new derive from; "": from Head, tool and arguments.
	Seed string `json:"seed,omitempty"`
	// Text is the call's arguments as a person reads them, cut to MaxText.
	Text     string         `json:"text"`
	Classes  []Class        `json:"classes"`
	Counts   Counts         `json:"counts"`
	Events   map[string]int `json:"events"` // their number by type
	Box      *geometry.Box  `json:"box,omitempty"`
	Affected []Affected     `json:"affected"`       // the first MaxAffected, deleted ones first
	Also     []string       `json:"also,omitempty"` // what it does or takes back besides, in sentences; Digest has them
	// Conflicts are the first MaxConflicts conflicts that the merge resolves.
	Conflicts []Conflict `json:"conflicts,omitempty"`
	// Checks is what the checks of the policy find, nil if the policy names none.
	Checks *Checks `json:"checks,omitempty"`
	Kept   *Kept   `json:"kept,omitempty"` // nil if no events are kept
}

// Bounds of what a plan tells; its hash covers all.
const (
	MaxAffected = 100
	MaxText     = 2000
	MaxChange   = 200
	MaxAlso     = 10 // sentences, each of MaxChange
)

// Counts are the elements that a plan reaches.
type Counts struct {
	Created  int `json:"created"`
	Modified int `json:"modified"`
	Derived  int `json:"derived"`
	Deleted  int `json:"deleted"`
	Related  int `json:"related,omitempty" jsonschema:"of the derived ones, those that stay what and where they are and relate to others otherwise"`
}

// Total is the number of all elements reached.
func (c Counts) Total() int { return c.Created + c.Modified + c.Derived + c.Deleted }

// Affected is an element that a plan reaches, with its boxes before and after.
type Affected struct {
	ElementID string        `json:"element_id"`
	Category  string        `json:"category"` // the category that scopes judge it by
	Name      string        `json:"name"`
	Effect    string        `json:"effect"`
	Kind      string        `json:"kind,omitempty" jsonschema:"what it is, where that is not its category"`
	Related   bool          `json:"related,omitempty" jsonschema:"it relates to others otherwise, and stays what it is"`
	Was       *geometry.Box `json:"was,omitempty"`
	Is        *geometry.Box `json:"is,omitempty"`
	// Change says in words what differs, such as "height 2800 -> 3000", cut to MaxChange.
	Change string `json:"change,omitempty" jsonschema:"what differs: before -> after"`
}

// What names the kind of element, such as opening or wall type.
func (a Affected) What() string { return cmp.Or(a.Kind, a.Category) }

// Changes reports whether the plan changes or deletes the element itself. It is false if only relations of other
// elements to it change.
func (a Affected) Changes() bool { return !a.Related && a.ElementID != "" }

// Row is an element that a plan reaches, as a later decision is held against it.
type Row struct {
	Affected
	Measured string `json:"measured,omitempty"` // what of Change is measured: without names, which others may change
}

// Status is where a request stands.
type Status string

// The statuses.
const (
	Pending  Status = "pending"
	Given    Status = "granted"
	Refused  Status = "rejected"
	Used     Status = "consumed"
	Lapsed   Status = "expired"
	Withdrew Status = "void"
)

// Enum lists the statuses.
func (Status) Enum() []string {
	return []string{string(Pending), string(Given), string(Refused), string(Used), string(Lapsed), string(Withdrew)}
}

// Open reports whether something can still become of a request.
func (s Status) Open() bool { return s == Pending || s == Given }

// Approval is a request and what became of it.
type Approval struct {
	Requested
	Status   Status
	Expires  Instant // when an open one lapses
	Grants   []Granted
	Rejected *Rejected
	Consumed *Consumed
	Voided   *Voided
	Revised  []*Revised // how its effect became another one, the last one last
}

// Changed says in sentences what of the effect became another one since it was last put before a person.
func (a *Approval) Changed() []string {
	if len(a.Revised) == 0 {
		return nil
	}
	return a.Revised[len(a.Revised)-1].Changed
}

// StatusAt returns the status at a time: an open request lapses when it expires, whether that is on record or not.
func (a *Approval) StatusAt(now Instant) Status {
	if a.Status.Open() && now >= a.Expires {
		return Lapsed
	}
	return a.Status
}

// Reason says in words why a request came to nothing, "" for one that did not.
func (a *Approval) Reason(now Instant) string { return a.reason(now, maxSaid) }

// inShort is Reason for a message.
func (a *Approval) inShort(now Instant) string { return a.reason(now, maxSaidInMessage) }

func (a *Approval) reason(now Instant, most int) string {
	switch a.StatusAt(now) {
	case Refused:
		return fmt.Sprintf("rejected by %s: %q", a.Rejected.By.ID, beginning(a.Rejected.Reason, most))
	case Lapsed:
		if len(a.Grants) == 0 {
			return "nobody decided before it expired at " + string(a.Expires)
		}
		return "it expired at " + string(a.Expires) + " and was not used"
	case Withdrew:
		return "void: " + join(a.Voided.Changed) + " changed since it was requested"
	case Used:
		return "it was used at " + string(a.Consumed.At)
	}
	return ""
}

func join(words []string) string {
	out := ""
	for i, w := range words {
		if i > 0 {
			out += " and "
		}
		out += w
	}
	return out
}

// Book is all requests and standing grants of a model.
type Book struct {
	approvals map[string]*Approval
	order     []string // in the order of the requests
	standing  map[string]*Standing
	granted   []string // ids of standing grants, in their order
	// used and usedStanding are what the changes of commands were approved by.
	used, usedStanding map[string]string
}

// NewBook returns an empty book.
func NewBook() *Book {
	return &Book{approvals: map[string]*Approval{}, standing: map[string]*Standing{}, used: map[string]string{},
		usedStanding: map[string]string{}}
}

// UsedBy returns the request whose grant was used for the change of a command.
func (b *Book) UsedBy(commandID string) (*Approval, bool) {
	a, ok := b.approvals[b.used[commandID]]
	return a, ok
}

// StandingUsedBy returns the standing grant that was used for the change of a command.
func (b *Book) StandingUsedBy(commandID string) (*Standing, bool) {
	s, ok := b.standing[b.usedStanding[commandID]]
	return s, ok
}

// Approval returns a request.
func (b *Book) Approval(id string) (*Approval, bool) {
	a, ok := b.approvals[id]
	return a, ok
}

// All returns the requests, the last one first.
func (b *Book) All() []*Approval {
	out := make([]*Approval, 0, len(b.order))
	for _, id := range slices.Backward(b.order) {
		out = append(out, b.approvals[id])
	}
	return out
}
