package building

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// baseAxes returns the axes of an IfcCartesianTransformationOperator as the schema derives them (IfcBaseAxis). A
// missing axis defaults to an axis of the coordinate system, made orthogonal to the others. The axes of an operator in
// space may thus be left-handed, even if the file gives only one or two of them. The operator then mirrors.
func (s *Source) baseAxes(in *step.Instance) (x, y, z r3.Vector) {
	first, second := s.direction(s.one(in, "Axis1"), r3.Vector{}), s.direction(s.one(in, "Axis2"), r3.Vector{})
	third := s.direction(s.one(in, "Axis3"), r3.Vector{})
	none := r3.Vector{}
	switch {
	case s.isA(in, "IfcCartesianTransformationOperator2D"):
		return planeAxes(first, second)
	case third == none:
		third = r3.Vector{Z: 1}
		if across := geometry.Cross(first, second); first != none && second != none &&
			across.Sub(geometry.Times(third, geometry.Dot(across, third))).Norm() > sameDirection {
			x, z = first, across // the schema's result is undefined or flat: use the axes of the file
			z, _ = unit(z)
			return x, geometry.Cross(z, x), z
		}
	}
	z = third
	if first == none {
		first = r3.Vector{X: 1}
		if geometry.Cross(z, first).Norm() <= sameDirection {
			first = r3.Vector{Y: 1}
		}
	}
	x, ok := unit(first.Sub(geometry.Times(z, geometry.Dot(first, z))))
	if !ok || geometry.Cross(z, first).Norm() <= sameDirection { // the schema forbids an X axis parallel to Z
		x = z.Ortho()
	}
	if second == none {
		second = r3.Vector{Y: 1}
	}
	if y = geometry.Cross(z, x); geometry.Dot(second, y) < -sameDirection {
		y = geometry.Times(y, -1)
	}
	return x, y, z
}

// planeAxes returns the axes of an operator in the plane. A single axis only rotates; both together can mirror.
func planeAxes(first, second r3.Vector) (x, y, z r3.Vector) {
	none := r3.Vector{}
	switch {
	case first != none:
		x = first
	case second != none:
		x = r3.Vector{X: second.Y, Y: -second.X}
	default:
		x = r3.Vector{X: 1}
	}
	y = r3.Vector{X: -x.Y, Y: x.X}
	if geometry.Dot(second, y) < 0 {
		y = geometry.Times(y, -1)
	}
	return x, y, r3.Vector{Z: 1}
}

// sameDirection is the sine of the angle below which two directions count as equal, because files write directions with
// nine digits.
const sameDirection = 1e-9
