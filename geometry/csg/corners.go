package csg

import (
	"cmp"
	"slices"

	"github.com/golang/geo/r3"
)

// corners are vertices at which sides may have to be split. Many are sorted along each axis.
type corners struct {
	k       *kernel
	all     []int32
	sorted  [3]axisOrder
	found   []int32
	scratch []int32
}

// axisOrder are corners in the order of one coordinate.
type axisOrder struct {
	corners []int32
	at      []float64
}

// fewCorners is the number up to which looking at all is faster than looking for those that are near.
const fewCorners = 24

// openCorners answers the ends of sides that lack their opposite.
func openCorners(k *kernel, edges *edgeTable) *corners {
	var ends []int32
	for _, s := range edges.slots {
		if s.key == 0 || s.net == 0 {
			continue
		}
		v, w := s.ends()
		ends = append(ends, v, w)
	}
	return cornersAt(k, ends)
}

func cornersAt(k *kernel, verts []int32) *corners {
	slices.Sort(verts)
	c := &corners{k: k, all: slices.Compact(verts)}
	if len(c.all) > fewCorners {
		for axis := range c.sorted {
			c.sorted[axis] = k.along(axis, c.all)
		}
	}
	return c
}

// along sorts vertices by a coordinate.
func (k *kernel) along(axis int, verts []int32) axisOrder {
	o := axisOrder{slices.Clone(verts), make([]float64, len(verts))}
	slices.SortFunc(o.corners, func(v, w int32) int {
		a, b := component(k.pos[v], axis), component(k.pos[w], axis)
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return cmp.Compare(v, w)
	})
	for i, v := range o.corners {
		o.at[i] = component(k.pos[v], axis)
	}
	return o
}

// between answers the corners on the open segment v w, in the order of its direction. The result lives until the next
// call.
func (c *corners) between(v, w int32) []int32 {
	a, b := c.k.pos[v], c.k.pos[w]
	d := b.Sub(a)
	square := d.Norm2()
	limit := float64(c.k.weld * c.k.weld)
	c.found = c.found[:0]
	for _, u := range c.slab(a, b) {
		if u == v || u == w {
			continue
		}
		q := c.k.pos[u].Sub(a)
		if t := q.Dot(d); t > 0 && t < square && q.Cross(d).Norm2() <= limit*square {
			c.found = append(c.found, u)
		}
	}
	if len(c.found) > 1 {
		slices.SortFunc(c.found, func(u, x int32) int {
			return cmp.Or(cmp.Compare(d.Dot(c.k.pos[u].Sub(a)), d.Dot(c.k.pos[x].Sub(a))), cmp.Compare(u, x))
		})
	}
	return c.found
}

// slab answers the corners between two points along the axis on which there are fewest.
func (c *corners) slab(a, b r3.Vector) []int32 {
	if len(c.all) <= fewCorners {
		return c.all
	}
	var best []int32
	for axis := range c.sorted {
		o := &c.sorted[axis]
		lo, hi := component(a, axis), component(b, axis)
		from, to := o.before(min(lo, hi)-c.k.weld), o.before(max(lo, hi)+c.k.weld)
		if axis == 0 || to-from < len(best) {
			best = o.corners[from:to]
		}
	}
	return best
}

// before counts the corners before a coordinate.
func (o *axisOrder) before(at float64) int {
	lo, hi := 0, len(o.at)
	for lo < hi {
		if mid := (lo + hi) / 2; o.at[mid] < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
