package csg

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// Motion is an affine map of space: X, Y and Z are the images of the unit vectors, T is the image of the origin, in
// micrometres. It may scale and mirror.
type Motion struct{ X, Y, Z, T r3.Vector }

// Identity returns the map that moves nothing.
func Identity() Motion {
	return Motion{X: r3.Vector{X: 1}, Y: r3.Vector{Y: 1}, Z: r3.Vector{Z: 1}}
}

// Placed returns the map from a frame of package geometry to its parent.
func Placed(p geometry.Placement) Motion {
	return Motion{X: p.X, Y: p.Y(), Z: p.Z, T: p.Origin.Vector()}
}

// Translation returns the map that moves by t.
func Translation(t r3.Vector) Motion {
	m := Identity()
	m.T = t
	return m
}

// Scaling returns the map that multiplies the coordinates.
func Scaling(s r3.Vector) Motion {
	return Motion{X: r3.Vector{X: s.X}, Y: r3.Vector{Y: s.Y}, Z: r3.Vector{Z: s.Z}}
}

// Mirroring returns the reflection at the plane through the origin with the given normal of any length but zero.
func Mirroring(normal r3.Vector) Motion {
	q := normal.Dot(normal)
	image := func(e r3.Vector) r3.Vector { return e.Sub(geometry.Times(normal, 2*e.Dot(normal)/q)) }
	i := Identity()
	return Motion{X: image(i.X), Y: image(i.Y), Z: image(i.Z)}
}

// Rotation returns the right-handed turn about an axis through the origin (Rodrigues' formula). The axis has any length
// but zero. Multiples of 90 degrees about an axis of coordinates are exact.
func Rotation(axis r3.Vector, degrees float64) Motion {
	s, c := sinCos(degrees)
	u := geometry.Times(axis, 1/axis.Norm())
	image := func(e r3.Vector) r3.Vector {
		return geometry.Times(e, c).Add(geometry.Times(u.Cross(e), s)).Add(geometry.Times(u, float64(u.Dot(e)*(1-c))))
	}
	i := Identity()
	return Motion{X: image(i.X), Y: image(i.Y), Z: image(i.Z)}
}

// sinCos evaluates sine and cosine at the nearest geometry.Angle, where the result is the same on every machine. It
// adds the effect of the rest r by the first terms of the series. r is below 9e-9 radians, and the omitted terms are
// below 1e-16.
func sinCos(degrees float64) (sin, cos float64) {
	degrees = math.Mod(degrees, 360)
	a := geometry.Angle(math.Round(degrees * float64(geometry.Degree)))
	r := (degrees - a.Degrees()) * (math.Pi / 180)
	s, c := a.Sin(), a.Cos()
	return s + float64(r*c), c - float64(r*s)
}

// Turn returns the image of a vector under the linear part of the map.
func (m Motion) Turn(v r3.Vector) r3.Vector {
	return geometry.Times(m.X, v.X).Add(geometry.Times(m.Y, v.Y)).Add(geometry.Times(m.Z, v.Z))
}

// Point returns the image of a point under the map.
func (m Motion) Point(p r3.Vector) r3.Vector { return m.Turn(p).Add(m.T) }

// After returns the map that applies the map first, and then m.
func (m Motion) After(first Motion) Motion {
	return Motion{X: m.Turn(first.X), Y: m.Turn(first.Y), Z: m.Turn(first.Z), T: m.Point(first.T)}
}

// det returns the determinant of the linear part; it is negative for a map that mirrors.
func (m Motion) det() float64 { return m.X.Cross(m.Y).Dot(m.Z) }
