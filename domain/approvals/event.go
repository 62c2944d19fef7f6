package approvals

import (
	"maps"
	"slices"
)

// Event is a fact about a request or a standing grant, or holds the events of a plan that are stored beside a request
// ([Planned]). eventTable in codec.go lists the events.
type Event interface {
	// evolve applies the event. It never fails: an event about an unknown request or grant has no effect.
	evolve(b *Book)
}

// Requested asks for approval of a plan.
type Requested struct {
	ID        string      `json:"id"`
	Requester Party       `json:"requester"`
	Reasoning string      `json:"reasoning,omitempty"`
	Plan      Plan        `json:"plan"`
	Requires  Requirement `json:"requires"`
	Policy    string      `json:"policy"` // hash of the policy that required approval
	At        Instant     `json:"at"`
	Expires   Instant     `json:"expires"`
}

// Granted is one person's agreement to a plan. A request is granted when the required number of persons have agreed.
type Granted struct {
	ID        string  `json:"id"`
	By        Party   `json:"by"`
	Level     Level   `json:"level"`
	Plan      string  `json:"plan"` // hash of the plan that was shown
	Note      string  `json:"note,omitempty"`
	Key       string  `json:"key,omitempty"`       // the Ed25519 public key, in hexadecimal, at level key
	Signature string  `json:"signature,omitempty"` // over Statement, in hexadecimal
	At        Instant `json:"at"`
	Expires   Instant `json:"expires"` // when the grant lapses if it is unused
}

// Rejected is a person's rejection.
type Rejected struct {
	ID     string  `json:"id"`
	By     Party   `json:"by"`
	Level  Level   `json:"level"`
	Reason string  `json:"reason"`
	At     Instant `json:"at"`
}

// Consumed records that a granted plan was executed. It is in the same append as the events of the plan.
type Consumed struct {
	ID        string  `json:"id"`
	CommandID string  `json:"command_id"`
	At        Instant `json:"at"`
}

// Expired records that an open request lapsed.
type Expired struct {
	ID string  `json:"id"`
	At Instant `json:"at"`
}

// Voided records that a request is no longer valid: another call referred to it, or the policy changed.
type Voided struct {
	ID      string   `json:"id"`
	Changed []string `json:"changed"` // arguments or policy; also head or plan in requests of earlier versions
	At      Instant  `json:"at"`
}

// Revised submits a request to a person again, because the effect of its call is no longer the effect that the person
// saw. Agreements to the earlier effect do not count for the new one.
type Revised struct {
	ID       string      `json:"id"`
	Plan     Plan        `json:"plan"`
	Requires Requirement `json:"requires"`
	Changed  []string    `json:"changed"` // what differs, in sentences: the first MaxChanged
	Was      string      `json:"was"`     // SHA-256 of the plan before
	At       Instant     `json:"at"`
	Expires  Instant     `json:"expires"`
}

func (e *Requested) evolve(b *Book) {
	if _, known := b.approvals[e.ID]; known {
		return
	}
	b.approvals[e.ID] = &Approval{Requested: *e, Status: Pending, Expires: e.Expires}
	b.order = append(b.order, e.ID)
}

func (e *Granted) evolve(b *Book) {
	b.change(e.ID, func(a *Approval) {
		a.Grants = append(slices.Clone(a.Grants), *e)
		if len(a.Grants) >= a.Requires.Approvers {
			a.Status, a.Expires = Given, e.Expires
		}
	})
}

func (e *Rejected) evolve(b *Book) {
	b.change(e.ID, func(a *Approval) { a.Status, a.Rejected = Refused, e })
}

func (e *Consumed) evolve(b *Book) {
	b.change(e.ID, func(a *Approval) { a.Status, a.Consumed = Used, e })
	b.used[e.CommandID] = e.ID
}

func (e *Expired) evolve(b *Book) {
	b.change(e.ID, func(a *Approval) { a.Status = Lapsed })
}

func (e *Voided) evolve(b *Book) {
	b.change(e.ID, func(a *Approval) { a.Status, a.Voided = Withdrew, e })
}

func (e *Revised) evolve(b *Book) {
	b.change(e.ID, func(a *Approval) {
		a.Plan, a.Requires, a.Requested.Expires = e.Plan, e.Requires, e.Expires
		a.Status, a.Expires, a.Grants = Pending, e.Expires, nil
		a.Revised = append(slices.Clone(a.Revised), e)
	})
}

// change changes a copy of a request, so that the original in other books stays unchanged.
func (b *Book) change(id string, do func(*Approval)) {
	if a, ok := b.approvals[id]; ok {
		c := *a
		do(&c)
		b.approvals[id] = &c
	}
}

// Evolve returns the book after an event. The original book stays unchanged.
func (b *Book) Evolve(e Event) *Book {
	out := b.clone()
	e.evolve(out)
	return out
}

// Fold applies events to the book itself.
func (b *Book) Fold(events ...Event) *Book {
	for _, e := range events {
		e.evolve(b)
	}
	return b
}

func (b *Book) clone() *Book {
	out := &Book{approvals: make(map[string]*Approval, len(b.approvals)),
		standing: make(map[string]*Standing, len(b.standing)),
		order:    slices.Clone(b.order), granted: slices.Clone(b.granted), used: maps.Clone(b.used),
		usedStanding: maps.Clone(b.usedStanding)}
	for id, a := range b.approvals {
		out.approvals[id] = a
	}
	for id, s := range b.standing {
		out.standing[id] = s
	}
	return out
}
