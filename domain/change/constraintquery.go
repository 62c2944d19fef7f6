package change

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// ConstraintQuery selects the elements of a constraint. At each check it selects the elements that meet all given
// conditions, so that it includes elements that are created, split off or added to a system later.
type ConstraintQuery struct {
	Categories []string `json:"categories,omitempty"`
	LevelID    state.ID `json:"level_id,omitempty"`
	TypeID     state.ID `json:"type_id,omitempty"`
	SystemID   state.ID `json:"system_id,omitempty" jsonschema:"id or name"`
}

// Check refuses a query without conditions, or one that names an unknown category, level, type or system.
func (q *ConstraintQuery) Check(m *state.Model) error {
	if len(q.Categories) == 0 && q.LevelID == "" && q.TypeID == "" && q.SystemID == "" {
		return state.Errorf(state.OutOfRange,
			"query says nothing: give categories, level_id, type_id or system_id").With("parameter", "query")
	}
	for _, c := range q.Categories {
		if !state.Category(c).Known() || withoutPlace[state.Category(c)] {
			return state.Errorf(state.OutOfRange, "%q is no category that can be constrained", c).
				With("parameter", "categories")
		}
	}
	if q.LevelID != "" {
		if _, err := m.FindOf(q.LevelID, state.CategoryLevel); err != nil {
			return err
		}
	}
	if q.SystemID != "" {
		if _, err := m.FindOf(q.SystemID, state.CategorySystem); err != nil {
			return err
		}
	}
	if _, ok := m.Type(q.TypeID); q.TypeID != "" && !ok {
		return state.Errorf(state.NotFound, "no type %q in this model and branch: model_overview lists the types",
			q.TypeID).With("type_id", q.TypeID)
	}
	return nil
}

// mentioned returns the element that the query depends on: its system or, without one, its level.
func (q *ConstraintQuery) mentioned() state.ID {
	if q == nil {
		return ""
	}
	return state.ID(shape.OrElse(string(q.SystemID), string(q.LevelID)))
}

// selects reports whether the query selects an element.
func (q *ConstraintQuery) selects(m *state.Model, e *state.Element) bool {
	return q != nil && !withoutPlace[e.Category] &&
		(len(q.Categories) == 0 || slices.Contains(q.Categories, string(e.Category))) &&
		(q.TypeID == "" || e.TypeID == q.TypeID) &&
		(q.SystemID == "" || services.SystemOf(m, e) == q.SystemID) &&
		(q.LevelID == "" || elements.StoreyOf(m, e) == q.LevelID)
}

// members returns the elements that the query selects, sorted.
func (q *ConstraintQuery) members(m *state.Model) []state.ID {
	var ids []state.ID
	switch {
	case q.TypeID != "":
		ids = slices.Clone(m.OfType(q.TypeID))
	case q.SystemID != "":
		ids = slices.Clone(m.Mentioning(q.SystemID))
	case len(q.Categories) > 0:
		for _, c := range q.Categories {
			ids = append(ids, m.OfCategory(state.Category(c))...)
		}
	default:
		ids = elements.MetOn(m, q.LevelID)
	}
	ids = slices.DeleteFunc(ids, func(id state.ID) bool {
		e, ok := m.Element(id)
		return !ok || !q.selects(m, e)
	})
	return state.SortedOnce(ids)
}

// words describes the query in words.
func (q *ConstraintQuery) words(m *state.Model) string {
	out := "all"
	for i, c := range q.Categories {
		if i > 0 {
			out += ","
		}
		out += " " + c
	}
	for _, of := range []struct {
		id   state.ID
		word string
	}{{q.SystemID, "in system "}, {q.LevelID, "on "}} {
		if of.id != "" {
			out += " " + of.word + shape.NameOf(m, of.id)
		}
	}
	if t, ok := m.Type(q.TypeID); ok {
		out += fmt.Sprintf(" of type %q", t.Name)
	}
	return out
}

// checkQuery checks a constraint that has a query.
func (c *Constraint) checkQuery(m *state.Model) error {
	if err := c.Query.Check(m); err != nil {
		return err
	}
	if c.OtherQuery != nil {
		if err := c.OtherQuery.Check(m); err != nil {
			return err
		}
	}
	switch c.Kind {
	case ConstraintAttachedToElement:
		return state.Errorf(state.OutOfRange, "attached_to_element keeps the place of each element: name them in "+
			"element_ids").With("parameter", "query")
	case ConstraintFixed:
		if c.OtherID != "" || c.OtherQuery != nil {
			return state.Errorf(state.OutOfRange, "fixed is about the query alone").With("parameter", "element_ids")
		}
		return nil
	case ConstraintClearance:
		if (c.OtherID == "") == (c.OtherQuery == nil) {
			return state.Errorf(state.OutOfRange, "clearance by query is kept to other_query, or to one element of "+
				"element_ids: give one of them").With("parameter", "other_query")
		}
	default:
		if c.OtherQuery != nil {
			return state.Errorf(state.OutOfRange, "other_query goes with clearance: of %s one element or level leads",
				c.Kind).With("parameter", "other_query")
		}
		if c.OtherID == "" {
			return state.Errorf(state.OutOfRange, "a constraint of kind %s needs what leads: one of element_ids, or "+
				"level_id", c.Kind).With("parameter", "element_ids")
		}
	}
	if c.OtherID == "" {
		return nil
	}
	other, err := m.Find(c.OtherID)
	if err != nil {
		return err
	}
	if (other.Category == state.CategoryLevel) != (c.Kind == ConstraintAttachedToLevel) ||
		withoutPlace[other.Category] && other.Category != state.CategoryLevel {
		return state.Errorf(state.IllegalState, "%s is a %s, which cannot lead a constraint of kind %s",
			shape.NameOf(m, c.OtherID), other.Category, c.Kind).With("element_id", other.ID)
	}
	return nil
}

