package building

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/step"
)

// boolean evaluates a boolean result, a CSG solid or a primitive.
func (s *Source) boolean(in *step.Instance, at Frame, depth int) (geometry.Body, error) {
	e, _, err := s.expression(in, at, geometry.EmptyBox(), depth)
	if err != nil {
		return nil, err
	}
	return s.evaluate(in, e)
}

// Evaluate evaluates an expression until the context of the source is cancelled. It returns the error of
// csg.EvaluateUntil.
func (s *Source) Evaluate(e csg.Expr) (csg.Shape, error) {
	return csg.EvaluateUntil(processors.Until(s.ctx), e)
}

func (s *Source) evaluate(in *step.Instance, e csg.Expr) (geometry.Body, error) {
	shape, err := s.Evaluate(e)
	if err != nil {
		return nil, s.unreadable(in, "the boolean operation fails: %s", err)
	}
	if shape.Empty() {
		return nil, s.unreadable(in, "the boolean operation leaves nothing")
	}
	solid, err := shape.In(csg.Identity()).Solid()
	if err != nil {
		return nil, s.unreadable(in, "the boolean operation fails: %s", err)
	}
	return geometry.Body{solid}, nil
}

func (s *Source) subtract(in *step.Instance, from, what geometry.Body) (geometry.Body, error) {
	a, _, err := s.operand(in, from, nil)
	if err != nil {
		return nil, err
	}
	b, _, err := s.operand(in, what, nil)
	if err != nil {
		return nil, err
	}
	return s.evaluate(in, csg.Subtract(a, b))
}

// expression returns the expression of an operand, and its box. A half space is cut to a box that contains the body
// from which it is subtracted.
func (s *Source) expression(in *step.Instance, at Frame, about geometry.Box,
	depth int) (csg.Expr, geometry.Box, error) {
	switch {
	case in == nil || depth > maxDepth:
		return csg.Expr{}, about, s.unreadable(in, "the operand cannot be followed")
	case s.isA(in, "IfcBooleanResult"):
		return s.operation(in, at, about, depth)
	case s.isA(in, "IfcCsgSolid"):
		return s.expression(s.one(in, "TreeRootExpression"), at, about, depth+1)
	case s.isA(in, "IfcHalfSpaceSolid"):
		return s.halfSpace(in, at, about)
	case s.isA(in, "IfcCsgPrimitive3D"):
		body, err := s.primitive(in, at.Compose(s.axes(s.one(in, "Position"))))
		return s.operand(in, body, err)
	}
	solids, err := s.solids(in, at, depth+1)
	if err != nil {
		return csg.Expr{}, about, err
	}
	var body geometry.Body
	for _, solid := range solids {
		part, err := solid.Faces()
		if err != nil {
			return csg.Expr{}, about, err
		}
		body = append(body, part...)
	}
	return s.operand(in, body, nil)
}

// operation returns the expression of a boolean result. Files write the cuts of a body as a chain of hundreds of
// results, each the first operand of the next. The chain is therefore followed without recursion.
func (s *Source) operation(in *step.Instance, at Frame, about geometry.Box, depth int) (csg.Expr, geometry.Box, error) {
	chain := []*step.Instance{in}
	first := s.one(in, "FirstOperand")
	for s.isA(first, "IfcBooleanResult") && len(chain) <= maxWeight {
		chain = append(chain, first)
		first = s.one(first, "FirstOperand")
	}
	sum, box, err := s.expression(first, at, about, depth+1)
	if err != nil {
		return sum, box, err
	}
	fan := []csg.Expr{sum}
	for i := len(chain) - 1; i >= 0; i-- {
		second, other, err := s.expression(s.one(chain[i], "SecondOperand"), at, box, depth+1)
		if err != nil {
			return second, box, err
		}
		operator := s.text(chain[i], "Operator")
		if operator == "UNION" {
			box = box.Union(other)
		}
		fan = append(fan, second)
		if i == 0 || s.text(chain[i-1], "Operator") != operator {
			fan = []csg.Expr{combined(operator, fan)}
		} else if len(fan) > maxFan {
			if fan, err = s.worked(in, combined(operator, fan)); err != nil {
				return sum, box, err
			}
		}
	}
	return fan[0], box, nil
}

// maxFan is the greatest number of operands that are evaluated at once. Half spaces extend far beyond the body that
// they cut, and one evaluation intersects all its operands with each other. Each evaluation leaves much less of the
// body for the next.
const maxFan = 24

// worked evaluates the first part of a chain. It returns the result as the only operand, so that the rest of the chain
// can follow.
func (s *Source) worked(in *step.Instance, e csg.Expr) ([]csg.Expr, error) {
	shape, err := s.Evaluate(e)
	if err == nil && shape.Empty() {
		return nil, s.unreadable(in, "the boolean operation leaves nothing")
	}
	if err != nil {
		return nil, s.unreadable(in, "the boolean operation fails: %s", err)
	}
	o, err := csg.FromShape(shape)
	if err != nil {
		return nil, s.unreadable(in, "the boolean operation fails: %s", err)
	}
	return []csg.Expr{csg.Of(o)}, nil
}

