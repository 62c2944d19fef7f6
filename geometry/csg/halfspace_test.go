package csg

import (
	"errors"
	"math"
	"testing"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// TestClippedPartsMakeTheWhole cuts shapes by planes in any direction, flush with faces and through corners. The parts
// below and above must add up to the whole.
func TestClippedPartsMakeTheWhole(t *testing.T) {
	wall := flushWall()
	for _, c := range []struct {
		at, normal r3.Vector
		below      float64 // a negative value is not compared
	}{
		{xyz(0, 0, 2.1), xyz(0, 0, 1), 0.2 * (8*2.1 - 0.9*2.1 - 2*1.2*1.2)},
		{xyz(0, 0, 0), xyz(0, 0, 5), 0}, {xyz(0, 0, 3), xyz(0, 0, 1), 4.422 - 0.672}, {xyz(0, 0, -7), xyz(0, 0, 1), 0},
		{xyz(0, 0, 99), xyz(0, 0, 1), 3.75}, {xyz(1, 0, 0), xyz(-1, 0, 0), 0.2 * (3*7 - 0.9*2.1 - 2*1.2*1.4)},
		{xyz(4, 0.1, 1.5), xyz(1, 0, 0.3), -1}, {xyz(8, 0.2, 3), xyz(1, 2, 3), 3.75},
		{xyz(3, 0, 0.9), xyz(0.3, -1, 0.2), -1},
	} {
		for seed := range soak(5, 200) {
			m := Identity()
			if seed > 0 {
				m = pose(seeded(seed))
			}
			e, at, n := wall.moved(m), m.Point(c.at), m.Turn(c.normal)
			below := must(Evaluate(must(Clip(e, at, n))))
			above := must(Evaluate(must(Clip(e, at, geometry.Times(n, -1)))))
			if c.below >= 0 && math.Abs(volumeOf(below)-c.below) > 1e-9 ||
				math.Abs(volumeOf(below)+volumeOf(above)-3.75) > 1e-9 {
				t.Errorf("plane %v %v, seed %d: %v below (expected %v) and %v above", c.at, c.normal, seed,
					volumeOf(below), c.below, volumeOf(above))
			}
		}
	}
	if _, err := Clip(wall, r3.Vector{}, r3.Vector{}); !errors.Is(err, ErrOutOfRange) {
		t.Errorf("no direction: %v", err)
	}
	if _, err := Clip(Expr{}, r3.Vector{}, xyz(0, 0, 1)); !errors.Is(err, ErrNoOperand) {
		t.Errorf("nothing to clip: %v", err)
	}
}

func TestPolyhedronsNameTheirWrongFace(t *testing.T) {
	v := []r3.Vector{xyz(0, 0, 0), xyz(1, 0, 0), xyz(1, 1, 0), xyz(0, 1, 0), xyz(0, 0, 1),
		xyz(1, 0, 1), xyz(1, 1, 1), xyz(0, 1, 1)}
	cube := func(change func([][][]int32)) [][][]int32 {
		f := [][][]int32{{{3, 2, 1, 0}}, {{4, 5, 6, 7}}, {{0, 1, 5, 4}}, {{1, 2, 6, 5}}, {{2, 3, 7, 6}}, {{3, 0, 4, 7}}}
		change(f)
		return f
	}
	s, err := NewShape(v, cube(func([][][]int32) {}))
	if err != nil || s.Measure().Volume != 1 || s.Measure().Area != 6 ||
		s.Measure().Centroid.Sub(xyz(0.5, 0.5, 0.5)).Norm() > 1e-6 || s.Measure().Euler != 2 {
		t.Fatalf("cube: %+v, %v", s.Measure(), err)
	}
	for _, c := range []struct {
		name   string
		change func([][][]int32)
		face   int
		want   error
	}{
		{"too few corners", func(f [][][]int32) { f[2] = [][]int32{{0, 1}} }, 2, ErrDegenerateOperand},
		{"no loop", func(f [][][]int32) { f[4] = nil }, 4, ErrDegenerateOperand},
		{"no such vertex", func(f [][][]int32) { f[3][0][1] = 8 }, 3, ErrDegenerateOperand},
		{"a face turned", func(f [][][]int32) { f[0][0] = []int32{0, 1, 2, 3} }, 0, ErrOpenOperand},
		{"another corner", func(f [][][]int32) { f[5][0][3] = 6 }, 1, ErrOpenOperand},
	} {
		var face *FaceError
		if _, err := NewShape(v, cube(c.change)); !errors.As(err, &face) ||
			!errors.Is(err, c.want) || face.Face != c.face {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	bent := append([]r3.Vector{}, v...)
	bent[6].Z += 10
	if _, err := NewShape(bent, cube(func([][][]int32) {})); !errors.Is(err, ErrBentFace) {
		t.Errorf("bent: %v", err)
	}
	inside := cube(func(f [][][]int32) {
		for i := range f {
			f[i][0] = reversed(f[i][0])
		}
	})
	if _, err := NewShape(v, inside); !errors.Is(err, ErrInsideOut) {
		t.Errorf("inside out: %v", err)
	}
}
