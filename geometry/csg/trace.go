package csg

import "github.com/golang/geo/r3"

// faces joins fragments of one signed plane that share a side, and returns the loops of each face. The walk around a
// face follows the sides. At a side that two fragments of one plane share, it continues with the side after the
// opposite one, so that it compares no angles. It leaves out slits, which are loops to and fro along one edge, because
// they are narrower than the weld distance.
func (s *surface) faces() Shape {
	out := Shape{Frame: s.k.frame, Tolerance: s.k.tolerance, Vertices: make([]r3.Vector, 0, len(s.sides)/3+2)}
	face := s.faceOfFragments()
	number := make([]int32, len(s.sides)) // of each set of corners: 1 + its vertex
	place := make([]int32, len(s.k.kept)) // of each face: 1 + its index in the result
	walked := make([]bool, len(s.sides))
	for i := range s.sides {
		if walked[i] || s.isInner(int32(i)) {
			continue
		}
		loop := s.walk(int32(i), walked)
		if len(loop) == 2 {
			continue // the faces at its two sides meet there
		}
		for j, c := range loop {
			set := findSet(s.corners, c)
			if number[set] == 0 {
				out.Vertices = append(out.Vertices, s.k.pos[s.sides[c].from])
				number[set] = int32(len(out.Vertices))
			}
			loop[j] = number[set] - 1
		}
		f := findSet(face, s.sides[i].fragment)
		if place[f] == 0 {
			out.Faces = append(out.Faces, Face{Normal: s.k.signedNormal(s.k.kept[f].plane)})
			place[f] = int32(len(out.Faces))
		}
		at := &out.Faces[place[f]-1]
		at.Loops = append(at.Loops, loop)
	}
	return out
}

// isInner reports whether a side lies inside a face.
func (s *surface) isInner(i int32) bool {
	d := &s.sides[i]
	return s.k.kept[d.fragment].plane == s.k.kept[s.sides[d.mate].fragment].plane
}

// faceOfFragments returns the sets of fragments that make up one face.
func (s *surface) faceOfFragments() []int32 {
	sets := make([]int32, len(s.k.kept))
	for i := range sets {
		sets[i] = int32(i)
	}
	for i := range s.sides {
		if s.isInner(int32(i)) {
			joinSets(sets, s.sides[i].fragment, s.sides[s.sides[i].mate].fragment)
		}
	}
	return sets
}

// walk returns the corners of the loop to which a side belongs.
func (s *surface) walk(start int32, walked []bool) []int32 {
	n := 0
	for i := start; n == 0 || i != start; i = s.onward(i) {
		n++
	}
	loop := s.k.loops.make(n)
	for i := start; !walked[i]; i = s.onward(i) {
		walked[i] = true
		loop = append(loop, i)
	}
	return loop
}

// onward returns the side that follows around the face.
func (s *surface) onward(i int32) int32 {
	i = s.sides[i].next
	for s.isInner(i) {
		i = s.sides[s.sides[i].mate].next
	}
	return i
}

// sortLoops puts the outer loop of each face before the loops of holes. The outer loop runs counter-clockwise about the
// normal.
func (s *Shape) sortLoops() {
	for _, f := range s.Faces {
		for i := 1; i < len(f.Loops); i++ {
			if newell(s.Vertices, polygon{f.Loops[i]}).Dot(f.Normal) > 0 {
				f.Loops[0], f.Loops[i] = f.Loops[i], f.Loops[0]
			}
		}
	}
}
