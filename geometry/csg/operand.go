package csg

import (
	"fmt"
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// Operand is a closed polyhedron in a frame of its own, in micrometres, and the map that places it.
type Operand struct {
	vertices []r3.Vector
	faces    []polygon
	convex   bool
	place    Motion
	cuts     *cutTable // of faces that are not convex; shared by all copies
}

// polygon is a plane face: the loop around it, counter-clockwise seen from outside, and the clockwise loops of holes.
type polygon [][]int32

// Moved returns the operand after a further motion.
func (o Operand) Moved(m Motion) Operand {
	o.place = m.After(o.place)
	return o
}

// Box returns the axis-parallel box between two corners. The error is ErrDegenerateOperand if it has no volume.
func Box(lo, hi r3.Vector) (Operand, error) {
	outer := []geometry.Point2{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}
	if !(lo.X < hi.X && lo.Y < hi.Y && lo.Z < hi.Z) {
		return Operand{}, fmt.Errorf("box from %v to %v: %w", lo, hi, ErrDegenerateOperand)
	}
	o := Operand{place: Identity(), convex: true, faces: boxFaces}
	for _, z := range [...]float64{lo.Z, hi.Z} {
		for _, c := range outer {
			o.vertices = append(o.vertices, r3.Vector{X: pick(c.X, lo.X, hi.X), Y: pick(c.Y, lo.Y, hi.Y), Z: z})
		}
	}
	return o, nil
}

// boxFaces holds the faces of every box; it must not be modified.
var boxFaces = []polygon{{{3, 2, 1, 0}}, {{4, 5, 6, 7}}, {{0, 1, 5, 4}}, {{1, 2, 6, 5}}, {{2, 3, 7, 6}}, {{3, 0, 4, 7}}}

func pick(which geometry.Length, a, b float64) float64 {
	if which == 0 {
		return a
	}
	return b
}

// Prism returns the prism over a polygon in the XY plane with holes, from z0 up to z1. The Z of the corners is ignored.
// Rings may run in either direction. The error is ErrDegenerateOperand for rings without area and prisms without
// height. Crossings of rings are not detected.
func Prism(outer []r3.Vector, holes [][]r3.Vector, z0, z1 float64) (Operand, error) {
	if !(z0 < z1) {
		return Operand{}, fmt.Errorf("prism from %v to %v: %w", z0, z1, ErrDegenerateOperand)
	}
	o := Operand{place: Identity(), convex: len(holes) == 0}
	bottom, top := polygon{}, polygon{}
	for i, ring := range append([][]r3.Vector{outer}, holes...) {
		ring = withoutRepeats(ring)
		area := ringArea(ring)
		if len(ring) < 3 || area == 0 {
			return Operand{}, fmt.Errorf("ring %d of a prism: %w", i, ErrDegenerateOperand)
		}
		lower := o.appendRing(ring, z0, (area > 0) == (i == 0))
		upper := o.appendRing(ring, z1, (area > 0) == (i == 0))
		o.convex = o.convex && o.convexRing(lower)
		for k := range lower {
			n := (k + 1) % len(lower)
			o.faces = append(o.faces, polygon{{lower[k], lower[n], upper[n], upper[k]}})
		}
		bottom, top = append(bottom, reversed(lower)), append(top, upper)
	}
	o.faces = append(o.faces, bottom, top)
	return o.withCuts(), nil
}

// withCuts returns the operand with a cache for cut faces, unless all its faces are convex.
func (o Operand) withCuts() Operand {
	if !o.convex {
		o.cuts = new(cutTable)
	}
	return o
}

// Cylinder returns a regular prism with corners at the angles 360 k / segments on a circle around the centre.
func Cylinder(centre r3.Vector, radius float64, segments int, z0, z1 float64) (Operand, error) {
	if segments < 3 || !(radius > 0) {
		return Operand{}, fmt.Errorf("cylinder of radius %v with %d segments: %w", radius,
			segments, ErrDegenerateOperand)
	}
	ring := make([]r3.Vector, segments)
	for k := range ring {
		s, c := sinCos(360 * float64(k) / float64(segments))
		ring[k] = r3.Vector{X: centre.X + float64(radius*c), Y: centre.Y + float64(radius*s)}
	}
	return Prism(ring, nil, z0, z1)
}

// Polyhedron returns the solid with the given faces, counter-clockwise as seen from outside. A [FaceError] names the
// first face that lacks a neighbour (ErrOpenOperand), or has fewer than three corners or an unknown corner
// (ErrDegenerateOperand). [NewShape] checks more.
func Polyhedron(vertices []r3.Vector, faces [][]int32) (Operand, error) {
	o := Operand{place: Identity(), vertices: vertices, faces: make([]polygon, len(faces))}
	for i, f := range faces {
		o.faces[i] = polygon{f}
	}
	return o.checked()
}

// FromSolid returns a solid of package geometry, placed by its frame.
func FromSolid(s geometry.Solid) (Operand, error) {
	o := Operand{place: Placed(s.Frame), vertices: make([]r3.Vector, len(s.Vertices)),
		faces: make([]polygon, len(s.Faces))}
	for i, p := range s.Vertices {
		o.vertices[i] = p.Vector()
	}
	for i, f := range s.Faces {
		o.faces[i] = f.Loops
	}
	return o.checked()
}

// FromMesh returns a closed mesh of package geometry.
func FromMesh(m geometry.Mesh) (Operand, error) {
	o := Operand{place: Identity(), vertices: make([]r3.Vector, len(m.Vertices)),
		faces: make([]polygon, len(m.Triangles))}
	for i, p := range m.Vertices {
		o.vertices[i] = p.Vector()
	}
	flat := make([]int32, 0, 3*len(m.Triangles))
	for i, t := range m.Triangles {
		flat = append(flat, t[:]...)
		o.faces[i] = polygon{flat[3*i : 3*i+3 : 3*i+3]}
	}
	return o.checked()
}

// checked verifies indices and closedness, and tests whether a small polyhedron is convex.
func (o Operand) checked() (Operand, error) {
	if err := o.checkFaces(); err != nil {
		return Operand{}, err
	}
	o.convex = o.isConvex()
	return o.withCuts(), nil
}

func (o *Operand) appendRing(ring []r3.Vector, z float64, forward bool) []int32 {
	loop := make([]int32, len(ring))
	for k := range ring {
		p := ring[k]
		if !forward {
			p = ring[len(ring)-1-k]
		}
		loop[k] = int32(len(o.vertices))
		o.vertices = append(o.vertices, r3.Vector{X: p.X, Y: p.Y, Z: z})
	}
	return loop
}

func withoutRepeats(ring []r3.Vector) []r3.Vector {
	out := make([]r3.Vector, 0, len(ring))
	for i, p := range ring {
		q := ring[(i+1)%len(ring)]
		if math.Abs(p.X-q.X) > gridNoise || math.Abs(p.Y-q.Y) > gridNoise {
			out = append(out, p)
		}
	}
	return out
}

// ringArea returns twice the signed area in plan.
func ringArea(ring []r3.Vector) float64 {
	sum := 0.0
	for i := 1; i+1 < len(ring); i++ {
		a, b := ring[i].Sub(ring[0]), ring[i+1].Sub(ring[0])
		sum += float64(a.X*b.Y) - float64(a.Y*b.X)
	}
	return sum
}

func reversed(loop []int32) []int32 {
	out := make([]int32, len(loop))
	for i, v := range loop {
		out[len(loop)-1-i] = v
	}
	return out
}