// pairs returns the constraints on single elements or pairs that make up a constraint by query, each once, in the order
// of ids. If touched is given, it returns only the constraints with a touched element. For a clearance, it leaves out
// pairs whose boxes are farther apart than the clearance along an axis, because they fulfil the constraint.
func (c *Constraint) pairs(m *state.Model, touched map[state.ID]bool) []Constraint {
	if c.Query == nil {
		return []Constraint{*c}
	}
	others := []state.ID{c.OtherID}
	if c.OtherQuery != nil {
		others = c.OtherQuery.members(m)
	}
	follow := c.Query.members(m)
	if touched != nil && !touchesAny(others, touched) {
		follow = slices.DeleteFunc(follow, func(id state.ID) bool { return !touched[id] })
	}
	near := func(state.ID) []state.ID { return others }
	if c.Kind == ConstraintClearance && len(follow) > 1 {
		near = newClearing(m).near(others, c.Value)
	}
	var out []Constraint
	for _, id := range follow {
		for _, other := range near(id) {
			both := c.OtherQuery != nil && c.sameBothWays(m, id, other)
			if id == other || both && other < id || touched != nil && !touched[id] && !touched[other] {
				continue
			}
			one := *c
			one.ElementID, one.OtherID, one.Query, one.OtherQuery = id, other, nil, nil
			out = append(out, one)
		}
	}
	return out
}

// sameBothWays reports whether two elements are a pair of the constraint in either order.
func (c *Constraint) sameBothWays(m *state.Model, a, b state.ID) bool {
	first, there := m.Element(a)
	second, too := m.Element(b)
	return there && too && c.OtherQuery.selects(m, first) && c.Query.selects(m, second)
}

func touchesAny(ids []state.ID, touched map[state.ID]bool) bool {
	return slices.ContainsFunc(ids, func(id state.ID) bool { return touched[id] })
}

// measureQuery measures a constraint by query on all its present pairs. The constraint holds if it holds for each pair.
// Pairs that cannot be measured, for example because an element has no body, are counted but otherwise ignored.
func measureQuery(m *state.Model, c *Constraint) (constraintState, error) {
	pairs := c.pairs(m, nil)
	out := constraintState{Holds: true}
	apart, left := 0, 0
	boxes := newClearing(m)
	var first string
	for i := range pairs {
		one, err := boxes.measure(&pairs[i])
		if err != nil {
			left++
			continue
		}
		if one.Holds {
			continue
		}
		if apart++; apart == 1 {
			out.Holds, out.value = false, one.value
			first = fmt.Sprintf("; first %s: %s", pairNames(m, &pairs[i]), one.Words)
		}
	}
	about := fmt.Sprintf("%d elements", len(c.Query.members(m)))
	if c.OtherQuery != nil {
		about += fmt.Sprintf(" and %d others", len(c.OtherQuery.members(m)))
	}
	out.Words = fmt.Sprintf("%s, %d not as declared%s", about, apart, first)
	if left > 0 {
		out.Words += fmt.Sprintf("; %d have nothing to measure", left)
	}
	return out, nil
}

// checkMeasurable refuses a constraint by query if no present pair can be measured, with the first reason.
func (c *Constraint) checkMeasurable(m *state.Model) error {
	var first error
	for _, one := range c.pairs(m, nil) {
		_, err := MeasureConstraint(m, &one)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// constrained returns descriptions of the following and of the leading elements of a constraint.
func constrained(m *state.Model, c *Constraint) (follows, leads string) {
	follows, leads = shape.NameOf(m, c.ElementID), shape.NameOf(m, c.OtherID)
	if c.Query != nil {
		follows = c.Query.words(m)
	}
	if c.OtherQuery != nil {
		leads = c.OtherQuery.words(m)
	}
	return follows, leads
}

func pairNames(m *state.Model, c *Constraint) string {
	if c.OtherID == "" {
		return shape.NameOf(m, c.ElementID)
	}
	return shape.NameOf(m, c.ElementID) + " and " + shape.NameOf(m, c.OtherID)
}

// Bearing returns the constraints that name an element or whose query selects it, sorted by id.
func Bearing(m *state.Model, id state.ID) []state.ID {
	out := ConstraintsOf(m, id)
	e, ok := m.Element(id)
	if !ok || !m.Has(state.CategoryConstraint) {
		return out
	}
	for _, by := range byQuery(m) {
		c := Element(m, by).Params.(*Constraint)
		if c.Query.selects(m, e) || c.OtherQuery.selects(m, e) {
			out = append(out, by)
		}
	}
	return state.SortedOnce(out)
}

// Bears reports whether a constraint applies to any of the given elements.
func (c *Constraint) Bears(m *state.Model, ids []state.ID) bool {
	return slices.ContainsFunc(ids, func(id state.ID) bool {
		if id == c.ElementID || id == c.OtherID {
			return true
		}
		e, ok := m.Element(id)
		return ok && (c.Query.selects(m, e) || c.OtherQuery.selects(m, e))
	})
}

// byQuery returns the constraints that have a query.
func byQuery(m *state.Model) []state.ID {
	var out []state.ID
	for _, id := range m.OfCategory(state.CategoryConstraint) {
		if e, ok := m.Element(id); ok && e.Params.(*Constraint).Query != nil {
			out = append(out, id)
		}
	}
	return out
}
