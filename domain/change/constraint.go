package change

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// ConstraintKind is the kind of condition that a constraint puts on its elements.
type ConstraintKind string

// The kinds of constraints.
const (
	ConstraintDistance ConstraintKind = "distance" // axes or places are value apart in plan
	ConstraintAligned  ConstraintKind = "aligned"  // axis or place lies on the other's axis
	ConstraintEqual    ConstraintKind = "equal"    // a parameter has the same value in both
	// The boxes of the bodies are at least value apart.
	ConstraintClearance ConstraintKind = "clearance"
	// The distance between the faces that look at each other is value.
	ConstraintClearDistance     ConstraintKind = "clear_distance"
	ConstraintAttachedToLevel   ConstraintKind = "attached_to_level"   // base or top is value above a level
	ConstraintAttachedToElement ConstraintKind = "attached_to_element" // the element keeps its place beside the other
	ConstraintFixed             ConstraintKind = "fixed"               // the element stays where it is
)

// Enum lists the kinds.
func (ConstraintKind) Enum() []string {
	return []string{
		string(ConstraintDistance), string(ConstraintAligned), string(ConstraintEqual), string(ConstraintClearance),
		string(ConstraintAttachedToLevel), string(ConstraintAttachedToElement), string(ConstraintFixed),
		string(ConstraintClearDistance),
	}
}

// ConstraintEnd is the end of an element, base or top, that is attached to a level.
type ConstraintEnd string

// Enum lists the ends.
func (ConstraintEnd) Enum() []string { return []string{"base", "top"} }

// Constraint is a condition between an element and another one, or on one element alone. Every command keeps it: the
// elements that must follow a change are changed too, and a change that would break it is refused (see
// constraintsolve.go). It is deleted with either of its elements.
type Constraint struct {
	Kind      ConstraintKind    `json:"kind" rule:"fixed"`
	ElementID state.ID          `json:"element_id" rule:"fixed" jsonschema:"that follows; of none where query says which"`
	OtherID   state.ID          `json:"other_id,omitempty" rule:"fixed" jsonschema:"that it follows: an element, or a level"`
	Value     geometry.Length   `json:"value,omitempty"`
	Parameter string            `json:"parameter,omitempty" rule:"fixed" jsonschema:"of equal"`
	End       ConstraintEnd     `json:"end,omitempty" rule:"fixed" jsonschema:"of attached_to_level"`
	Places    []geometry.Point3 `json:"places,omitempty" rule:"fixed" jsonschema:"of fixed: where the element is; of attached_to_element: how far from the other"`
	Number    int               `json:"number" rule:"fixed" jsonschema:"constraints are looked at in this order"`

	Query      *ConstraintQuery `json:"query,omitempty" rule:"fixed" jsonschema:"elements that follow, now and later"`
	OtherQuery *ConstraintQuery `json:"other_query,omitempty" rule:"fixed" jsonschema:"of clearance: elements that they keep clear of"`
}

func (c *Constraint) Mentions() state.ID {
	if c.Query != nil {
		return c.Query.mentioned()
	}
	return c.ElementID
}

func (c *Constraint) MentionsToo() state.ID {
	if c.OtherID == "" {
		return c.OtherQuery.mentioned()
	}
	return c.OtherID
}

func (c *Constraint) Check(m *state.Model, _ *state.Element) error {
	if c.Query != nil {
		if c.Value < 0 && c.Kind != ConstraintAttachedToLevel {
			return negativeValue(c.Value)
		}
		return c.checkQuery(m)
	}
	about, err := m.Find(c.ElementID)
	if err != nil {
		return err
	}
	if c.OtherID == "" != (c.Kind == ConstraintFixed) {
		return state.Errorf(state.OutOfRange, "a constraint of kind %s is about %s", c.Kind,
			aboutHowMany(c.Kind)).With("parameter", "element_ids")
	}
	if c.OtherID == c.ElementID {
		return state.Errorf(state.OutOfRange, "a constraint is between two different elements: %s is named twice",
			shape.NameOf(m, c.OtherID)).With("parameter", "element_ids")
	}
	if withoutPlace[about.Category] {
		return state.Errorf(state.IllegalState, "a %s cannot be constrained", about.Category).With("element_id",
			about.ID)
	}
	if c.OtherID != "" {
		other, err := m.Find(c.OtherID)
		if err != nil {
			return err
		}
		if withoutPlace[other.Category] && other.Category != state.CategoryLevel {
			return state.Errorf(state.IllegalState, "a %s cannot be constrained", other.Category).With("element_id",
				other.ID)
		}
		if (other.Category == state.CategoryLevel) != (c.Kind == ConstraintAttachedToLevel) {
			return state.Errorf(state.IllegalState,
				"%s is a %s: attached_to_level is about an element and a level, the other kinds are about elements",
				shape.NameOf(m, c.OtherID), other.Category).
				With("element_id", other.ID)
		}
	}
	if c.Value < 0 && c.Kind != ConstraintAttachedToLevel {
		return negativeValue(c.Value)
	}
	if _, err := MeasureConstraint(m, c); err != nil {
		return err
	}
	return nil
}

