package csg

import "github.com/golang/geo/r3"

// convexLimit is the greatest product of vertices and faces for which convexity is tested. For a larger polyhedron, a
// search in the tree of its faces is as fast.
const convexLimit = 4096

// isConvex reports whether all vertices of a small polyhedron lie behind all of its faces.
func (o Operand) isConvex() bool {
	if len(o.vertices)*len(o.faces) > convexLimit {
		return false
	}
	for _, f := range o.faces {
		if len(f) > 1 {
			return false
		}
		n := newell(o.vertices, f).Normalize()
		d := n.Dot(o.vertices[f[0][0]])
		for _, p := range o.vertices {
			if n.Dot(p)-d > onPlane {
				return false
			}
		}
	}
	return true
}

// convexRing reports whether a counter-clockwise ring in plan turns left everywhere, once around.
func (o Operand) convexRing(loop []int32) bool {
	turns := 0
	for i := range loop {
		a, b, c := o.vertices[loop[i]], o.vertices[loop[(i+1)%len(loop)]], o.vertices[loop[(i+2)%len(loop)]]
		u, v := b.Sub(a), c.Sub(b)
		if float64(u.X*v.Y)-float64(u.Y*v.X) < 0 {
			return false
		}
		if u.X <= 0 && v.X > 0 {
			turns++
		}
	}
	return turns == 1
}

// newell returns the normal of a face, twice as long as its area (Newell's method).
func newell(vertices []r3.Vector, f polygon) r3.Vector {
	var sum r3.Vector
	for _, loop := range f {
		a := vertices[loop[0]]
		for i := 1; i+1 < len(loop); i++ {
			sum = sum.Add(vertices[loop[i]].Sub(a).Cross(vertices[loop[i+1]].Sub(a)))
		}
	}
	return sum
}
