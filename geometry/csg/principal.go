package csg

import (
	"cmp"
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/extent"
)

// OrientedBox is a box of any orientation: its centre in micrometres, perpendicular unit axes, and the lengths along
// them, the longest first.
type OrientedBox struct {
	Centre  r3.Vector
	X, Y, Z r3.Vector
	Size    r3.Vector
}

// principalFaces and principalEdges are the greatest numbers of faces and edges whose directions are tried, the largest
// first.
const (
	principalFaces = 16
	principalEdges = 32
)

// PrincipalBox returns the smallest box around the shape of a certain kind, in the parent of the frame. A side of the
// box must be parallel to one of the largest faces, and an edge to a side of that face. The box of the empty shape has
// no size.
func (s Shape) PrincipalBox() OrientedBox {
	var best OrientedBox
	least := math.Inf(1)
	for _, f := range s.largestFaces() {
		for _, d := range s.sideDirections(f) {
			b := s.boxAlong(d, f.Normal.Cross(d), f.Normal)
			if volume := b.Size.X * b.Size.Y * b.Size.Z; volume < least {
				best, least = b, volume
			}
		}
	}
	return best.sorted(s.Frame)
}

// largestFaces returns the faces with the greatest areas, one for each direction.
func (s *Shape) largestFaces() []Face {
	order := make([]int, len(s.Faces))
	areas := make([]float64, len(s.Faces))
	for i, f := range s.Faces {
		order[i], areas[i] = i, newell(s.Vertices, f.Loops).Norm()
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(areas[j], areas[i]), cmp.Compare(i, j)) })
	var out []Face
	for _, i := range order {
		f := s.Faces[i]
		if !slices.ContainsFunc(out, func(g Face) bool { return parallel(f.Normal, g.Normal) }) {
			out = append(out, f)
		}
		if len(out) == principalFaces {
			break
		}
	}
	return out
}

func parallel(a, b r3.Vector) bool { return a.Cross(b).Norm() <= unitNoise*10 }

// sideDirections returns the directions of the longest sides around a face, each once.
func (s *Shape) sideDirections(f Face) []r3.Vector {
	loop := f.Loops[0]
	sides := make([]r3.Vector, len(loop))
	for i, v := range loop {
		d := s.Vertices[loop[(i+1)%len(loop)]].Sub(s.Vertices[v])
		sides[i] = d.Sub(geometry.Times(f.Normal, d.Dot(f.Normal)))
	}
	slices.SortStableFunc(sides, func(a, b r3.Vector) int { return cmp.Compare(b.Norm2(), a.Norm2()) })
	var out []r3.Vector
	for _, d := range sides {
		d = d.Normalize()
		if !slices.ContainsFunc(out, func(e r3.Vector) bool { return parallel(d, e) }) {
			out = append(out, d)
		}
		if len(out) == principalEdges {
			break
		}
	}
	return out
}

// boxAlong returns the smallest box with given axes, in the frame of the shape.
func (s *Shape) boxAlong(x, y, z r3.Vector) OrientedBox {
	b := extent.Empty()
	for _, p := range s.Vertices {
		b = b.Extend(r3.Vector{X: x.Dot(p), Y: y.Dot(p), Z: z.Dot(p)})
	}
	c := geometry.Times(middleOf(&b), 0.5)
	middle := geometry.Times(x, c.X).Add(geometry.Times(y, c.Y)).Add(geometry.Times(z, c.Z))
	return OrientedBox{middle, x, y, z, b.Hi.Sub(b.Lo)}
}

// sorted puts the longest axis first and transforms the box to the parent of the frame.
func (b OrientedBox) sorted(frame Motion) OrientedBox {
	axes := []struct {
		d r3.Vector
		l float64
	}{{b.X, b.Size.X}, {b.Y, b.Size.Y}, {b.Z, b.Size.Z}}
	slices.SortStableFunc(axes, func(p, q struct {
		d r3.Vector
		l float64
	}) int {
		return cmp.Compare(q.l, p.l)
	})
	out := OrientedBox{Centre: frame.Point(b.Centre), X: frame.Turn(axes[0].d), Y: frame.Turn(axes[1].d)}
	out.Z = out.X.Cross(out.Y)
	out.Size = r3.Vector{X: axes[0].l, Y: axes[1].l, Z: axes[2].l}
	return out
}