// combined returns the boolean of all operands with one operator.
func combined(operator string, operands []csg.Expr) csg.Expr {
	switch operator {
	case "UNION":
		return csg.Union(operands...)
	case "INTERSECTION":
		return csg.Intersect(operands...)
	}
	return csg.Subtract(operands...)
}

// operand returns the union of solids, and their box.
func (s *Source) operand(in *step.Instance, body geometry.Body, err error) (csg.Expr, geometry.Box, error) {
	if err != nil || len(body) == 0 {
		if err == nil {
			err = s.unreadable(in, "an operand is empty")
		}
		return csg.Expr{}, geometry.EmptyBox(), err
	}
	parts := make([]csg.Expr, len(body))
	for i, solid := range body {
		o, err := csg.FromSolid(solid)
		if err != nil {
			return csg.Expr{}, geometry.EmptyBox(), s.unreadable(in, "an operand fails: %s", err)
		}
		parts[i] = csg.Of(o)
	}
	return csg.Union(parts...), body.Bounds(), nil
}

// halfSpaceMargin is the distance by which the body of a half space extends beyond the body that it cuts, in
// micrometres.
const halfSpaceMargin = 1e6

// halfSpace returns the part of a half space around a box. If the agreement flag is true, the normal points away from
// the half space (IFC4 ADD2, IfcHalfSpaceSolid).
func (s *Source) halfSpace(in *step.Instance, at Frame, about geometry.Box) (csg.Expr, geometry.Box, error) {
	base := s.one(in, "BaseSurface")
	if !s.isA(base, "IfcPlane") || about.Empty() {
		return csg.Expr{}, about, s.unreadable(in, "a half space is read where a plane cuts a body")
	}
	plane, ok := squared(at.Compose(s.axes(s.one(base, "Position"))))
	if !ok {
		return csg.Expr{}, about, s.unreadable(in, "a half space that is scaled to nothing is not read")
	}
	centre := geometry.Times(about.Min.Vector().Add(about.Max.Vector()), 0.5)
	reach := about.Max.Vector().Sub(about.Min.Vector()).Norm()/2 + halfSpaceMargin
	local := plane.Inverse().Point(centre)
	lo := r3.Vector{X: local.X - reach, Y: local.Y - reach, Z: -math.Abs(local.Z) - reach}
	hi := r3.Vector{X: local.X + reach, Y: local.Y + reach}
	if !s.isTrue(in, "AgreementFlag") {
		lo.Z, hi.Z = 0, math.Abs(local.Z)+reach
	}
	o, err := csg.Box(lo, hi)
	if err != nil {
		return csg.Expr{}, about, s.unreadable(in, "the half space fails: %s", err)
	}
	half := csg.Of(o.Moved(motion(plane)))
	if !s.isA(in, "IfcPolygonalBoundedHalfSpace") {
		return half, about, nil
	}
	bounded, err := s.boundary(in, at, centre, reach)
	if err != nil {
		return csg.Expr{}, about, err
	}
	return csg.Intersect(half, bounded), about, nil
}

// boundary returns the prism over the polygon of a bounded half space.
func (s *Source) boundary(in *step.Instance, at Frame, centre r3.Vector, reach float64) (csg.Expr, error) {
	ring, _, err := s.curve(s.one(in, "PolygonalBoundary"), 0)
	if err != nil {
		return csg.Expr{}, err
	}
	placed := at.Compose(s.axes(s.one(in, "Position")))
	frame, ok := squared(placed)
	if !ok || 1-math.Abs(geometry.Dot(frame.Z, placed.Z))/placed.Z.Norm() > rigidTolerance {
		return csg.Expr{}, s.unreadable(in, "a bounded half space that is sheared is not read")
	}
	if !placed.Rigid() {
		ring = moved(frame.Inverse(), moved(placed, ring))
	}
	middle := frame.Inverse().Point(centre).Z
	prism, err := csg.Prism(ring, nil, middle-reach, middle+reach)
	if err != nil {
		return csg.Expr{}, s.unreadable(in, "the boundary fails: %s", err)
	}
	return csg.Of(prism.Moved(motion(frame))), nil
}

// squared returns the rigid frame of a plane that is scaled or mirrored, with Z on the same side; false if the axes
// have no length.
func squared(f Frame) (Frame, bool) {
	if f.Rigid() {
		return f, true
	}
	z, okZ := unit(geometry.Cross(f.X, f.Y))
	x, okX := unit(f.X)
	if geometry.Dot(z, f.Z) < 0 {
		z = geometry.Times(z, -1)
	}
	return Frame{O: f.O, X: x, Y: geometry.Cross(z, x), Z: z}, okX && okZ
}

func motion(f Frame) csg.Motion { return csg.Motion{X: f.X, Y: f.Y, Z: f.Z, T: f.O} }
