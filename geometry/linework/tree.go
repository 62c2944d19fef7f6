package linework

import (
	"cmp"
	"math"
	"slices"

	"github.com/golang/geo/r3"
)

// box is a closed axis-parallel box.
type box struct{ lo, hi r3.Vector }

func emptyBox() box {
	inf := math.Inf(1)
	return box{r3.Vector{X: inf, Y: inf, Z: inf}, r3.Vector{X: -inf, Y: -inf, Z: -inf}}
}

func (b box) extend(p r3.Vector) box {
	return box{
		r3.Vector{X: min(b.lo.X, p.X), Y: min(b.lo.Y, p.Y), Z: min(b.lo.Z, p.Z)},
		r3.Vector{X: max(b.hi.X, p.X), Y: max(b.hi.Y, p.Y), Z: max(b.hi.Z, p.Z)},
	}
}

// mayCover reports whether something in the box may lie above something in another one.
func (b *box) mayCover(c *box) bool {
	return b.hi.Z > c.lo.Z && b.lo.X <= c.hi.X && c.lo.X <= b.hi.X && b.lo.Y <= c.hi.Y && c.lo.Y <= b.hi.Y
}

// tree is a hierarchy of boxes over faces.
type tree struct {
	nodes []node
	items []int32
}

// node has the items from lo to before hi; left is 0 in a leaf.
type node struct {
	box         box
	left, right int32
	lo, hi      int32
}

// leafSize is the number of faces up to which looking at all is as fast as one more level.
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

// build splits at the median of the longer side.
func (t *tree) build(faces []face, lo, hi int32) int32 {
	at := int32(len(t.nodes))
	b := emptyBox()
	for _, i := range t.items[lo:hi] {
		b = b.extend(faces[i].box.lo).extend(faces[i].box.hi)
	}
	t.nodes = append(t.nodes, node{box: b, lo: lo, hi: hi})
	if hi-lo <= leafSize {
		return at
	}
	middle := func(i int32) float64 { return faces[i].box.lo.X + faces[i].box.hi.X }
	if b.hi.Y-b.lo.Y > b.hi.X-b.lo.X {
		middle = func(i int32) float64 { return faces[i].box.lo.Y + faces[i].box.hi.Y }
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
func (t *tree) above(b *box, found func(i int32)) {
	if len(t.nodes) == 0 {
		return
	}
	var stack [64]int32
	for n := 1; n > 0; {
		n--
		at := &t.nodes[stack[n]]
		switch {
		case !at.box.mayCover(b):
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
