package csg

import (
	"github.com/golang/geo/r3"
)

// Shape is a closed, outward oriented polyhedral surface, possibly of several parts with voids. Vertices are in
// micrometres in the frame, which is rigid. Where parts touch along an edge or at a vertex each has its own copy, so the
// surface is a manifold. The zero Shape is empty.
type Shape struct {
	Frame    Motion
	Vertices []r3.Vector
	Faces    []Face
}

// Face is a plane part of the surface: the loop around it, counter-clockwise seen from outside, then those of holes,
// clockwise. Normal is its outward unit normal.
type Face struct {
	Normal r3.Vector
	Loops  [][]int32
}

// Empty reports whether nothing is there.
func (s Shape) Empty() bool { return len(s.Faces) == 0 }

// World answers the vertices in the parent of the frame, in micrometres.
func (s Shape) World() []r3.Vector {
	out := make([]r3.Vector, len(s.Vertices))
	for i, p := range s.Vertices {
		out[i] = s.Frame.Point(p)
	}
	return out
}

// assemble numbers the corners and gives every hole to the face around it.
func (k *kernel) assemble(s *surface, sides []side, corners []int32) Shape {
	out := Shape{Frame: k.frame, Vertices: make([]r3.Vector, 0, len(sides)/3+2)}
	number := make([]int32, len(sides)) // of each set of corners: 1 + its vertex
	c := int32(0)
	for i := range s.loops {
		l := &s.loops[i]
		for j, v := range l.verts {
			set := findSet(corners, c)
			if number[set] == 0 {
				out.Vertices = append(out.Vertices, k.pos[v])
				number[set] = int32(len(out.Vertices))
			}
			l.verts[j] = number[set] - 1
			c++
		}
	}
	n := nest{k: k, shape: &out}
	for i := 0; i < len(s.loops); {
		j := i + 1
		for j < len(s.loops) && s.loops[j].plane == s.loops[i].plane {
			j++
		}
		n.faces(s.loops[i:j])
		i = j
	}
	return out
}

// nest makes faces of the loops of one signed plane.
type nest struct {
	k      *kernel
	shape  *Shape
	normal r3.Vector
}

func (n *nest) faces(loops []loop) {
	n.normal = n.k.signedNormal(loops[0].plane)
	from := len(n.shape.Faces)
	var holes []loop
	for _, l := range loops {
		if len(l.verts) < 3 {
			continue
		}
		if len(loops) > 1 && newell(n.shape.Vertices, polygon{l.verts}).Dot(n.normal) < 0 {
			holes = append(holes, l)
			continue
		}
		n.shape.Faces = append(n.shape.Faces, Face{n.normal, [][]int32{l.verts}})
	}
	outer := n.shape.Faces[from:]
	for _, h := range holes {
		if f := n.around(outer, h.verts); f != nil {
			f.Loops = append(f.Loops, h.verts)
		}
	}
}

// around answers the smallest face around a hole.
func (n *nest) around(faces []Face, hole []int32) *Face {
	if len(faces) == 1 {
		return &faces[0]
	}
	vertices := n.shape.Vertices
	at := vertices[hole[0]].Add(vertices[hole[1]]).Mul(0.5)
	var best *Face
	smallest := 0.0
	for i := range faces {
		loop := faces[i].Loops[0]
		if !n.inside(loop, at) {
			continue
		}
		if area := newell(vertices, polygon{loop}).Norm(); best == nil || area < smallest {
			best, smallest = &faces[i], area
		}
	}
	return best
}

// inside reports whether a point of the plane lies inside a loop: it crosses a line from the point an odd number of times.
func (n *nest) inside(loop []int32, at r3.Vector) bool {
	u, v := axes(n.normal)
	x, y := component(at, u), component(at, v)
	odd := false
	last := n.shape.Vertices[loop[len(loop)-1]]
	for _, i := range loop {
		p := n.shape.Vertices[i]
		px, py, lx, ly := component(p, u), component(p, v), component(last, u), component(last, v)
		if (py > y) != (ly > y) && x < lx+float64((px-lx)*(y-ly))/(py-ly) {
			odd = !odd
		}
		last = p
	}
	return odd
}
