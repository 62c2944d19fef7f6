package domain

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// solving keeps the constraints of what a command has changed. Constraints are looked at in the order of their numbers,
// and of their ids where those are equal, which merges bring about. Of two elements the one that the constraint names
// first follows the other: to change it alone, so that the constraint does not hold, is refused. An element follows
// once. What was changed or has followed does not move again: a constraint that asks for that is
// violated, and with it the command is refused.
type solving struct {
	t     *transaction
	held  map[ID]bool // what the command changed, or what has followed
	cause map[ID]ID   // of what has followed: the constraint
	open  []ID        // constraints to look at
	seen  int         // events whose elements were looked at
}

// keepConstraints brings the model in line with its constraints after the events so far. CONSTRAINT_VIOLATED names the
// chain of constraints that a violated one follows from.
func (t *transaction) keepConstraints() error {
	if !t.model.Has(CategoryConstraint) {
		return nil
	}
	s := &solving{t: t, held: map[ID]bool{}, cause: map[ID]ID{}}
	s.look("")
	for len(s.open) > 0 {
		slices.SortFunc(s.open, func(a, b ID) int { return t.model.compareConstraints(a, b) })
		s.open = slices.Compact(s.open)
		id := s.open[0]
		s.open = s.open[1:]
		if err := s.keep(id); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) compareConstraints(a, b ID) int {
	return cmp.Or(cmp.Compare(m.constraintNumber(a), m.constraintNumber(b)), strings.Compare(string(a), string(b)))
}

func (m *Model) constraintNumber(id ID) int {
	if e, ok := m.Element(id); ok {
		if c, ok := e.Params.(*Constraint); ok {
			return c.Number
		}
	}
	return 0
}

// look opens the constraints of what new events have changed, and holds what they are about.
func (s *solving) look(cause ID) {
	for _, e := range s.t.events[s.seen:] {
		for _, touch := range e.Touched() {
			s.hold(touch, cause)
		}
	}
	s.seen = len(s.t.events)
}

// hold takes note of one element that an event touched, or of all of a type.
func (s *solving) hold(touch Touch, cause ID) {
	e, ok := s.t.model.Element(touch.ElementID)
	if !ok {
		for _, typed := range s.t.model.OfType(touch.ElementID) {
			s.hold(Touch{typed, existenceFacets}, cause)
		}
		return
	}
	if e.Category == CategoryConstraint {
		s.open = append(s.open, e.ID)
		return
	}
	places := slices.ContainsFunc(touch.Facets, func(f Facet) bool {
		return f.IsParameter() || f == FacetExistence ||
			f == FacetLevel || f == FacetHost
	})
	ids := []ID{e.ID}
	if places {
		ids = append(ids, s.t.model.HostedBy(e.ID)...)
		if e.Category == CategoryLevel {
			ids = s.t.model.withHostedOf(s.t.model.withOnLevel(ids))
		}
	}
	for _, id := range ids {
		if places && !s.held[id] {
			s.held[id] = true
			if cause != "" {
				s.cause[id] = cause
			}
		}
	}
	for _, id := range s.t.model.Regenerated(e.ID) {
		s.open = append(s.open, s.t.model.ConstraintsOf(id)...)
	}
}

// withHostedOf returns elements and what they host.
func (m *Model) withHostedOf(ids []ID) []ID {
	out := slices.Clone(ids)
	for _, id := range ids {
		out = append(out, m.HostedBy(id)...)
	}
	return out
}

// keep looks at one constraint and lets an element follow if it does not hold.
func (s *solving) keep(id ID) error {
	e, ok := s.t.model.Element(id)
	if !ok {
		return nil
	}
	c := e.Params.(*Constraint)
	state, err := s.t.model.measureConstraint(c)
	if err != nil {
		return s.violated(e, c, err.Error())
	}
	if state.holds {
		return nil
	}
	follows, leads := c.ElementID, c.OtherID
	if leads == "" || s.held[follows] || s.isFixed(follows) || !solved[c.Kind] {
		return s.violated(e, c, state.words)
	}
	before := len(s.t.events)
	if err := s.follow(c, follows, leads); err != nil {
		return s.violated(e, c, err.Error())
	}
	s.held[follows] = true
	s.cause[follows] = id
	if now, err := s.t.model.measureConstraint(c); err != nil || !now.holds || len(s.t.events) == before {
		return s.violated(e, c, state.words)
	}
	s.t.warn("FOLLOWED", map[string]any{"element_id": follows, "constraint_id": id}, "%s follows %s, by constraint %q",
		s.t.model.nameOf(follows), s.t.model.nameOf(leads), e.Name)
	s.look(id)
	return nil
}

// solved are the kinds for which an element follows. A clearance is only watched: there is no one place to go to.
var solved = map[ConstraintKind]bool{
	ConstraintDistance: true, ConstraintAligned: true, ConstraintEqual: true, ConstraintAttachedToLevel: true,
	ConstraintAttachedToElement: true,
}

// isFixed reports whether an element has a constraint that it stays where it is.
func (s *solving) isFixed(id ID) bool { return len(s.fixing(id)) > 0 }

// fixing returns the constraints by which an element stays where it is.
func (s *solving) fixing(id ID) []ID {
	return slices.DeleteFunc(slices.Clone(s.t.model.ConstraintsOf(id)),
		func(by ID) bool { return element(s.t.model, by).Params.(*Constraint).Kind != ConstraintFixed })
}

// follow moves or changes an element so that a constraint holds.
func (s *solving) follow(c *Constraint, follows, leads ID) error {
	m := s.t.model
	e, lead := element(m, follows), element(m, leads)
	switch c.Kind {
	case ConstraintEqual:
		p, _ := lead.Category.parameter(c.Parameter)
		return ModifyParameter{ElementID: follows, ParameterName: c.Parameter, Value: p.get(lead.Params)}.decide(s.t)
	case ConstraintAttachedToLevel:
		return s.attach(c, e)
	case ConstraintAttachedToElement:
		return s.move(follows, m.placeOf(lead).Add(c.Places[0]).Sub(m.placeOf(e)))
	}
	delta, err := s.apart(c, e, lead)
	if err != nil {
		return err
	}
	return s.move(follows, delta.At(0))
}

func (s *solving) move(id ID, delta geometry.Point3) error {
	return MoveElement{ElementIDs: []ID{id}, Delta: delta}.decide(s.t)
}

// attach sets base or top of an element to the height above its level.
func (s *solving) attach(c *Constraint, e *Element) error {
	base, top, given := s.t.model.heightsOf(e)
	if !given {
		base, top, _ = s.t.model.reachOf(e)
	}
	wanted := s.t.model.elevation(c.OtherID) + c.Value
	switch {
	case c.End == "base":
		return s.move(e.ID, geometry.Point3{Z: wanted - base})
	case !given:
		return s.move(e.ID, geometry.Point3{Z: wanted - top})
	}
	height := top - base + wanted - top
	if height <= 0 {
		return Errorf(DegenerateGeometry, "its top would be below its base")
	}
	raw, err := json.Marshal(height)
	if err != nil {
		return Errorf(Internal, "a length cannot be written: %w", err)
	}
	return ModifyParameter{ElementID: e.ID, ParameterName: "height", Value: raw}.decide(s.t)
}

// violated refuses a command for a constraint, with the chain of constraints that led to it: from what the command
// changed to the constraint that cannot be kept, and those that fix an element of it that would have followed.
func (s *solving) violated(e *Element, c *Constraint, words string) error {
	m := s.t.model
	chain := append(s.chainTo(c.OtherID), s.chainTo(c.ElementID)...)
	chain = append(chain, e.ID)
	for _, id := range []ID{c.ElementID, c.OtherID} {
		if id != "" && !s.held[id] {
			chain = append(chain, s.fixing(id)...)
		}
	}
	var names []string
	var listed []ID
	for _, id := range chain {
		if !slices.Contains(listed, id) {
			listed = append(listed, id)
			names = append(names, m.nameOf(id))
		}
	}
	lead := ""
	if c.OtherID != "" && c.Kind != ConstraintClearance {
		lead = fmt.Sprintf(" %s leads: change that, and %s follows. Else", m.nameOf(c.OtherID), m.nameOf(c.ElementID))
	}
	return Errorf(ConstraintViolated,
		"constraint %q (%s) would not hold: %s. It follows from %s;%s change what they name together, or remove one "+
			"of them with remove_constraint",
		e.Name, describeConstraint(m, c), words, strings.Join(names, ", then "), lead).
		With("constraint_id", e.ID).With("element_id", c.ElementID).With("other_id", c.OtherID).With("chain", listed)
}

// chainTo returns the constraints by which an element came to follow, the first one first.
func (s *solving) chainTo(id ID) []ID {
	var out []ID
	for range len(s.cause) + 1 {
		by, ok := s.cause[id]
		if !ok {
			break
		}
		out = append(out, by)
		c := element(s.t.model, by).Params.(*Constraint)
		if id = c.OtherID; s.cause[c.OtherID] == by {
			id = c.ElementID
		}
	}
	slices.Reverse(out)
	return out
}

// describeConstraint says what a constraint asks for.
func describeConstraint(m *Model, c *Constraint) string {
	switch c.Kind {
	case ConstraintFixed:
		return fmt.Sprintf("%s stays where it is", m.nameOf(c.ElementID))
	case ConstraintEqual:
		return fmt.Sprintf("%s of %s and %s is equal", c.Parameter, m.nameOf(c.ElementID), m.nameOf(c.OtherID))
	case ConstraintDistance:
		return fmt.Sprintf("%s and %s are %v mm apart", m.nameOf(c.ElementID), m.nameOf(c.OtherID), c.Value)
	case ConstraintAligned:
		return fmt.Sprintf("%s is aligned with %s", m.nameOf(c.ElementID), m.nameOf(c.OtherID))
	case ConstraintClearance:
		return fmt.Sprintf("%s is %v mm clear of %s", m.nameOf(c.ElementID), c.Value, m.nameOf(c.OtherID))
	case ConstraintAttachedToLevel:
		return fmt.Sprintf("the %s of %s is %v mm above %s", c.End, m.nameOf(c.ElementID), c.Value, m.nameOf(c.OtherID))
	}
	return fmt.Sprintf("%s keeps its place beside %s", m.nameOf(c.ElementID), m.nameOf(c.OtherID))
}
