package csg

import (
	"fmt"
	"math"
)

// Check returns ErrNotClosed unless every side of every face has its opposite and the surface encloses a volume. It
// returns nil for the empty shape.
func (s Shape) Check() error {
	if s.Empty() {
		return nil
	}
	if err := s.checkSides(); err != nil {
		return err
	}
	if v := s.Volume(); !(v > 0) {
		return fmt.Errorf("volume %v m3: %w", v, ErrNotClosed)
	}
	return nil
}

func (s Shape) checkSides() error {
	sides := 0
	for _, f := range s.Faces {
		for _, l := range f.Loops {
			sides += len(l)
		}
	}
	edges := newEdgeTable(sides)
	defer edges.release()
	for _, f := range s.Faces {
		for _, l := range f.Loops {
			for i, v := range l {
				edges.add(v, l[(i+1)%len(l)], 1)
			}
		}
	}
	if v, w, open := edges.firstOpen(); open {
		return fmt.Errorf("edge from %v to %v um: %w", s.Vertices[v], s.Vertices[w], ErrNotClosed)
	}
	return nil
}

// isFlat reports whether a shape with a given area in m2 has no volume except for rounding. The intersection of
// operands that touch is such a sliver if rounding moved their faces. An inverted sliver is flat too.
func (s Shape) isFlat(area, tolerance float64) bool {
	if s.Empty() {
		return false
	}
	v := s.Volume()
	return v <= 0 && -v <= area*tolerance*1e-6 && s.checkSides() == nil
}

// fragmentVolume returns the volume in m3 that the fragments enclose, and their area in m2.
func (k *kernel) fragmentVolume() (volume, area float64) {
	if len(k.kept) == 0 {
		return 0, 0
	}
	origin := k.pos[k.kept[0].verts[0]]
	for _, f := range k.kept {
		volume += sixfold(k.pos, origin, f.verts)
		area += newell(k.pos, polygon{f.verts}).Norm() / 2
	}
	return volume / 6 / cubicMetre, area / squareMetre
}

// verify checks a result, and compares its volume with the volume of its fragments. Welding moves a vertex by at most
// the tolerance t, so the volumes differ by at most the area times t. Fragments with an area below t squared enclose
// less than a tenth of t cubed, and welding may remove them entirely. The volume computed for them is then only a
// rounding error.
func (k *kernel) verify(s Shape, volume, area float64) error {
	if err := s.Check(); err != nil {
		return err
	}
	t := k.tolerance * 1e-6
	if s.Empty() && area <= t*t {
		return nil
	}
	got := 0.0
	if !s.Empty() {
		got = s.Volume()
	}
	if math.Abs(got-volume) > 2*area*t {
		return fmt.Errorf("volume %v m3, of its fragments %v m3: %w", got, volume, ErrNotClosed)
	}
	return nil
}
