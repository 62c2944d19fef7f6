package csg

import "fmt"

// sew makes fragments match side by side: a side that another fragment has in parts gets the corners of those parts, and
// so does a side where an edge of another operand begins or ends.
func (k *kernel) sew() error {
	if len(k.touches) > 0 {
		k.insertCorners(cornersAt(k, k.touches), func(v, w int32) bool { return true })
	}
	for range sewRounds {
		edges := k.countEdges()
		if _, _, open := edges.firstOpen(); !open {
			return nil
		}
		open := func(v, w int32) bool { return !edges.balanced(v, w) }
		if !k.insertCorners(openCorners(k, edges), open) {
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

// insertCorners splits the chosen sides at the corners that lie on them, and reports whether there were any.
func (k *kernel) insertCorners(c *corners, chosen func(v, w int32) bool) bool {
	changed := false
	kept := k.scratch.kept[:0]
	for _, f := range k.kept {
		verts := k.splitSides(f.verts, c, chosen)
		if len(verts) == len(f.verts) {
			kept = append(kept, f)
			continue
		}
		changed = true
		kept = appendSimple(kept, fragment{verts, f.plane})
	}
	k.kept, k.scratch.kept = kept, k.kept
	return changed
}

func (k *kernel) splitSides(verts []int32, c *corners, chosen func(v, w int32) bool) []int32 {
	out := c.scratch[:0]
	for i, v := range verts {
		out = append(out, v)
		if w := verts[(i+1)%len(verts)]; chosen(v, w) {
			out = append(out, c.between(v, w)...)
		}
	}
	c.scratch = out
	if len(out) == len(verts) {
		return verts
	}
	return append(k.loops.make(len(out)), out...)
}
