package csg

import "slices"

// pair is two pieces of different operands.
type pair struct{ f, g int32 }

// bruteForce is the number of pairs of pieces up to which comparing all boxes is faster than building trees.
const bruteForce = 4096

// findPairs answers the pairs of pieces of different operands whose boxes meet, in a fixed order.
func (k *kernel) findPairs() []pair {
	var out []pair
	found := func(f, g int32) {
		if k.pieces[f].box.meets(&k.pieces[g].box) {
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
	return out
}

func (k *kernel) pairsOf(i, j int32, found func(f, g int32)) {
	a, b := &k.operands[i], &k.operands[j]
	if int(a.pieceHi-a.pieceLo)*int(b.pieceHi-b.pieceLo) > bruteForce {
		k.treeOf(i).join(0, k.treeOf(j), 0, found)
		return
	}
	for f := a.pieceLo; f < a.pieceHi; f++ {
		if !k.pieces[f].box.meets(&b.box) {
			continue
		}
		for g := b.pieceLo; g < b.pieceHi; g++ {
			found(f, g)
		}
	}
}

// grouped sorts pairs stably by their first piece and answers where the pairs of each piece start.
func grouped(pairs []pair, pieces int) ([]pair, []int32) {
	start := make([]int32, pieces+1)
	for _, p := range pairs {
		start[p.f+1]++
	}
	for i := range pieces {
		start[i+1] += start[i]
	}
	next := slices.Clone(start[:pieces])
	out := make([]pair, len(pairs))
	for _, p := range pairs {
		out[next[p.f]] = p
		next[p.f]++
	}
	return out, start
}
