package change

import (
	"errors"
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// BooleanOperation makes a proxy with a fixed body from the bodies of two elements, after openings are cut and joins
// are made. Unless KeepOperands is set, the operands are deleted with the elements that they host. The openings remain
// cut out of the result. Doors and windows in them are deleted with their walls, as in any deletion.
type BooleanOperation struct {
	ElementA     state.ID               `json:"element_a"`
	ElementB     state.ID               `json:"element_b"`
	Operation    state.CombineOperation `json:"operation" jsonschema:"subtract: a minus b"`
	KeepOperands bool                   `json:"keep_operands,omitempty" jsonschema:"else deleted with what they host"`
	Name         string                 `json:"name,omitempty"`
}

func (c BooleanOperation) Decide(t *Transaction) error {
	a, b, err := c.operands(t.Model)
	if err != nil {
		return err
	}
	first, second := a, b
	if c.Operation != component.CombineSubtract && second.ID < first.ID { // so that both orders give the same body
		first, second = second, first
	}
	solids, err := c.evaluate(t.Model, first, second)
	if err != nil {
		return err
	}
	id, err := c.create(t, first, second, solids)
	if err != nil {
		return err
	}
	off := t.facetsOff(a, b)
	t.Emit(&state.ElementsCombined{ElementID: id, Combination: state.Combination{Operation: c.Operation, A: a.ID,
		B: b.ID, Revision: t.Revision, FacetsOff: off}, Kept: c.KeepOperands})
	if c.KeepOperands {
		return nil
	}
	return t.absorb(a.ID, b.ID)
}

// facetsOff returns how far the facets of round operands lie inside their curves, and warns about it because the result
// is made of these facets.
func (t *Transaction) facetsOff(operands ...*state.Element) (off geometry.Length) {
	var ids []state.ID
	for _, e := range operands {
		if r, ok := elements.Round(t.Model, e); ok && r.FacetsOff > 0 {
			ids, off = append(ids, e.ID), max(off, r.FacetsOff)
		}
	}
	if off > 0 {
		t.Warn("FACETED", map[string]any{"element_ids": ids, "facets_off": off},
			"round bodies are combined as facets up to %s mm inside of their curves, and so is the result", off)
	}
	return off
}

// operands returns the two elements, or an error unless they differ and both have bodies of their own.
func (c BooleanOperation) operands(m *state.Model) (a, b *state.Element, err error) {
	if !slices.Contains(c.Operation.Enum(), string(c.Operation)) {
		return nil, nil, state.Errorf(state.OutOfRange,
			"operation has no item %q: give one of union, subtract, intersect",
			c.Operation).With("parameter", "operation").With("allowed", c.Operation.Enum())
	}
	if c.ElementA == c.ElementB {
		return nil, nil, state.Errorf(state.OutOfRange,
			"element_a and element_b are the same element: name two").With("parameter",
			"element_b")
	}
	if a, err = m.Operand(c.ElementA); err != nil {
		return nil, nil, err
	}
	b, err = m.Operand(c.ElementB)
	return a, b, err
}

// create adds the result to the model, located at the middle of its base. For a subtraction it is on the level of the
// first operand. For a union or intersection it is on the lower level of the two operands.
func (c BooleanOperation) create(t *Transaction, first, second *state.Element, solids geometry.Body) (state.ID, error) {
	level := first.LevelID
	if c.Operation != component.CombineSubtract && bodyshape.ElevationOf(t.Model,
		second.LevelID) < bodyshape.ElevationOf(t.Model, level) {
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
	e := &state.Element{ID: t.newID(), Category: state.CategoryProxy, Name: c.Name, LevelID: level,
		MaterialID: first.MaterialID, Params: &component.Proxy{
			BodyID: body, Location: at.Sub(geometry.Point3{Z: bodyshape.ElevationOf(t.Model, level)}),
			IfcClass: component.BuiltClass(first),
		}}
	if c.Operation != component.CombineSubtract {
		if second.MaterialID != first.MaterialID {
			e.MaterialID = ""
		}
		if p := e.Params.(*component.Proxy); component.BuiltClass(second) != p.IfcClass {
			p.IfcClass = ""
		}
	}
	return e.ID, t.create(e)
}

// absorb deletes the operands with the elements that they host, and warns about each hosted element.
func (t *Transaction) absorb(ids ...state.ID) error {
	attached := fabric.AttachedToAny(t.Model, ids)
	for _, id := range ids {
		e, ok := t.Model.Element(id)
		if !ok {
			continue // already deleted with the other operand
		}
		for _, gone := range cascade(t.Model, e) {
			if gone.Category != state.CategoryOpening {
				t.Warn("HOSTED_DELETED", map[string]any{"element_id": gone.ID, "host_id": e.ID},
					"%s %q goes with %s %q, which is absorbed", gone.Category, gone.Name, e.Category, e.Name)
			}
		}
		if err := t.Delete(e); err != nil {
			return err
		}
	}
	return checkLeft(t.Model, attached)
}

// evaluate returns the result in world coordinates.
func (c BooleanOperation) evaluate(m *state.Model, first, second *state.Element) (geometry.Body, error) {
	operands := make([]csg.Expr, 2)
	for i, e := range []*state.Element{first, second} {
		var err error
		if operands[i], err = bodyshape.BodyExpr(m, e); err != nil {
			return nil, err
		}
	}
	shape, err := csg.EvaluateUntil(m.Stop, map[state.CombineOperation]func(...csg.Expr) csg.Expr{
		component.CombineUnion: csg.Union, component.CombineSubtract: csg.Subtract,
		component.CombineIntersect: csg.Intersect,
	}[c.Operation](operands...))
	if err != nil {
		return nil, c.failed(first, second, err)
	}
	if shape.Empty() {
		return nil, state.Errorf(state.EmptyResult, "%s of %s %q and %s %q leaves nothing: %s", c.Operation,
			first.Category,
			first.Name, second.Category, second.Name, c.emptyHint()).
			With("element_a", c.ElementA).With("element_b", c.ElementB)
	}
	solid, err := shape.Solid()
	if err != nil {
		return nil, c.failed(first, second, err)
	}
	if solid.CheckFaces() != nil { // rounding made a face touch itself, but its triangles are still a surface
		solid = bodyshape.Triangulated(solid, shape)
	}
	return geometry.Body{solid}, nil
}

func (c BooleanOperation) emptyHint() string {
	if c.Operation == component.CombineIntersect {
		return "they do not overlap"
	}
	return "the second covers the first"
}

// failed returns the error of an operation without a result. The model is not changed, because no solid is better than
// a wrong one.
func (c BooleanOperation) failed(first, second *state.Element, err error) error {
	what := "the bodies cannot be combined exactly: move one of them by a millimetre or simplify it"
	if errors.Is(err, csg.ErrOpenOperand) || errors.Is(err, csg.ErrBentFace) ||
		errors.Is(err, csg.ErrDegenerateOperand) {
		what = "the body of an operand is not fit for it: repair or simplify it"
	}
	return state.Errorf(state.DegenerateGeometry, "%s of %s %q and %s %q failed, %s: %w", c.Operation, first.Category,
		first.Name,
		second.Category, second.Name, what, err).
		With("element_a", c.ElementA).With("element_b", c.ElementB)
}
