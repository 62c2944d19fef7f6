package csg

import (
	"github.com/golang/geo/r3"
)

// Shape is a closed, outward oriented polyhedral surface, possibly of several parts with voids. Vertices are in
// micrometres in the frame, which is rigid. Parts that touch along an edge or at a vertex have separate copies of it,
// so the surface is a manifold. The zero Shape is empty.
type Shape struct {
	Frame    Motion
	Vertices []r3.Vector
	Faces    []Face

	// Tolerance is the greatest distance, in micrometres, between faces that counted as flush.
	Tolerance float64

	// Sheet is set for a shape that is only drawn. It consists of lines between vertices, and of triangles that need
	// not form a closed surface and are seen from both sides. No operation accepts a sheet.
	Sheet bool
	Lines [][2]int32 // of a sheet
}

// Face is a plane part of the surface: the loop around it, counter-clockwise as seen from outside, then the clockwise
// loops of holes. Normal is its outward unit normal.
type Face struct {
	Normal r3.Vector
	Loops  [][]int32
}

// Empty reports whether the shape has no faces.
func (s Shape) Empty() bool { return len(s.Faces) == 0 }

// World returns the vertices in the parent of the frame, in micrometres.
func (s Shape) World() []r3.Vector {
	out := make([]r3.Vector, len(s.Vertices))
	for i, p := range s.Vertices {
		out[i] = s.Frame.Point(p)
	}
	return out
}

// In returns the shape in another rigid frame. Directions that are parallel to the axes of the frame up to noise become
// exactly parallel.
func (s Shape) In(frame Motion) Shape {
	m := s.Frame.within(frame)
	out := Shape{Frame: frame, Tolerance: s.Tolerance, Vertices: make([]r3.Vector, len(s.Vertices)),
		Faces: make([]Face, len(s.Faces)), Sheet: s.Sheet, Lines: s.Lines}
	for i, p := range s.Vertices {
		out.Vertices[i] = onGrid(m.Point(p), gridNoise)
	}
	for i, f := range s.Faces {
		out.Faces[i] = Face{Normal: m.Turn(f.Normal), Loops: f.Loops}
	}
	return out
}
