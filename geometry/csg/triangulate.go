package csg

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// fineGrid is the resolution at which faces are flattened for triangulation, in parts of a micrometre: a nanometre, the
// band of onPlane.
const fineGrid = 1000

// axes returns the two coordinates, 0 to 2, onto which a face with the given normal is projected. The projection stays
// counter-clockwise and has the largest area of the three possible ones.
func axes(n r3.Vector) (u, v int) {
	x, y, z := math.Abs(n.X), math.Abs(n.Y), math.Abs(n.Z)
	switch {
	case z >= x && z >= y:
		u, v = 0, 1
	case x >= y:
		u, v = 1, 2
	default:
		u, v = 2, 0
	}
	if component(n, 3-u-v) < 0 {
		u, v = v, u
	}
	return u, v
}

func component(p r3.Vector, axis int) float64 {
	switch axis {
	case 0:
		return p.X
	case 1:
		return p.Y
	}
	return p.Z
}

// triangulate covers a face with triangles of its own corners. It cuts off ears, or uses the sweep if the face has many
// corners or no certain ears.
func (k *kernel) triangulate(f polygon, n r3.Vector) [][3]int32 {
	return triangulate(k.pos, f, n, &k.scratch.clipper)
}

// triangulate covers a face of a polyhedron with triangles. The polyhedron has the given vertices.
func triangulate(vertices []r3.Vector, f polygon, n r3.Vector, c *clipper) [][3]int32 {
	corners := 0
	for _, loop := range f {
		corners += len(loop)
	}
	if corners <= earLimit {
		s := Shape{Vertices: vertices}
		if out, ok := s.clipEars(Face{Normal: n, Loops: f}, c, make([][3]int32, 0, corners)); ok {
			return out
		}
	}
	return sweep(vertices, f, n)
}

// sweep triangulates a face as triangulate does, on the fine grid with exact predicates.
func sweep(vertices []r3.Vector, f polygon, n r3.Vector) [][3]int32 {
	u, v := axes(n)
	at := map[geometry.Point2]int32{}
	var p geometry.Polygon
	for i, loop := range f {
		ring := make(geometry.Ring, len(loop))
		for j, w := range loop {
			q := vertices[w]
			ring[j] = geometry.Point2{X: fine(component(q, u)), Y: fine(component(q, v))}
			at[ring[j]] = w
		}
		if i == 0 {
			p.Outer = ring
		} else {
			p.Holes = append(p.Holes, ring)
		}
	}
	var out [][3]int32
	for _, t := range geometry.Triangulate(p) {
		out = append(out, [3]int32{at[t[0]], at[t[1]], at[t[2]]})
	}
	return out
}

func fine(c float64) geometry.Length { return geometry.Length(math.Round(c * fineGrid)) }
