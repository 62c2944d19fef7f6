package extent

import (
	"math"

	"github.com/golang/geo/r3"
)

// Box is a closed axis-parallel box. In an empty box Lo lies beyond Hi.
type Box struct{ Lo, Hi r3.Vector }

// Empty returns the box that contains no point.
func Empty() Box {
	inf := math.Inf(1)
	return Box{r3.Vector{X: inf, Y: inf, Z: inf}, r3.Vector{X: -inf, Y: -inf, Z: -inf}}
}

// Extend returns the smallest box around a box and a point.
func (b Box) Extend(p r3.Vector) Box {
	return Box{
		r3.Vector{X: min(b.Lo.X, p.X), Y: min(b.Lo.Y, p.Y), Z: min(b.Lo.Z, p.Z)},
		r3.Vector{X: max(b.Hi.X, p.X), Y: max(b.Hi.Y, p.Y), Z: max(b.Hi.Z, p.Z)},
	}
}

// Join returns the smallest box around two boxes.
func (b *Box) Join(c *Box) Box {
	return Box{
		r3.Vector{X: min(b.Lo.X, c.Lo.X), Y: min(b.Lo.Y, c.Lo.Y), Z: min(b.Lo.Z, c.Lo.Z)},
		r3.Vector{X: max(b.Hi.X, c.Hi.X), Y: max(b.Hi.Y, c.Hi.Y), Z: max(b.Hi.Z, c.Hi.Z)},
	}
}
