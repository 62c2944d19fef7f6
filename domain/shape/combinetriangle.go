package shape

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// BodyExpr returns an element's body as an expression: the union of its solids.
func BodyExpr(m *state.Model, e *state.Element) (csg.Expr, error) {
	body, err := Body(m, e.ID)
	if err != nil {
		return csg.Expr{}, err
	}
	var solids []csg.Expr
	for _, s := range body {
		operand, err := csg.FromSolid(s)
		if err != nil {
			return csg.Expr{}, state.Errorf(state.DegenerateGeometry, "the body of %s %q cannot be combined: %w",
				e.Category,
				e.Name, err).With("element_id", e.ID)
		}
		solids = append(solids, csg.Of(operand))
	}
	if len(solids) == 0 {
		return csg.Expr{}, state.Errorf(state.DegenerateGeometry, "%s %q has no body to combine", e.Category,
			e.Name).With("element_id", e.ID)
	}
	return csg.Union(solids...), nil
}

// Triangulated returns a solid that was rounded from an exact shape, with its faces divided into the triangles of that
// shape.
func Triangulated(s geometry.Solid, shape csg.Shape) geometry.Solid {
	if len(s.Vertices) != len(shape.Vertices) { // rounding merged corners, so the triangles number them differently
		if rounded, err := shape.Triangulated().Solid(); err == nil {
			return withoutFlat(rounded)
		}
		return s
	}
	out := geometry.Solid{Frame: s.Frame, Vertices: s.Vertices}
	for _, t := range shape.Triangles() {
		out.Faces = append(out.Faces, triangle(t[0], t[1], t[2]))
	}
	return withoutFlat(out)
}

func triangle(a, b, c int32) geometry.Face { return geometry.Face{Loops: [][]int32{{a, b, c}}} }

// withoutFlat removes triangles that rounding left without area. Each such triangle and the neighbour at its longest
// side are replaced by two other triangles over the same surface.
func withoutFlat(s geometry.Solid) geometry.Solid {
	for range len(s.Faces) { // each round removes a triangle, or moves the problem to another neighbour
		flat := slices.IndexFunc(s.Faces, func(f geometry.Face) bool { return s.MeasureFace(f).Area == 0 })
		if flat < 0 {
			return s
		}
		a, b, c := longestFirst(s, s.Faces[flat].Loops[0])
		beside := slices.IndexFunc(s.Faces, func(f geometry.Face) bool { return apexAt(f, b, a) >= 0 })
		if beside < 0 {
			return s
		}
		if d := apexAt(s.Faces[beside], b, a); d != c {
			s.Faces[flat], s.Faces[beside] = triangle(c, a, d), triangle(b, c, d)
			continue
		}
		s.Faces = slices.Delete(s.Faces, max(flat, beside), max(flat, beside)+1)
		s.Faces = slices.Delete(s.Faces, min(flat, beside), min(flat, beside)+1)
	}
	return s
}

// longestFirst returns the corners of a triangle, beginning at the start of its longest side.
func longestFirst(s geometry.Solid, loop []int32) (a, b, c int32) {
	longest := 0.0
	for i := range loop {
		p, q := loop[i], loop[(i+1)%3]
		v := s.Vertices[q].Sub(s.Vertices[p]).Vector()
		if size := float64(v.X*v.X) + float64(v.Y*v.Y) + float64(v.Z*v.Z); size > longest {
			longest, a, b, c = size, p, q, loop[(i+2)%3]
		}
	}
	return a, b, c
}

// apexAt returns the third corner of a triangle with a side from one vertex to another, or -1 if the triangle has no
// such side.
func apexAt(f geometry.Face, from, to int32) int32 {
	loop := f.Loops[0]
	for i := range loop {
		if loop[i] == from && loop[(i+1)%3] == to {
			return loop[(i+2)%3]
		}
	}
	return -1
}
