package csg

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry/extent"
)

// box is the extent of corners, faces and operands in the frame of the booleans.
type box = extent.Box

// meet reports whether two boxes are within RoundedTolerance of each other.
func meet(b, c *box) bool {
	const t = RoundedTolerance
	return b.Lo.X <= c.Hi.X+t && c.Lo.X <= b.Hi.X+t &&
		b.Lo.Y <= c.Hi.Y+t && c.Lo.Y <= b.Hi.Y+t &&
		b.Lo.Z <= c.Hi.Z+t && c.Lo.Z <= b.Hi.Z+t
}

// holds reports whether a point is in the box or within RoundedTolerance of it.
func holds(b *box, p r3.Vector) bool {
	const t = RoundedTolerance
	return b.Lo.X-t <= p.X && p.X <= b.Hi.X+t && b.Lo.Y-t <= p.Y && p.Y <= b.Hi.Y+t &&
		b.Lo.Z-t <= p.Z && p.Z <= b.Hi.Z+t
}

// middleOf returns twice the centre of a box, which is enough to compare centres.
func middleOf(b *box) r3.Vector { return b.Lo.Add(b.Hi) }
