package clash

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Pair is two boxes by their places in a list, the lower one first.
type Pair struct{ First, Second int32 }

// Pairs answers the pairs of boxes that come within a clearance of each other along every axis, touching included, each
// once, ordered by First and Second. Empty boxes meet nothing. The clearance is zero or more.
//
// The boxes go into a uniform grid; those that would fill too many cells go into a coarser one, again and again. A box is
// looked up in its own grid and in all coarser ones. The cost follows the number of boxes and of pairs, whatever their
// sizes and wherever they are. At most 2^26 boxes.
func Pairs(boxes []geometry.Box, clearance geometry.Length) []Pair {
	j := joining{boxes: make([]geometry.Box, len(boxes))}
	extent := geometry.EmptyBox()
	var members []int32
	for i, b := range boxes {
		if b.Empty() {
			continue
		}
		// Moving one side by the clearance brings boxes together that are so far apart, and no others.
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

// joining is a search for pairs under way.
type joining struct {
	boxes []geometry.Box
	found []Pair
}

// join goes from the finest grid to the coarsest; what has been in one is looked up in all that follow.
func (j *joining) join(members []int32, extent geometry.Box) {
	var smaller []int32
	size := step(j.boxes, members, extent)
	for len(members) > 0 {
		g := &grid{origin: extent.Min, step: size}
		fitting, larger := j.split(g, members)
		g.fill(j.boxes, fitting)
		j.within(g)
		if len(fitting) > 0 {
			j.across(g, smaller)
		}
		smaller, members = append(smaller, fitting...), larger
		size = geometry.Point3{X: size.X * coarser, Y: size.Y * coarser, Z: size.Z * coarser}
	}
}

// split divides boxes into those that a grid takes and those that are too large for it.
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

// within finds the pairs in a grid.
func (j *joining) within(g *grid) {
	for b := range len(g.start) - 1 {
		bucket := g.list[g.start[b]:g.start[b+1]]
		for i := range bucket {
			e := &bucket[i]
			for k := i + 1; k < len(bucket); k++ {
				if f := &bucket[k]; e.meets(f) {
					j.add(e.mark>>3, f.mark>>3)
				}
			}
		}
	}
}

// across finds the pairs of boxes in a grid with smaller ones that are not.
func (j *joining) across(g *grid, smaller []int32) {
	for _, m := range smaller {
		lo, hi := g.span(j.boxes[m])
		e := entry{box: j.boxes[m], mark: uint32(m) << 3}
		each(lo, hi, func(c cell) {
			e.cell, e.mark = c, e.mark&^firstOfAll|firsts(c, lo)
			list := g.in(c)
			for i := range list {
				if f := &list[i]; e.meets(f) {
					j.add(e.mark>>3, f.mark>>3)
				}
			}
		})
	}
}

func (j *joining) add(a, b uint32) {
	j.found = append(j.found, Pair{int32(min(a, b)), int32(max(a, b))})
}

// ordered sorts pairs: by counting into a row for each first box, then each row.
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
