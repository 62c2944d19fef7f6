package clash

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Surface is an object from which a distance is measured: the surface of solids, a face of a solid, or a point. The
// zero Surface is empty.
type Surface struct{ tree tree }

// SurfaceOf returns the surface of solids, in the parent of their frames. If they overlap, it also runs inside them,
// which does not change distances from outside.
func SurfaceOf(solids ...geometry.Solid) *Surface {
	var c collector
	for _, s := range solids {
		c.solid(s, true)
	}
	return &Surface{treeOf(c.triangles)}
}

// FaceSurface returns one face of a solid, in the parent of its frame.
func FaceSurface(s geometry.Solid, f geometry.Face) *Surface {
	var c collector
	c.solid(geometry.Solid{Frame: s.Frame, Vertices: s.Vertices, Faces: []geometry.Face{f}}, false)
	return &Surface{treeOf(c.triangles)}
}

// PointSurface returns a surface that consists of a point.
func PointSurface(p geometry.Point3) *Surface { return pointAt(p.Vector()) }

func pointAt(p r3.Vector) *Surface {
	return &Surface{treeOf([]triangle{{at: [3]r3.Vector{p, p, p}, sides: 1, corners: 1}})}
}

// shapeSurface returns the surface of a shape in the parent of its frame.
func shapeSurface(s csg.Shape) *Surface {
	world := s.World()
	var out []triangle
	for _, t := range s.Triangles() {
		out = append(out, newTriangle(world[t[0]], world[t[1]], world[t[2]]))
	}
	return &Surface{treeOf(out)}
}

// Distance returns the smallest distance between two surfaces in micrometres, and the nearest points of the first and
// the second surface. The distance is 0 if the surfaces meet, and infinite if one of them is empty.
func (s *Surface) Distance(t *Surface) (float64, [2]r3.Vector) {
	return nearest(&s.tree, &t.tree, math.Inf(1), 0)
}

// Holds reports whether a point lies inside one or several closed surfaces. It sums the solid angles of the triangles
// (van Oosterom and Strackee 1983). For a point on the surface the result may be either.
func (s *Surface) Holds(p geometry.Point3) bool {
	sum, at := 0.0, p.Vector()
	for i := range s.tree.triangles {
		t := &s.tree.triangles[i].at
		sum += solidAngle(t[0].Sub(at), t[1].Sub(at), t[2].Sub(at))
	}
	return sum > 2*math.Pi // half of the sum for a point inside
}

func solidAngle(a, b, c r3.Vector) float64 {
	x, y, z := a.Norm(), b.Norm(), c.Norm()
	below := float64(float64(x*y)*z) + float64(a.Dot(b)*z) + float64(b.Dot(c)*x) + float64(c.Dot(a)*y)
	return 2 * math.Atan2(a.Dot(b.Cross(c)), below)
}
