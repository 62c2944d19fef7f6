package csg

import "math/bits"

// edgeTable counts directed edges by their undirected pair, in open addressing: maps of the language take three times
// as long for the edges of a large mesh. The order of its slots does not depend on anything but the edges added.
type edgeTable struct {
	keys  []uint64 // 1 + the pair; 0 is free
	net   []int32  // edges from the smaller to the greater vertex less those back
	total []int32
	shift uint
	used  int
}

func newEdgeTable(edges int) *edgeTable {
	size := max(4, bits.Len(uint(edges+edges/2)))
	return &edgeTable{
		keys: make([]uint64, 1<<size), net: make([]int32, 1<<size), total: make([]int32, 1<<size), shift: 64 - uint(size),
	}
}

// slot answers where a pair is or belongs (Fibonacci hashing, linear probing).
func (t *edgeTable) slot(v, w int32) int {
	key := pairKey(v, w)
	i := int((key * 0x9e3779b97f4a7c15) >> t.shift)
	for t.keys[i] != 0 && t.keys[i] != key {
		i = (i + 1) & (len(t.keys) - 1)
	}
	return i
}

func pairKey(v, w int32) uint64 { return 1 + (uint64(min(v, w))<<32 | uint64(max(v, w))) }

// add counts n directed edges from v to w.
func (t *edgeTable) add(v, w, n int32) {
	if 4*t.used >= 3*len(t.keys) {
		t.grow()
	}
	i := t.slot(v, w)
	if t.keys[i] == 0 {
		t.keys[i] = pairKey(v, w)
		t.used++
	}
	t.total[i] += n
	if v < w {
		t.net[i] += n
	} else {
		t.net[i] -= n
	}
}

func (t *edgeTable) grow() {
	old := *t
	*t = *newEdgeTable(len(old.keys))
	for i, k := range old.keys {
		if k != 0 {
			v, w := int32((k-1)>>32), int32(k-1)
			j := t.slot(v, w)
			t.keys[j], t.net[j], t.total[j] = k, old.net[i], old.total[i]
			t.used++
		}
	}
}

// balanced reports whether as many edges run from v to w as back.
func (t *edgeTable) balanced(v, w int32) bool { return t.net[t.slot(v, w)] == 0 }

// firstOpen answers the pair with the smallest vertices that is not balanced.
func (t *edgeTable) firstOpen() (v, w int32, open bool) {
	best := ^uint64(0)
	for i, k := range t.keys {
		if k != 0 && t.net[i] != 0 && k < best {
			best = k
		}
	}
	if best == ^uint64(0) {
		return 0, 0, false
	}
	return int32((best - 1) >> 32), int32(best - 1), true
}
