package clash

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry/csg"
)

// Distance answers the smallest distance between the surfaces of two shapes in micrometres, 0 where they meet, and the
// points of the first and the second one between which it is, in the parent of their frames. It is infinite when one of
// them is empty.
func Distance(a, b csg.Shape) (float64, [2]r3.Vector) {
	return between(newTree(a.World(), a.Triangles()), newTree(b.World(), b.Triangles()))
}

// between answers the smallest distance of two surfaces in one frame, and where it is.
func between(a, b *tree) (float64, [2]r3.Vector) {
	s := search{best: math.Inf(1), a: a, b: b}
	if len(a.triangles) > 0 && len(b.triangles) > 0 {
		s.visit(0, 0)
	}
	return math.Sqrt(s.best), s.at
}

// near reports whether all corners of a are within a distance of the surface of b; both are in one frame.
func near(a, b csg.Shape, distance float64) bool {
	t := newTree(b.Vertices, b.Triangles())
	for _, p := range a.Vertices {
		s := search{best: math.Inf(1), a: &tree{triangles: []triangle{{p, p, p}}, nodes: []node{{lo: p, hi: p, to: 1}}}, b: t}
		if s.visit(0, 0); s.best > distance*distance {
			return false
		}
	}
	return true
}

// search is a branch and bound over two trees.
type search struct {
	a, b *tree
	best float64 // the square of the smallest distance found
	at   [2]r3.Vector
}

func (s *search) visit(i, j int32) {
	x, y := &s.a.nodes[i], &s.b.nodes[j]
	if boxDistance(x, y) >= s.best {
		return
	}
	switch {
	case x.left == 0 && y.left == 0:
		for _, t := range s.a.triangles[x.from:x.to] {
			for _, u := range s.b.triangles[y.from:y.to] {
				s.triangles(t, u)
			}
		}
	case y.left == 0 || x.left != 0 && x.to-x.from >= y.to-y.from:
		s.nearerFirst(x.left, j, x.right, j)
	default:
		s.nearerFirst(i, y.left, i, y.right)
	}
}

func (s *search) nearerFirst(i, j, k, l int32) {
	if boxDistance(&s.a.nodes[i], &s.b.nodes[j]) > boxDistance(&s.a.nodes[k], &s.b.nodes[l]) {
		i, j, k, l = k, l, i, j
	}
	s.visit(i, j)
	s.visit(k, l)
}

// offer takes a pair of points if it is nearer than all before.
func (s *search) offer(p, q r3.Vector) {
	if d := p.Sub(q).Norm2(); d < s.best {
		s.best, s.at = d, [2]r3.Vector{p, q}
	}
}

// triangles offers the nearest points of two triangles: they lie on two edges, or one of them is a corner, unless an
// edge goes through the other triangle, where the distance is nothing.
func (s *search) triangles(t, u triangle) {
	for i := range t {
		for j := range u {
			s.offer(segmentPoints(t[i], t[(i+1)%3], u[j], u[(j+1)%3]))
		}
	}
	for i := range t {
		s.corner(t[i], u, false)
		s.corner(u[i], t, true)
		s.pierce(t[i], t[(i+1)%3], u)
		s.pierce(u[i], u[(i+1)%3], t)
	}
}

// corner offers a point and its foot in a triangle, if that lies inside.
func (s *search) corner(p r3.Vector, t triangle, swapped bool) {
	n := t.normal()
	q := n.Norm2()
	if q == 0 {
		return
	}
	foot := p.Sub(times(n, n.Dot(p.Sub(t[0]))/q))
	if !t.holds(foot, n) {
		return
	}
	if swapped {
		s.offer(foot, p)
	} else {
		s.offer(p, foot)
	}
}

// pierce offers the point where a segment goes through a triangle.
func (s *search) pierce(p, q r3.Vector, t triangle) {
	n := t.normal()
	a, b := n.Dot(p.Sub(t[0])), n.Dot(q.Sub(t[0]))
	if a*b >= 0 {
		return
	}
	if at := p.Add(times(q.Sub(p), a/(a-b))); t.holds(at, n) {
		s.offer(at, at)
	}
}

// segmentPoints answers the nearest points of two segments (Ericson 2005, Real-Time Collision Detection, 5.1.9).
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
	return p1.Add(times(d1, s)), p2.Add(times(d2, t))
}

func clamp(t float64) float64 { return max(0, min(1, t)) }
