package csg

import (
	"cmp"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry/extent"
)

// corners is a set of vertices at which sides may have to be split. A large set is stored in a tree, as pieces without
// extent.
type corners struct {
	k       *kernel
	all     []int32
	points  []piece
	tree    tree
	around  []int32
	found   []int32
	scratch []int32
	within  float64 // distance from a side within which a corner counts as on it
}

// fewCorners is the number of corners up to which testing all of them is faster than a search for the near corners.
const fewCorners = 24

// openCorners returns the ends of sides without an opposite side.
func openCorners(k *kernel, edges *edgeTable) *corners {
	ends := k.scratch.one[:0]
	for i := range edges.slots {
		if s := &edges.slots[i]; s.key != 0 && s.net != 0 {
			v, w := s.ends()
			ends = append(ends, v, w)
		}
	}
	k.scratch.one = ends
	return cornersAt(k, ends)
}

// cornersAt makes corners of vertices, which it sorts without duplicates.
func cornersAt(k *kernel, verts []int32) *corners {
	slices.Sort(verts)
	c := &corners{k: k, all: slices.Compact(verts), within: k.weld}
	if len(c.all) <= fewCorners {
		for i := range c.all {
			c.around = append(c.around, int32(i))
		}
	} else {
		c.points = make([]piece, len(c.all))
		for i, v := range c.all {
			c.points[i].box = box{Lo: k.pos[v], Hi: k.pos[v]}
		}
		c.tree.of(c.points)
	}
	return c
}

// between returns the corners on the open segment v w, in the order of its direction. The result is valid until the
// next call.
func (c *corners) between(v, w int32) []int32 {
	a, b := c.k.pos[v], c.k.pos[w]
	d := b.Sub(a)
	square, limit := d.Norm2(), float64(c.within*c.within)
	c.found = c.found[:0]
	for _, i := range c.near(a, b) {
		u := c.all[i]
		q := c.k.pos[u].Sub(a)
		if t := q.Dot(d); u != v && u != w && t > 0 && t < square && q.Cross(d).Norm2() <= limit*square {
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

// near returns the indexes of the corners in the box of the segment a b, and possibly of others. The result is valid
// until the next call.
func (c *corners) near(a, b r3.Vector) []int32 {
	if len(c.points) > 0 {
		around := extent.Empty().Extend(a).Extend(b)
		c.around = c.tree.meeting(&around, c.around[:0])
	}
	return c.around
}
