package geometry

import (
	"errors"
	"math"
	"slices"
	"testing"
)

// cubeAt returns a cube from a corner; inverted it is a void.
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

// A block with a void, in which a block with a void floats, beside another block: three parts, the voids where they
// are.
func TestSolidsAreTakenApartWithTheirVoids(t *testing.T) {
	var all Solid
	for i, shell := range []Solid{cubeAt(t, 200, 600, true), cubeAt(t, 0, 1000, false), cubeAt(t, 450, 100, true), cubeAt(t, 400, 200, false), cubeAt(t, 1000, 10, false)} {
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

func TestAVoidBesideASolidIsRefused(t *testing.T) {
	s := cubeAt(t, 0, 1000, false).with(cubeAt(t, 2000, 10, true))
	if _, err := s.Parts(); !errors.Is(err, ErrInsideOut) {
		t.Errorf("%v", err)
	}
}
