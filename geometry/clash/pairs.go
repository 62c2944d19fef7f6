package clash

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"

	"github.com/bimstream/bimstream/geometry/processors"
)

// Pair holds the indexes of two boxes in a list, the lower index first.
type Pair struct{ First, Second int32 }

// Pairs returns the pairs of boxes that are within a clearance of each other along every axis, including boxes that
// touch. Each pair is listed once, ordered by First and Second. Empty boxes are in no pair. The clearance is zero or
// more.
//
// The boxes are put into a uniform grid. Boxes that would fill too many cells are put into a coarser grid, repeatedly.
// A box is looked up in its own grid and in all coarser grids. All processors take part. The cost depends on the
// numbers of boxes and pairs, not on their sizes and places. There may be at most 2^26 boxes.
func Pairs(boxes []geometry.Box, clearance geometry.Length) []Pair {
	j := joining{boxes: make([]geometry.Box, len(boxes))}
	extent := geometry.EmptyBox()
	var members []int32
	for i, b := range boxes {
		if b.Empty() {
			continue
		}
		// If the upper sides are moved by the clearance, exactly the boxes within the clearance of each other meet.
		b.Max = b.Max.Add(geometry.Point3{X: clearance, Y: clearance, Z: clearance})
		j.boxes[i] = b
		members = append(members, int32(i))
		extent = extent.Union(b)
	}
	if len(members) > 1 {
		j.join(members, extent)
	}
	return ordered(j.found, len(boxes))
}

// joining is a running search for pairs.
type joining struct {
	boxes []geometry.Box
	found []Pair
}

// join works from the finest grid to the coarsest; boxes of one grid are looked up in all following ones.
func (j *joining) join(members []int32, extent geometry.Box) {
	var smaller []int32
	size := step(j.boxes, members, extent)
	for len(members) > 0 {
		g := &grid{origin: extent.Min, step: size}
		fitting, larger := j.split(g, members)
		g.fill(j.boxes, fitting)
		j.inStretches(len(g.start)-1, g.within)
		if len(fitting) > 0 {
			j.inStretches(len(smaller), func(from, to int) []Pair { return g.across(j.boxes, smaller[from:to]) })
		}
		smaller, members = append(smaller, fitting...), larger
		size = geometry.Point3{X: size.X * coarser, Y: size.Y * coarser, Z: size.Z * coarser}
	}
}

// split divides boxes into those that fit into a grid and those that are too large for it.
func (j *joining) split(g *grid, members []int32) (fitting, larger []int32) {
	for _, m := range members {
		if cells(g.span(j.boxes[m])) <= maxCells {
			fitting = append(fitting, m)
		} else {
			larger = append(larger, m)
		}
	}
	return fitting, larger
}

// leastStretch is the number of buckets or boxes below which another processor costs more than it saves.
const leastStretch = 4096

// inStretches lets all processors examine stretches of a range, and gathers the pairs that they find. The order in
// which pairs are found does not matter, because they are sorted in the end. No pair is found twice.
func (j *joining) inStretches(n int, look func(from, to int) []Pair) {
	found := make([][]Pair, min(processors.Count(), 1+n/leastStretch))
	processors.Each(len(found), func(w int) { found[w] = look(n*w/len(found), n*(w+1)/len(found)) })
	for _, pairs := range found {
		j.found = append(j.found, pairs...)
	}
}

// within finds the pairs in a range of buckets of a grid.
func (g *grid) within(from, to int) (found []Pair) {
	for b := from; b < to; b++ {
		bucket := g.list[g.start[b]:g.start[b+1]]
		for i := range bucket {
			e := &bucket[i]
			for k := i + 1; k < len(bucket); k++ {
				if f := &bucket[k]; e.meets(f) {
					found = append(found, e.with(f))
				}
			}
		}
	}
	return found
}

// across finds the pairs of a box in the grid and a smaller box that is not in the grid.
func (g *grid) across(boxes []geometry.Box, smaller []int32) (found []Pair) {
	for _, m := range smaller {
		lo, hi := g.span(boxes[m])
		e := entry{box: boxes[m], mark: uint32(m) << 3}
		each(lo, hi, func(c cell) {
			e.cell, e.mark = c, e.mark&^firstOfAll|firsts(c, lo)
			list := g.in(c)
			for i := range list {
				if f := &list[i]; e.meets(f) {
					found = append(found, e.with(f))
				}
			}
		})
	}
	return found
}

// with returns the pair of two entries.
func (e *entry) with(f *entry) Pair {
	a, b := int32(e.mark>>3), int32(f.mark>>3)
	return Pair{min(a, b), max(a, b)}
}

// ordered sorts pairs: first by counting into one row for each first box, then each row by the second box.
func ordered(pairs []Pair, boxes int) []Pair {
	start := make([]int, boxes+1)
	for _, p := range pairs {
		start[p.First+1]++
	}
	for i := range boxes {
		start[i+1] += start[i]
	}
	out, next := make([]Pair, len(pairs)), slices.Clone(start)
	for _, p := range pairs {
		out[next[p.First]] = p
		next[p.First]++
	}
	for i := range boxes {
		slices.SortFunc(out[start[i]:start[i+1]], func(a, b Pair) int { return cmp.Compare(a.Second, b.Second) })
	}
	return out
}
