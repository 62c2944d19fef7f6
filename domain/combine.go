package domain

import (
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// CombineOperation is what a boolean operation does with two bodies.
type CombineOperation string

// The operations. Union and intersect commute, subtract does not.
const (
	CombineUnion     CombineOperation = "union"
	CombineSubtract  CombineOperation = "subtract"
	CombineIntersect CombineOperation = "intersect"
)

// Enum lists the operations.
func (CombineOperation) Enum() []string { return []string{"union", "subtract", "intersect"} }

// BooleanOperation makes a proxy with a fixed body from the bodies of two elements, with openings cut and joins made.
// Unless KeepOperands is set, the operands are deleted with what they host. The result has their openings already;
// doors and windows are deleted, as with any deletion.
type BooleanOperation struct {
	ElementA     ID               `json:"element_a"`
	ElementB     ID               `json:"element_b"`
	Operation    CombineOperation `json:"operation" jsonschema:"subtract: a minus b"`
	KeepOperands bool             `json:"keep_operands,omitempty" jsonschema:"else deleted with what they host"`
	Name         string           `json:"name,omitempty"`
}

func (c BooleanOperation) decide(t *transaction) error {
	a, b, err := c.operands(t.model)
	if err != nil {
		return err
	}
	first, second := a, b
	if c.Operation != CombineSubtract && second.ID < first.ID { // so that both orders give the same body
		first, second = second, first
	}
	solids, err := c.evaluate(t.model, first, second)
	if err != nil {
		return err
	}
	id, err := c.create(t, first, second, solids)
	if err != nil {
		return err
	}
	off := t.facetsOff(a, b)
	t.emit(&ElementsCombined{id, Combination{c.Operation, a.ID, b.ID, t.revision, off}, c.KeepOperands})
	if c.KeepOperands {
		return nil
	}
	return t.absorb(a.ID, b.ID)
}

// facetsOff returns how far the facets of round operands lie inside of their curves, and warns of it: the result is
// made of these facets.
func (t *transaction) facetsOff(operands ...*Element) (off geometry.Length) {
	var ids []ID
	for _, e := range operands {
		if r, ok := t.model.Round(e); ok && r.FacetsOff > 0 {
			ids, off = append(ids, e.ID), max(off, r.FacetsOff)
		}
	}
	if off > 0 {
		t.warn("FACETED", map[string]any{"element_ids": ids, "facets_off": off},
			"round bodies are combined as facets up to %s mm inside of their curves, and so is the result", off)
	}
	return off
}

// operands returns the two elements, if they are two and have bodies of their own.
func (c BooleanOperation) operands(m *Model) (a, b *Element, err error) {
	if !slices.Contains(c.Operation.Enum(), string(c.Operation)) {
		return nil, nil, Errorf(OutOfRange, "operation has no item %q: give one of union, subtract, intersect",
			c.Operation).With("parameter", "operation").With("allowed", c.Operation.Enum())
	}
	if c.ElementA == c.ElementB {
		return nil, nil, Errorf(OutOfRange, "element_a and element_b are the same element: name two").With("parameter",
			"element_b")
	}
	if a, err = m.operand(c.ElementA); err != nil {
		return nil, nil, err
	}
	b, err = m.operand(c.ElementB)
	return a, b, err
}

// operand returns an element that has a body and is neither a room nor an opening.
func (m *Model) operand(id ID) (*Element, error) {
	e, err := m.find(id)
	if err != nil {
		return nil, err
	}
	if _, ok := e.Params.(bodied); !ok || rows[e.Category].immaterial {
		return nil, Errorf(IllegalState,
			"%s %q cannot be combined: give elements that are built, such as walls, floors, columns or proxies",
			e.Category, e.Name).
			With("element_id", id).With("state", e.Category)
	}
	return e, nil
}

// create adds the result to the model. It is located at the middle of its base, on the level of the first operand;
// where the operands have equal rank, on the lower of their levels.
func (c BooleanOperation) create(t *transaction, first, second *Element, solids geometry.Body) (ID, error) {
	level := first.LevelID
	if c.Operation != CombineSubtract && t.model.elevation(second.LevelID) < t.model.elevation(level) {
		level = second.LevelID
	}
	box := solids.Bounds()
	at := geometry.Point3{X: box.Min.X + (box.Max.X-box.Min.X)/2, Y: box.Min.Y + (box.Max.Y-box.Min.Y)/2, Z: box.Min.Z}
	local := slices.Clone(solids)
	for i := range local {
		local[i].Frame.Origin = local[i].Frame.Origin.Sub(at)
	}
	body, err := t.fix(local)
	if err != nil {
		return "", err
	}
	e := &Element{ID: t.newID(), Category: CategoryProxy, Name: c.Name, LevelID: level,
		MaterialID: first.MaterialID, Params: &Proxy{
			BodyID: body, Location: at.Sub(geometry.Point3{Z: t.model.elevation(level)}), IfcClass: builtClass(first),
		}}
	if c.Operation != CombineSubtract {
		if second.MaterialID != first.MaterialID {
			e.MaterialID = ""
		}
		if p := e.Params.(*Proxy); builtClass(second) != p.IfcClass {
			p.IfcClass = ""
		}
	}
	return e.ID, t.create(e)
}

// builtClasses are the IFC classes of a result whose operands have one category.
var builtClasses = map[Category]string{
	CategoryWall: "IfcWall", CategoryFloor: "IfcSlab", CategoryRoof: "IfcRoof", CategoryColumn: "IfcColumn",
	CategoryBeam: "IfcBeam", CategoryStair: "IfcStair",
}

func builtClass(e *Element) string {
	if p, ok := e.Params.(*Proxy); ok {
		return p.IfcClass
	}
	return builtClasses[e.Category]
}

// absorb deletes the operands with what they host, and warns of what was deleted with them.
func (t *transaction) absorb(ids ...ID) error {
	attached := t.model.attachedToAny(ids)
	for _, id := range ids {
		e, ok := t.model.Element(id)
		if !ok {
			continue // gone with the other one
		}
		for _, gone := range t.model.cascade(e) {
			if gone.Category != CategoryOpening {
				t.warn("HOSTED_DELETED", map[string]any{"element_id": gone.ID, "host_id": e.ID},
					"%s %q goes with %s %q, which is absorbed", gone.Category, gone.Name, e.Category, e.Name)
			}
		}
		if err := t.delete(e); err != nil {
			return err
		}
	}
	return t.model.checkLeft(attached)
}
