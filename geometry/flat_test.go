package geometry

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"testing"
)

// plate returns a block whose top has the given loops. The tests check only the top.
func plate(top ...[]int32) Solid {
	return Solid{Frame: World(), Faces: []Face{{Loops: top}}, Vertices: []Point3{
		{0, 0, 0}, {9000, 0, 0}, {9000, 9000, 0}, {0, 9000, 0}, // 0-3 around
		{3000, 3000, 0}, {6000, 3000, 0}, {6000, 6000, 0}, {3000, 6000, 0}, // 4-7 inside
		{12000, 3000, 0}, {4500, 0, 0}, {4500, 9000, 0}, // 8 outside, 9 and 10 on sides
	}}
}

func TestFacesThatBoundNoAreaAreFound(t *testing.T) {
	for _, c := range []struct {
		what string
		s    Solid
		ok   bool
	}{
		{"a square", plate([]int32{0, 1, 2, 3}), true},
		{"a square with a corner on a side", plate([]int32{0, 9, 1, 2, 3}), true},
		{"a square with a hole", plate([]int32{0, 1, 2, 3}, []int32{4, 7, 6, 5}), true},
		{"a hole that touches the boundary at a corner", plate([]int32{0, 9, 1, 2, 3}, []int32{9, 7, 6}), true},
		{"a slit to the hole", plate([]int32{0, 1, 2, 3, 0, 4, 7, 6, 5, 4}), true},
		{"a bow tie", plate([]int32{0, 1, 3, 2}), false},
		{"a hole in the direction of the boundary", plate([]int32{0, 1, 2, 3}, []int32{4, 5, 6, 7}), false},
		{"a hole that crosses the boundary", plate([]int32{0, 1, 2, 3}, []int32{4, 7, 8}), false},
		{"a hole that touches the middle of a side", plate([]int32{0, 1, 2, 3}, []int32{9, 7, 6}), false},
		{"the boundary twice", plate([]int32{0, 1, 2, 3}, []int32{0, 1, 2, 3}), false},
		{"a hole around the boundary", plate([]int32{4, 5, 6, 7}, []int32{0, 3, 2, 1}), false},
	} {
		if err := c.s.CheckFaces(); (err == nil) != c.ok || err != nil && !errors.Is(err, ErrBadFace) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// A bent face becomes triangles with the same corners, so that the surface stays closed; a flat face stays.
func TestBentFacesBecomeTriangles(t *testing.T) {
	kept := func(bend Length) bool { return bend <= 1 }
	for _, bend := range []Length{0, 1, 3, 100_000} {
		s := slab(t)
		for i, p := range s.Vertices {
			if p == (Point3{MM(4000), MM(3000), MM(200)}) {
				s.Vertices[i].Z += bend
			}
		}
		if err := s.CheckFaces(); err != nil {
			t.Fatalf("bent by %d: %v", bend, err)
		}
		flat := s.Flattened()
		if err := flat.Check(); err != nil {
			t.Errorf("bent by %d: %v", bend, err)
		}
		if same := len(flat.Faces) == len(s.Faces); same != kept(bend) {
			t.Errorf("bent by %d: %d faces become %d", bend, len(s.Faces), len(flat.Faces))
		}
		for i, f := range flat.Faces {
			if b := flat.bend(f); b > FlatTolerance {
				t.Errorf("bent by %d: face %d is still bent by %v", bend, i, b)
			}
		}
		if d := math.Abs(flat.Volume() - s.Volume()); kept(bend) && d > 1e-5 || d > 0.3 {
			t.Errorf("bent by %d: the volume changes by %v", bend, d)
		}
	}
}

// pinched returns a block with two pits in its top that meet in a corner, which one loop goes round.
func pinched() Solid {
	at := func(x, y, z int64) Point3 { return Point3{MM(100 * x), MM(100 * y), MM(100 * z)} }
	const centre, left, right = 8, 15, 16
	s := Solid{Frame: World(), Vertices: []Point3{
		at(-3, -2, 0), at(3, -2, 0), at(3, 2, 0), at(-3, 2, 0), at(-3, -2, 9), at(3, -2, 9), at(3, 2, 9), at(-3, 2, 9),
		at(0, 0, 9), at(-1, -1, 9), at(-2, 0, 9), at(-1, 1, 9), at(1, 1, 9), at(2, 0, 9),
		at(1, -1, 9), at(-1, 0, 4), at(1, 0, 4),
	}}
	rim := []int32{centre, 9, 10, 11, centre, 12, 13, 14}
	for _, loop := range [][]int32{{3, 2, 1, 0}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}} {
		s.Faces = append(s.Faces, Face{Loops: [][]int32{loop}})
	}
	s.Faces = append(s.Faces, Face{Loops: [][]int32{{4, 5, 6, 7}, rim}})
	for i, v := range rim {
		apex := int32(left)
		if i >= 4 {
			apex = right
		}
		s.Faces = append(s.Faces, Face{Loops: [][]int32{{rim[(i+1)%len(rim)], v, apex}}})
	}
	return s
}

// A loop that visits a corner twice becomes triangles; the other faces stay.
func TestLoopsThatRevisitACornerBecomeTriangles(t *testing.T) {
	s := pinched()
	if err := cmp.Or(s.Check(), s.CheckFaces()); err != nil {
		t.Fatal(err)
	}
	simple := s.WithSimpleLoops()
	if err := cmp.Or(simple.Check(), simple.CheckFaces()); err != nil || simple.Volume() != s.Volume() {
		t.Errorf("%v; %v m3 become %v", err, s.Volume(), simple.Volume())
	}
	for i, f := range simple.Faces {
		if slices.ContainsFunc(f.Loops, revisits) {
			t.Errorf("face %d comes to a corner twice", i)
		}
	}
	if whole := slab(t); len(whole.WithSimpleLoops().Faces) != len(whole.Faces) {
		t.Error("a simple face was replaced")
	}
}
