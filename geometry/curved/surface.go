package curved

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// UV is a pair of parameters of a surface: angles in radians, lengths in the unit of its frame.
type UV struct{ U, V float64 }

// Surface is a curved surface over two parameters. Its normal is the cross product of its derivatives with respect to U
// and V. Seen from the side to which the normal points, U runs to the right and V up.
type Surface interface {
	// Point returns the point at parameters. The surface continues beyond a period and, in a direction without one,
	// beyond its end.
	Point(at UV) r3.Vector
	// Normal returns a vector square to the surface, of any length and sense. At a pole it may be zero.
	Normal(at UV) r3.Vector
	// Locate returns the parameters of the point of the surface that is nearest to p. If there are several, it returns
	// the one nearest to a neighbour, if a neighbour is given.
	Locate(p r3.Vector, near *UV) UV
	// Periods returns the change of each parameter after which the surface repeats, or 0 if it does not.
	Periods() UV
	// Poles returns the points at which a whole line of parameters collapses.
	Poles() []Pole
}

// Pole is a point of a surface at which one parameter takes all values: U if AllU, otherwise V. The other parameter has
// Value.
type Pole struct {
	At    r3.Vector
	AllU  bool
	Value float64 // of the other parameter
}

// Cylinder is ISO 10303-42 cylindrical_surface: U is the angle about Z from X, V the height.
type Cylinder struct {
	Frame  Frame
	Radius float64
}

// Point returns the point at an angle and a height.
func (c Cylinder) Point(at UV) r3.Vector {
	s, k := geometry.SinCos(at.U)
	return c.Frame.point(c.Radius*k, c.Radius*s, at.V)
}

// Normal returns the direction away from the axis.
func (c Cylinder) Normal(at UV) r3.Vector {
	s, k := geometry.SinCos(at.U)
	return geometry.Times(c.Frame.X, k).Add(geometry.Times(c.Frame.Y, s))
}

// Locate returns the angle and the height.
func (c Cylinder) Locate(p r3.Vector, _ *UV) UV {
	q := c.Frame.local(p)
	return UV{math.Atan2(q.Y, q.X), q.Z}
}

// Periods returns a full turn of U.
func (c Cylinder) Periods() UV { return UV{U: 2 * math.Pi} }

// Poles returns none.
func (c Cylinder) Poles() []Pole { return nil }

// Sphere is ISO 10303-42 spherical_surface: U is the longitude, V the latitude.
type Sphere struct {
	Frame  Frame
	Radius float64
}

// Point returns the point at a longitude and a latitude.
func (c Sphere) Point(at UV) r3.Vector {
	s, k := geometry.SinCos(at.U)
	t, r := geometry.SinCos(at.V)
	return c.Frame.point(float64(c.Radius*r)*k, float64(c.Radius*r)*s, c.Radius*t)
}

// Normal returns the direction away from the centre.
func (c Sphere) Normal(at UV) r3.Vector { return c.Point(at).Sub(c.Frame.O) }

// Locate returns longitude and latitude.
func (c Sphere) Locate(p r3.Vector, _ *UV) UV {
	q := c.Frame.local(p)
	return UV{math.Atan2(q.Y, q.X), math.Atan2(q.Z, flatLength(q))}
}

// Periods returns a full turn of U.
func (c Sphere) Periods() UV { return UV{U: 2 * math.Pi} }

// Poles returns the two poles.
func (c Sphere) Poles() []Pole {
	return []Pole{{c.Frame.point(0, 0, c.Radius), true, math.Pi / 2},
		{c.Frame.point(0, 0, -c.Radius), true, -math.Pi / 2}}
}

// Torus is ISO 10303-42 toroidal_surface: U is the angle about Z, V the angle about the middle of the tube.
type Torus struct {
	Frame        Frame
	Major, Minor float64
}

// Point returns the point at two angles.
func (c Torus) Point(at UV) r3.Vector {
	s, k := geometry.SinCos(at.U)
	t, r := geometry.SinCos(at.V)
	out := c.Major + float64(c.Minor*r)
	return c.Frame.point(out*k, out*s, c.Minor*t)
}

// Normal returns the direction away from the middle of the tube.
func (c Torus) Normal(at UV) r3.Vector {
	s, k := geometry.SinCos(at.U)
	return c.Point(at).Sub(c.Frame.point(c.Major*k, c.Major*s, 0))
}

// Locate returns the two angles.
func (c Torus) Locate(p r3.Vector, _ *UV) UV {
	q := c.Frame.local(p)
	return UV{math.Atan2(q.Y, q.X), math.Atan2(q.Z, flatLength(q)-c.Major)}
}

// Periods returns full turns.
func (c Torus) Periods() UV { return UV{2 * math.Pi, 2 * math.Pi} }

// Poles returns none.
func (c Torus) Poles() []Pole { return nil }
