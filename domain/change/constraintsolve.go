package change

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// solving keeps the constraints of what a command has changed. Constraints are looked at in the order of their numbers,
// and of their ids where those are equal, which merges bring about. Of two elements the one that the constraint names
// first follows the other: to change it alone, so that the constraint does not hold, is refused. An element follows
// once. What was changed or has followed does not move again: a constraint that asks for that is
// violated, and with it the command is refused.
type solving struct {
	t     *Transaction
	held  map[state.ID]bool     // what the command changed, or what has followed
	cause map[state.ID]state.ID // of what has followed: the constraint
	open  []state.ID            // constraints to look at
	seen  int                   // events whose elements were looked at

	queried []state.ID                     // constraints by query
	about   map[state.ID]map[state.ID]bool // of these: elements that were touched; nil for all
}

// KeepConstraints brings the model in line with its constraints after the events so far. CONSTRAINT_VIOLATED names the
// chain of constraints that a violated one follows from.
func (t *Transaction) KeepConstraints() error {
	if !t.Model.Has(state.CategoryConstraint) {
		return nil
	}
	s := &solving{t: t, held: map[state.ID]bool{}, cause: map[state.ID]state.ID{},
		queried: byQuery(t.Model), about: map[state.ID]map[state.ID]bool{}}
	s.look("")
	for len(s.open) > 0 {
		slices.SortFunc(s.open, func(a, b state.ID) int { return compareConstraints(t.Model, a, b) })
		s.open = slices.Compact(s.open)
		id := s.open[0]
		s.open = s.open[1:]
		if err := s.keep(id); err != nil {
			return err
		}
	}
	return nil
}

func compareConstraints(m *state.Model, a, b state.ID) int {
	return cmp.Or(cmp.Compare(constraintNumber(m, a), constraintNumber(m, b)), strings.Compare(string(a), string(b)))
}

func constraintNumber(m *state.Model, id state.ID) int {
	if e, ok := m.Element(id); ok {
		if c, ok := e.Params.(*Constraint); ok {
			return c.Number
		}
	}
	return 0
}

// look opens the constraints of what new events have changed, and holds what they are about.
func (s *solving) look(cause state.ID) {
	for _, e := range s.t.Events[s.seen:] {
		for _, touch := range e.Touched() {
			s.hold(touch, cause)
		}
	}
	s.seen = len(s.t.Events)
}

