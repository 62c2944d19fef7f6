package csg

import "github.com/golang/geo/r3"

// curveBits is the resolution of the curve along each axis.
const curveBits = 10

// alongCurve returns the pieces, counted from 0, in the order of their middles along the Z-order curve (Morton 1966)
// through a box; equal ones keep their order.
func alongCurve(pieces []piece, b box) []int32 {
	keys, order := make([]uint32, len(pieces)), make([]int32, len(pieces))
	size := b.hi.Sub(b.lo)
	scale := r3.Vector{X: steps(size.X), Y: steps(size.Y), Z: steps(size.Z)}
	for i := range pieces {
		p := times(pieces[i].box.middle(), 0.5).Sub(b.lo)
		keys[i] = spread(p.X*scale.X) | spread(p.Y*scale.Y)<<1 | spread(p.Z*scale.Z)<<2
		order[i] = int32(i)
	}
	return radixSort(keys, order)
}

func steps(size float64) float64 {
	if size > 0 {
		return (1<<curveBits - 1) / size
	}
	return 0
}

// spread puts two free bits after each of the ten bits of a whole number.
func spread(c float64) uint32 {
	x := uint32(max(0, min(1<<curveBits-1, c)))
	x = (x | x<<16) & 0x030000ff
	x = (x | x<<8) & 0x0300f00f
	x = (x | x<<4) & 0x030c30c3
	return (x | x<<2) & 0x09249249
}

// radixSort sorts an order by keys of 3 curveBits bits, digit by digit from the lowest.
func radixSort(keys []uint32, order []int32) []int32 {
	other := make([]int32, len(order))
	for shift := 0; shift < 3*curveBits; shift += curveBits {
		var count [1<<curveBits + 1]int32
		for _, key := range keys {
			count[(key>>shift)&(1<<curveBits-1)+1]++
		}
		for d := range 1 << curveBits {
			count[d+1] += count[d]
		}
		for _, i := range order {
			digit := (keys[i] >> shift) & (1<<curveBits - 1)
			other[count[digit]] = i
			count[digit]++
		}
		order, other = other, order
	}
	return order
}
