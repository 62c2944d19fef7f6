package csg

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/golang/geo/r3"
)

// sew makes fragments match side by side: a side that another fragment has in parts gets the corners of those parts.
func (k *kernel) sew() error {
	for range sewRounds {
		edges := k.countEdges()
		if _, _, open := edges.firstOpen(); !open {
			return nil
		}
		if !k.insertCorners(edges) {
			break
		}
	}
	edges := k.countEdges()
	if v, w, open := edges.firstOpen(); open {
		return fmt.Errorf("edge from %v to %v um: %w", k.pos[v], k.pos[w], ErrNotClosed)
	}
	return nil
}

// sewRounds bounds the rounds of sewing. One is enough unless a corner that is put into a side comes within the tolerance of
// another one.
const sewRounds = 4

func (k *kernel) countEdges() *edgeTable {
	n := 0
	for _, f := range k.kept {
		n += len(f.verts)
	}
	edges := newEdgeTable(n)
	for _, f := range k.kept {
		last := f.verts[len(f.verts)-1]
		for _, v := range f.verts {
			edges.add(last, v, 1)
			last = v
		}
	}
	return edges
}

// insertCorners splits every side that lacks its opposite at the ends of such sides that lie on it.
func (k *kernel) insertCorners(edges *edgeTable) bool {
	c := newCorners(k, edges)
	changed := false
	kept := make([]fragment, 0, len(k.kept))
	for _, f := range k.kept {
		if !slices.ContainsFunc(f.verts, func(v int32) bool { return c.is[v] }) {
			kept = append(kept, f)
			continue
		}
		verts := k.splitSides(f.verts, edges, c)
		changed = changed || len(verts) != len(f.verts)
		kept = appendSimple(kept, fragment{verts, f.plane})
	}
	k.kept = kept
	return changed
}

func (k *kernel) splitSides(verts []int32, edges *edgeTable, c *corners) []int32 {
	out := c.scratch[:0]
	for i, v := range verts {
		out = append(out, v)
		w := verts[(i+1)%len(verts)]
		if !edges.balanced(v, w) {
			out = append(out, c.between(v, w)...)
		}
	}
	c.scratch = out
	if len(out) == len(verts) {
		return verts
	}
	return append(k.loops.make(len(out)), out...)
}

// corners are the ends of sides that lack their opposite, sorted along each axis.
type corners struct {
	k       *kernel
	is      []bool
	sorted  [3][]int32
	found   []int32
	scratch []int32
}

func newCorners(k *kernel, edges *edgeTable) *corners {
	c := &corners{k: k, is: make([]bool, len(k.pos))}
	var all []int32
	for i, key := range edges.keys {
		if key == 0 || edges.net[i] == 0 {
			continue
		}
		for _, v := range [...]int32{int32((key - 1) >> 32), int32(key - 1)} {
			if !c.is[v] {
				c.is[v] = true
				all = append(all, v)
			}
		}
	}
	for axis := range c.sorted {
		s := slices.Clone(all)
		slices.SortFunc(s, func(v, w int32) int {
			return cmp.Or(cmp.Compare(component(k.pos[v], axis), component(k.pos[w], axis)), cmp.Compare(v, w))
		})
		c.sorted[axis] = s
	}
	return c
}

// between answers the corners on the open segment v w, in the order of its direction. The result lives until the next
// call.
func (c *corners) between(v, w int32) []int32 {
	a, b := c.k.pos[v], c.k.pos[w]
	d := b.Sub(a)
	length := d.Norm()
	c.found = c.found[:0]
	for _, u := range c.slab(a, b) {
		if u == v || u == w {
			continue
		}
		q := c.k.pos[u].Sub(a)
		if t := q.Dot(d) / length; t > 0 && t < length && offLine(q, d, length) <= c.k.weld {
			c.found = append(c.found, u)
		}
	}
	slices.SortFunc(c.found, func(u, x int32) int {
		return cmp.Or(cmp.Compare(d.Dot(c.k.pos[u]), d.Dot(c.k.pos[x])), cmp.Compare(u, x))
	})
	return c.found
}

func offLine(q, d r3.Vector, length float64) float64 { return q.Cross(d).Norm() / length }

// slab answers the corners between two points along the axis on which there are fewest.
func (c *corners) slab(a, b r3.Vector) []int32 {
	var best []int32
	for axis, s := range c.sorted {
		lo, hi := component(a, axis), component(b, axis)
		lo, hi = min(lo, hi)-c.k.weld, max(lo, hi)+c.k.weld
		from := c.firstFrom(s, axis, lo)
		to := from + c.firstFrom(s[from:], axis, math.Nextafter(hi, math.Inf(1)))
		if axis == 0 || to-from < len(best) {
			best = s[from:to]
		}
	}
	return best
}

// firstFrom answers the position of the first corner that is not before a coordinate.
func (c *corners) firstFrom(s []int32, axis int, at float64) int {
	i, _ := slices.BinarySearchFunc(s, at, func(v int32, at float64) int { return cmp.Compare(component(c.k.pos[v], axis), at) })
	return i
}
