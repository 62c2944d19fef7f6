package csg

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// frame returns the rigid part of a map: its directions made perpendicular unit vectors, and its origin. A map that
// shears has no such directions, so its frame has the directions of the world.
func (m Motion) frame() Motion {
	x, y, z := m.X.Norm(), m.Y.Norm(), m.Z.Norm()
	if x == 0 || y == 0 || z == 0 || !perpendicular(m.X, m.Y) || !perpendicular(m.Y, m.Z) || !perpendicular(m.Z, m.X) {
		return Translation(m.T)
	}
	ux := geometry.Times(m.X, 1/x)
	uz := ux.Cross(m.Y).Normalize()
	return Motion{X: ux, Y: uz.Cross(ux), Z: uz, T: m.T}
}

// far is the distance in micrometres, 1 km, beyond which the origin is moved to the corners of the first operand.
const far = 1e9

// frame returns the frame for the evaluation of an expression with this first operand: the rigid part of its placement,
// with an origin near its corners.
func (o *Operand) frame() Motion {
	f := o.place.frame()
	if len(o.vertices) > 0 {
		first := o.place.Point(o.vertices[0])
		if d := first.Sub(f.T); d.Norm2() > far*far {
			f.T = rounded(first).Vector()
		}
	}
	return f
}

func perpendicular(a, b r3.Vector) bool {
	return math.Abs(a.Dot(b)) <= unitNoise*a.Norm()*b.Norm()
}

// within returns the map m relative to a rigid frame. It makes directions that are almost parallel to an axis exact. It
// rounds the translation to the grid if only noise separates it from a grid point.
func (m Motion) within(frame Motion) Motion {
	turn := func(v r3.Vector) r3.Vector {
		return straight(r3.Vector{X: frame.X.Dot(v), Y: frame.Y.Dot(v), Z: frame.Z.Dot(v)})
	}
	noise := max(gridNoise, 8*lastPlace(m.T), 8*lastPlace(frame.T))
	d := m.T.Sub(frame.T)
	t := r3.Vector{X: frame.X.Dot(d), Y: frame.Y.Dot(d), Z: frame.Z.Dot(d)}
	return Motion{X: turn(m.X), Y: turn(m.Y), Z: turn(m.Z), T: onGrid(t, noise)}
}

// lastPlace returns the value of the last binary place of the greatest coordinate.
func lastPlace(v r3.Vector) float64 {
	c := max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z))
	return math.Nextafter(c, math.Inf(1)) - c
}

// straight sets components that are noise to zero. If only one component is left, it also removes the noise of its
// length.
func straight(v r3.Vector) r3.Vector {
	n := v.Norm()
	clear := func(c float64) float64 {
		switch a := math.Abs(c); {
		case a <= unitNoise*n:
			return 0
		case math.Abs(a-n) <= unitNoise*n && math.Abs(n-1) <= unitNoise:
			return math.Copysign(1, c)
		}
		return c
	}
	return r3.Vector{X: clear(v.X), Y: clear(v.Y), Z: clear(v.Z)}
}

// onGrid rounds coordinates to whole micrometres if only noise separates them.
func onGrid(v r3.Vector, noise float64) r3.Vector {
	return r3.Vector{X: snapped(v.X, noise), Y: snapped(v.Y, noise), Z: snapped(v.Z, noise)}
}

func snapped(c, noise float64) float64 {
	if r := math.Round(c); math.Abs(c-r) <= noise {
		return r
	}
	return c
}
