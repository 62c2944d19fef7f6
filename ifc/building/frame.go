package building

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// Frame is an affine map from local coordinates to the coordinates of the parent: an origin and the images of the axes.
// Placements are rigid; mapped items may be scaled or mirrored.
type Frame struct {
	O, X, Y, Z r3.Vector
}

// identity returns the identity map.
func identity() Frame {
	return Frame{X: r3.Vector{X: 1}, Y: r3.Vector{Y: 1}, Z: r3.Vector{Z: 1}}
}

// Turn maps a direction.
func (f Frame) Turn(v r3.Vector) r3.Vector {
	return r3.Vector{
		X: float64(f.X.X*v.X) + float64(f.Y.X*v.Y) + float64(f.Z.X*v.Z),
		Y: float64(f.X.Y*v.X) + float64(f.Y.Y*v.Y) + float64(f.Z.Y*v.Z),
		Z: float64(f.X.Z*v.X) + float64(f.Y.Z*v.Y) + float64(f.Z.Z*v.Z),
	}
}

// Point maps a point.
func (f Frame) Point(p r3.Vector) r3.Vector { return f.O.Add(f.Turn(p)) }

// Compose returns the map that applies g and then f.
func (f Frame) Compose(g Frame) Frame {
	return Frame{f.Point(g.O), f.Turn(g.X), f.Turn(g.Y), f.Turn(g.Z)}
}

// rigidTolerance is the greatest deviation of the axes of a rigid frame from orthogonal unit vectors. Directions are
// written with six digits at worst, and composed a few times.
const rigidTolerance = 1e-5

// Rigid reports whether the frame keeps lengths and is right-handed.
func (f Frame) Rigid() bool {
	for _, d := range [...]float64{
		geometry.Dot(f.X, f.X) - 1, geometry.Dot(f.Y, f.Y) - 1, geometry.Dot(f.Z, f.Z) - 1, geometry.Dot(f.X, f.Y),
		geometry.Dot(f.X, f.Z), geometry.Dot(f.Y, f.Z), geometry.Dot(geometry.Cross(f.X, f.Y), f.Z) - 1,
	} {
		if !(math.Abs(d) <= rigidTolerance) {
			return false
		}
	}
	return true
}

// mirrored reports whether the frame is left-handed, so that it turns bodies inside out.
func (f Frame) mirrored() bool { return geometry.Dot(geometry.Cross(f.X, f.Y), f.Z) < 0 }

// Inverse returns the inverse of a rigid frame.
func (f Frame) Inverse() Frame {
	out := Frame{
		X: r3.Vector{X: f.X.X, Y: f.Y.X, Z: f.Z.X},
		Y: r3.Vector{X: f.X.Y, Y: f.Y.Y, Z: f.Z.Y},
		Z: r3.Vector{X: f.X.Z, Y: f.Y.Z, Z: f.Z.Z},
	}
	out.O = geometry.Times(out.Turn(f.O), -1)
	return out
}

// unitNoise bounds the difference between 1 and the squared length of a vector that counts as a unit vector and is left
// unchanged.
const unitNoise = 1e-15

func unit(v r3.Vector) (r3.Vector, bool) {
	n := geometry.Dot(v, v)
	if !(n > 0) || math.IsInf(n, 0) {
		return v, false
	}
	if math.Abs(n-1) <= unitNoise {
		return v, true
	}
	return geometry.Times(v, 1/math.Sqrt(n)), true
}

// vector returns coordinates or direction ratios; missing components are zero. ok is false if the attribute has no
// value.
func (s *Source) vector(in *step.Instance, attribute string) (r3.Vector, bool) {
	list, _ := s.value(in, attribute).(step.List)
	var n [3]float64
	for i, item := range list {
		v, ok := step.NumberOf(item)
		if !ok {
			return r3.Vector{}, false
		}
		if i < len(n) {
			n[i] = v
		}
	}
	return r3.Vector{X: n[0], Y: n[1], Z: n[2]}, len(list) > 0
}

// point returns an IfcCartesianPoint in micrometres, the origin for nil.
func (s *Source) point(in *step.Instance) r3.Vector {
	v, _ := s.vector(in, "Coordinates")
	return geometry.Times(v, s.units.length)
}

// direction returns an IfcDirection as a unit vector, or the given default if the file has no direction.
func (s *Source) direction(in *step.Instance, otherwise r3.Vector) r3.Vector {
	v, ok := s.vector(in, "DirectionRatios")
	if !ok {
		return otherwise
	}
	if v, ok = unit(v); !ok {
		return otherwise
	}
	return v
}

