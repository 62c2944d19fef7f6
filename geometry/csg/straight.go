package csg

import "github.com/golang/geo/r3"

// dropStraightVertices removes from all loops the vertices that have exactly two neighbours and lie on the straight
// line between them. Such vertices are corners of fragments but not of the result. It renumbers the remaining vertices.
func (s *Shape) dropStraightVertices() {
	neighbours := s.neighbours()
	number := make([]int32, len(s.Vertices)) // 1 + the new number, 0 for a removed vertex
	kept := make([]r3.Vector, 0, len(s.Vertices))
	for v, n := range neighbours {
		if n[2] != 0 || !s.isStraight(n[0]-1, int32(v), n[1]-1) {
			kept = append(kept, s.Vertices[v])
			number[v] = int32(len(kept))
		}
	}
	s.Vertices = kept
	s.renumber(number)
}

// renumber gives the loops memory of their own, removes the vertices whose number is 0, and subtracts one from the
// other numbers.
func (s *Shape) renumber(number []int32) {
	n := 0
	for _, f := range s.Faces {
		for _, loop := range f.Loops {
			n += len(loop)
		}
	}
	flat := make([]int32, 0, n)
	for _, f := range s.Faces {
		for i, loop := range f.Loops {
			from := len(flat)
			for _, v := range loop {
				if number[v] != 0 {
					flat = append(flat, number[v]-1)
				}
			}
			f.Loops[i] = flat[from:len(flat):len(flat)]
		}
	}
}

// neighbours returns 1 + up to three neighbours of each vertex.
func (s *Shape) neighbours() [][3]int32 {
	out := make([][3]int32, len(s.Vertices))
	for _, f := range s.Faces {
		for _, loop := range f.Loops {
			last := loop[len(loop)-1]
			for _, v := range loop {
				note(&out[v], last)
				note(&out[last], v)
				last = v
			}
		}
	}
	return out
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

// isStraight reports whether v lies between a and b on a line, within twice the band of onPlane.
func (s *Shape) isStraight(a, v, b int32) bool {
	if b < 0 {
		return false
	}
	p, q := s.Vertices[v].Sub(s.Vertices[a]), s.Vertices[b].Sub(s.Vertices[v])
	return p.Dot(q) > 0 && p.Cross(q).Norm() <= 2*onPlane*(p.Norm()+q.Norm())
}
