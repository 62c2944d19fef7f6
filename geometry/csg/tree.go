package csg

// tree is a hierarchy of boxes over the pieces of one operand.
type tree struct {
	nodes []treeNode
	items []int32
}

// treeNode has the items lo to before hi; left is 0 in a leaf, the right child follows the left one's subtree.
type treeNode struct {
	box         box
	left, right int32
	lo, hi      int32
}

// leafSize is the number of pieces up to which looking at all is as fast as one more level.
const leafSize = 4

// treeOf answers the tree of an operand.
func (k *kernel) treeOf(i int32) *tree {
	s := &k.operands[i]
	if s.tree == nil {
		n := s.pieceHi - s.pieceLo
		t := &tree{items: make([]int32, n), nodes: make([]treeNode, 0, n)}
		for j := range t.items {
			t.items[j] = s.pieceLo + int32(j)
		}
		t.build(k.pieces, 0, n)
		s.tree = t
	}
	return s.tree
}

// build splits at the median of the longest axis.
func (t *tree) build(pieces []piece, lo, hi int32) int32 {
	b, middles := emptyBox(), emptyBox()
	for _, i := range t.items[lo:hi] {
		b = b.join(pieces[i].box)
		middles = middles.extend(pieces[i].box.middle())
	}
	at := int32(len(t.nodes))
	t.nodes = append(t.nodes, treeNode{box: b, lo: lo, hi: hi})
	if hi-lo <= leafSize {
		return at
	}
	mid := (lo + hi) / 2
	t.selectMedian(pieces, lo, hi, mid, longest(middles))
	left := t.build(pieces, lo, mid)
	right := t.build(pieces, mid, hi)
	t.nodes[at].left, t.nodes[at].right = left, right
	return at
}

func longest(b box) int {
	d := b.hi.Sub(b.lo)
	switch {
	case d.X >= d.Y && d.X >= d.Z:
		return 0
	case d.Y >= d.Z:
		return 1
	}
	return 2
}

// selectMedian puts the items before mid before those after it (Hoare's selection).
func (t *tree) selectMedian(pieces []piece, lo, hi, mid int32, axis int) {
	key := func(i int32) float64 { return component(pieces[t.items[i]].box.middle(), axis) }
	for hi-lo > 1 {
		pivot := key((lo + hi) / 2)
		i, j := lo, hi-1
		for i <= j {
			for key(i) < pivot {
				i++
			}
			for key(j) > pivot {
				j--
			}
			if i <= j {
				t.items[i], t.items[j] = t.items[j], t.items[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case mid <= j:
			hi = j + 1
		case mid >= i:
			lo = i
		default:
			return
		}
	}
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

// join calls found for the items of leaves of both trees whose boxes meet.
func (t *tree) join(a int32, u *tree, b int32, found func(f, g int32)) {
	x, y := &t.nodes[a], &u.nodes[b]
	switch {
	case !x.box.meets(&y.box):
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
