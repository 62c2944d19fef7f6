package linework

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry/csg"
)

// sheetBelow returns the part of a sheet below the plane Z = 0 of its frame. The lines in which the plane cuts the
// sheet become borders of the sheet, and are drawn as borders.
func sheetBelow(s csg.Shape) csg.Shape {
	out := csg.Shape{Frame: s.Frame, Tolerance: s.Tolerance, Sheet: true,
		Vertices: append([]r3.Vector(nil), s.Vertices...)}
	c := clipping{out: &out, cuts: map[[2]int32]int32{}}
	for _, f := range s.Faces {
		if loop := c.loop(f.Loops[0]); len(loop) >= 3 {
			out.Faces = append(out.Faces, csg.Face{Normal: f.Normal, Loops: [][]int32{loop}})
		}
	}
	for _, l := range s.Lines {
		if part := c.line(l[0], l[1]); len(part) == 2 {
			out.Lines = append(out.Lines, [2]int32{part[0], part[1]})
		}
	}
	return out
}

// clipping cuts triangles and lines at the plane Z = 0. A side that two triangles share is cut at one vertex.
type clipping struct {
	out  *csg.Shape
	cuts map[[2]int32]int32
}

func (c *clipping) isBelow(v int32) bool { return c.out.Vertices[v].Z <= inPlane }

// at returns the vertex in which a side crosses the plane.
func (c *clipping) at(v, w int32) int32 {
	key := [2]int32{min(v, w), max(v, w)}
	made, known := c.cuts[key]
	if !known {
		a, b := c.out.Vertices[key[0]], c.out.Vertices[key[1]]
		p := between(a, b, a.Z/(a.Z-b.Z))
		p.Z = 0
		made = int32(len(c.out.Vertices))
		c.cuts[key] = made
		c.out.Vertices = append(c.out.Vertices, p)
	}
	return made
}

// loop returns the part of a triangle below the plane (Sutherland and Hodgman, 1974).
func (c *clipping) loop(loop []int32) (out []int32) {
	for i, v := range loop {
		w := loop[(i+1)%len(loop)]
		if c.isBelow(v) {
			out = append(out, v)
		}
		if c.crosses(v, w) {
			out = append(out, c.at(v, w))
		}
	}
	return out
}

// line returns the ends of the part of a line below the plane, or nil.
func (c *clipping) line(v, w int32) []int32 {
	switch below, also := c.isBelow(v), c.isBelow(w); {
	case below && also:
		return []int32{v, w}
	case !c.crosses(v, w):
		return nil
	case below:
		return []int32{v, c.at(v, w)}
	default:
		return []int32{c.at(v, w), w}
	}
}

// crosses reports whether a side runs through the plane by more than rounding.
func (c *clipping) crosses(v, w int32) bool {
	a, b := c.out.Vertices[v].Z, c.out.Vertices[w].Z
	return a > inPlane && b < -inPlane || b > inPlane && a < -inPlane
}

// edgesOfSheet returns the edges of a sheet to draw: its borders, its folds, the sides at which it turns away from the
// viewer, and its lines. The sides are in the order in which triangles first use them.
func edgesOfSheet(s csg.Shape) []edge {
	type side struct {
		normals []r3.Vector // of its triangles, turned as if each ran along it from the lower vertex number
	}
	sides := map[[2]int32]*side{}
	var order [][2]int32
	for _, f := range s.Faces {
		loop := f.Loops[0]
		for i, v := range loop {
			w := loop[(i+1)%len(loop)]
			key, n := [2]int32{min(v, w), max(v, w)}, f.Normal
			if v > w {
				n = r3.Vector{X: -n.X, Y: -n.Y, Z: -n.Z}
			}
			if sides[key] == nil {
				sides[key] = &side{}
				order = append(order, key)
			}
			sides[key].normals = append(sides[key].normals, n)
		}
	}
	var out []edge
	for _, key := range order {
		if isDrawn(sides[key].normals) {
			out = append(out, edge{a: s.Vertices[key[0]], b: s.Vertices[key[1]]})
		}
	}
	for _, l := range s.Lines {
		out = append(out, edge{a: s.Vertices[l[0]], b: s.Vertices[l[1]]})
	}
	return out
}

// isDrawn reports whether a side of a sheet is drawn, given the normals of its triangles. [edgesOfSheet] turns the
// normals so that two triangles in one plane have opposite normals.
func isDrawn(normals []r3.Vector) bool {
	if len(normals) != 2 {
		return true
	}
	n, m := normals[0], normals[1]
	isTurned := math.Abs(n.Z) > upward && math.Abs(m.Z) > upward && (n.Z > 0) == (m.Z > 0)
	return isTurned || -n.Dot(m) < smooth
}