func negativeValue(value geometry.Length) error {
	return state.Errorf(state.OutOfRange, "value is %v mm: it must not be negative", value).With("parameter", "value")
}

// withoutPlace holds the categories that cannot be constrained, because they have no place or place other elements.
var withoutPlace = map[state.Category]bool{
	state.CategoryConstraint: true, state.CategorySite: true, state.CategoryBuilding: true, state.CategoryLevel: true,
	state.CategoryGrid:   true,
	state.CategorySystem: true, state.CategoryZone: true, state.CategoryView: true, state.CategorySheet: true,
	state.CategoryArray: true,
}

func aboutHowMany(k ConstraintKind) string {
	if k == ConstraintFixed {
		return "one element alone"
	}
	return "two elements"
}

func (c *Constraint) Moved(state.Transform) state.Params { return c }

func (*Constraint) Anchor(*state.Model, *state.Element) geometry.Point3 { return geometry.Point3{} }

func (*Constraint) Centre() geometry.Point2 { return geometry.Point2{} }

func checkMoveOfConstraint(_ *state.Model, e *state.Element, _ MoveElement) error {
	return state.Errorf(state.IllegalState, "a constraint has no place: move its elements").With("element_id", e.ID)
}

func checkCopyOfConstraint(e *state.Element) error {
	return state.Errorf(state.IllegalState, "a constraint cannot be copied: add another one between the copies").With(
		"element_id", e.ID)
}

func (*Constraint) FixedField() **state.FixedShape { return nil }

// AddConstraint adds constraints: one on each element alone, or one between the first element and each of the others,
// which then follow the first. Where a constraint does not hold yet, the following element is moved or changed to
// fulfil it.
type AddConstraint struct {
	Kind       ConstraintKind   `json:"kind" jsonschema:"what must hold"`
	ElementIDs []state.ID       `json:"element_ids,omitempty" jsonschema:"the first leads, the others follow it"`
	Query      *ConstraintQuery `json:"query,omitempty" jsonschema:"elements that follow, also those made later"`
	OtherQuery *ConstraintQuery `json:"other_query,omitempty" jsonschema:"of clearance: kept clear of"`
	LevelID    state.ID         `json:"level_id,omitempty" jsonschema:"of attached_to_level"`
	Value      *geometry.Length `json:"value,omitempty" jsonschema:"of distances, clearance, attached_to_level; default as it is now"`
	Parameter  string           `json:"parameter,omitempty" jsonschema:"of equal: a parameter that all have"`
	End        ConstraintEnd    `json:"end,omitempty" jsonschema:"of attached_to_level; default top"`
	Name       string           `json:"name,omitempty"`
}

func (c AddConstraint) Decide(t *Transaction) error {
	if c.Query != nil || c.OtherQuery != nil {
		return c.addByQuery(t)
	}
	pairs, err := c.pairs()
	if err != nil {
		return err
	}
	for _, pair := range pairs {
		if err := c.add(t, pair[0], pair[1]); err != nil {
			return err
		}
	}
	return nil
}

// pairs returns pairs of a following element and the element or level that it follows.
func (c AddConstraint) pairs() ([][2]state.ID, error) {
	var out [][2]state.ID
	switch {
	case c.Kind == ConstraintFixed:
		for _, id := range c.ElementIDs {
			out = append(out, [2]state.ID{id, ""})
		}
	case c.Kind == ConstraintAttachedToLevel:
		if c.LevelID == "" {
			return nil, state.Errorf(state.OutOfRange,
				"attached_to_level needs level_id: the level that base or top keeps to").With("parameter", "level_id")
		}
		for _, id := range c.ElementIDs {
			out = append(out, [2]state.ID{id, c.LevelID})
		}
	case len(c.ElementIDs) < 2:
		return nil, state.Errorf(state.OutOfRange, "a constraint of kind %s is between elements: name two or more",
			c.Kind).With("parameter", "element_ids")
	default:
		for _, id := range c.ElementIDs[1:] {
			out = append(out, [2]state.ID{id, c.ElementIDs[0]})
		}
	}
	if len(out) == 0 {
		return nil, state.Errorf(state.OutOfRange,
			"element_ids is empty: name what the constraint is about").With("parameter",
			"element_ids")
	}
	return out, nil
}

