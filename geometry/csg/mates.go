package csg

import (
	"cmp"
	"slices"

	"github.com/golang/geo/r3"
)

// findMates lists for every operand the operands whose boxes meet its box, by a sweep along X.
func (k *kernel) findMates() {
	order := make([]int32, len(k.operands))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		return cmp.Or(cmp.Compare(k.operands[i].box.Lo.X, k.operands[j].box.Lo.X), cmp.Compare(i, j))
	})
	for at, i := range order {
		a := &k.operands[i]
		a.mates = append(a.mates, i)
		for _, j := range order[at+1:] {
			b := &k.operands[j]
			if b.box.Lo.X > a.box.Hi.X+RoundedTolerance {
				break
			}
			if meet(&a.box, &b.box) {
				a.mates, b.mates = append(a.mates, j), append(b.mates, i)
			}
		}
	}
	for i := range k.operands {
		slices.Sort(k.operands[i].mates)
	}
}

// bins divides an operand's box into slices across its longest axis. Each slice lists the mates whose boxes reach into
// it.
type bins struct {
	axis  int
	lo    float64
	scale float64
	mates [][]int32
}

// fewMates is the number of mates up to which testing all of them is faster than bins.
const fewMates = 12

// matesAt returns the mates of operand i whose boxes may contain a point of its surface, in ascending order, including
// i.
func (k *kernel) matesAt(i int32, at r3.Vector) []int32 {
	o := &k.operands[i]
	if len(o.mates) <= fewMates {
		return o.mates
	}
	if o.bins == nil {
		k.fillBins(o)
	}
	return o.bins.mates[o.bins.of(component(at, o.bins.axis))]
}

func (k *kernel) fillBins(o *solid) {
	b := &bins{axis: longest(o.box), mates: make([][]int32, len(o.mates))}
	b.lo = component(o.box.Lo, b.axis)
	b.scale = float64(len(o.mates)) / max(1, component(o.box.Hi, b.axis)-b.lo)
	for _, j := range o.mates {
		m := &k.operands[j].box
		from := b.of(component(m.Lo, b.axis) - RoundedTolerance)
		to := b.of(component(m.Hi, b.axis) + RoundedTolerance)
		for n := from; n <= to; n++ {
			b.mates[n] = append(b.mates[n], j)
		}
	}
	o.bins = b
}

func (b *bins) of(c float64) int {
	return int(max(0, min(float64(len(b.mates)-1), (c-b.lo)*b.scale)))
}

// longest returns the axis along which a box is longest.
func longest(b box) int {
	d := b.Hi.Sub(b.Lo)
	switch {
	case d.X >= d.Y && d.X >= d.Z:
		return 0
	case d.Y >= d.Z:
		return 1
	}
	return 2
}
