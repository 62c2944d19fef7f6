package csg

import (
	"fmt"
	"slices"
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
	edges := &k.edges
	edges.reset(n)
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
	kept := k.scratch.kept[:0]
	for _, f := range k.kept {
		if !slices.ContainsFunc(f.verts, func(v int32) bool { return c.is[v] }) {
			kept = append(kept, f)
			continue
		}
		verts := k.splitSides(f.verts, edges, c)
		changed = changed || len(verts) != len(f.verts)
		kept = appendSimple(kept, fragment{verts, f.plane})
	}
	k.kept, k.scratch.kept = kept, k.kept
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
