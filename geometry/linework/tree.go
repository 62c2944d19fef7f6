package linework

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry/extent"
)

// mayCover reports whether something in box b may lie above something in box c.
func mayCover(b, c *extent.Box) bool {
	return b.Hi.Z > c.Lo.Z && b.Lo.X <= c.Hi.X && c.Lo.X <= b.Hi.X && b.Lo.Y <= c.Hi.Y && c.Lo.Y <= b.Hi.Y
}

// tree is a hierarchy of boxes over faces.
type tree struct {
	nodes []node
	items []int32
}

// node holds the items from lo up to but not including hi; left is 0 in a leaf.
type node struct {
	box         extent.Box
	left, right int32
	lo, hi      int32
}

// leafSize is the largest number of faces for which a linear search is as fast as one more level.
const leafSize = 4

func newTree(faces []face) tree {
	t := tree{items: make([]int32, len(faces))}
	for i := range t.items {
		t.items[i] = int32(i)
	}
	if len(faces) > 0 {
		t.build(faces, 0, int32(len(faces)))
	}
	return t
}

// build builds the subtree of the items from lo to hi, split at the median of the longer side, and returns its node.
func (t *tree) build(faces []face, lo, hi int32) int32 {
	at := int32(len(t.nodes))
	b := extent.Empty()
	for _, i := range t.items[lo:hi] {
		b = b.Extend(faces[i].box.Lo).Extend(faces[i].box.Hi)
	}
	t.nodes = append(t.nodes, node{box: b, lo: lo, hi: hi})
	if hi-lo <= leafSize {
		return at
	}
	middle := func(i int32) float64 { return faces[i].box.Lo.X + faces[i].box.Hi.X }
	if b.Hi.Y-b.Lo.Y > b.Hi.X-b.Lo.X {
		middle = func(i int32) float64 { return faces[i].box.Lo.Y + faces[i].box.Hi.Y }
	}
	slices.SortFunc(t.items[lo:hi], func(i, j int32) int {
		return cmp.Or(cmp.Compare(middle(i), middle(j)),
			cmp.Compare(i, j))
	})
	left := t.build(faces, lo, (lo+hi)/2)
	right := t.build(faces, (lo+hi)/2, hi)
	t.nodes[at].left, t.nodes[at].right = left, right
	return at
}

// above calls found for the faces that may cover something in a box.
func (t *tree) above(b *extent.Box, found func(i int32)) {
	if len(t.nodes) == 0 {
		return
	}
	var stack [64]int32
	for n := 1; n > 0; {
		n--
		at := &t.nodes[stack[n]]
		switch {
		case !mayCover(&at.box, b):
		case at.left == 0:
			for _, i := range t.items[at.lo:at.hi] {
				found(i)
			}
		default:
			stack[n], stack[n+1] = at.right, at.left
			n += 2
		}
	}
}
