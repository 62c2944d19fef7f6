package render

import "math"

// fragment identifies the content of a sample: a triangle of a part of an object, or the cut of a part by a plane. Of
// two fragments at the same depth, the one with the lower number is visible.
type fragment int64

// These are the numbers of bits of a fragment, from the lowest: of a triangle, of its part, and of its object.
const (
	triangleBits = 24
	partBits     = 16
	objectBits   = 22
	planeBits    = 3 // for a cut, in place of the triangle bits
)

// These are the fragments that belong to no object.
const (
	nothing = fragment(-1)
	ground  = fragment(math.MinInt64)
)

func triangleFragment(object, part, triangle int) fragment {
	return fragment(object)<<(partBits+triangleBits) | fragment(part)<<triangleBits | fragment(triangle)
}

// cutFragment returns the fragment of a cut. Its number is lower than the constant nothing.
func cutFragment(object, part, plane int) fragment {
	return -2 - (fragment(object)<<(partBits+planeBits) | fragment(part)<<planeBits | fragment(plane))
}

// source is the origin of a fragment: a triangle or a cutting plane. The field for the other is -1.
type source struct{ object, part, triangle, plane int }

// source returns the origin of a fragment, which must be neither nothing nor ground.
func (f fragment) source() source {
	if f >= 0 {
		return source{int(f >> (partBits + triangleBits)), int(f >> triangleBits & (1<<partBits - 1)),
			int(f & (1<<triangleBits - 1)), -1}
	}
	f = -2 - f
	return source{int(f >> (partBits + planeBits)), int(f >> planeBits & (1<<partBits - 1)), -1,
		int(f & (1<<planeBits - 1))}
}
