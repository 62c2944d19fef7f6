package csg

import (
	"slices"
	"sync"
)

// kernels caches the memory of finished evaluations, because small evaluations would spend a third of their time on
// allocations. The garbage collector empties the pool, after which a large evaluation would have to grow a new kernel.
// So kept holds a few large kernels permanently.
var (
	kernels = sync.Pool{New: func() any { return new(kernel) }}
	kept    = make(chan *kernel, 2)
)

// keptVertices is the greatest number of vertices of a permanently kept kernel. That is a wall with a thousand
// openings, and takes some ten megabytes.
const keptVertices = 1 << 15

// newKernel returns an unused kernel.
func newKernel() *kernel {
	select {
	case k := <-kept:
		return k
	default:
		return kernels.Get().(*kernel)
	}
}

// scratch is memory that the stages of an evaluation share.
type scratch struct {
	pairs    []pair
	flush    []pair
	segments []segment
	next     []int32
	one      []int32
	kept     []fragment
	sides    []side
	corners  []int32
	chains   []int32
	marked   []bool
	welder   welder
	cutter   cutter
	selector selector
	clipper  clipper
}

// reset empties the kernel for new operands. It reserves room for their data and for as many crossings, because growing
// step by step would copy the large slices again and again.
func (k *kernel) reset(operands []*Operand) {
	vertices, faces := 0, 0
	for _, o := range operands {
		vertices, faces = vertices+len(o.vertices), faces+len(o.faces)
	}
	if cap(k.operands) < len(operands) {
		k.operands = make([]solid, len(operands))
	}
	k.operands = k.operands[:len(operands)]
	for i := range k.operands {
		k.operands[i] = solid{mates: k.operands[i].mates[:0], room: k.operands[i].room}
	}
	k.pos, k.planes, k.pieces = roomFor(k.pos, 2*vertices), roomFor(k.planes, faces), roomFor(k.pieces, faces)
	k.kept = k.kept[:0]
	k.loops.block = k.loops.block[:0]
}

// release returns the memory. Data made in the kernel must not be used afterwards.
func (k *kernel) release() {
	k.stop = nil
	if cap(k.pos) <= keptVertices {
		select {
		case kept <- k:
			return
		default:
		}
	}
	kernels.Put(k)
}

// roomFor returns an empty slice with room for n, in the memory of s if that is large enough.
func roomFor[T any](s []T, n int) []T { return slices.Grow(s[:0], n) }

// zeroed returns n zeros in the memory of s if that is large enough.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	s = s[:n]
	clear(s)
	return s
}

// arena allocates slices in large blocks; the slices stay valid.
type arena struct{ block []int32 }

// make returns an empty slice with room for n.
func (a *arena) make(n int) []int32 {
	if cap(a.block)-len(a.block) < n {
		a.block = make([]int32, 0, max(1024, n, 2*cap(a.block)))
	}
	from := len(a.block)
	a.block = a.block[:from+n]
	return a.block[from : from : from+n]
}
