package domain

import (
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// ConstraintKind is what a constraint asks of its elements.
type ConstraintKind string

// The kinds.
const (
	ConstraintDistance ConstraintKind = "distance" // the axes, or places, are value apart in plan
	ConstraintAligned  ConstraintKind = "aligned"  // the axis, or place, lies on the other's axis
	ConstraintEqual    ConstraintKind = "equal"    // one parameter has the same value
	// the boxes of the bodies are value apart or more
	ConstraintClearance         ConstraintKind = "clearance"
	ConstraintAttachedToLevel   ConstraintKind = "attached_to_level"   // base or top is value above a level
	ConstraintAttachedToElement ConstraintKind = "attached_to_element" // the element keeps its place beside the other
	ConstraintFixed             ConstraintKind = "fixed"               // the element stays where it is
)

// Enum lists the kinds.
func (ConstraintKind) Enum() []string {
	return []string{
		string(ConstraintDistance), string(ConstraintAligned), string(ConstraintEqual), string(ConstraintClearance),
		string(ConstraintAttachedToLevel), string(ConstraintAttachedToElement), string(ConstraintFixed),
	}
}

// ConstraintEnd is the end of an element that is attached to a level.
type ConstraintEnd string

// Enum lists the ends.
func (ConstraintEnd) Enum() []string { return []string{"base", "top"} }

// Constraint is what must hold between an element and another one, or of an element alone. It is kept on every change:
// what follows from a change is done with it, and a change that cannot keep it is refused (see constraintsolve.go). It
// goes with either of its elements.
type Constraint struct {
	Kind      ConstraintKind    `json:"kind" rule:"fixed"`
	ElementID ID                `json:"element_id" rule:"fixed" jsonschema:"that follows"`
	OtherID   ID                `json:"other_id,omitempty" rule:"fixed" jsonschema:"that it follows: an element, or a level"`
	Value     geometry.Length   `json:"value,omitempty"`
	Parameter string            `json:"parameter,omitempty" rule:"fixed" jsonschema:"of equal"`
	End       ConstraintEnd     `json:"end,omitempty" rule:"fixed" jsonschema:"of attached_to_level"`
	Places    []geometry.Point3 `json:"places,omitempty" rule:"fixed" jsonschema:"of fixed: where the element is; of attached_to_element: how far from the other"`
	Number    int               `json:"number" rule:"fixed" jsonschema:"constraints are looked at in this order"`
}

func (c *Constraint) mentions() ID { return c.ElementID }

func (c *Constraint) mentionsToo() ID { return c.OtherID }

func (c *Constraint) check(m *Model, _ *Element) error {
	about, err := m.find(c.ElementID)
	if err != nil {
		return err
	}
	if c.OtherID == "" != (c.Kind == ConstraintFixed) {
		return Errorf(OutOfRange, "a constraint of kind %s is about %s", c.Kind,
			aboutHowMany(c.Kind)).With("parameter", "element_ids")
	}
	if c.OtherID == c.ElementID {
		return Errorf(OutOfRange, "a constraint is between two different elements: %s is named twice",
			m.nameOf(c.OtherID)).With("parameter", "element_ids")
	}
	if withoutPlace[about.Category] {
		return Errorf(IllegalState, "a %s cannot be constrained", about.Category).With("element_id", about.ID)
	}
	if c.OtherID != "" {
		other, err := m.find(c.OtherID)
		if err != nil {
			return err
		}
		if withoutPlace[other.Category] && other.Category != CategoryLevel {
			return Errorf(IllegalState, "a %s cannot be constrained", other.Category).With("element_id", other.ID)
		}
		if (other.Category == CategoryLevel) != (c.Kind == ConstraintAttachedToLevel) {
			return Errorf(IllegalState,
				"%s is a %s: attached_to_level is about an element and a level, the other kinds are about elements",
				m.nameOf(c.OtherID), other.Category).
				With("element_id", other.ID)
		}
	}
	if c.Value < 0 && c.Kind != ConstraintAttachedToLevel {
		return Errorf(OutOfRange, "value is %v mm: it must not be negative", c.Value).With("parameter", "value")
	}
	if _, err := m.measureConstraint(c); err != nil {
		return err
	}
	return nil
}

// withoutPlace are the categories that no constraint is about: they have no place, or others keep theirs by them.
var withoutPlace = map[Category]bool{
	CategoryConstraint: true, CategorySite: true, CategoryBuilding: true, CategoryLevel: true, CategoryGrid: true,
	CategorySystem: true, CategoryZone: true,
}

func aboutHowMany(k ConstraintKind) string {
	if k == ConstraintFixed {
		return "one element alone"
	}
	return "two elements"
}

func (c *Constraint) moved(Transform) Params { return c }

func (*Constraint) anchor(*Model, *Element) geometry.Point3 { return geometry.Point3{} }

func (*Constraint) centre() geometry.Point2 { return geometry.Point2{} }

func checkMoveOfConstraint(_ *Model, e *Element, _ MoveElement) error {
	return Errorf(IllegalState, "a constraint has no place: move its elements").With("element_id", e.ID)
}

func checkCopyOfConstraint(e *Element) error {
	return Errorf(IllegalState, "a constraint cannot be copied: add another one between the copies").With(
		"element_id", e.ID)
}

func (*Constraint) fixedField() **FixedShape { return nil }

// AddConstraint adds constraints: one for each element alone, or between the first element and each other one, which
// then follow the first. Where a constraint does not hold yet, the following element is moved or changed so that it
// does.
type AddConstraint struct {
	Kind       ConstraintKind   `json:"kind" jsonschema:"what must hold"`
	ElementIDs []ID             `json:"element_ids" jsonschema:"the first leads, the others follow it"`
	LevelID    ID               `json:"level_id,omitempty" jsonschema:"of attached_to_level"`
	Value      *geometry.Length `json:"value,omitempty" jsonschema:"of distance, clearance, attached_to_level; default as it is now"`
	Parameter  string           `json:"parameter,omitempty" jsonschema:"of equal: a parameter that all have"`
	End        ConstraintEnd    `json:"end,omitempty" jsonschema:"of attached_to_level; default top"`
	Name       string           `json:"name,omitempty"`
}

func (c AddConstraint) decide(t *transaction) error {
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

// pairs returns the elements that follow, with what they follow.
func (c AddConstraint) pairs() ([][2]ID, error) {
	var out [][2]ID
	switch {
	case c.Kind == ConstraintFixed:
		for _, id := range c.ElementIDs {
			out = append(out, [2]ID{id, ""})
		}
	case c.Kind == ConstraintAttachedToLevel:
		if c.LevelID == "" {
			return nil, Errorf(OutOfRange,
				"attached_to_level needs level_id: the level that base or top keeps to").With("parameter", "level_id")
		}
		for _, id := range c.ElementIDs {
			out = append(out, [2]ID{id, c.LevelID})
		}
	case len(c.ElementIDs) < 2:
		return nil, Errorf(OutOfRange, "a constraint of kind %s is between elements: name two or more",
			c.Kind).With("parameter", "element_ids")
	default:
		for _, id := range c.ElementIDs[1:] {
			out = append(out, [2]ID{id, c.ElementIDs[0]})
		}
	}
	if len(out) == 0 {
		return nil, Errorf(OutOfRange, "element_ids is empty: name what the constraint is about").With("parameter",
			"element_ids")
	}
	return out, nil
}

// add adds one constraint.
func (c AddConstraint) add(t *transaction, follows, leads ID) error {
	about, err := t.model.find(follows)
	if err != nil {
		return err
	}
	if leads != "" {
		if _, err := t.model.find(leads); err != nil {
			return err
		}
	}
	if err := c.checkAsked(t.model, about, leads); err != nil {
		return err
	}
	made, _ := t.model.made.Get(CategoryConstraint)
	p := &Constraint{Kind: c.Kind, ElementID: follows, OtherID: leads,
		Parameter: strings.TrimSpace(c.Parameter), Number: made + 1}
	switch c.Kind {
	case ConstraintFixed:
		p.Places = t.model.placesOf(about)
	case ConstraintAttachedToElement:
		p.Places = []geometry.Point3{t.model.placeOf(about).Sub(t.model.placeOf(element(t.model, leads)))}
	case ConstraintAttachedToLevel:
		p.End = ConstraintEnd(orElse(string(c.End), "top"))
	}
	e := &Element{ID: t.newID(), Category: CategoryConstraint, Name: c.Name, Params: p}
	if c.Value != nil {
		p.Value = *c.Value
	} else if now, err := t.model.measureConstraint(p); err == nil {
		p.Value = now.value
	}
	return t.create(e)
}

// spread are the categories that are outlines in plan: the point by which they are placed is any corner.
var spread = map[Category]bool{CategoryFloor: true, CategoryCeiling: true, CategoryRoof: true, CategoryRoom: true}

// checkAsked refuses a new constraint that says what it cannot mean: a distance of what has neither axis nor a place of
// its own, and a value of equal, which takes that of what leads.
func (c AddConstraint) checkAsked(m *Model, about *Element, leads ID) error {
	if c.Kind == ConstraintEqual && c.Value != nil {
		return Errorf(OutOfRange, "equal takes no value: the parameter becomes that of %s, which leads",
			m.nameOf(leads)).With("parameter", "value")
	}
	if c.Kind != ConstraintDistance && c.Kind != ConstraintAligned {
		return nil
	}
	for _, x := range [...]*Element{about, element(m, leads)} {
		if spread[x.Category] {
			return Errorf(OutOfRange, "%s of a %s means nothing, since that has neither an axis nor one place: for "+
				"its height use attached_to_level, else clearance or attached_to_element", c.Kind, x.Category).
				With("parameter", "element_ids").With("element_id", x.ID)
		}
	}
	return nil
}

// RemoveConstraint removes constraints. Their elements stay as they are.
type RemoveConstraint struct {
	ConstraintIDs []ID `json:"constraint_ids" jsonschema:"of list_constraints"`
}

func (c RemoveConstraint) decide(t *transaction) error {
	if len(c.ConstraintIDs) == 0 {
		return Errorf(OutOfRange, "constraint_ids is empty: list_constraints has the ids").With("parameter",
			"constraint_ids")
	}
	for _, id := range sortedOnce(c.ConstraintIDs) {
		e, err := t.model.findOf(id, CategoryConstraint)
		if err != nil {
			return err
		}
		if err := t.delete(e); err != nil {
			return err
		}
	}
	return nil
}

// ConstraintsOf returns the constraints about an element in the order of their ids.
func (m *Model) ConstraintsOf(id ID) []ID {
	var out []ID
	for _, by := range m.Mentioning(id) {
		if e, ok := m.Element(by); ok && e.Category == CategoryConstraint {
			out = append(out, by)
		}
	}
	return out
}
