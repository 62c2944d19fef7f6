package boundary

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// boxTree finds boxes that meet a box. It is a binary tree over boxes sorted by the middle of their longest axis.
type boxTree struct {
	order []int32 // indexes of the boxes, leaf by leaf
	boxes []geometry.Box
	nodes []boxNode
}

// boxNode holds the boxes order[from:to]. A node with children has left > 0 and right > 0.
type boxNode struct {
	box         geometry.Box
	from, to    int32
	left, right int32
}

// leafSize is the number of boxes in a leaf. Comparing this many boxes is faster than following more nodes.
const leafSize = 8

func newBoxTree(boxes []geometry.Box) boxTree {
	t := boxTree{boxes: boxes, order: make([]int32, len(boxes))}
	for i := range t.order {
		t.order[i] = int32(i)
	}
	if len(boxes) > 0 {
		t.build(0, int32(len(boxes)))
	}
	return t
}

func (t *boxTree) build(from, to int32) int32 {
	at := int32(len(t.nodes))
	node := boxNode{box: geometry.EmptyBox(), from: from, to: to}
	for _, i := range t.order[from:to] {
		node.box = node.box.Union(t.boxes[i])
	}
	t.nodes = append(t.nodes, node)
	if to-from <= leafSize {
		return at
	}
	axis := longestAxis(node.box)
	slices.SortFunc(t.order[from:to], func(a, b int32) int {
		return cmp.Or(cmp.Compare(doubleMiddle(t.boxes[a], axis), doubleMiddle(t.boxes[b], axis)), cmp.Compare(a, b))
	})
	middle := (from + to) / 2
	left := t.build(from, middle)
	right := t.build(middle, to)
	t.nodes[at].left, t.nodes[at].right = left, right
	return at
}

func longestAxis(b geometry.Box) int {
	size := b.Max.Sub(b.Min)
	switch {
	case size.X >= size.Y && size.X >= size.Z:
		return 0
	case size.Y >= size.Z:
		return 1
	}
	return 2
}

func doubleMiddle(b geometry.Box, axis int) geometry.Length {
	sum := b.Min.Add(b.Max)
	return [...]geometry.Length{sum.X, sum.Y, sum.Z}[axis]
}

// search calls visit with the index of each box that meets the given one, in a fixed order.
func (t *boxTree) search(box geometry.Box, visit func(i int)) {
	if len(t.nodes) > 0 {
		t.searchNode(0, box, visit)
	}
}

func (t *boxTree) searchNode(at int32, box geometry.Box, visit func(i int)) {
	node := &t.nodes[at]
	if !node.box.Intersects(box) {
		return
	}
	if node.left > 0 {
		t.searchNode(node.left, box, visit)
		t.searchNode(node.right, box, visit)
		return
	}
	for _, i := range t.order[node.from:node.to] {
		if t.boxes[i].Intersects(box) {
			visit(int(i))
		}
	}
}