// addByQuery adds a constraint on the elements that a query selects.
func (c AddConstraint) addByQuery(t *Transaction) error {
	if c.Query == nil {
		return state.Errorf(state.OutOfRange, "other_query goes with query, which says what keeps clear of it").
			With("parameter", "query")
	}
	if len(c.ElementIDs) > 1 {
		return state.Errorf(state.OutOfRange, "with query, element_ids has the one element that leads").
			With("parameter", "element_ids")
	}
	if c.Kind == ConstraintEqual && c.Value != nil {
		return state.Errorf(state.OutOfRange, "equal takes no value: the parameter becomes that of what leads").
			With("parameter", "value")
	}
	if c.Value == nil && c.Kind != ConstraintEqual && c.Kind != ConstraintFixed && c.Kind != ConstraintAligned {
		return state.Errorf(state.OutOfRange, "a constraint of kind %s by query needs value: what is there differs "+
			"from element to element", c.Kind).With("parameter", "value")
	}
	made, _ := t.Model.Made.Get(state.CategoryConstraint)
	p := &Constraint{Kind: c.Kind, Query: c.Query, OtherQuery: c.OtherQuery, Number: made + 1,
		Parameter: strings.TrimSpace(c.Parameter)}
	if len(c.ElementIDs) == 1 {
		p.OtherID = c.ElementIDs[0]
	}
	if c.Value != nil {
		p.Value = *c.Value
	}
	if c.Kind == ConstraintAttachedToLevel {
		p.OtherID, p.End = c.LevelID, ConstraintEnd(shape.OrElse(string(c.End), "top"))
	}
	if err := t.create(&state.Element{ID: t.newID(), Category: state.CategoryConstraint, Name: c.Name,
		Params: p}); err != nil {
		return err
	}
	return p.checkMeasurable(t.Model)
}

// add adds one constraint.
func (c AddConstraint) add(t *Transaction, follows, leads state.ID) error {
	about, err := t.Model.Find(follows)
	if err != nil {
		return err
	}
	if leads != "" {
		if _, err := t.Model.Find(leads); err != nil {
			return err
		}
	}
	if err := c.checkAsked(t.Model, about, leads); err != nil {
		return err
	}
	made, _ := t.Model.Made.Get(state.CategoryConstraint)
	p := &Constraint{Kind: c.Kind, ElementID: follows, OtherID: leads,
		Parameter: strings.TrimSpace(c.Parameter), Number: made + 1}
	switch c.Kind {
	case ConstraintFixed:
		p.Places = placesOf(t.Model, about)
	case ConstraintAttachedToElement:
		p.Places = []geometry.Point3{PlaceOf(t.Model, about).Sub(PlaceOf(t.Model, Element(t.Model, leads)))}
	case ConstraintAttachedToLevel:
		p.End = ConstraintEnd(shape.OrElse(string(c.End), "top"))
	}
	e := &state.Element{ID: t.newID(), Category: state.CategoryConstraint, Name: c.Name, Params: p}
	if c.Value != nil {
		p.Value = *c.Value
	} else if now, err := MeasureConstraint(t.Model, p); err == nil {
		p.Value = now.value
	}
	return t.create(e)
}

// spread holds the categories that are outlines in plan, whose placement point is an arbitrary corner.
var spread = map[state.Category]bool{state.CategoryFloor: true, state.CategoryCeiling: true, state.CategoryRoof: true,
	state.CategoryRoom: true}

// checkAsked refuses a new constraint that has no meaning. One case is a distance or an alignment of an element with
// neither an axis nor a single place. The other is equal with a value, because equal takes the value of the leading
// element.
func (c AddConstraint) checkAsked(m *state.Model, about *state.Element, leads state.ID) error {
	if c.Kind == ConstraintEqual && c.Value != nil {
		return state.Errorf(state.OutOfRange, "equal takes no value: the parameter becomes that of %s, which leads",
			shape.NameOf(m, leads)).With("parameter", "value")
	}
	if c.Kind != ConstraintDistance && c.Kind != ConstraintAligned {
		return nil // measuring clear_distance refuses these elements by itself
	}
	for _, x := range [...]*state.Element{about, Element(m, leads)} {
		if spread[x.Category] {
			return state.Errorf(state.OutOfRange,
				"%s of a %s means nothing, since that has neither an axis nor one place: for "+
					"its height use attached_to_level, else clearance or attached_to_element", c.Kind, x.Category).
				With("parameter", "element_ids").With("element_id", x.ID)
		}
	}
	return nil
}

// RemoveConstraint removes constraints. Their elements stay as they are.
type RemoveConstraint struct {
	ConstraintIDs []state.ID `json:"constraint_ids" jsonschema:"of list_constraints"`
}

func (c RemoveConstraint) Decide(t *Transaction) error {
	if len(c.ConstraintIDs) == 0 {
		return state.Errorf(state.OutOfRange, "constraint_ids is empty: list_constraints has the ids").With("parameter",
			"constraint_ids")
	}
	for _, id := range state.SortedOnce(c.ConstraintIDs) {
		e, err := t.Model.FindOf(id, state.CategoryConstraint)
		if err != nil {
			return err
		}
		if err := t.Delete(e); err != nil {
			return err
		}
	}
	return nil
}

// ConstraintsOf returns the constraints about an element in the order of their ids.
func ConstraintsOf(m *state.Model, id state.ID) []state.ID {
	var out []state.ID
	for _, by := range m.Mentioning(id) {
		if e, ok := m.Element(by); ok && e.Category == state.CategoryConstraint {
			out = append(out, by)
		}
	}
	return out
}
