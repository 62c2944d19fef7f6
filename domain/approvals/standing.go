package approvals

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// Standing is an approval given in advance.
type Standing struct {
	StandingGranted
	Elements int // number of elements already used
	Uses     int
	Revoked  *StandingRevoked
}

// StandingGranted lets a party make changes of some classes without asking, up to a number of elements and a time.
type StandingGranted struct {
	ID         string   `json:"id"`
	To         Party    `json:"to"`
	Classes    []Class  `json:"classes"`
	Categories []string `json:"categories,omitempty"` // categories of all reached elements; empty: any
	Levels     []string `json:"levels,omitempty"`     // levels of all reached elements; empty: any
	Branches   []string `json:"branches,omitempty"`   // names; empty: any
	Elements   int      `json:"elements"`             // in all uses together
	Until      Instant  `json:"until"`
	By         Party    `json:"by"`
	Level      Level    `json:"level"`
	Reason     string   `json:"reason,omitempty"`
	At         Instant  `json:"at"`
}

// StandingUsed counts a use of a standing grant. It is in the same append as the events of the plan.
type StandingUsed struct {
	ID        string  `json:"id"`
	Elements  int     `json:"elements"`
	CommandID string  `json:"command_id"`
	Plan      string  `json:"plan"`
	At        Instant `json:"at"`
}

// StandingRevoked ends a standing grant.
type StandingRevoked struct {
	ID     string  `json:"id"`
	By     Party   `json:"by"`
	Reason string  `json:"reason,omitempty"`
	At     Instant `json:"at"`
}

func (e *StandingGranted) evolve(b *Book) {
	if _, known := b.standing[e.ID]; !known {
		b.standing[e.ID] = &Standing{StandingGranted: *e}
		b.granted = append(b.granted, e.ID)
	}
}

func (e *StandingUsed) evolve(b *Book) {
	b.changeStanding(e.ID, func(s *Standing) { s.Elements += e.Elements; s.Uses++ })
	b.usedStanding[e.CommandID] = e.ID
}

func (e *StandingRevoked) evolve(b *Book) {
	b.changeStanding(e.ID, func(s *Standing) { s.Revoked = e })
}

func (b *Book) changeStanding(id string, do func(*Standing)) {
	if s, ok := b.standing[id]; ok {
		c := *s
		do(&c)
		b.standing[id] = &c
	}
}

// Standing returns the standing grants in the order in which they were given.
func (b *Book) Standing() []*Standing {
	out := make([]*Standing, len(b.granted))
	for i, id := range b.granted {
		out[i] = b.standing[id]
	}
	return out
}

// Left returns the number of elements that may still be changed under a standing grant at a time.
func (s *Standing) Left(now Instant) int {
	if s.Revoked != nil || now >= s.Until {
		return 0
	}
	return max(0, s.StandingGranted.Elements-s.Elements)
}

// Need describes the standing grant that a plan requires.
type Need struct {
	By         Party
	Classes    []Class
	Requires   Requirement
	Branch     string
	Elements   int
	Categories []string   // of all reached elements
	Levels     [][]string // possible levels of each reached element
	Placed     bool       // whether every reached element is on a level
}

// UseStanding returns the use of a standing grant that covers a need, or nil if there is none.
func (b *Book) UseStanding(n Need, plan, commandID string, now Instant) *StandingUsed {
	for _, s := range b.Standing() {
		if s.covers(n, now) {
			return &StandingUsed{ID: s.ID, Elements: n.Elements, CommandID: commandID, Plan: plan, At: now}
		}
	}
	return nil
}

func (s *Standing) covers(n Need, now Instant) bool {
	within := func(all, some []string) bool {
		return len(all) == 0 || !slices.ContainsFunc(some, func(x string) bool { return !slices.Contains(all, x) })
	}
	levels := len(s.Levels) == 0 || n.Placed && !slices.ContainsFunc(n.Levels, func(choice []string) bool {
		return !slices.ContainsFunc(choice, func(l string) bool { return slices.Contains(s.Levels, l) })
	})
	classes := !slices.ContainsFunc(n.Classes, func(c Class) bool { return !slices.Contains(s.Classes, c) })
	return s.To == n.By && classes && levels && n.Elements > 0 && s.Left(now) >= n.Elements &&
		s.Level.Reaches(n.Requires.Level) &&
		n.Requires.Approvers <= 1 && within(s.Categories, n.Categories) && within(s.Branches, []string{n.Branch})
}

// GrantStanding decides on a standing grant.
func (b *Book) GrantStanding(g StandingGranted) (*StandingGranted, error) {
	switch {
	case g.By.Kind != KindHuman || g.By.ID == g.To.ID:
		return nil, state.Errorf(state.PermissionDenied, "a person grants, and to somebody else")
	case g.To.ID == "" || g.To.Kind == "":
		return nil, state.Errorf(state.InvalidInput, "say to whom: a standing grant is one principal's")
	case len(g.Classes) == 0 || slices.ContainsFunc(g.Classes,
		func(c Class) bool { return !slices.Contains(Classes, c) }):
		return nil, state.Errorf(state.InvalidInput, "say for which classes of changes: %s",
			strings.Join(Class("").Enum(), ", "))
	case g.Elements <= 0:
		return nil, state.Errorf(state.OutOfRange, "say up to how many elements: 1 or more").With("parameter",
			"elements")
	case g.Until <= g.At:
		return nil, state.Errorf(state.OutOfRange, "a standing grant ends in the future, not at %s",
			g.Until).With("parameter", "until")
	}
	if err := checkSaid("reason", g.Reason); err != nil {
		return nil, err
	}
	return &g, nil
}

// RevokeStanding decides on the end of a standing grant.
func (b *Book) RevokeStanding(id string, by Party, reason string, now Instant) (*StandingRevoked, error) {
	s, ok := b.standing[id]
	if !ok {
		return nil, state.Errorf(state.NotFound,
			"there is no standing grant %q: bimstream approvals list names them", id)
	}
	if by.Kind != KindHuman {
		return nil, state.Errorf(state.PermissionDenied,
			"only a person revokes a standing grant, and %q is a %s", by.ID, by.Kind)
	}
	if s.Revoked != nil {
		return nil, state.Errorf(state.IllegalState, "the standing grant was revoked by %s already", s.Revoked.By.ID)
	}
	if err := checkSaid("reason", reason); err != nil {
		return nil, err
	}
	return &StandingRevoked{ID: id, By: by, Reason: reason, At: now}, nil
}
