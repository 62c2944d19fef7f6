package csg

import (
	"fmt"
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/extent"
)

// Clip returns the part of an expression below the plane through a point with the given normal, which may have any
// length but zero. Below is the side to which the normal does not point. It is the intersection with a box whose top
// lies in the plane and whose other faces lie beyond all operands. So faces that are flush with the plane need no
// special treatment. The error is ErrNoOperand or ErrOutOfRange for an expression without extent or a normal without
// direction.
func Clip(e Expr, at, normal r3.Vector) (Expr, error) {
	size := normal.Norm()
	if !(size > 0) || math.IsInf(size, 1) {
		return Expr{}, fmt.Errorf("plane with normal %v: %w", normal, ErrOutOfRange)
	}
	b, err := e.bounds()
	if err != nil {
		return Expr{}, err
	}
	up := straight(geometry.Times(normal, 1/size))
	// The top lies over the middle of the clipped operands, where its corners have the smallest coordinates.
	middle := geometry.Times(middleOf(&b), 0.5)
	top := middle.Sub(geometry.Times(up, up.Dot(middle.Sub(at))))
	reach := b.Hi.Sub(b.Lo).Norm()
	depth := up.Dot(top.Sub(middle)) + reach
	if depth <= 0 { // everything lies above
		depth = reach
	}
	x := across(up)
	box, err := Box(r3.Vector{X: -reach, Y: -reach, Z: -math.Ceil(depth)}, r3.Vector{X: reach, Y: reach})
	if err != nil {
		return Expr{}, err
	}
	return Intersect(e, Of(box.Moved(Motion{X: x, Y: up.Cross(x), Z: up, T: top}))), nil
}

// bounds returns the box of all operands, in the parent of their frames.
func (e Expr) bounds() (box, error) {
	_, operands, err := e.number(nil)
	if err != nil {
		return box{}, err
	}
	b := extent.Empty()
	for _, o := range operands {
		for _, p := range o.vertices {
			b = b.Extend(o.place.Point(p))
		}
	}
	if !(b.Lo.X <= b.Hi.X) {
		return box{}, fmt.Errorf("operands without vertices: %w", ErrNoOperand)
	}
	return b, nil
}

// across returns a unit vector perpendicular to another one. It takes the coordinate axis that is farthest from the
// direction of that vector, and removes the component along the vector. The result is exact for the axes.
func across(n r3.Vector) r3.Vector {
	axis := r3.Vector{X: 1}
	switch x, y, z := math.Abs(n.X), math.Abs(n.Y), math.Abs(n.Z); {
	case y < x && y <= z:
		axis = r3.Vector{Y: 1}
	case z < x:
		axis = r3.Vector{Z: 1}
	}
	return axis.Sub(geometry.Times(n, axis.Dot(n))).Normalize()
}
