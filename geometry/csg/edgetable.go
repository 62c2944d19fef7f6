package csg

import (
	"math/bits"
	"sync"
)

// edgeTable counts directed edges by their undirected pair, in open addressing: maps of the language take three times
// as long for the edges of a large mesh. The order of its slots does not depend on anything but the edges added.
type edgeTable struct {
	slots []edgeSlot
	shift uint
	used  int
}

// edgeSlot has 1 + the pair of vertices, 0 where it is free, and the edges from the smaller to the greater vertex less
// those back.
type edgeSlot struct {
	key  uint64
	net  int32
	last int32 // for lists of what runs along the edge
}

// edgeTables keeps the memory of tables that are not used any more.
var edgeTables = sync.Pool{New: func() any { return new(edgeTable) }}

// newEdgeTable returns an empty table for some edges; release gives its memory back.
func newEdgeTable(edges int) *edgeTable {
	t := edgeTables.Get().(*edgeTable)
	t.reset(edges)
	return t
}

// release gives the memory back. The table may not be used any more.
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

// slot returns where a pair is or belongs (Fibonacci hashing, linear probing).
func (t *edgeTable) slot(v, w int32) *edgeSlot {
	key := pairKey(v, w)
	i := int((key * 0x9e3779b97f4a7c15) >> t.shift)
	for t.slots[i].key != 0 && t.slots[i].key != key {
		i = (i + 1) & (len(t.slots) - 1)
	}
	return &t.slots[i]
}

func pairKey(v, w int32) uint64 { return 1 + (uint64(min(v, w))<<32 | uint64(max(v, w))) }

// ends returns the pair of vertices of a slot in use.
func (s *edgeSlot) ends() (v, w int32) { return int32((s.key - 1) >> 32), int32(s.key - 1) }

// at returns the slot of a pair, taken for it if need be. It is good until the next call.
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

// firstOpen returns the pair with the smallest vertices that is not balanced.
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
