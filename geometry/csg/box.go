package csg

import (
	"math"

	"github.com/golang/geo/r3"
)

// box is a closed axis-parallel box.
type box struct{ lo, hi r3.Vector }

func emptyBox() box {
	inf := math.Inf(1)
	return box{r3.Vector{X: inf, Y: inf, Z: inf}, r3.Vector{X: -inf, Y: -inf, Z: -inf}}
}

func (b box) extend(p r3.Vector) box {
	return box{
		r3.Vector{X: min(b.lo.X, p.X), Y: min(b.lo.Y, p.Y), Z: min(b.lo.Z, p.Z)},
		r3.Vector{X: max(b.hi.X, p.X), Y: max(b.hi.Y, p.Y), Z: max(b.hi.Z, p.Z)},
	}
}

func (b *box) join(c *box) box {
	return box{
		r3.Vector{X: min(b.lo.X, c.lo.X), Y: min(b.lo.Y, c.lo.Y), Z: min(b.lo.Z, c.lo.Z)},
		r3.Vector{X: max(b.hi.X, c.hi.X), Y: max(b.hi.Y, c.hi.Y), Z: max(b.hi.Z, c.hi.Z)},
	}
}

// meets reports whether the boxes come within RoundedTolerance of each other.
func (b *box) meets(c *box) bool {
	const t = RoundedTolerance
	return b.lo.X <= c.hi.X+t && c.lo.X <= b.hi.X+t &&
		b.lo.Y <= c.hi.Y+t && c.lo.Y <= b.hi.Y+t &&
		b.lo.Z <= c.hi.Z+t && c.lo.Z <= b.hi.Z+t
}

// holds reports whether a point is in the box or within RoundedTolerance of it.
func (b *box) holds(p r3.Vector) bool {
	const t = RoundedTolerance
	return b.lo.X-t <= p.X && p.X <= b.hi.X+t && b.lo.Y-t <= p.Y && p.Y <= b.hi.Y+t &&
		b.lo.Z-t <= p.Z && p.Z <= b.hi.Z+t
}

// middle returns twice the centre.
func (b *box) middle() r3.Vector { return b.lo.Add(b.hi) }
