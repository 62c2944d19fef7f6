package csg

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// curveBits is the resolution of the curve along each axis.
const curveBits = 10

// curveOrder holds the memory for sorting along the curve.
type curveOrder struct {
	keys         []uint32
	order, other []int32
}

// along returns the pieces, counted from 0, in the order of their middles along the Z-order curve (Morton 1966) through
// a box; pieces with equal places keep their order. The result is valid until the next call.
func (c *curveOrder) along(pieces []piece, b box) []int32 {
	keys, order := roomFor(c.keys, len(pieces))[:len(pieces)], roomFor(c.order, len(pieces))[:len(pieces)]
	c.keys, c.order = keys, order
	size := b.Hi.Sub(b.Lo)
	scale := r3.Vector{X: steps(size.X), Y: steps(size.Y), Z: steps(size.Z)}
	for i := range pieces {
		p := geometry.Times(middleOf(&pieces[i].box), 0.5).Sub(b.Lo)
		keys[i] = spread(p.X*scale.X) | spread(p.Y*scale.Y)<<1 | spread(p.Z*scale.Z)<<2
		order[i] = int32(i)
	}
	if len(order) <= fewKeys {
		insertByKey(keys, order)
		return order
	}
	c.other = roomFor(c.other, len(pieces))[:len(pieces)]
	return radixSort(keys, order, c.other)
}

// fewKeys is the number of keys up to which insertion sort is faster than radix sort. Radix sort clears and sums three
// tables of a thousand counts for any number of keys.
const fewKeys = 64

// insertByKey sorts an order that counts from 0 by the keys.
func insertByKey(keys []uint32, order []int32) {
	for i := 1; i < len(order); i++ {
		at := order[i]
		j := i
		for ; j > 0 && keys[order[j-1]] > keys[at]; j-- {
			order[j] = order[j-1]
		}
		order[j] = at
	}
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

// radixSort sorts an order by keys of 3 curveBits bits, digit by digit from the lowest. It uses both slices as memory
// and returns the one that holds the result.
func radixSort(keys []uint32, order, other []int32) []int32 {
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
