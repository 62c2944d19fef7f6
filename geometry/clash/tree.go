package clash

import (
	"cmp"
	"slices"

	"github.com/golang/geo/r3"
)

type triangle [3]r3.Vector

func (t triangle) normal() r3.Vector { return t[1].Sub(t[0]).Cross(t[2].Sub(t[0])) }

// holds reports whether a point of its plane lies in the triangle with the given normal.
func (t triangle) holds(p, n r3.Vector) bool {
	for i := range t {
		if n.Dot(t[(i+1)%3].Sub(t[i]).Cross(p.Sub(t[i]))) < 0 {
			return false
		}
	}
	return true
}

// tree is a hierarchy of boxes over triangles.
type tree struct {
	triangles []triangle
	nodes     []node
}

// node has the triangles from from to before to; left is 0 in a leaf.
type node struct {
	lo, hi      r3.Vector
	left, right int32
	from, to    int32
}

// leafSize is the number of triangles that are not split further: fifteen tests a pair are dearer than a level.
const leafSize = 2

func newTree(vertices []r3.Vector, triangles [][3]int32) *tree {
	t := &tree{triangles: make([]triangle, 0, len(triangles))}
	for _, i := range triangles {
		t.triangles = append(t.triangles, triangle{vertices[i[0]], vertices[i[1]], vertices[i[2]]})
	}
	if len(t.triangles) > 0 {
		t.build(0, int32(len(t.triangles)))
	}
	return t
}

func (t *tree) build(from, to int32) int32 {
	at := int32(len(t.nodes))
	n := node{lo: t.triangles[from][0], hi: t.triangles[from][0], from: from, to: to}
	for _, tr := range t.triangles[from:to] {
		for _, p := range tr {
			n.lo = r3.Vector{X: min(n.lo.X, p.X), Y: min(n.lo.Y, p.Y), Z: min(n.lo.Z, p.Z)}
			n.hi = r3.Vector{X: max(n.hi.X, p.X), Y: max(n.hi.Y, p.Y), Z: max(n.hi.Z, p.Z)}
		}
	}
	t.nodes = append(t.nodes, n)
	if to-from <= leafSize {
		return at
	}
	axis := n.hi.Sub(n.lo).LargestComponent()
	slices.SortStableFunc(t.triangles[from:to], func(a, b triangle) int { return cmp.Compare(a.along(axis), b.along(axis)) })
	mid := (from + to) / 2
	left := t.build(from, mid)
	right := t.build(mid, to)
	t.nodes[at].left, t.nodes[at].right = left, right
	return at
}

// along answers three times the coordinate of the centre.
func (t triangle) along(axis r3.Axis) float64 {
	sum := t[0].Add(t[1]).Add(t[2])
	switch axis {
	case r3.XAxis:
		return sum.X
	case r3.YAxis:
		return sum.Y
	}
	return sum.Z
}

// boxDistance answers the square of the distance of two boxes.
func boxDistance(a, b *node) float64 {
	x := max(0, a.lo.X-b.hi.X, b.lo.X-a.hi.X)
	y := max(0, a.lo.Y-b.hi.Y, b.lo.Y-a.hi.Y)
	z := max(0, a.lo.Z-b.hi.Z, b.lo.Z-a.hi.Z)
	return float64(x*x) + float64(y*y) + float64(z*z)
}
