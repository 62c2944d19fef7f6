package geometry

import (
	"fmt"
	"math"
	"slices"

	"github.com/golang/geo/r3"
)

// Parts divides a solid into its separate parts, in the order of their first faces. Each part is a solid whose first
// shell is the outer one; its voids follow as further shells. Parts that only touch, along edges or at vertices, are
// separate. It returns a solid of one part unchanged. The error is ErrInsideOut if a void lies in no part.
func (s Solid) Parts() ([]Solid, error) {
	shells := s.Shells()
	if len(shells) == 1 {
		return []Solid{s}, nil
	}
	var outer, voids []Solid
	for _, shell := range shells {
		if shell.sixfoldVolume().sign() > 0 {
			outer = append(outer, shell)
		} else {
			voids = append(voids, shell)
		}
	}
	out := slices.Clone(outer)
	for i, void := range voids {
		at, ok := around(outer, void)
		if !ok {
			return nil, fmt.Errorf("void %d is in no part of the solid: %w", i, ErrInsideOut)
		}
		out[at] = out[at].with(void)
	}
	return out, nil
}

// Shells returns the closed surfaces that are connected along edges, each with its own vertices, in the order of their
// first faces. For a solid from Parts, the first of them is the outer shell.
func (s Solid) Shells() []Solid {
	sets := s.surfaces()
	places := map[int32]int{}
	numbers := map[[2]int32]int32{} // by shell and vertex: the number in the shell, plus one
	var out []Solid
	for i, f := range s.Faces {
		root := sets.find(int32(i))
		place, known := places[root]
		if !known {
			place = len(out)
			places[root] = place
			out = append(out, Solid{Frame: s.Frame})
		}
		out[place].adopt(s, f, func(v int32) [2]int32 { return [2]int32{int32(place), v} }, numbers)
	}
	return out
}

// adopt appends a face of another solid with its new vertices. numbers holds one more than the new number of each
// vertex of the other solid, or 0 for none yet.
func (s *Solid) adopt(from Solid, f Face, key func(v int32) [2]int32, numbers map[[2]int32]int32) {
	face := Face{Loops: make([][]int32, len(f.Loops))}
	for i, loop := range f.Loops {
		face.Loops[i] = make([]int32, len(loop))
		for k, v := range loop {
			at := numbers[key(v)]
			if at == 0 {
				s.Vertices = append(s.Vertices, from.Vertices[v])
				at = int32(len(s.Vertices))
				numbers[key(v)] = at
			}
			face.Loops[i][k] = at - 1
		}
	}
	s.Faces = append(s.Faces, face)
}

// with returns the solid with the surface of another one in the same frame added.
func (s Solid) with(t Solid) Solid {
	base := int32(len(s.Vertices))
	out := Solid{s.Frame, slices.Concat(s.Vertices, t.Vertices), slices.Clone(s.Faces)}
	for _, f := range t.Faces {
		face := Face{Loops: make([][]int32, len(f.Loops))}
		for i, loop := range f.Loops {
			for _, v := range loop {
				face.Loops[i] = append(face.Loops[i], v+base)
			}
		}
		out.Faces = append(out.Faces, face)
	}
	return out
}

// around returns the index of the smallest shell around a void.
func around(shells []Solid, void Solid) (place int, found bool) {
	for i, s := range shells {
		if s.holds(void) && (!found || s.Volume() < shells[place].Volume()) {
			place, found = i, true
		}
	}
	return place, found
}

// clearWinding is the greatest distance from a whole number at which a computed winding number is accepted. For a point
// that is not on the surface, the sum of the solid angles is within 1e-9 of a whole number.
const clearWinding = 0.01

// onTriangle is the relative tolerance for the determinant and the denominator of a solid angle below which the point
// counts as lying on the triangle.
const onTriangle = 1e-9

// holds reports whether another surface, which does not cross this one, lies inside. It tests the first vertex of the
// other surface that is not on this one.
func (s Solid) holds(inner Solid) bool {
	for _, p := range inner.Vertices {
		if w, on := s.winding(p.Vector()); !on && math.Abs(w-math.Round(w)) < clearWinding {
			return w > 0.5
		}
	}
	return false
}

// winding returns the winding number of the surface about a point by the solid angles of all faces (van Oosterom and
// Strackee, "The solid angle of a plane triangle", 1983). Loops are fans: the parts of a fan beyond its face cancel. on
// reports whether the point lies on one of the fans, since the angle is then ambiguous.
func (s Solid) winding(p r3.Vector) (turns float64, on bool) {
	sum := 0.0
	for _, f := range s.Faces {
		for _, loop := range f.Loops {
			a := s.Vertices[loop[0]].Vector().Sub(p)
			for i := 2; i < len(loop); i++ {
				angle, flat := solidAngle(a, s.Vertices[loop[i-1]].Vector().Sub(p), s.Vertices[loop[i]].Vector().Sub(p))
				sum, on = sum+angle, on || flat
			}
		}
	}
	return sum / (4 * math.Pi), on
}

// solidAngle returns the solid angle of a triangle as seen from the origin, and whether the origin lies on the
// triangle.
func solidAngle(a, b, c r3.Vector) (angle float64, on bool) {
	x, y, z := norm(a), norm(b), norm(c)
	below := float64(float64(x*y)*z) + float64(Dot(a, b)*z) + float64(Dot(b, c)*x) + float64(Dot(c, a)*y)
	det, size := Dot(a, Cross(b, c)), float64(float64(x*y)*z)
	return 2 * math.Atan2(det, below), math.Abs(det) <= onTriangle*size && below <= onTriangle*size
}