// axes returns the frame of an IfcAxis2Placement3D or 2D; the identity for nil. An X axis that is not orthogonal to Z
// is made orthogonal, as the schema defines it (IfcBuildAxes).
func (s *Source) axes(in *step.Instance) Frame {
	f := identity()
	if in == nil {
		return f
	}
	f.O = s.point(s.one(in, "Location"))
	f.Z = s.direction(s.one(in, "Axis"), f.Z)
	if s.isA(in, "IfcAxis2Placement2D") {
		f.Z = r3.Vector{Z: 1}
	}
	f.X, f.Y = s.besideAxis(f.Z, s.one(in, "RefDirection"))
	return f
}

// besideAxis returns the X and Y axes of a placement from its Z axis and the direction for X, which may be nil.
func (s *Source) besideAxis(z r3.Vector, reference *step.Instance) (r3.Vector, r3.Vector) {
	x := s.direction(reference, r3.Vector{X: 1})
	if d := geometry.Dot(x, z); d != 0 {
		x = x.Sub(geometry.Times(z, d))
	}
	x, ok := unit(x)
	if !ok || geometry.Dot(x, x) < 0.5 { // X is parallel to Z, which the schema forbids
		x, _ = unit(geometry.Cross(r3.Vector{Y: 1}, z))
		if geometry.Dot(x, x) < 0.5 {
			x = r3.Vector{X: 1}
		}
	}
	return x, geometry.Cross(z, x)
}

// placement returns the frame in the world of an IfcObjectPlacement.
func (s *Source) placement(in *step.Instance) Frame { return s.placementAt(in, 0) }

func (s *Source) placementAt(in *step.Instance, depth int) Frame {
	if in == nil || depth > maxDepth {
		return identity()
	}
	if f, known := s.frames.of(in.ID); known {
		return f
	}
	f := identity()
	switch {
	case s.isA(in, "IfcLocalPlacement"):
		f = s.axes(s.one(in, "RelativePlacement"))
		f = s.relative(in, f, depth)
	case s.isA(in, "IfcGridPlacement"):
		var err error
		if f, err = s.gridPlacement(in, depth); err != nil {
			s.misplace(in, err.Error())
		}
	case s.isA(in, "IfcLinearPlacement"):
		var err error
		if f, err = s.linearPlacement(in); err != nil {
			s.misplace(in, err.Error())
		}
		f = s.relative(in, f, depth)
	}
	s.frames.note(in.ID, f)
	return f
}

// relative returns the frame of a placement in the world. It follows the chain of parent placements. If they form a
// ring, it stops at the first placement that occurs twice, treats it as located at the origin, and counts the ring.
func (s *Source) relative(in *step.Instance, f Frame, depth int) Frame {
	to := s.one(in, "PlacementRelTo")
	if to == nil {
		return f
	}
	if s.open[to.ID] || to.ID == in.ID {
		s.rings++
		return f
	}
	if s.open == nil {
		s.open = map[int]bool{}
	}
	s.open[in.ID] = true
	f = s.placementAt(to, depth+1).Compose(f)
	delete(s.open, in.ID)
	s.misplace(in, s.misplaced[to.ID])
	return f
}

// misplace records why the frame of a placement differs from the file; it does nothing if reason is "".
func (s *Source) misplace(placement *step.Instance, reason string) {
	if reason == "" {
		return
	}
	if s.misplaced == nil {
		s.misplaced = map[int]string{}
	}
	s.misplaced[placement.ID] = reason
}

// operator returns the map of an IfcCartesianTransformationOperator.
func (s *Source) operator(in *step.Instance) Frame {
	f := identity()
	if in == nil {
		return f
	}
	f.O = s.point(s.one(in, "LocalOrigin"))
	f.X, f.Y, f.Z = s.baseAxes(in)
	scale, ok := s.number(in, "Scale")
	if !ok || scale == 0 {
		scale = 1
	}
	scaleY, scaleZ := scale, scale
	if v, ok := s.number(in, "Scale2"); ok {
		scaleY = v
	}
	if v, ok := s.number(in, "Scale3"); ok {
		scaleZ = v
	}
	f.X, f.Y, f.Z = geometry.Times(f.X, scale), geometry.Times(f.Y, scaleY), geometry.Times(f.Z, scaleZ)
	return f
}
