package domain

import (
	"errors"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// evaluate returns the result in world coordinates.
func (c BooleanOperation) evaluate(m *Model, first, second *Element) (geometry.Body, error) {
	operands := make([]csg.Expr, 2)
	for i, e := range []*Element{first, second} {
		var err error
		if operands[i], err = m.bodyExpr(e); err != nil {
			return nil, err
		}
	}
	shape, err := csg.EvaluateUntil(m.stop, map[CombineOperation]func(...csg.Expr) csg.Expr{
		CombineUnion: csg.Union, CombineSubtract: csg.Subtract, CombineIntersect: csg.Intersect,
	}[c.Operation](operands...))
	if err != nil {
		return nil, c.failed(first, second, err)
	}
	if shape.Empty() {
		return nil, Errorf(EmptyResult, "%s of %s %q and %s %q leaves nothing: %s", c.Operation, first.Category,
			first.Name, second.Category, second.Name, c.emptyHint()).
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

// failed returns the error of an operation without a result. Nothing is changed then: no solid is better than a wrong
// one.
func (c BooleanOperation) failed(first, second *Element, err error) error {
	what := "the bodies cannot be combined exactly: move one of them by a millimetre or simplify it"
	if errors.Is(err, csg.ErrOpenOperand) || errors.Is(err, csg.ErrBentFace) ||
		errors.Is(err, csg.ErrDegenerateOperand) {
		what = "the body of an operand is not fit for it: repair or simplify it"
	}
	return Errorf(DegenerateGeometry, "%s of %s %q and %s %q failed, %s: %w", c.Operation, first.Category, first.Name,
		second.Category, second.Name, what, err).
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
			return csg.Expr{}, Errorf(DegenerateGeometry, "the body of %s %q cannot be combined: %w", e.Category,
				e.Name, err).With("element_id", e.ID)
		}
		solids = append(solids, csg.Of(operand))
	}
	if len(solids) == 0 {
		return csg.Expr{}, Errorf(DegenerateGeometry, "%s %q has no body to combine", e.Category,
			e.Name).With("element_id", e.ID)
	}
	return csg.Union(solids...), nil
}
