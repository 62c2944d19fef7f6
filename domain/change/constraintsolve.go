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

// solving keeps the constraints of the elements that a command has changed. It checks constraints in the order of their
// numbers. After merges several may have the same number; these are checked in the order of their ids. The element that
// a constraint names first follows the second element. So a command that changes only the first element, against the
// constraint, is refused. An element that the command changed, or that has already followed, does not move again. If a
// constraint would require it to move, the constraint is violated and the command is refused.
type solving struct {
	t     *Transaction
	held  map[state.ID]bool     // elements that the command changed, or that followed
	cause map[state.ID]state.ID // the constraint that each following element followed
	open  []state.ID            // constraints to look at
	seen  int                   // number of events that were checked

	queried []state.ID                     // constraints by query
	about   map[state.ID]map[state.ID]bool // touched elements of these; nil for all
}

// KeepConstraints brings the model in line with its constraints after the events so far. The error CONSTRAINT_VIOLATED
// names the chain of constraints that led to the violation.
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

// look processes new events. It marks the changed elements as held, so that they do not move. It adds their constraints
// to open, the list of constraints to check.
func (s *solving) look(cause state.ID) {
	for _, e := range s.t.Events[s.seen:] {
		for _, touch := range e.Touched() {
			s.hold(touch, cause)
		}
	}
	s.seen = len(s.t.Events)
}

// hold marks an element that an event touched as held, or all elements of a touched type. It opens their constraints.
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

// touch opens the constraints by query that select an element or whose leading element it is.
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

// withHostedOf returns the elements and the elements that they host.
func withHostedOf(m *state.Model, ids []state.ID) []state.ID {
	out := slices.Clone(ids)
	for _, id := range ids {
		out = append(out, m.HostedBy(id)...)
	}
	return out
}

// keep checks one constraint. If it does not hold, the following elements are moved.
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
			continue // pairs that cannot be measured are ignored
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

// measureOf measures a pair of a constraint by query. For a fixed constraint by query, it compares with the place
// before the command.
func (s *solving) measureOf(boxes clearing, c *Constraint) (constraintState, error) {
	if c.Kind != ConstraintFixed || len(c.Places) > 0 {
		return boxes.measure(c)
	}
	return measureFixed(s.t.Model, s.withPlaces(c), Element(s.t.Model, c.ElementID))
}

// withPlaces returns a fixed constraint with the places of its element before the command, or without places if the
// element did not exist.
func (s *solving) withPlaces(c *Constraint) *Constraint {
	out := *c
	if old, ok := s.t.Before.Element(c.ElementID); ok {
		out.Places = placesOf(s.t.Before, old)
	}
	return &out
}

// keepOne checks a constraint on one or two elements and makes the following element follow if it does not hold.
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

// solved holds the kinds for which an element follows. A clearance is only checked, because it does not define a single
// place to move to.
var solved = map[ConstraintKind]bool{
	ConstraintDistance: true, ConstraintAligned: true, ConstraintEqual: true, ConstraintAttachedToLevel: true,
	ConstraintAttachedToElement: true, ConstraintClearDistance: true,
}

// isFixed reports whether a fixed constraint applies to an element.
func (s *solving) isFixed(id state.ID) bool { return len(s.fixing(id)) > 0 }

// fixing returns the fixed constraints that apply to an element.
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

// attach sets the base or top of an element to the wanted height above the level of the constraint.
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

// violated refuses a command because of a constraint. The error names the chain of constraints that led to it, from the
// elements that the command changed to the constraint that cannot be kept. If a fixed element would have had to follow,
// the error also names the constraints that fix it.
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

// chainTo returns the constraints that made an element follow, in the order in which they were kept.
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

// DescribeConstraint describes the condition of a constraint in words.
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
