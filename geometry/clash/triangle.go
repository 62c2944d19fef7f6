package clash

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// triangle is a triangle of a surface. Only one of several triangles examines a shared side or corner. No triangle
// examines a side or corner that does not bound a face. This is enough, because the nearest points of two surfaces lie
// on two sides, or on a corner and a triangle.
type triangle struct {
	at      [3]r3.Vector
	normal  r3.Vector // a unit vector, zero for a point or a line
	sides   uint8     // bit i: this triangle examines the side from corner i
	corners uint8     // bit i: this triangle examines corner i
}

// all holds the bits of all three sides or corners.
const all = 7

// newTriangle returns a triangle that shares no sides and corners.
func newTriangle(a, b, c r3.Vector) triangle {
	t := triangle{at: [3]r3.Vector{a, b, c}, sides: all, corners: all}
	n := b.Sub(a).Cross(c.Sub(a))
	if size := n.Norm(); size > 0 {
		t.normal = geometry.Times(n, 1/size)
	}
	return t
}

// holds reports whether a point of its plane lies in the triangle.
func (t *triangle) holds(p r3.Vector) bool {
	for i := range t.at {
		if t.normal.Dot(t.at[(i+1)%3].Sub(t.at[i]).Cross(p.Sub(t.at[i]))) < 0 {
			return false
		}
	}
	return true
}

// beyond reports whether another triangle lies entirely on one side of this triangle's plane, at least a distance away
// from the plane. square is the square of the distance.
func (t *triangle) beyond(u *triangle, square float64) bool {
	if t.normal == (r3.Vector{}) {
		return false
	}
	h := t.normal.Dot(u.at[0].Sub(t.at[0]))
	if float64(h*h) < square {
		return false
	}
	for _, p := range u.at[1:] {
		if g := t.normal.Dot(p.Sub(t.at[0])); g*h <= 0 || float64(g*g) < square {
			return false
		}
	}
	return true
}

// centre returns three times the centre, which is enough to compare centres.
func (t *triangle) centre() r3.Vector { return t.at[0].Add(t.at[1]).Add(t.at[2]) }
