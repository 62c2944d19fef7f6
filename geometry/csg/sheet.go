package csg

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// SheetOf returns a drawn item as a shape that can be drawn, in world coordinates: its faces as triangles, and its
// lines as they are. Faces without area are left out.
func SheetOf(d geometry.Drawn) Shape {
	out := Shape{Sheet: true, Frame: Identity(), Vertices: make([]r3.Vector, len(d.Vertices))}
	for i, p := range d.Vertices {
		out.Vertices[i] = p.Vector()
	}
	triangles, _ := SolidTriangles(d.Surface())
	for _, t := range triangles {
		loops := [][]int32{t[:]}
		n := newell(out.Vertices, loops)
		if size := n.Norm(); size > 0 {
			out.Faces = append(out.Faces, Face{Normal: geometry.Times(n, 1/size), Loops: loops})
		}
	}
	for _, line := range d.Lines {
		for i := 1; i < len(line); i++ {
			if line[i-1] != line[i] {
				out.Lines = append(out.Lines, [2]int32{line[i-1], line[i]})
			}
		}
	}
	return out
}
