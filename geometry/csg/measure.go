package csg

import "github.com/golang/geo/r3"

// sixfold answers six times the signed volume that loops enclose with the point origin, in cubic micrometres.
func sixfold(vertices []r3.Vector, origin r3.Vector, loop []int32) float64 {
	sum := 0.0
	a := vertices[loop[0]].Sub(origin)
	for i := 1; i+1 < len(loop); i++ {
		sum += a.Dot(vertices[loop[i]].Sub(origin).Cross(vertices[loop[i+1]].Sub(origin)))
	}
	return sum
}

// Volume answers the volume in m3 by the divergence theorem about a vertex (Gauss).
func (s Shape) Volume() float64 {
	sum := 0.0
	for _, f := range s.Faces {
		for _, l := range f.Loops {
			sum += sixfold(s.Vertices, s.Vertices[0], l)
		}
	}
	return sum / 6 / cubicMetre
}

// Area answers the area of the surface in m2.
func (s Shape) Area() float64 {
	sum := 0.0
	for _, f := range s.Faces {
		sum += newell(s.Vertices, f.Loops).Dot(f.Normal) / 2
	}
	return sum / squareMetre
}

// Euler answers vertices - edges + faces - holes in faces: for every closed surface 2 less 2 for each tunnel through it.
func (s Shape) Euler() int {
	sides, holes := 0, 0
	for _, f := range s.Faces {
		holes += len(f.Loops) - 1
		for _, l := range f.Loops {
			sides += len(l)
		}
	}
	return len(s.Vertices) - sides/2 + len(s.Faces) - holes
}

// Parts answers the signed volumes in m3 of the connected closed surfaces: a positive one for each solid, a negative one
// for each void in a solid.
func (s Shape) Parts() []float64 {
	sets := s.connected()
	number := map[int32]int{}
	var out []float64
	for _, f := range s.Faces {
		root := findSet(sets, f.Loops[0][0])
		i, known := number[root]
		if !known {
			i = len(out)
			number[root] = i
			out = append(out, 0)
		}
		for _, l := range f.Loops {
			out[i] += sixfold(s.Vertices, s.Vertices[0], l) / 6 / cubicMetre
		}
	}
	return out
}

// Solids answers how many of the parts are solids, and how many closed surfaces there are with the voids.
func (s Shape) Solids() (solids, shells int) {
	parts := s.Parts()
	for _, v := range parts {
		if v > 0 {
			solids++
		}
	}
	return solids, len(parts)
}

func (s Shape) connected() []int32 {
	sets := make([]int32, len(s.Vertices))
	for i := range sets {
		sets[i] = int32(i)
	}
	for _, f := range s.Faces {
		for _, l := range f.Loops {
			for _, v := range l {
				joinSets(sets, v, f.Loops[0][0])
			}
		}
	}
	return sets
}

// Bounds answers the smallest box in the parent of the frame, in micrometres; lo lies beyond hi when nothing is there.
func (s Shape) Bounds() (lo, hi r3.Vector) {
	b := emptyBox()
	for _, p := range s.World() {
		b = b.extend(p)
	}
	return b.lo, b.hi
}
