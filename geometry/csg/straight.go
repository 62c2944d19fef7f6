package csg

// dropStraightVertices takes vertices out of all loops that have exactly two neighbours and lie between them on a
// straight line: corners of fragments that are no corners of the result.
func (k *kernel) dropStraightVertices(s *surface) {
	neighbours := make([][3]int32, len(k.pos)) // 1 + up to three of them
	for i := range s.loops {
		verts := s.loops[i].verts
		last := verts[len(verts)-1]
		for _, v := range verts {
			note(&neighbours[v], last)
			note(&neighbours[last], v)
			last = v
		}
	}
	for i := range s.loops {
		l := &s.loops[i]
		out := l.verts[:0]
		for _, v := range l.verts {
			if n := neighbours[v]; n[2] != 0 || !k.isStraight(n[0]-1, v, n[1]-1) {
				out = append(out, v)
			}
		}
		l.verts = out
	}
}

// note adds a vertex to a set of up to three.
func note(set *[3]int32, v int32) {
	for i := range set {
		if set[i] == v+1 {
			return
		}
		if set[i] == 0 {
			set[i] = v + 1
			return
		}
	}
}

// isStraight reports whether v lies on the segment a b, within the band of onPlane times its length over the shorter
// part, which is what a decision made elsewhere along the line can be off.
func (k *kernel) isStraight(a, v, b int32) bool {
	if b < 0 {
		return false
	}
	p, q := k.pos[v].Sub(k.pos[a]), k.pos[b].Sub(k.pos[v])
	return p.Dot(q) > 0 && p.Cross(q).Norm() <= 2*onPlane*(p.Norm()+q.Norm())
}
