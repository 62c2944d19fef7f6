package geometry

import (
	"math"

	"github.com/golang/geo/r3"
)

// Mesh is a set of triangles, counter-clockwise as seen from outside.
type Mesh struct {
	Vertices  []Point3   `json:"vertices"`
	Triangles [][3]int32 `json:"triangles"`
}

// Mesh triangulates the faces. Its vertices are the vertices that World returns, in the same order.
func (s Solid) Mesh() Mesh {
	m := Mesh{Vertices: s.World()}
	for _, f := range s.Faces {
		m.Triangles = s.appendTriangles(m.Triangles, f)
	}
	return m
}

// appendTriangles covers a face with triangles, in the projection along the largest component of its normal.
func (s Solid) appendTriangles(out [][3]int32, f Face) [][3]int32 {
	if len(f.Loops) == 1 && len(f.Loops[0]) == 3 {
		return append(out, [3]int32(f.Loops[0]))
	}
	corners := 0
	for _, loop := range f.Loops {
		corners += len(loop)
	}
	flat := projection(s.normal(f))
	at := sectors{first: make(map[Point2]int32, corners), list: make([]sector, 0, corners)}
	sides := make([]faceSide, 0, corners)
	for _, loop := range f.Loops {
		ring := make(Ring, len(loop))
		for i, v := range loop {
			ring[i] = flat(s.Vertices[v])
		}
		for i, v := range loop {
			at.add(ring[i], sector{vertex: v, from: ring.after(i).Sub(ring[i]), to: ring.before(i).Sub(ring[i])})
			sides = append(sides, sideOf(ring[i], ring.after(i)))
		}
	}
	for _, t := range trianglesWithin(sides) {
		out = append(out, [3]int32{at.vertex(t[0], t[1].Sub(t[0])), at.vertex(t[1], t[2].Sub(t[1])),
			at.vertex(t[2], t[0].Sub(t[2]))})
	}
	return out
}

// projection returns a map to the plane that keeps faces with the given normal counter-clockwise.
func projection(normal r3.Vector) func(Point3) Point2 {
	x, y, z := math.Abs(normal.X), math.Abs(normal.Y), math.Abs(normal.Z)
	switch {
	case z >= x && z >= y && normal.Z >= 0:
		return func(p Point3) Point2 { return Point2{p.X, p.Y} }
	case z >= x && z >= y:
		return func(p Point3) Point2 { return Point2{p.Y, p.X} }
	case x >= y && normal.X >= 0:
		return func(p Point3) Point2 { return Point2{p.Y, p.Z} }
	case x >= y:
		return func(p Point3) Point2 { return Point2{p.Z, p.Y} }
	case normal.Y >= 0:
		return func(p Point3) Point2 { return Point2{p.Z, p.X} }
	}
	return func(p Point3) Point2 { return Point2{p.X, p.Z} }
}
