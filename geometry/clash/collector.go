package clash

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// collector gathers the triangles of solids and assigns each shared side and corner to one of them.
type collector struct {
	triangles []triangle
	world     []r3.Vector
	corners   []bool  // by vertex: a triangle already examines it
	face      []int32 // by vertex: the last face with it in a loop, counted from 1
	next      []int32 // by vertex: the next one in that loop, -1 if there are several
}

// solid adds a solid. If closed is false, it adds a part of a solid, whose sides may lack their opposites.
func (c *collector) solid(s geometry.Solid, closed bool) {
	place := csg.Placed(s.Frame)
	c.world, c.corners = c.world[:0], make([]bool, len(s.Vertices))
	for _, p := range s.Vertices {
		c.world = append(c.world, place.Point(p.Vector()))
	}
	c.face, c.next = make([]int32, len(s.Vertices)), make([]int32, len(s.Vertices))
	noted := int32(-1)
	triangles, faces := csg.SolidTriangles(s)
	for i, t := range triangles {
		if faces[i] != noted {
			noted = faces[i]
			c.note(noted+1, s.Faces[noted])
		}
		c.add(t, noted+1, closed)
	}
}

// note records the loops of a face.
func (c *collector) note(number int32, f geometry.Face) {
	for _, loop := range f.Loops {
		for i, v := range loop {
			if c.face[v] == number {
				c.next[v] = -1 // the face touches itself here
				continue
			}
			c.face[v], c.next[v] = number, loop[(i+1)%len(loop)]
		}
	}
}

// add appends a triangle of a face. A side that two faces share is examined only with the face in which it runs to the
// vertex with the higher number. A side inside a face is not examined.
func (c *collector) add(t [3]int32, face int32, closed bool) {
	out := newTriangle(c.world[t[0]], c.world[t[1]], c.world[t[2]])
	out.sides, out.corners = 0, 0
	for i, v := range t {
		w := t[(i+1)%3]
		around := c.face[v] != face || c.next[v] == w || c.next[v] < 0
		if around && (v < w || !closed) {
			out.sides |= 1 << i
		}
		if !c.corners[v] {
			c.corners[v] = true
			out.corners |= 1 << i
		}
	}
	c.triangles = append(c.triangles, out)
}
