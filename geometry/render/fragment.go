package render

import "math"

// fragment says what is seen in a sample: a triangle of a part of an object, or where a plane cuts a part. Of two at
// one depth that with the lower number is seen.
type fragment int64

// The bits of a fragment, from the lowest: the number of a triangle, of its part, and of its object.
const (
	triangleBits = 24
	partBits     = 16
	objectBits   = 22
	planeBits    = 3 // of a cut, in place of those of triangles
)

// The fragments of what is no object.
const (
	nothing = fragment(-1)
	ground  = fragment(math.MinInt64)
)

func triangleFragment(object, part, triangle int) fragment {
	return fragment(object)<<(partBits+triangleBits) | fragment(part)<<triangleBits | fragment(triangle)
}

// cutFragment is lower than nothing.
func cutFragment(object, part, plane int) fragment {
	return -2 - (fragment(object)<<(partBits+planeBits) | fragment(part)<<planeBits | fragment(plane))
}

// source is what a fragment is of: a triangle, or a plane that cuts. The other one is -1.
type source struct{ object, part, triangle, plane int }

// source returns what a fragment is of that is neither nothing nor ground.
func (f fragment) source() source {
	if f >= 0 {
		return source{int(f >> (partBits + triangleBits)), int(f >> triangleBits & (1<<partBits - 1)),
			int(f & (1<<triangleBits - 1)), -1}
	}
	f = -2 - f
	return source{int(f >> (partBits + planeBits)), int(f >> planeBits & (1<<partBits - 1)), -1,
		int(f & (1<<planeBits - 1))}
}
