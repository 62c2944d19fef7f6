package csg

import "fmt"

// sew makes the sides of fragments match. If a side of one fragment coincides with several sides of others, it is split
// at their corners. A side that stays open bounds a gap narrower than the difference between two computations of a
// corner. For such sides, sew searches corners within growing distances up to the tolerance. It merges the ends of open
// sides that are closer than that distance.
func (k *kernel) sew() error {
	for within := k.weld; ; within = min(sewStep*within, k.tolerance) {
		if k.sewWithin(within) {
			return nil
		}
		if within >= k.tolerance {
			break
		}
	}
	edges := k.countEdges()
	v, w, _ := edges.firstOpen()
	return fmt.Errorf("edge from %v to %v um: %w", k.pos[v], k.pos[w], ErrNotClosed)
}

// sewWithin sews within one distance. It reports whether all sides match afterwards.
func (k *kernel) sewWithin(within float64) bool {
	for round := range sewRounds {
		if k.stop.Now() {
			return true
		}
		edges := k.countEdges()
		if _, _, open := edges.firstOpen(); !open {
			k.splitTouching(edges)
			return true
		}
		c := openCorners(k, edges)
		if round == 0 && within > k.weld {
			k.weldCorners(c, within)
			continue
		}
		c.within = within
		ends := k.mark(c.all)
		if !k.insertCorners(c, func(v, w int32) bool { return ends[v] && ends[w] && !edges.balanced(v, w) }) {
			break
		}
	}
	_, _, open := k.countEdges().firstOpen()
	return !open
}

// weldCorners merges corners within a distance into one vertex.
func (k *kernel) weldCorners(c *corners, within float64) {
	one := make([]int32, len(k.pos))
	for v := range one {
		one[v] = 1 + int32(v)
	}
	w := &k.scratch.welder
	w.reset(k.pos, len(c.all), within)
	for _, v := range c.all {
		one[v] = 1 + w.weld(v)
	}
	k.renumberKept(one)
}

// splitTouching splits edges of the result at the ends of other edges that lie on them. Voids that touch along a part
// of their edges open into each other there, and their edges must match so that they can. Sides between fragments in
// one plane are not edges of the result. Free fragments touch no other operand.
func (k *kernel) splitTouching(edges *edgeTable) {
	const mixed = -1
	k.eachSide(func(f *fragment, v, w int32) {
		if f.free {
			return
		}
		switch s := edges.slot(v, w); s.last {
		case f.plane + 1:
		case 0:
			s.last = f.plane + 1
		default:
			s.last = mixed
		}
	})
	ends := k.scratch.one[:0]
	k.eachSide(func(f *fragment, v, w int32) {
		if !f.free && edges.slot(v, w).last == mixed {
			ends = append(ends, v, w)
		}
	})
	k.scratch.one = ends
	c := cornersAt(k, ends)
	isEnd := k.mark(c.all)
	k.insertCorners(c, func(v, w int32) bool { return isEnd[v] && isEnd[w] && edges.slot(v, w).last == mixed })
}

// mark returns a flag for every vertex, which is set for the given vertices. Most sides then need no search. The result
// is valid until the next call.
func (k *kernel) mark(verts []int32) []bool {
	k.scratch.marked = zeroed(k.scratch.marked, len(k.pos))
	for _, v := range verts {
		k.scratch.marked[v] = true
	}
	return k.scratch.marked
}

// eachSide visits the sides of all fragments.
func (k *kernel) eachSide(visit func(f *fragment, v, w int32)) {
	for i := range k.kept {
		f := &k.kept[i]
		last := f.verts[len(f.verts)-1]
		for _, v := range f.verts {
			visit(f, last, v)
			last = v
		}
	}
}

// sewRounds is the greatest number of rounds of sewing. One round is enough unless a corner that is inserted into a
// side comes within the tolerance of another side.
const sewRounds = 4

// sewStep is the factor between successive search distances.
const sewStep = 4

func (k *kernel) countEdges() *edgeTable {
	n := 0
	for _, f := range k.kept {
		n += len(f.verts)
	}
	edges := &k.edges
	edges.reset(n)
	k.eachSide(func(_ *fragment, v, w int32) { edges.add(v, w, 1) })
	return edges
}

// insertCorners splits the chosen sides at the corners on them, and reports whether there were any.
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
		kept = appendSimple(kept, fragment{verts, f.plane, f.free})
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
