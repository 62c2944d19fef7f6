package approvals

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Instant is a time in UTC to the millisecond, such as 2026-05-04T08:00:00.000Z. Instants are compared as texts.
type Instant string

// Party is the requester or a decider. Two parties are the same if all fields are equal.
type Party struct {
	ID         string `json:"id"`
	Kind       string `json:"kind"` // human, agent or service
	OnBehalfOf string `json:"on_behalf_of,omitempty"`
}

// KindHuman is the kind of parties who may decide.
const KindHuman = "human"

// Plan describes the effects of a call that a decision depends on.
type Plan struct {
	Tool      string `json:"tool"`
	ModelID   string `json:"model_id"`
	Branch    string `json:"branch"`
	Revision  uint64 `json:"revision"`  // of the branch when the plan was decided
	Head      string `json:"head"`      // hash of the event there
	Arguments string `json:"arguments"` // SHA-256 of the canonical arguments
	SHA256    string `json:"sha256"`    // of the canonical plan: tool, place, arguments, and all events with their data
	// Effect is the SHA-256 of the effects of the plan, independent of the head of the branch ([Plan.EffectOf]). It is
	// "" in requests of an earlier version, in which a grant was bound to the state of the branch.
	Effect string `json:"effect,omitempty"`
	// Seed is the id of the command from which the ids of new elements derive. If it is "", they derive from Head, tool
	// and arguments.
	Seed string `json:"seed,omitempty"`
	// Text holds the call's arguments in readable form, cut to MaxText.
	Text     string         `json:"text"`
	Classes  []Class        `json:"classes"`
	Counts   Counts         `json:"counts"`
	Events   map[string]int `json:"events"` // their number by type
	Box      *geometry.Box  `json:"box,omitempty"`
	Affected []Affected     `json:"affected"`       // the first MaxAffected, deleted ones first
	Also     []string       `json:"also,omitempty"` // further effects in sentences; Digest covers them
	// Conflicts are the first MaxConflicts conflicts that the merge resolves.
	Conflicts []Conflict `json:"conflicts,omitempty"`
	// Checks holds the results of the policy's checks, nil if the policy names none.
	Checks *Checks `json:"checks,omitempty"`
	Kept   *Kept   `json:"kept,omitempty"` // nil if no events are kept
}

// Bounds of the details in a plan. Its hash covers all details.
const (
	MaxAffected = 100
	MaxText     = 2000
	MaxChange   = 200
	MaxAlso     = 10 // sentences, each of MaxChange
)

// Counts holds the numbers of elements that a plan reaches.
type Counts struct {
	Created  int `json:"created"`
	Modified int `json:"modified"`
	Derived  int `json:"derived"`
	Deleted  int `json:"deleted"`
	Related  int `json:"related,omitempty" jsonschema:"of the derived ones, those that stay what and where they are and relate to others otherwise"`
}

// Total returns the number of all elements reached.
func (c Counts) Total() int { return c.Created + c.Modified + c.Derived + c.Deleted }

// Affected is an element that a plan reaches, with its boxes before and after the plan.
type Affected struct {
	ElementID string        `json:"element_id"`
	Category  string        `json:"category"` // the category that scopes judge it by
	Name      string        `json:"name"`
	Effect    string        `json:"effect"`
	Kind      string        `json:"kind,omitempty" jsonschema:"what it is, where that is not its category"`
	Related   bool          `json:"related,omitempty" jsonschema:"it relates to others otherwise, and stays what it is"`
	Was       *geometry.Box `json:"was,omitempty"`
	Is        *geometry.Box `json:"is,omitempty"`
	// Change describes the difference in words, such as "height 2800 -> 3000", cut to MaxChange.
	Change string `json:"change,omitempty" jsonschema:"what differs: before -> after"`
}

// What returns the kind of element, such as opening or wall type.
func (a Affected) What() string { return cmp.Or(a.Kind, a.Category) }

// Changes reports whether the plan changes or deletes the element itself. It returns false if only relations of other
// elements to it change.
func (a Affected) Changes() bool { return !a.Related && a.ElementID != "" }

// Row is an element that a plan reaches, stored to compare the plan with a later decision.
type Row struct {
	Affected
	Measured string `json:"measured,omitempty"` // measured part of Change, without names
}

// Status is the status of a request.
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

// Open reports whether a request can still be decided or used.
func (s Status) Open() bool { return s == Pending || s == Given }

// Approval is a request with its decisions and its use.
type Approval struct {
	Requested
	Status   Status
	Expires  Instant // when an open request lapses
	Grants   []Granted
	Rejected *Rejected
	Consumed *Consumed
	Voided   *Voided
	Revised  []*Revised // changes of its effect, the last one last
}

// Changed returns sentences that describe how the effect differs from the effect that a person last saw.
func (a *Approval) Changed() []string {
	if len(a.Revised) == 0 {
		return nil
	}
	return a.Revised[len(a.Revised)-1].Changed
}

// StatusAt returns the status at a time. An open request lapses when it expires, even if no event records that yet.
func (a *Approval) StatusAt(now Instant) Status {
	if a.Status.Open() && now >= a.Expires {
		return Lapsed
	}
	return a.Status
}

// Reason explains in words why a request failed, or returns "" if it did not.
func (a *Approval) Reason(now Instant) string { return a.reason(now, maxSaid) }

// inShort returns the same reason as Reason, shortened for a message.
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

// Book holds all requests and standing grants of a model.
type Book struct {
	approvals map[string]*Approval
	order     []string // in the order of the requests
	standing  map[string]*Standing
	granted   []string // ids of standing grants, in their order
	// used and usedStanding map command ids to the request or standing grant that approved their changes.
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

// All returns the requests, the last request first.
func (b *Book) All() []*Approval {
	out := make([]*Approval, 0, len(b.order))
	for _, id := range slices.Backward(b.order) {
		out = append(out, b.approvals[id])
	}
	return out
}
