package csg

import (
	"cmp"
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// If solids are rounded to the grid in a skew position, faces in one plane are no longer exactly coplanar. For faces
// that are small and far apart, only the direction of the large faces shows that they were coplanar. So these operands
// are first turned back into a frame along the longest edge and the largest face of the first operand. In that frame,
// faces that are perpendicular to an axis and lie within alignSpan of each other get the same coordinate. Walls with
// their openings, slabs, columns and other perpendicular parts become exact again; all other faces stay as they are.

// alignSpan is the greatest distance, in micrometres, between coordinates that are unified. The corners of two faces
// are off by 0.87 each, and a frame along edges of some metres adds as much again.
const alignSpan = 4.0

// squareFace is a face perpendicular to a coordinate axis: its middle along that axis, and its vertices.
type squareFace struct {
	at    float64
	loops polygon
	base  int32
}

// align turns all vertices into the frame of the first operand's corners, and unifies the coordinates of flush faces
// there.
func (k *kernel) align(operands []*Operand) {
	f, ok := k.cornerFrame(operands[0])
	if !ok {
		return
	}
	k.turnInto(f)
	k.turnInto(k.meanFrame(operands))
	for axis := range 3 {
		k.alignAlong(axis, k.squareFaces(operands, axis))
	}
}

// cornerFrame returns the frame along the longest edge and the largest face of an operand.
func (k *kernel) cornerFrame(o *Operand) (Motion, bool) {
	var edge, normal r3.Vector
	for _, f := range o.faces {
		if n := newell(k.pos, f); n.Norm2() > normal.Norm2() {
			normal = n
		}
		for _, loop := range f {
			for i, v := range loop {
				if d := k.pos[loop[(i+1)%len(loop)]].Sub(k.pos[v]); d.Norm2() > edge.Norm2() {
					edge = d
				}
			}
		}
	}
	if edge.Norm2() == 0 || normal.Norm2() == 0 {
		return Motion{}, false
	}
	x := edge.Normalize()
	z := normal.Sub(geometry.Times(x, normal.Dot(x)))
	if !(z.Norm() > normal.Norm()/2) {
		return Motion{}, false // the edge does not belong to the face
	}
	z = z.Normalize()
	return Motion{X: x, Y: z.Cross(x), Z: z, T: k.pos[o.faces[0][0][0]]}, true
}

// turnInto expresses all vertices in a frame.
func (k *kernel) turnInto(f Motion) {
	for i, p := range k.pos {
		d := p.Sub(f.T)
		k.pos[i] = r3.Vector{X: f.X.Dot(d), Y: f.Y.Dot(d), Z: f.Z.Dot(d)}
	}
	k.frame = k.frame.After(f)
}

// meanFrame returns the frame along all edges that are parallel to an axis except for rounding, because many short
// edges together give a better direction than one edge. Only the two axes with the longest edges determine the frame.
func (k *kernel) meanFrame(operands []*Operand) Motion {
	var sum [3]r3.Vector
	for i, o := range operands {
		base := k.operands[i].vertexLo
		for _, f := range o.faces {
			for _, loop := range f {
				for j, v := range loop {
					d := k.pos[base+loop[(j+1)%len(loop)]].Sub(k.pos[base+v])
					u := int(d.LargestComponent())
					if v, w := component(d, (u+1)%3), component(d, (u+2)%3); max(math.Abs(v), math.Abs(w)) <=
						2*alignSpan {
						sum[u] = sum[u].Add(geometry.Times(d, math.Copysign(1, component(d, u))))
					}
				}
			}
		}
	}
	if sum[0].Norm2() == 0 || sum[1].Norm2() == 0 && sum[2].Norm2() == 0 {
		return Identity()
	}
	m := Motion{X: sum[0].Normalize()}
	if sum[1].Norm2() > sum[2].Norm2() {
		m.Z = m.X.Cross(sum[1]).Normalize()
	} else {
		m.Z = sum[2].Sub(geometry.Times(m.X, sum[2].Dot(m.X))).Normalize()
	}
	m.Y = m.Z.Cross(m.X)
	return m
}

// squareFaces returns the faces of all operands that are perpendicular to an axis, in order of their place along it.
func (k *kernel) squareFaces(operands []*Operand, axis int) []squareFace {
	var out []squareFace
	for i, o := range operands {
		base := k.operands[i].vertexLo
		for _, f := range o.faces {
			lo, hi := math.Inf(1), math.Inf(-1)
			for _, loop := range f {
				for _, v := range loop {
					c := component(k.pos[base+v], axis)
					lo, hi = min(lo, c), max(hi, c)
				}
			}
			if hi-lo <= alignSpan {
				out = append(out, squareFace{(lo + hi) / 2, f, base})
			}
		}
	}
	slices.SortStableFunc(out, func(f, g squareFace) int { return cmp.Compare(f.at, g.at) })
	return out
}

// alignAlong moves each group of faces that lie within alignSpan of the first face of the group to the mean of their
// places.
func (k *kernel) alignAlong(axis int, faces []squareFace) {
	for from := 0; from < len(faces); {
		to, sum := from, 0.0
		for ; to < len(faces) && faces[to].at-faces[from].at <= alignSpan; to++ {
			sum += faces[to].at - faces[from].at
		}
		at := faces[from].at + sum/float64(to-from)
		for _, f := range faces[from:to] {
			for _, loop := range f.loops {
				for _, v := range loop {
					setComponent(&k.pos[f.base+v], axis, at)
				}
			}
		}
		from = to
	}
}

func setComponent(p *r3.Vector, axis int, c float64) {
	switch axis {
	case 0:
		p.X = c
	case 1:
		p.Y = c
	default:
		p.Z = c
	}
}
