package geometry

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/golang/geo/r3"
)

// FlatTolerance is the greatest distance, in micrometres, of the corners of a face from one plane. Rounding a corner to
// the grid moves it by at most 0.87 um (half the diagonal of a cube of the grid). Package csg accepts faces that are
// bent by up to a micrometre. The difference allows for the noise of the plane itself.
const FlatTolerance = 0.9

// ErrBadFace is the error of a face whose loops cross, touch anywhere but at corners, or do not bound one area.
var ErrBadFace = errors.New("the face does not bound an area")

// CheckFaces returns ErrBadFace for the first face that cannot be covered with triangles. In the projection along the
// largest component of its normal, its loops must meet at common corners only and the area between them must lie on
// their left.
func (s Solid) CheckFaces() error {
	for i, f := range s.Faces {
		if len(f.Loops) == 1 && len(f.Loops[0]) == 3 {
			continue
		}
		if err := s.checkArea(f); err != nil {
			return fmt.Errorf("face %d: %w", i, err)
		}
	}
	return nil
}

// checkArea triangulates the face in the projection and compares the areas, which are exact.
func (s Solid) checkArea(f Face) error {
	flat := projection(s.normal(f))
	var pieces []segment
	var area wide
	for k, loop := range f.Loops {
		ring := make(Ring, len(loop))
		for i, v := range loop {
			ring[i] = flat(s.Vertices[v])
		}
		if (ring.doubleArea().sign() > 0) != (k == 0) {
			return fmt.Errorf("loop %d does not run around the face, or not the other way around a hole: %w", k,
				ErrBadFace)
		}
		pieces = appendRing(pieces, ring, 0)
		area = area.add(ring.doubleArea())
	}
	if crossing(pieces) {
		return fmt.Errorf("its boundary crosses or touches itself: %w", ErrBadFace)
	}
	var covered wide
	for _, t := range arrangeFace(pieces).triangles(nil) {
		covered = covered.add(cross2(t[1].Sub(t[0]), t[2].Sub(t[0])))
	}
	if covered.compare(area) != 0 {
		return fmt.Errorf("a hole is not inside it: %w", ErrBadFace)
	}
	return nil
}

// crossing reports whether two pieces share more than ends. It ignores coincident pieces: in opposite directions they
// bound nothing, and in the same direction the comparison of areas finds the fault.
func crossing(pieces []segment) bool {
	found := false
	within := func(p Point2, s segment) bool { return p != s.a && p != s.b && OnSegment(p, s.a, s.b) }
	forNearPairs(pieces, 0, func(s, t segment) {
		found = found || ProperlyCross(s.a, s.b, t.a, t.b) || within(s.a, t) || within(s.b, t) ||
			within(t.a, s) || within(t.b, s)
	})
	return found
}

// Flattened returns the solid with triangles in place of the faces whose corners are farther than FlatTolerance from
// one plane. The faces must have passed CheckFaces.
func (s Solid) Flattened() Solid {
	return s.triangulated(func(f Face) bool { return s.bend(f) > FlatTolerance })
}

// WithSimpleLoops returns the solid with triangles in place of the faces with a loop that visits a corner twice, which
// file formats do not allow.
func (s Solid) WithSimpleLoops() Solid {
	return s.triangulated(func(f Face) bool { return slices.ContainsFunc(f.Loops, revisits) })
}

// revisits reports whether a loop visits a corner twice.
func revisits(loop []int32) bool {
	if len(loop) == 3 {
		return false
	}
	sorted := slices.Sorted(slices.Values(loop))
	return len(slices.Compact(sorted)) < len(loop)
}

// triangulated returns the solid with triangles in place of some faces.
func (s Solid) triangulated(replaced func(Face) bool) Solid {
	if !slices.ContainsFunc(s.Faces, replaced) {
		return s
	}
	out := Solid{Frame: s.Frame, Vertices: s.Vertices, Faces: make([]Face, 0, len(s.Faces))}
	for _, f := range s.Faces {
		if !replaced(f) {
			out.Faces = append(out.Faces, f)
			continue
		}
		for _, t := range s.appendTriangles(nil, f) {
			out.Faces = append(out.Faces, Face{Loops: [][]int32{{t[0], t[1], t[2]}}})
		}
	}
	return out
}

// bend returns the greatest distance of the corners from the plane with the face's normal through the mean of its outer
// corners, in micrometres.
func (s Solid) bend(f Face) float64 {
	if len(f.Loops) == 1 && len(f.Loops[0]) == 3 {
		return 0
	}
	n := s.normal(f)
	size := norm(n)
	n = r3.Vector{X: n.X / size, Y: n.Y / size, Z: n.Z / size}
	mean := 0.0
	for _, v := range f.Loops[0] {
		mean += Dot(n, s.from(v).Vector())
	}
	mean /= float64(len(f.Loops[0]))
	worst := 0.0
	for _, loop := range f.Loops {
		for _, v := range loop {
			worst = max(worst, math.Abs(Dot(n, s.from(v).Vector())-mean))
		}
	}
	return worst
}
