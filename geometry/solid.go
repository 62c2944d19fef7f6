package geometry

import (
	"fmt"
)

// Face is a plane part of a solid's surface, as loops of vertex indices. The first loop runs around the face,
// counter-clockwise as seen from outside the solid. The other loops run around its holes, clockwise. A loop may touch
// itself at a point.
type Face struct {
	Loops [][]int32 `json:"loops"`
}

// Solid is a closed surface that bounds a volume, with integer vertices in a frame of its own. It may consist of
// several shells. Parts that touch along an edge or at a vertex have separate copies of it, so the surface is a
// manifold.
type Solid struct {
	Frame    Placement `json:"frame"`
	Vertices []Point3  `json:"vertices"`
	Faces    []Face    `json:"faces"`
}

// Empty reports whether the solid has no surface.
func (s Solid) Empty() bool { return len(s.Faces) == 0 }

// World returns the vertices in the parent of the frame, rounded to the micrometre.
func (s Solid) World() []Point3 {
	out := make([]Point3, len(s.Vertices))
	for i, p := range s.Vertices {
		out[i] = s.Frame.Point(p)
	}
	return out
}

// Bounds returns the smallest box in the parent of the frame that contains all vertices, or EmptyBox if there are none.
func (s Solid) Bounds() Box {
	box := EmptyBox()
	for _, p := range s.World() {
		box = box.Extend(p)
	}
	return box
}

// Components returns the number of connected closed surfaces: one for each separate part and one for each void inside a
// part.
func (s Solid) Components() int {
	parent := newPartition(len(s.Vertices))
	used := make([]bool, len(s.Vertices))
	for _, f := range s.Faces {
		for _, loop := range f.Loops {
			for _, v := range loop {
				used[v] = true
				parent.join(v, f.Loops[0][0])
			}
		}
	}
	n := 0
	for v := range s.Vertices {
		if used[v] && parent.find(int32(v)) == int32(v) {
			n++
		}
	}
	return n
}

// Euler returns vertices - edges + faces - holes in faces: for every closed surface 2 minus 2 for each tunnel through
// it.
func (s Solid) Euler() int {
	sides, holes := 0, 0
	for _, f := range s.Faces {
		holes += len(f.Loops) - 1
		for _, loop := range f.Loops {
			sides += len(loop)
		}
	}
	return len(s.Vertices) - sides/2 + len(s.Faces) - holes
}

// Check returns the first reason why the solid is not a closed, outward oriented surface: ErrBadPlacement,
// ErrDegenerateFace, ErrNotClosed or ErrInsideOut. The empty solid passes.
func (s Solid) Check() error {
	if s.Empty() {
		return nil
	}
	if err := s.Frame.Valid(); err != nil {
		return err
	}
	for i, f := range s.Faces {
		if err := s.checkFace(f); err != nil {
			return fmt.Errorf("face %d: %w", i, err)
		}
	}
	if err := s.checkClosed(); err != nil {
		return err
	}
	if s.sixfoldVolume().sign() <= 0 {
		return fmt.Errorf("volume %v m3: %w", s.Volume(), ErrInsideOut)
	}
	return nil
}

func (s Solid) checkFace(f Face) error {
	if len(f.Loops) == 0 {
		return fmt.Errorf("no loop: %w", ErrDegenerateFace)
	}
	for _, loop := range f.Loops {
		if len(loop) < 3 {
			return fmt.Errorf("a loop of %d vertices: %w", len(loop), ErrDegenerateFace)
		}
		for i, v := range loop {
			if v < 0 || int(v) >= len(s.Vertices) {
				return fmt.Errorf("vertex %d of %d: %w", v, len(s.Vertices), ErrDegenerateFace)
			}
			if s.Vertices[v] == s.Vertices[loop[(i+1)%len(loop)]] {
				return fmt.Errorf("vertex %d repeats: %w", v, ErrDegenerateFace)
			}
		}
	}
	if norm(s.normal(f)) == 0 {
		return fmt.Errorf("no area: %w", ErrDegenerateFace)
	}
	return nil
}

// checkClosed requires an opposite for every directed edge. Two parts that touch along an edge and are connected at
// both of its ends have that edge twice.
func (s Solid) checkClosed() error {
	count := map[[2]int32]int{}
	for _, f := range s.Faces {
		for _, loop := range f.Loops {
			for i, v := range loop {
				count[[2]int32{v, loop[(i+1)%len(loop)]}]++
			}
		}
	}
	for i, f := range s.Faces {
		for _, loop := range f.Loops {
			for k, v := range loop {
				w := loop[(k+1)%len(loop)]
				if count[[2]int32{v, w}] != count[[2]int32{w, v}] {
					return fmt.Errorf("face %d, edge from %v to %v: %w", i, s.Vertices[v], s.Vertices[w], ErrNotClosed)
				}
			}
		}
	}
	return nil
}
