package clash

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// Distance returns the smallest distance between the surfaces of two shapes in micrometres, or 0 if they meet. It also
// returns the nearest points of the first and the second shape, in the parent of their frames. The distance is infinite
// if one shape is empty.
func Distance(a, b csg.Shape) (float64, [2]r3.Vector) {
	return shapeSurface(a).Distance(shapeSurface(b))
}

// nearest returns the smallest distance between two surfaces in one frame, and its end points. It returns infinity if
// the distance is not below limit. It stops at the first distance that does not exceed enough.
func nearest(a, b *tree, limit, enough float64) (float64, [2]r3.Vector) {
	s := search{a: a, b: b, best: limit * limit, enough: enough * enough}
	if len(a.triangles) > 0 && len(b.triangles) > 0 {
		s.visit(0, 0)
	}
	if !s.found {
		return math.Inf(1), s.at
	}
	return math.Sqrt(s.best), s.at
}

// allNear reports whether all corners of a are within a distance of the surface of b. Both shapes must be in the same
// frame.
func allNear(a, b csg.Shape, distance float64) bool {
	b.Frame = csg.Identity()
	t := &shapeSurface(b).tree
	for _, p := range a.Vertices {
		if d, _ := nearest(&pointAt(p).tree, t, math.Inf(1), distance); d > distance {
			return false
		}
	}
	return true
}

// search is a branch and bound over two trees.
type search struct {
	a, b   *tree
	best   float64 // the square of the smallest distance found, or of the limit
	enough float64 // the square of the distance at which the search ends
	found  bool
	at     [2]r3.Vector
}

func (s *search) visit(i, j int32) {
	x, y := &s.a.nodes[i], &s.b.nodes[j]
	if s.found && s.best <= s.enough || boxDistance(x, y) >= s.best {
		return
	}
	switch {
	case x.left == 0 && y.left == 0:
		s.leaves(x, y)
	case y.left == 0 || x.left != 0 && x.to-x.from >= y.to-y.from:
		s.nearerFirst(x.left, j, x.right, j)
	default:
		s.nearerFirst(i, y.left, i, y.right)
	}
}

func (s *search) leaves(x, y *node) {
	for i := x.from; i < x.to; i++ {
		t := &s.a.triangles[i]
		for j := y.from; j < y.to; j++ {
			u := &s.b.triangles[j]
			if !t.beyond(u, s.best) && !u.beyond(t, s.best) {
				s.triangles(t, u)
			}
		}
	}
}

func (s *search) nearerFirst(i, j, k, l int32) {
	if boxDistance(&s.a.nodes[i], &s.b.nodes[j]) > boxDistance(&s.a.nodes[k], &s.b.nodes[l]) {
		i, j, k, l = k, l, i, j
	}
	s.visit(i, j)
	s.visit(k, l)
}

// offer takes a pair of points if it is nearer than all earlier ones.
func (s *search) offer(p, q r3.Vector) {
	if d := p.Sub(q).Norm2(); d < s.best {
		s.best, s.found, s.at = d, true, [2]r3.Vector{p, q}
	}
}

// triangles offers the nearest points of two triangles, among the sides and corners that the triangles examine. The
// nearest points lie on two sides, or one of them is a corner. If a side passes through the other triangle, the
// distance is 0.
func (s *search) triangles(t, u *triangle) {
	for i := range t.at {
		if t.sides>>i&1 == 0 {
			continue
		}
		for j := range u.at {
			if u.sides>>j&1 == 1 {
				s.offer(segmentPoints(t.at[i], t.at[(i+1)%3], u.at[j], u.at[(j+1)%3]))
			}
		}
	}
	s.over(t, u, false)
	s.over(u, t, true)
}

// over offers the nearest points between the corners and sides of one triangle and the inside of the other.
func (s *search) over(t, u *triangle, swapped bool) {
	if u.normal == (r3.Vector{}) {
		return
	}
	var height [3]float64
	for i, p := range t.at {
		height[i] = u.normal.Dot(p.Sub(u.at[0]))
		if h := height[i]; t.corners>>i&1 == 1 && float64(h*h) < s.best {
			s.corner(p, p.Sub(geometry.Times(u.normal, h)), u, swapped)
		}
	}
	for i := range t.at {
		k := (i + 1) % 3
		if t.sides>>i&1 == 1 && height[i]*height[k] < 0 {
			at := t.at[i].Add(geometry.Times(t.at[k].Sub(t.at[i]), height[i]/(height[i]-height[k])))
			s.corner(at, at, u, swapped)
		}
	}
}

// corner offers a point and its foot in the plane of a triangle, if the foot lies in the triangle.
func (s *search) corner(p, foot r3.Vector, u *triangle, swapped bool) {
	switch {
	case !u.holds(foot):
	case swapped:
		s.offer(foot, p)
	default:
		s.offer(p, foot)
	}
}

// segmentPoints returns the nearest points of two segments (Ericson 2005, Real-Time Collision Detection, 5.1.9).
func segmentPoints(p1, q1, p2, q2 r3.Vector) (r3.Vector, r3.Vector) {
	d1, d2, r := q1.Sub(p1), q2.Sub(p2), p1.Sub(p2)
	a, e, f := d1.Norm2(), d2.Norm2(), d2.Dot(r)
	var s, t float64
	switch {
	case a == 0 && e == 0:
		return p1, p2
	case a == 0:
		t = clamp(f / e)
	case e == 0:
		s = clamp(-d1.Dot(r) / a)
	default:
		b, c := d1.Dot(d2), d1.Dot(r)
		if denominator := float64(a*e) - float64(b*b); denominator > 0 {
			s = clamp((float64(b*f) - float64(c*e)) / denominator)
		}
		t = (float64(b*s) + f) / e
		if t < 0 {
			t, s = 0, clamp(-c/a)
		} else if t > 1 {
			t, s = 1, clamp((b-c)/a)
		}
	}
	return p1.Add(geometry.Times(d1, s)), p2.Add(geometry.Times(d2, t))
}

func clamp(t float64) float64 { return max(0, min(1, t)) }
