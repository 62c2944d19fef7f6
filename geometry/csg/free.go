package csg

// joinFree joins the corners of every free piece, which is a piece that no other operand is near. The surfaces of other
// operands do not cross free pieces, so connected free pieces lie on the same side of every other surface.
func (k *kernel) joinFree() {
	for i := range k.operands {
		o := &k.operands[i]
		if len(o.mates) < 2 {
			continue
		}
		o.free = make([]int32, o.vertexHi-o.vertexLo)
		for v := range o.free {
			o.free[v] = int32(v)
		}
		o.known = map[int64]state{}
		for j := o.pieceLo; j < o.pieceHi; j++ {
			if p := &k.pieces[j]; p.free {
				for _, v := range p.verts[1:] {
					joinSets(o.free, p.verts[0]-o.vertexLo, v-o.vertexLo)
				}
			}
		}
	}
}

// freeState returns the state of operand j at the connected free pieces to which piece i belongs.
func (k *kernel) freeState(j, i int32) state {
	p := &k.pieces[i]
	o := &k.operands[p.owner]
	set := findSet(o.free, p.verts[0]-o.vertexLo)
	key := int64(set)<<32 | int64(j)
	st, known := o.known[key]
	if !known {
		in, _ := k.contains(j, k.middle(p.verts, 0), -1, k.normal(p)) // nothing is near, so it is certain
		st = state{in, in}
		o.known[key] = st
	}
	return st
}

func findSet(sets []int32, i int32) int32 {
	for sets[i] != i {
		sets[i] = sets[sets[i]]
		i = sets[i]
	}
	return i
}

// joinSets joins two sets; the smallest member identifies a set.
func joinSets(sets []int32, i, j int32) {
	i, j = findSet(sets, i), findSet(sets, j)
	sets[max(i, j)] = min(i, j)
}
