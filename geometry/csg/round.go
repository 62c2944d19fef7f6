package csg

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// Solid rounds the shape to the grid of package geometry, in the frame of the first operand. Corners along one edge
// that round to the same point become one, and faces that lose their area vanish. The error is ErrRounding if no volume
// is left; the shape itself does not change.
func (s Shape) Solid() (geometry.Solid, error) {
	out := geometry.Solid{
		Frame:    geometry.Placement{Origin: rounded(s.Frame.T), X: s.Frame.X, Z: s.Frame.Z},
		Vertices: make([]geometry.Point3, len(s.Vertices)), Faces: make([]geometry.Face, len(s.Faces)),
	}
	// The origin is rounded too, so the vertices are moved by the remainder.
	rest := s.Frame.T.Sub(out.Frame.Origin.Vector())
	shift := r3.Vector{X: s.Frame.X.Dot(rest), Y: s.Frame.Y.Dot(rest), Z: s.Frame.Z.Dot(rest)}
	for i, p := range s.Vertices {
		out.Vertices[i] = rounded(p.Add(shift))
	}
	for i, f := range s.Faces {
		out.Faces[i] = geometry.Face{Loops: f.Loops}
	}
	err := out.Check()
	if err == nil {
		return out, nil
	}
	g := gridding{at: out.Vertices, faces: s.Faces}
	g.collapse()
	out.Vertices, out.Faces = g.result()
	if err = out.Check(); err != nil || out.Empty() {
		return geometry.Solid{}, fmt.Errorf("%w: %w", ErrRounding, cmp.Or(err, geometry.ErrDegenerateFace))
	}
	return out, nil
}

// gridding is a surface whose vertices are being moved to the grid.
type gridding struct {
	at    []geometry.Point3
	faces []Face
	loops [][]int32 // of all faces
	first []int     // of each face and one beyond: the index of its first loop
}

// collapse merges the ends of sides without length. A loop without area then runs to and fro on a line. Its sides
// cancel each other once every side on that line is split at all corners of the loop.
func (g *gridding) collapse() {
	g.joinShortSides()
	for range collapseRounds {
		for i, loop := range g.loops {
			g.loops[i] = withoutSpurs(loop)
		}
		if !g.splitAlongFlat() {
			return
		}
	}
}

// collapseRounds is the greatest number of rounds. Each round splits sides at corners of faces that lost their area in
// the round before.
const collapseRounds = 16

// joinShortSides copies the loops, with one vertex for all vertices that sides without length connect.
func (g *gridding) joinShortSides() {
	sets := make([]int32, len(g.at))
	for i := range sets {
		sets[i] = int32(i)
	}
	for _, f := range g.faces {
		g.first = append(g.first, len(g.loops))
		for _, loop := range f.Loops {
			for i, v := range loop {
				if w := loop[(i+1)%len(loop)]; g.at[v] == g.at[w] {
					joinSets(sets, v, w)
				}
			}
			g.loops = append(g.loops, slices.Clone(loop))
		}
	}
	g.first = append(g.first, len(g.loops))
	for _, loop := range g.loops {
		for i, v := range loop {
			loop[i] = findSet(sets, v)
		}
	}
}

// withoutSpurs removes repeated neighbours, and sides that return to the start of the side before.
func withoutSpurs(loop []int32) []int32 {
	out := loop[:0]
	for _, v := range loop {
		switch n := len(out); {
		case n > 0 && out[n-1] == v:
		case n > 1 && out[n-2] == v:
			out = out[:n-1]
		default:
			out = append(out, v)
		}
	}
	for len(out) > 2 {
		switch n := len(out); {
		case out[0] == out[n-1]:
			out = out[:n-1]
		case out[n-2] == out[0]:
			out = out[:n-2]
		case out[n-1] == out[1]:
			out = out[1 : n-1]
		default:
			return out
		}
	}
	return nil
}

// splitAlongFlat finds every side that also occurs in a loop without area, and splits it at the corners of that loop
// that lie on it. It reports whether it split any side.
func (g *gridding) splitAlongFlat() bool {
	between := map[[2]int32][]int32{}
	for _, loop := range g.loops {
		if len(loop) > 2 && g.isFlat(loop) {
			for i, v := range loop {
				w := loop[(i+1)%len(loop)]
				if in := g.between(v, w, loop); len(in) > 0 {
					between[[2]int32{min(v, w), max(v, w)}] = in
				}
			}
		}
	}
	for i, loop := range g.loops {
		g.loops[i] = splitAt(loop, between)
	}
	return len(between) > 0
}

// isFlat reports whether all corners of a loop lie exactly on one line. It does not use doubles, because products of
// coordinates exceed their precision.
func (g *gridding) isFlat(loop []int32) bool {
	a := g.at[loop[0]]
	d := g.at[loop[1]].Sub(a).Vector()
	for _, v := range loop[2:] {
		p := g.at[v].Sub(a).Vector()
		if d.Cross(p).Norm() > d.Norm()/2 {
			return false // more than half a step of the grid from the line
		}
		if c := r3.PreciseVectorFromVector(d).Cross(r3.PreciseVectorFromVector(p)); c.X.Sign() != 0 ||
			c.Y.Sign() != 0 || c.Z.Sign() != 0 {
			return false
		}
	}
	return true
}

// between returns the corners of a flat loop that lie between its corners v and w, in order from the one with the
// smaller number.
func (g *gridding) between(v, w int32, loop []int32) []int32 {
	a, d := g.at[min(v, w)], g.at[max(v, w)].Sub(g.at[min(v, w)]).Vector()
	along := func(u int32) float64 { return d.Dot(g.at[u].Sub(a).Vector()) }
	var out []int32
	for _, u := range loop {
		if t := along(u); u != v && u != w && t > 0 && t < d.Norm2() && !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	slices.SortStableFunc(out, func(x, y int32) int { return cmp.Compare(along(x), along(y)) })
	return out
}

// splitAt inserts the listed vertices into the sides of a loop.
func splitAt(loop []int32, between map[[2]int32][]int32) []int32 {
	out := make([]int32, 0, len(loop))
	for i, v := range loop {
		out = append(out, v)
		w := loop[(i+1)%len(loop)]
		in := between[[2]int32{min(v, w), max(v, w)}]
		if v < w {
			out = append(out, in...)
		} else {
			out = append(out, reversed(in)...)
		}
	}
	return out
}

// result returns the remaining faces, with vertices numbered in the order of the faces.
func (g *gridding) result() ([]geometry.Point3, []geometry.Face) {
	number := make([]int32, len(g.at))
	var vertices []geometry.Point3
	var faces []geometry.Face
	for i := range g.faces {
		var f geometry.Face
		for _, loop := range g.loops[g.first[i]:g.first[i+1]] {
			if len(loop) < 3 {
				continue
			}
			for j, v := range loop {
				if number[v] == 0 {
					vertices = append(vertices, g.at[v])
					number[v] = int32(len(vertices))
				}
				loop[j] = number[v] - 1
			}
			f.Loops = append(f.Loops, loop)
		}
		if len(f.Loops) > 0 {
			faces = append(faces, f)
		}
	}
	return vertices, faces
}
