package clash

import (
	"github.com/golang/geo/r3"
)

// tree is a hierarchy of boxes over triangles.
type tree struct {
	triangles []triangle
	nodes     []node
}

// node contains the triangles from from to before to. left is 0 in a leaf.
type node struct {
	lo, hi      r3.Vector
	left, right int32
	from, to    int32
}

// leafSize is the greatest number of triangles in a leaf.
const leafSize = 2

// treeOf takes ownership of the triangles and reorders them.
func treeOf(triangles []triangle) tree {
	t := tree{triangles: triangles}
	if len(triangles) > 0 {
		t.nodes = make([]node, 0, 2*len(triangles)/leafSize+1)
		t.build(0, int32(len(triangles)))
	}
	return t
}

func (t *tree) build(from, to int32) int32 {
	at := int32(len(t.nodes))
	n := node{lo: t.triangles[from].at[0], hi: t.triangles[from].at[0], from: from, to: to}
	for i := from; i < to; i++ {
		for _, p := range t.triangles[i].at {
			n.lo = r3.Vector{X: min(n.lo.X, p.X), Y: min(n.lo.Y, p.Y), Z: min(n.lo.Z, p.Z)}
			n.hi = r3.Vector{X: max(n.hi.X, p.X), Y: max(n.hi.Y, p.Y), Z: max(n.hi.Z, p.Z)}
		}
	}
	t.nodes = append(t.nodes, n)
	if to-from <= leafSize {
		return at
	}
	mid := t.divide(from, to, n.hi.Sub(n.lo).LargestComponent())
	left := t.build(from, mid)
	right := t.build(mid, to)
	t.nodes[at].left, t.nodes[at].right = left, right
	return at
}

// divide puts the triangles whose centres lie below the mean along an axis first, and returns the index of the first
// other triangle. If all centres lie on one side, it divides the list in the middle.
func (t *tree) divide(from, to int32, axis r3.Axis) int32 {
	mean := 0.0
	for i := from; i < to; i++ {
		mean += along(t.triangles[i].centre(), axis)
	}
	mean /= float64(to - from)
	mid := from
	for i := from; i < to; i++ {
		if along(t.triangles[i].centre(), axis) < mean {
			t.triangles[i], t.triangles[mid] = t.triangles[mid], t.triangles[i]
			mid++
		}
	}
	if mid == from || mid == to {
		return (from + to) / 2
	}
	return mid
}

func along(v r3.Vector, axis r3.Axis) float64 {
	switch axis {
	case r3.XAxis:
		return v.X
	case r3.YAxis:
		return v.Y
	}
	return v.Z
}

// boxDistance returns the square of the distance between two boxes.
func boxDistance(a, b *node) float64 {
	x := max(0, a.lo.X-b.hi.X, b.lo.X-a.hi.X)
	y := max(0, a.lo.Y-b.hi.Y, b.lo.Y-a.hi.Y)
	z := max(0, a.lo.Z-b.hi.Z, b.lo.Z-a.hi.Z)
	return float64(x*x) + float64(y*y) + float64(z*z)
}
