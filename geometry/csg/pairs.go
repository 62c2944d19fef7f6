package csg

// pair holds two pieces of different operands.
type pair struct{ f, g int32 }

// bruteForce is the number of pairs of pieces up to which comparing all boxes is faster than building trees.
const bruteForce = 4096

// findPairs returns the pairs of pieces of different operands whose boxes meet, in a fixed order.
func (k *kernel) findPairs() []pair {
	out := k.scratch.pairs[:0]
	found := func(f, g int32) {
		if meet(&k.pieces[f].box, &k.pieces[g].box) {
			out = append(out, pair{f, g})
			k.pieces[f].free, k.pieces[g].free = false, false
		}
	}
	for i := range k.operands {
		for _, j := range k.operands[i].mates {
			if j > int32(i) {
				k.pairsOf(int32(i), j, found)
			}
		}
	}
	k.scratch.pairs = out
	return out
}

func (k *kernel) pairsOf(i, j int32, found func(f, g int32)) {
	a, b := &k.operands[i], &k.operands[j]
	if int(a.pieceHi-a.pieceLo)*int(b.pieceHi-b.pieceLo) > bruteForce {
		k.treeOf(i).join(0, k.treeOf(j), 0, found)
		return
	}
	for f := a.pieceLo; f < a.pieceHi; f++ {
		if !meet(&k.pieces[f].box, &b.box) {
			continue
		}
		for g := b.pieceLo; g < b.pieceHi; g++ {
			found(f, g)
		}
	}
}

// groupFlush sorts pairs stably by their first piece and records the first index of each piece.
func (k *kernel) groupFlush(pairs []pair) {
	k.flushAt = zeroed(k.flushAt, len(k.pieces)+1)
	for _, p := range pairs {
		k.flushAt[p.f+1]++
	}
	next := k.startsOf(k.flushAt)
	k.flush = append(k.flush[:0], pairs...)
	for _, p := range pairs {
		k.flush[next[p.f]] = p
		next[p.f]++
	}
}

// groupSegments sorts segments stably by piece and records the first index of each piece.
func (k *kernel) groupSegments(segments []segment) {
	k.segFrom = zeroed(k.segFrom, len(k.pieces)+1)
	for _, s := range segments {
		k.segFrom[s.piece+1]++
	}
	next := k.startsOf(k.segFrom)
	k.segments = append(k.segments[:0], segments...)
	for _, s := range segments {
		k.segments[next[s.piece]] = s
		next[s.piece]++
	}
}

// startsOf sums counts to start indexes and returns a copy to increment.
func (k *kernel) startsOf(counts []int32) []int32 {
	for i := 1; i < len(counts); i++ {
		counts[i] += counts[i-1]
	}
	k.scratch.next = append(k.scratch.next[:0], counts...)
	return k.scratch.next
}
