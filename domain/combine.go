package domain

import (
	"errors"
	"slices"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
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

// Combination is the origin of a body: the operands as they were at a revision. They may have been deleted since.
type Combination struct {
	Operation CombineOperation `json:"operation"`
	A         ID               `json:"element_a"`
	B         ID               `json:"element_b"`
	Revision  Revision         `json:"revision"`
}

// ElementsCombined records that the body of a proxy is the result of a boolean operation. The event before it puts the
// body into the library, so that a replay computes nothing.
type ElementsCombined struct {
	ElementID ID `json:"element_id"`
	Combination
	Kept bool `json:"kept"` // the operands stay; else they are deleted by the events that follow
}

// Touched names the new element's combination.
func (e *ElementsCombined) Touched() []Touch {
	return []Touch{{e.ElementID, []Facet{paramFacet("combination")}}}
}

func (e *ElementsCombined) complete() bool { return e.ElementID != "" }

func (e *ElementsCombined) evolve(m *Model) {
	element, ok := m.Element(e.ElementID)
	if !ok {
		return
	}
	if p, ok := element.Params.(*Proxy); ok {
		combined, combination := *p, e.Combination
		combined.Combination = &combination
		m.put(element.with(func(c *Element) { c.Params = &combined }))
	}
}

// BooleanOperation makes a proxy with a fixed body from the bodies of two elements, with openings cut and joins made.
// Unless KeepOperands is set, the operands are deleted with what they host. The result has their openings already;
// doors and windows are deleted, as with any deletion.
type BooleanOperation struct {
	ElementA     ID               `json:"element_a"`
	ElementB     ID               `json:"element_b"`
	Operation    CombineOperation `json:"operation" jsonschema:"subtract: a minus b"`
	KeepOperands bool             `json:"keep_operands,omitempty" jsonschema:"default false: they are deleted, with what they host"`
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
	t.emit(&ElementsCombined{id, Combination{c.Operation, a.ID, b.ID, t.revision}, c.KeepOperands})
	if c.KeepOperands {
		return nil
	}
	return t.absorb(a.ID, b.ID)
}

// operands returns the two elements, if they are two and have bodies of their own.
func (c BooleanOperation) operands(m *Model) (a, b *Element, err error) {
	if !slices.Contains(c.Operation.Enum(), string(c.Operation)) {
		return nil, nil, Errorf(OutOfRange, "operation has no item %q: give one of union, subtract, intersect", c.Operation).With("parameter", "operation").With("allowed", c.Operation.Enum())
	}
	if c.ElementA == c.ElementB {
		return nil, nil, Errorf(OutOfRange, "element_a and element_b are the same element: name two").With("parameter", "element_b")
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
		return nil, Errorf(IllegalState, "%s %q cannot be combined: give elements that are built, such as walls, floors, columns or proxies", e.Category, e.Name).
			With("element_id", id).With("state", e.Category)
	}
	return e, nil
}

// evaluate returns the result in world coordinates.
func (c BooleanOperation) evaluate(m *Model, first, second *Element) (geometry.Body, error) {
	operands := make([]csg.Expr, 2)
	for i, e := range []*Element{first, second} {
		var err error
		if operands[i], err = m.bodyExpr(e); err != nil {
			return nil, err
		}
	}
	shape, err := csg.Evaluate(map[CombineOperation]func(...csg.Expr) csg.Expr{
		CombineUnion: csg.Union, CombineSubtract: csg.Subtract, CombineIntersect: csg.Intersect,
	}[c.Operation](operands...))
	if err != nil {
		return nil, c.failed(first, second, err)
	}
	if shape.Empty() {
		return nil, Errorf(EmptyResult, "%s of %s %q and %s %q leaves nothing: %s", c.Operation, first.Category, first.Name, second.Category, second.Name, c.emptyHint()).
			With("element_a", c.ElementA).With("element_b", c.ElementB)
	}
	solid, err := shape.Solid()
	if err != nil {
		return nil, c.failed(first, second, err)
	}
	if solid.CheckFaces() != nil { // rounding made a face touch itself: its triangles are still a surface
		solid = triangulated(solid, shape)
	}
	return geometry.Body{solid}, nil
}

func (c BooleanOperation) emptyHint() string {
	if c.Operation == CombineIntersect {
		return "they do not overlap"
	}
	return "the second covers the first"
}

// triangulated returns the solid with the triangles of the shape that it was rounded from.
func triangulated(s geometry.Solid, shape csg.Shape) geometry.Solid {
	out := geometry.Solid{Frame: s.Frame, Vertices: s.Vertices}
	for _, t := range shape.Triangles() {
		out.Faces = append(out.Faces, geometry.Face{Loops: [][]int32{{t[0], t[1], t[2]}}})
	}
	return out
}

// failed returns the error of an operation without a result. Nothing is changed then: no solid is better than a wrong
// one.
func (c BooleanOperation) failed(first, second *Element, err error) error {
	what := "the bodies cannot be combined exactly: move one of them by a millimetre or simplify it"
	if errors.Is(err, csg.ErrOpenOperand) || errors.Is(err, csg.ErrBentFace) || errors.Is(err, csg.ErrDegenerateOperand) {
		what = "the body of an operand is not fit for it: repair or simplify it"
	}
	return Errorf(DegenerateGeometry, "%s of %s %q and %s %q failed, %s: %w", c.Operation, first.Category, first.Name, second.Category, second.Name, what, err).
		With("element_a", c.ElementA).With("element_b", c.ElementB)
}

// bodyExpr returns an element's body as an expression: the union of its solids.
func (m *Model) bodyExpr(e *Element) (csg.Expr, error) {
	body, err := m.Body(e.ID)
	if err != nil {
		return csg.Expr{}, err
	}
	var solids []csg.Expr
	for _, s := range body {
		operand, err := csg.FromSolid(s)
		if err != nil {
			return csg.Expr{}, Errorf(DegenerateGeometry, "the body of %s %q cannot be combined: %w", e.Category, e.Name, err).With("element_id", e.ID)
		}
		solids = append(solids, csg.Of(operand))
	}
	if len(solids) == 0 {
		return csg.Expr{}, Errorf(DegenerateGeometry, "%s %q has no body to combine", e.Category, e.Name).With("element_id", e.ID)
	}
	return csg.Union(solids...), nil
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
	e := &Element{ID: t.newID(), Category: CategoryProxy, Name: c.Name, LevelID: level, MaterialID: first.MaterialID, Params: &Proxy{
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
	CategoryWall: "IfcWall", CategoryFloor: "IfcSlab", CategoryRoof: "IfcRoof", CategoryColumn: "IfcColumn", CategoryBeam: "IfcBeam", CategoryStair: "IfcStair",
}

func builtClass(e *Element) string {
	if p, ok := e.Params.(*Proxy); ok {
		return p.IfcClass
	}
	return builtClasses[e.Category]
}

// absorb deletes the operands with what they host, and warns of what was deleted with them.
func (t *transaction) absorb(ids ...ID) error {
	for _, id := range ids {
		e, ok := t.model.Element(id)
		if !ok {
			continue // gone with the other one
		}
		for _, gone := range t.model.cascade(e) {
			if gone.Category != CategoryOpening {
				t.warn("HOSTED_DELETED", map[string]any{"element_id": gone.ID, "host_id": e.ID}, "%s %q goes with %s %q, which is absorbed", gone.Category, gone.Name, e.Category, e.Name)
			}
		}
		if err := t.delete(e); err != nil {
			return err
		}
	}
	return nil
}

// ResultsOf returns the ids of the results of boolean operations of which an element was an operand, in order. It looks
// at every proxy of the model.
func (m *Model) ResultsOf(operand ID) []ID {
	var out []ID
	for _, id := range m.OfCategory(CategoryProxy) {
		e, _ := m.Element(id)
		if c := e.Params.(*Proxy).Combination; c != nil && (c.A == operand || c.B == operand) {
			out = append(out, id)
		}
	}
	return out
}
