package csg

import (
	"math/rand/v2"
	"os"

	"github.com/golang/geo/r3"
)

// seeded returns a generator whose seed a failing test prints.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2026)) }

// pose returns a random rigid motion.
func pose(r *rand.Rand) Motion {
	axis := r3.Vector{X: r.Float64() - 0.5, Y: r.Float64() - 0.5, Z: r.Float64() - 0.5}
	m := Rotation(axis, 360*r.Float64())
	m.T = r3.Vector{X: 2e8 * (r.Float64() - 0.5), Y: 2e8 * (r.Float64() - 0.5), Z: 2e7 * r.Float64()}
	return m
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// gridBox is a box with corners on a grid of whole metres.
type gridBox struct{ lo, hi [3]int }

func (b gridBox) operand() Operand {
	const metre = 1e6
	v := func(c [3]int) r3.Vector {
		return r3.Vector{X: metre * float64(c[0]), Y: metre * float64(c[1]), Z: metre * float64(c[2])}
	}
	return must(Box(v(b.lo), v(b.hi)))
}

const gridSize = 4

func randomGridBox(r *rand.Rand) gridBox {
	var b gridBox
	for i := range b.lo {
		x, y := r.IntN(gridSize+1), r.IntN(gridSize)
		if y >= x {
			y++
		}
		b.lo[i], b.hi[i] = min(x, y), max(x, y)
	}
	return b
}

func (b gridBox) has(cell [3]int) bool {
	for i, c := range cell {
		if c < b.lo[i] || c >= b.hi[i] {
			return false
		}
	}
	return true
}

// cellSet is the reference: a set of unit cells.
type cellSet map[[3]int]bool

func cellsWhere(in func(cell [3]int) bool) cellSet {
	set := cellSet{}
	for x := range gridSize {
		for y := range gridSize {
			for z := range gridSize {
				if c := [3]int{x, y, z}; in(c) {
					set[c] = true
				}
			}
		}
	}
	return set
}

func (s cellSet) measure() (volume, area float64) {
	for c := range s {
		volume++
		for axis := range c {
			for _, d := range [...]int{-1, 1} {
				n := c
				n[axis] += d
				if !s[n] {
					area++
				}
			}
		}
	}
	return volume, area
}

// euler returns the Euler number of the boundary, which is twice the Euler number of the open inside. The inside is
// counted in the complex that is dual to the cells: the cells, minus the faces between two cells, plus the edges among
// four, minus the corners among eight. Voids that meet only in a corner are not connected there.
func (s cellSet) euler() int {
	sum := 0
	for c := range s {
		for bits := range 8 {
			span := [3]int{bits & 1, bits >> 1 & 1, bits >> 2}
			if s.all(c, span) {
				sum += 1 - 2*((span[0]+span[1]+span[2])%2)
			}
		}
	}
	return 2*sum + s.corners()
}

// all reports whether the set contains all cells from c on, one or two along each axis.
func (s cellSet) all(c, span [3]int) bool {
	for x := range span[0] + 1 {
		for y := range span[1] + 1 {
			for z := range span[2] + 1 {
				if !s[[3]int{c[0] + x, c[1] + y, c[2] + z}] {
					return false
				}
			}
		}
	}
	return true
}

// corners returns the correction for corners. On a small sphere around a corner, each part of the inside is a region.
// The sum over the cells closes a region with b boundaries by a surface of Euler number 2-b, but the real boundary
// closes it by b discs.
func (s cellSet) corners() int {
	sum := 0
	for x := range gridSize + 1 {
		for y := range gridSize + 1 {
			for z := range gridSize + 1 {
				around := cellSet{}
				for bits := range 8 {
					if c := [3]int{x - bits&1, y - bits>>1&1, z - bits>>2}; s[c] {
						around[c] = true
					}
				}
				if len(around) < 8 {
					sum += 2 * (around.parts() - around.region())
				}
			}
		}
	}
	return sum
}

// region returns the Euler number of up to seven cells around a corner, seen on a small sphere.
func (s cellSet) region() int {
	sum := 0
	for c := range s {
		for bits := range 7 {
			span := [3]int{bits & 1, bits >> 1 & 1, bits >> 2}
			if s.all(c, span) {
				sum += 1 - 2*((span[0]+span[1]+span[2])%2)
			}
		}
	}
	return sum
}

// parts counts the sets of cells that are connected by faces.
func (s cellSet) parts() int {
	seen := cellSet{}
	var visit func(c [3]int)
	visit = func(c [3]int) {
		if !s[c] || seen[c] {
			return
		}
		seen[c] = true
		for axis := range c {
			for _, d := range [...]int{-1, 1} {
				n := c
				n[axis] += d
				visit(n)
			}
		}
	}
	parts := 0
	for c := range s {
		if !seen[c] {
			parts++
			visit(c)
		}
	}
	return parts
}

// operations lists the n-ary operations with their meaning cell by cell.
var operations = []struct {
	name  string
	build func(...Expr) Expr
	in    func(in []bool) bool
}{
	{"union", Union, func(in []bool) bool {
		for _, i := range in {
			if i {
				return true
			}
		}
		return false
	}},
	{"subtract", Subtract, func(in []bool) bool {
		for _, i := range in[1:] {
			if i {
				return false
			}
		}
		return in[0]
	}},
	{"intersect", Intersect, func(in []bool) bool {
		for _, i := range in {
			if !i {
				return false
			}
		}
		return true
	}},
}

// baked returns the operand as a polyhedron with moved corners and no frame.
func baked(o Operand, m Motion) Operand {
	out := Operand{place: Identity(), faces: o.faces, convex: o.convex, vertices: make([]r3.Vector, len(o.vertices))}
	for i, p := range o.vertices {
		out.vertices[i] = m.Point(o.place.Point(p))
	}
	return out
}

func expressions(boxes []gridBox, of func(Operand) Operand) []Expr {
	out := make([]Expr, len(boxes))
	for i, b := range boxes {
		out[i] = Of(of(b.operand()))
	}
	return out
}

func asIs(o Operand) Operand { return o }

// soak returns the number of rounds: few in an ordinary run, many with BIMSTREAM_SOAK=1.
func soak(ordinary, many uint64) uint64 {
	if os.Getenv("BIMSTREAM_SOAK") == "1" {
		return many
	}
	return ordinary
}

// roundedTo rounds the corners of an operand to the grid of whole micrometres.
func roundedTo(o Operand) Operand {
	for i, p := range o.vertices {
		o.vertices[i] = rounded(p).Vector()
	}
	return o
}

func volumeOf(s Shape) float64 {
	if s.Empty() {
		return 0
	}
	return s.Volume()
}
