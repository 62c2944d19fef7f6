package csg

import (
	"math/bits"
	"sync"
)

// edgeTable counts directed edges by their undirected pair, with open addressing: Go maps take three times as long for
// the edges of a large mesh. The order of its slots depends only on the added edges.
type edgeTable struct {
	slots []edgeSlot
	shift uint
	used  int
}

// edgeSlot holds the pair of vertices plus 1, or 0 if the slot is free. net is the number of edges from the smaller to
// the greater vertex minus the number of edges back.
type edgeSlot struct {
	key  uint64
	net  int32
	last int32 // for lists of elements along the edge
}

// edgeTables caches the memory of unused tables.
var edgeTables = sync.Pool{New: func() any { return new(edgeTable) }}

// newEdgeTable returns an empty table for some edges; release returns its memory.
func newEdgeTable(edges int) *edgeTable {
	t := edgeTables.Get().(*edgeTable)
	t.reset(edges)
	return t
}

// release returns the memory. The table must not be used afterwards.
func (t *edgeTable) release() { edgeTables.Put(t) }

// reset empties the table and makes room.
func (t *edgeTable) reset(edges int) {
	size := max(4, bits.Len(uint(edges+edges/2)))
	t.shift, t.used = 64-uint(size), 0
	if cap(t.slots) < 1<<size {
		t.slots = make([]edgeSlot, 1<<size)
		return
	}
	t.slots = t.slots[:1<<size]
	clear(t.slots)
}

// slot returns the slot of a pair, or the free slot for it (Fibonacci hashing, linear probing).
func (t *edgeTable) slot(v, w int32) *edgeSlot {
	key := pairKey(v, w)
	i := int((key * 0x9e3779b97f4a7c15) >> t.shift)
	for t.slots[i].key != 0 && t.slots[i].key != key {
		i = (i + 1) & (len(t.slots) - 1)
	}
	return &t.slots[i]
}

func pairKey(v, w int32) uint64 { return 1 + (uint64(min(v, w))<<32 | uint64(max(v, w))) }

// ends returns the pair of vertices of a used slot.
func (s *edgeSlot) ends() (v, w int32) { return int32((s.key - 1) >> 32), int32(s.key - 1) }

// at returns the slot of a pair, which it adds if necessary. It is valid until the next call.
func (t *edgeTable) at(v, w int32) *edgeSlot {
	if 4*t.used >= 3*len(t.slots) {
		t.grow()
	}
	s := t.slot(v, w)
	if s.key == 0 {
		s.key = pairKey(v, w)
		t.used++
	}
	return s
}

// add counts n directed edges from v to w.
func (t *edgeTable) add(v, w, n int32) {
	if v < w {
		t.at(v, w).net += n
	} else {
		t.at(v, w).net -= n
	}
}

func (t *edgeTable) grow() {
	old := t.slots
	t.slots = nil
	t.reset(2 * len(old))
	for _, s := range old {
		if s.key != 0 {
			*t.slot(s.ends()) = s
			t.used++
		}
	}
}

// balanced reports whether as many edges run from v to w as back.
func (t *edgeTable) balanced(v, w int32) bool { return t.slot(v, w).net == 0 }

// firstOpen returns the unbalanced pair with the smallest vertices.
func (t *edgeTable) firstOpen() (v, w int32, open bool) {
	best := edgeSlot{key: ^uint64(0)}
	for _, s := range t.slots {
		if s.key != 0 && s.net != 0 && s.key < best.key {
			best = s
		}
	}
	if best.key == ^uint64(0) {
		return 0, 0, false
	}
	v, w = best.ends()
	return v, w, true
}
