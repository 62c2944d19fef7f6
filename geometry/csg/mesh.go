package csg

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// Triangles returns triangles that cover the surface, counter-clockwise as seen from outside, as indices of Vertices.
// They form a closed surface because the faces do. Faces with many corners, and faces for which the quick methods fail,
// use the sweep with exact predicates on a grid of a nanometre.
func (s Shape) Triangles() [][3]int32 {
	out := make([][3]int32, 0, 2*len(s.Vertices))
	var rest []geometry.Face
	var c clipper
	for _, f := range s.Faces {
		var ok bool
		if out, ok = s.appendQuick(f, &c, out); !ok {
			rest = append(rest, geometry.Face{Loops: f.Loops})
		}
	}
	if len(rest) == 0 {
		return out
	}
	flat := geometry.Solid{Frame: geometry.World(), Vertices: make([]geometry.Point3, len(s.Vertices)), Faces: rest}
	for i, p := range s.Vertices {
		flat.Vertices[i] = geometry.Point3{X: fine(p.X), Y: fine(p.Y), Z: fine(p.Z)}
	}
	return append(out, flat.Mesh().Triangles...)
}

// Triangulated returns the shape with a face for each of its triangles.
func (s Shape) Triangulated() Shape {
	triangles := s.Triangles()
	out := s
	out.Faces = make([]Face, len(triangles))
	for i, t := range triangles {
		a, b, c := s.Vertices[t[0]], s.Vertices[t[1]], s.Vertices[t[2]]
		out.Faces[i] = Face{Normal: b.Sub(a).Cross(c.Sub(a)).Normalize(), Loops: [][]int32{{t[0], t[1], t[2]}}}
	}
	return out
}

// SolidTriangles returns triangles that cover the surface of a solid of package geometry, counter-clockwise seen from
// outside, as indices of its vertices, and the face of each triangle. The triangles form a closed surface if the faces
// do. Faces without area have no triangles.
func SolidTriangles(s geometry.Solid) (triangles [][3]int32, faces []int32) {
	shape := Shape{Vertices: make([]r3.Vector, len(s.Vertices))}
	for i, p := range s.Vertices {
		shape.Vertices[i] = p.Vector()
	}
	var c clipper
	for i, f := range s.Faces {
		n := newell(shape.Vertices, f.Loops)
		size := n.Norm()
		if size == 0 {
			continue
		}
		var ok bool
		face := Face{Normal: geometry.Times(n, 1/size), Loops: f.Loops}
		if triangles, ok = shape.appendQuick(face, &c, triangles); !ok {
			one := geometry.Solid{Frame: geometry.World(), Vertices: s.Vertices, Faces: s.Faces[i : i+1]}
			triangles = append(triangles, one.Mesh().Triangles...)
		}
		for len(faces) < len(triangles) {
			faces = append(faces, int32(i))
		}
	}
	return triangles, faces
}

// appendQuick triangulates a face with few corners.
func (s *Shape) appendQuick(f Face, c *clipper, out [][3]int32) ([][3]int32, bool) {
	if len(f.Loops) == 1 && s.isFan(f) {
		loop := f.Loops[0]
		for i := 1; i+1 < len(loop); i++ {
			out = append(out, [3]int32{loop[0], loop[i], loop[i+1]})
		}
		return out, true
	}
	corners := 0
	for _, l := range f.Loops {
		corners += len(l)
	}
	if corners > earLimit {
		return out, false
	}
	return s.clipEars(f, c, out)
}

// isFan reports whether the triangles from its first corner cover a face without holes. All these triangles and all
// corners must turn left by more than the band of onPlane.
func (s *Shape) isFan(f Face) bool {
	loop := f.Loops[0]
	if len(loop) == 3 {
		return true
	}
	a := s.Vertices[loop[0]]
	for i := range loop {
		p, q, r := s.Vertices[loop[i]], s.Vertices[loop[(i+1)%len(loop)]], s.Vertices[loop[(i+2)%len(loop)]]
		u, v := q.Sub(p), r.Sub(q)
		if f.Normal.Dot(u.Cross(v)) <= onPlane*(u.Norm()+v.Norm()) {
			return false
		}
		if i > 0 && i+1 < len(loop) && f.Normal.Dot(p.Sub(a).Cross(q.Sub(a))) <= onPlane*u.Norm() {
			return false
		}
	}
	return true
}

func rounded(p r3.Vector) geometry.Point3 {
	return geometry.Point3{X: geometry.Length(math.Round(p.X)), Y: geometry.Length(math.Round(p.Y)),
		Z: geometry.Length(math.Round(p.Z))}
}
