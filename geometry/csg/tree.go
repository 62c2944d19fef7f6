package csg

import "github.com/bimstream/bimstream/geometry/extent"

// tree is a hierarchy of boxes over the pieces of one operand.
type tree struct {
	nodes []treeNode
	items []int32
	curve curveOrder // which has the items
}

// treeNode contains the items from lo to hi-1. left is 0 in a leaf; the right child follows the left one's subtree.
type treeNode struct {
	box         box
	left, right int32
	lo, hi      int32
}

// leafSize is the number of pieces up to which testing all of them is as fast as another level.
const leafSize = 4

// treeOf returns the tree of an operand.
func (k *kernel) treeOf(i int32) *tree {
	s := &k.operands[i]
	if s.tree == nil {
		t := &s.room
		t.of(k.pieces[s.pieceLo:s.pieceHi])
		for j := range t.items {
			t.items[j] += s.pieceLo
		}
		s.tree = t
	}
	return s.tree
}

// of builds the tree of some pieces, counted from 0, in its existing memory.
func (t *tree) of(pieces []piece) {
	all := extent.Empty()
	for i := range pieces {
		all = all.Join(&pieces[i].box)
	}
	n := int32(len(pieces))
	t.items, t.nodes = t.curve.along(pieces, all), roomFor(t.nodes, len(pieces))
	t.build(pieces, 0, n)
}

// build halves the items along the curve and computes boxes from the leaves upwards.
func (t *tree) build(pieces []piece, lo, hi int32) int32 {
	at := int32(len(t.nodes))
	t.nodes = append(t.nodes, treeNode{box: extent.Empty(), lo: lo, hi: hi})
	b := extent.Empty()
	if hi-lo <= leafSize {
		for _, i := range t.items[lo:hi] {
			b = b.Join(&pieces[i].box)
		}
	} else {
		left := t.build(pieces, lo, (lo+hi)/2)
		right := t.build(pieces, (lo+hi)/2, hi)
		t.nodes[at].left, t.nodes[at].right = left, right
		b = t.nodes[left].box.Join(&t.nodes[right].box)
	}
	t.nodes[at].box = b
	return at
}

// visit calls found for the items of all leaves whose boxes pass.
func (t *tree) visit(pass func(*box) bool, found func(piece int32)) {
	var stack [64]int32
	n := 1
	for n > 0 {
		n--
		node := &t.nodes[stack[n]]
		if !pass(&node.box) {
			continue
		}
		if node.left == 0 {
			for _, i := range t.items[node.lo:node.hi] {
				found(i)
			}
			continue
		}
		stack[n], stack[n+1] = node.right, node.left
		n += 2
	}
}

// meeting appends the items of all leaves whose boxes meet a box.
func (t *tree) meeting(b *box, out []int32) []int32 {
	var stack [64]int32
	for n := 1; n > 0; {
		n--
		node := &t.nodes[stack[n]]
		switch {
		case !meet(&node.box, b):
		case node.left == 0:
			out = append(out, t.items[node.lo:node.hi]...)
		default:
			stack[n], stack[n+1] = node.right, node.left
			n += 2
		}
	}
	return out
}

// join calls found for pairs of items in leaves of both trees whose boxes meet.
func (t *tree) join(a int32, u *tree, b int32, found func(f, g int32)) {
	x, y := &t.nodes[a], &u.nodes[b]
	switch {
	case !meet(&x.box, &y.box):
	case x.left == 0 && y.left == 0:
		for _, f := range t.items[x.lo:x.hi] {
			for _, g := range u.items[y.lo:y.hi] {
				found(f, g)
			}
		}
	case y.left == 0 || x.left != 0 && x.hi-x.lo >= y.hi-y.lo:
		t.join(x.left, u, b, found)
		t.join(x.right, u, b, found)
	default:
		t.join(a, u, y.left, found)
		t.join(a, u, y.right, found)
	}
}
