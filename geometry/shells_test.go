package geometry

import (
	"errors"
	"math"
	"slices"
	"testing"
)

// cubeAt returns a cube with its lowest corner at a given place. If inverted is set, the cube is a void.
func cubeAt(t *testing.T, at, size int64, inverted bool) Solid {
	t.Helper()
	lo, hi := Point2{MM(at), MM(at)}, Point2{MM(at + size), MM(at + size)}
	s, err := Extrude(World(), Region{Rectangle(lo, hi)}, MM(at), MM(at+size))
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Faces {
		if inverted {
			slices.Reverse(s.Faces[i].Loops[0])
		}
	}
	return s
}

// A block with a void, in which a block with a void floats, beside another block: three parts, with the voids in their
// places.
func TestSolidsAreTakenApartWithTheirVoids(t *testing.T) {
	var all Solid
	for i, shell := range []Solid{cubeAt(t, 200, 600, true), cubeAt(t, 0, 1000, false), cubeAt(t, 450, 100, true),
		cubeAt(t, 400, 200, false), cubeAt(t, 1000, 10, false)} {
		if i == 0 {
			all = shell
			continue
		}
		all = all.with(shell)
	}
	if err := all.Check(); err != nil {
		t.Fatal(err)
	}
	parts, err := all.Parts()
	if err != nil || len(parts) != 3 {
		t.Fatalf("%d parts: %v", len(parts), err)
	}
	sum := 0.0
	for i, want := range []float64{1 - 0.216, 0.008 - 0.001, 0.000001} {
		if got := parts[i].Volume(); got != want {
			t.Errorf("part %d has %v m3, want %v", i, got, want)
		}
		if err := parts[i].Check(); err != nil {
			t.Errorf("part %d: %v", i, err)
		}
		sum += parts[i].Area()
	}
	if math.Abs(sum-all.Area()) > 1e-9 {
		t.Errorf("the parts have %v m2, the whole %v", sum, all.Area())
	}
}

// Two blocks that share the corners of an edge are two parts, at any angle. They touch only in that edge, and some of
// their faces there are flush.
func TestBlocksThatTouchAlongAnEdgeAreTwoParts(t *testing.T) {
	block := func(lo, hi Point3) Solid {
		s, err := Extrude(World(), Region{Rectangle(Point2{lo.X, lo.Y}, Point2{hi.X, hi.Y})}, lo.Z, hi.Z)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	at := func(x, y, z int64) Point3 { return Point3{MM(1000 * x), MM(1000 * y), MM(1000 * z)} }
	for name, second := range map[string]Solid{
		"in the edge only":     block(at(1, 0, 1), at(2, 1, 3)),
		"flush":                block(at(1, 0, 0), at(2, 1, 2)),
		"flush the other way":  block(at(1, 0, -1), at(2, 1, 1)),
		"in a corner":          block(at(1, 1, 1), at(2, 2, 3)),
		"flush, and above":     block(at(0, 0, 1), at(1, 2, 2)),
		"flush, from all four": block(at(0, 0, 1), at(1, 1, 3)),
	} {
		both := sharingCorners(block(at(0, 0, 0), at(1, 1, 1)).with(second))
		if err := both.Check(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		parts, err := both.Parts()
		if err != nil || len(parts) != 2 || parts[0].Volume() != 1 || parts[1].Volume() != 2 ||
			parts[0].Check() != nil || parts[1].Check() != nil {
			t.Errorf("%s: %d parts of %v m3: %v", name, len(parts), both.Volume(), err)
		}
	}
}

// sharingCorners returns a solid with one vertex at each place.
func sharingCorners(s Solid) Solid {
	var faces []face3
	for _, f := range s.Faces {
		var face face3
		for _, loop := range f.Loops {
			var points []Point3
			for _, v := range loop {
				points = append(points, s.Vertices[v])
			}
			face = append(face, points)
		}
		faces = append(faces, face)
	}
	return indexFaces(s.Frame, faces)
}

func TestAVoidBesideASolidIsRefused(t *testing.T) {
	s := cubeAt(t, 0, 1000, false).with(cubeAt(t, 2000, 10, true))
	if _, err := s.Parts(); !errors.Is(err, ErrInsideOut) {
		t.Errorf("%v", err)
	}
}
