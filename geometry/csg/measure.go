package csg

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/extent"
)

// sixfold returns six times the signed volume between loops and the origin, in cubic micrometres.
func sixfold(vertices []r3.Vector, origin r3.Vector, loop []int32) float64 {
	sum := 0.0
	a := vertices[loop[0]].Sub(origin)
	for i := 1; i+1 < len(loop); i++ {
		sum += a.Dot(vertices[loop[i]].Sub(origin).Cross(vertices[loop[i+1]].Sub(origin)))
	}
	return sum
}

// Volume returns the volume in m3 by the divergence theorem about a vertex (Gauss).
func (s Shape) Volume() float64 {
	sum := 0.0
	for _, f := range s.Faces {
		for _, l := range f.Loops {
			sum += sixfold(s.Vertices, s.Vertices[0], l)
		}
	}
	return sum / 6 / cubicMetre
}

// Area returns the area of the surface in m2.
func (s Shape) Area() float64 {
	sum := 0.0
	for _, f := range s.Faces {
		sum += newell(s.Vertices, f.Loops).Dot(f.Normal) / 2
	}
	return sum / squareMetre
}

// Euler returns vertices - edges + faces - holes in faces: for every closed surface 2 minus 2 for each tunnel through
// it.
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

// Parts returns the signed volumes in m3 of the connected closed surfaces: a positive volume for each solid, a negative
// volume for each void in a solid.
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

// Solids returns the number of parts that are solids, and the number of all closed surfaces including voids.
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

// Bounds returns the smallest box in the parent of the frame, in micrometres. lo lies beyond hi if the shape is empty.
func (s Shape) Bounds() (lo, hi r3.Vector) {
	b := extent.Empty()
	for _, p := range s.World() {
		b = b.Extend(p)
	}
	return b.Lo, b.Hi
}

// Centroid returns the centre of volume in the parent of the frame, in micrometres, or the zero vector for an empty
// shape.
func (s Shape) Centroid() r3.Vector {
	if s.Empty() {
		return r3.Vector{}
	}
	var sum r3.Vector
	volume, o := 0.0, s.Vertices[0]
	for _, f := range s.Faces {
		for _, l := range f.Loops {
			a := s.Vertices[l[0]].Sub(o)
			for i := 1; i+1 < len(l); i++ {
				b, c := s.Vertices[l[i]].Sub(o), s.Vertices[l[i+1]].Sub(o)
				v := a.Dot(b.Cross(c))
				volume += v
				sum = sum.Add(geometry.Times(a.Add(b).Add(c), v/4))
			}
		}
	}
	return s.Frame.Point(o.Add(geometry.Times(sum, 1/volume)))
}

// Split returns every connected closed surface as a shape of its own, in the order of Parts; voids are shapes with a
// negative volume.
func (s Shape) Split() []Shape {
	sets := s.connected()
	number := map[int32]int{}
	var out []Shape
	renumber := make([]int32, len(s.Vertices)) // 1 + the vertex of the part
	for _, f := range s.Faces {
		root := findSet(sets, f.Loops[0][0])
		i, known := number[root]
		if !known {
			i = len(out)
			number[root] = i
			out = append(out, Shape{Frame: s.Frame, Tolerance: s.Tolerance})
		}
		part := &out[i]
		face := Face{Normal: f.Normal, Loops: make([][]int32, len(f.Loops))}
		for j, l := range f.Loops {
			for _, v := range l {
				if renumber[v] == 0 {
					part.Vertices = append(part.Vertices, s.Vertices[v])
					renumber[v] = int32(len(part.Vertices))
				}
				face.Loops[j] = append(face.Loops[j], renumber[v]-1)
			}
		}
		part.Faces = append(part.Faces, face)
	}
	return out
}