// hold takes note of one element that an event touched, or of all of a type.
func (s *solving) hold(touch state.Touch, cause state.ID) {
	e, ok := s.t.Model.Element(touch.ElementID)
	if !ok {
		for _, typed := range s.t.Model.OfType(touch.ElementID) {
			s.hold(state.Touch{ElementID: typed, Facets: state.ExistenceFacets}, cause)
		}
		return
	}
	if e.Category == state.CategoryConstraint {
		s.open = append(s.open, e.ID)
		s.about[e.ID] = nil
		return
	}
	places := slices.ContainsFunc(touch.Facets, func(f state.Facet) bool {
		return f.IsParameter() || f == state.FacetExistence ||
			f == state.FacetLevel || f == state.FacetHost
	})
	ids := []state.ID{e.ID}
	if places {
		ids = append(ids, s.t.Model.HostedBy(e.ID)...)
		if e.Category == state.CategoryLevel {
			ids = withHostedOf(s.t.Model, s.t.Model.WithOnLevel(ids))
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
	for _, id := range Regenerated(s.t.Model, e.ID) {
		s.open = append(s.open, ConstraintsOf(s.t.Model, id)...)
		s.touch(id)
	}
}

// touch opens the constraints by query that an element is one of, or leads.
func (s *solving) touch(id state.ID) {
	for _, by := range s.queried {
		e, ok := s.t.Model.Element(by)
		about, ofElement := s.t.Model.Element(id)
		if !ok || !ofElement {
			continue
		}
		c := e.Params.(*Constraint)
		if c.OtherID != id && !c.Query.selects(s.t.Model, about) && !c.OtherQuery.selects(s.t.Model, about) {
			continue
		}
		if touched, known := s.about[by]; !known || touched != nil {
			if touched == nil {
				touched = map[state.ID]bool{}
				s.about[by] = touched
			}
			touched[id] = true
		}
		s.open = append(s.open, by)
	}
}

// withHostedOf returns elements and what they host.
func withHostedOf(m *state.Model, ids []state.ID) []state.ID {
	out := slices.Clone(ids)
	for _, id := range ids {
		out = append(out, m.HostedBy(id)...)
	}
	return out
}

// keep looks at one constraint and lets elements follow where it does not hold.
func (s *solving) keep(id state.ID) error {
	e, ok := s.t.Model.Element(id)
	if !ok {
		return nil
	}
	c := e.Params.(*Constraint)
	if c.Query == nil {
		return s.keepOne(e, c)
	}
	touched := s.about[id]
	delete(s.about, id)
	boxes := newClearing(s.t.Model)
	for _, one := range c.pairs(s.t.Model, touched) {
		if now, err := s.measureOf(boxes, &one); err != nil || now.Holds {
			continue // what has nothing to measure is left aside
		}
		if err := s.keepOne(e, &one); err != nil {
			return err
		}
		if one.Kind != ConstraintClearance {
			boxes = newClearing(s.t.Model)
		}
	}
	return nil
}

// measureOf measures a pair of a constraint by query. What is fixed by query is where it was before the command.
func (s *solving) measureOf(boxes clearing, c *Constraint) (constraintState, error) {
	if c.Kind != ConstraintFixed || len(c.Places) > 0 {
		return boxes.measure(c)
	}
	return measureFixed(s.t.Model, s.withPlaces(c), Element(s.t.Model, c.ElementID))
}

// withPlaces returns fixed by query with the places of an element before the command; without any of what was not
// there.
func (s *solving) withPlaces(c *Constraint) *Constraint {
	out := *c
	if old, ok := s.t.Before.Element(c.ElementID); ok {
		out.Places = placesOf(s.t.Before, old)
	}
	return &out
}

// keepOne looks at a constraint between two elements, or of one, and lets an element follow if it does not hold.
func (s *solving) keepOne(e *state.Element, c *Constraint) error {
	id := e.ID
	if c.Kind == ConstraintFixed && len(c.Places) == 0 {
		c = s.withPlaces(c)
	}
	state, err := MeasureConstraint(s.t.Model, c)
	if err != nil {
		return s.violated(e, c, err.Error())
	}
	if state.Holds {
		return nil
	}
	follows, leads := c.ElementID, c.OtherID
	if leads == "" || s.held[follows] || s.isFixed(follows) || !solved[c.Kind] {
		return s.violated(e, c, state.Words)
	}
	before := len(s.t.Events)
	if err := s.follow(c, follows, leads); err != nil {
		return s.violated(e, c, err.Error())
	}
	s.held[follows] = true
	s.cause[follows] = id
	if now, err := MeasureConstraint(s.t.Model, c); err != nil || !now.Holds || len(s.t.Events) == before {
		return s.violated(e, c, state.Words)
	}
	s.t.Warn("FOLLOWED", map[string]any{"element_id": follows, "constraint_id": id}, "%s follows %s, by constraint %q",
		shape.NameOf(s.t.Model, follows), shape.NameOf(s.t.Model, leads), e.Name)
	s.look(id)
	return nil
}

// solved are the kinds for which an element follows. A clearance is only watched: there is no one place to go to.
var solved = map[ConstraintKind]bool{
	ConstraintDistance: true, ConstraintAligned: true, ConstraintEqual: true, ConstraintAttachedToLevel: true,
	ConstraintAttachedToElement: true, ConstraintClearDistance: true,
}

// isFixed reports whether an element has a constraint that it stays where it is.
func (s *solving) isFixed(id state.ID) bool { return len(s.fixing(id)) > 0 }

// fixing returns the constraints by which an element stays where it is.
func (s *solving) fixing(id state.ID) []state.ID {
	return slices.DeleteFunc(slices.Clone(Bearing(s.t.Model, id)),
		func(by state.ID) bool { return Element(s.t.Model, by).Params.(*Constraint).Kind != ConstraintFixed })
}

// follow moves or changes an element so that a constraint holds.
func (s *solving) follow(c *Constraint, follows, leads state.ID) error {
	m := s.t.Model
	e, lead := Element(m, follows), Element(m, leads)
	switch c.Kind {
	case ConstraintEqual:
		p, _ := lead.Category.Parameter(c.Parameter)
		return ModifyParameter{ElementID: follows, ParameterName: c.Parameter, Value: p.Get(lead.Params)}.Decide(s.t)
	case ConstraintAttachedToLevel:
		return s.attach(c, e)
	case ConstraintAttachedToElement:
		return s.move(follows, PlaceOf(m, lead).Add(c.Places[0]).Sub(PlaceOf(m, e)))
	case ConstraintClearDistance:
		delta, err := s.clearOf(c, e, lead)
		if err != nil {
			return err
		}
		return s.move(follows, delta.At(0))
	}
	delta, err := s.apart(c, e, lead)
	if err != nil {
		return err
	}
	return s.move(follows, delta.At(0))
}

func (s *solving) move(id state.ID, delta geometry.Point3) error {
	return MoveElement{ElementIDs: []state.ID{id}, Delta: delta}.Decide(s.t)
}

// attach sets base or top of an element to the height above its level.
func (s *solving) attach(c *Constraint, e *state.Element) error {
	base, top, given := heightsOf(s.t.Model, e)
	if !given {
		base, top, _ = reachOf(s.t.Model, e)
	}
	wanted := shape.ElevationOf(s.t.Model, c.OtherID) + c.Value
	switch {
	case c.End == "base":
		return s.move(e.ID, geometry.Point3{Z: wanted - base})
	case !given:
		return s.move(e.ID, geometry.Point3{Z: wanted - top})
	}
	height := top - base + wanted - top
	if height <= 0 {
		return state.Errorf(state.DegenerateGeometry, "its top would be below its base")
	}
	raw, err := json.Marshal(height)
	if err != nil {
		return state.Errorf(state.Internal, "a length cannot be written: %w", err)
	}
	return ModifyParameter{ElementID: e.ID, ParameterName: "height", Value: raw}.Decide(s.t)
}

// violated refuses a command for a constraint, with the chain of constraints that led to it: from what the command
// changed to the constraint that cannot be kept, and those that fix an element of it that would have followed.
func (s *solving) violated(e *state.Element, c *Constraint, words string) error {
	m := s.t.Model
	chain := append(s.chainTo(c.OtherID), s.chainTo(c.ElementID)...)
	chain = append(chain, e.ID)
	for _, id := range []state.ID{c.ElementID, c.OtherID} {
		if id != "" && !s.held[id] {
			chain = append(chain, s.fixing(id)...)
		}
	}
	var names []string
	var listed []state.ID
	for _, id := range chain {
		if !slices.Contains(listed, id) {
			listed = append(listed, id)
			names = append(names, shape.NameOf(m, id))
		}
	}
	lead := ""
	if c.OtherID != "" && c.Kind != ConstraintClearance {
		lead = fmt.Sprintf(" %s leads: change that, and %s follows. Else", shape.NameOf(m, c.OtherID),
			shape.NameOf(m, c.ElementID))
	}
	return state.Errorf(state.ConstraintViolated,
		"constraint %q (%s) would not hold: %s. It follows from %s;%s change what they name together, or remove one "+
			"of them with remove_constraint",
		e.Name, DescribeConstraint(m, c), words, strings.Join(names, ", then "), lead).
		With("constraint_id", e.ID).With("element_id", c.ElementID).With("other_id", c.OtherID).With("chain", listed)
}

// chainTo returns the constraints by which an element came to follow, the first one first.
func (s *solving) chainTo(id state.ID) []state.ID {
	var out []state.ID
	for range len(s.cause) + 1 {
		by, ok := s.cause[id]
		if !ok {
			break
		}
		out = append(out, by)
		c := Element(s.t.Model, by).Params.(*Constraint)
		if id = c.OtherID; s.cause[c.OtherID] == by {
			id = c.ElementID
		}
	}
	slices.Reverse(out)
	return out
}

// DescribeConstraint says what a constraint asks for.
func DescribeConstraint(m *state.Model, c *Constraint) string {
	follows, leads := constrained(m, c)
	switch c.Kind {
	case ConstraintFixed:
		return fmt.Sprintf("%s stays where it is", follows)
	case ConstraintEqual:
		return fmt.Sprintf("%s of %s and %s is equal", c.Parameter, follows, leads)
	case ConstraintDistance:
		return fmt.Sprintf("%s and %s are %v mm apart", follows, leads, c.Value)
	case ConstraintAligned:
		return fmt.Sprintf("%s is aligned with %s", follows, leads)
	case ConstraintClearance:
		return fmt.Sprintf("%s is %v mm clear of %s", follows, c.Value, leads)
	case ConstraintClearDistance:
		return fmt.Sprintf("faces of %s and %s are %v mm apart", follows, leads, c.Value)
	case ConstraintAttachedToLevel:
		return fmt.Sprintf("the %s of %s is %v mm above %s", c.End, follows, c.Value, leads)
	}
	return fmt.Sprintf("%s keeps its place beside %s", follows, leads)
}
