package clash

import (
	"math/bits"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// cell is a cell of a grid by its indices along the axes.
type cell [3]int32

// step returns a cell size that suits boxes. Along each axis it is four times the median length, so that most boxes lie
// in few cells and a cell has few boxes. On a tower of flats a factor of two took half as long again. The size is at
// least leastStep, and large enough for indices to fit.
func step(boxes []geometry.Box, members []int32, extent geometry.Box) geometry.Point3 {
	axis := func(of func(geometry.Point3) geometry.Length) geometry.Length {
		var lengths []geometry.Length
		for i := 0; i < len(members); i += 1 + len(members)/sampled {
			b := &boxes[members[i]]
			lengths = append(lengths, of(b.Max)-of(b.Min))
		}
		slices.Sort(lengths)
		return max(4*lengths[len(lengths)/2], leastStep, (of(extent.Max)-of(extent.Min))>>indexBits)
	}
	return geometry.Point3{
		X: axis(func(p geometry.Point3) geometry.Length { return p.X }),
		Y: axis(func(p geometry.Point3) geometry.Length { return p.Y }),
		Z: axis(func(p geometry.Point3) geometry.Length { return p.Z }),
	}
}

const (
	// leastStep prevents the cells of models with many thin elements, such as bars, from becoming slices.
	leastStep = 500 * geometry.Millimetre
	// indexBits is the number of bits of a cell index along an axis, far within an int32.
	indexBits = 28
	// sampled is the number of boxes from which the median size is computed. The error of that median is some per cent,
	// which hardly affects the time.
	sampled = 1000
	// maxCells is the largest number of cells for a box in this grid. A larger box, such as a slab or a wall across a
	// storey, goes to a coarser grid.
	maxCells = 48
	// coarser is the factor between the cell lengths of successive grids.
	coarser = 4
)

// entry is a box in one of its cells. An entry fills one cache line, so that the tests in a cell read no other memory.
type entry struct {
	box  geometry.Box
	cell cell
	mark uint32 // number of the box, and for each axis whether the cell is the first one of the box
}

// firstOfAll holds the bits of a mark for all three axes.
const firstOfAll = 7

// grid is a hash table of the boxes in each cell.
type grid struct {
	origin geometry.Point3
	step   geometry.Point3
	start  []int32 // index of each bucket in entries
	list   []entry
}

// span returns the first and the last cell of a box.
func (g *grid) span(b geometry.Box) (lo, hi cell) {
	return g.cellOf(b.Min), g.cellOf(b.Max)
}

func (g *grid) cellOf(p geometry.Point3) cell {
	return cell{int32((p.X - g.origin.X) / g.step.X), int32((p.Y - g.origin.Y) / g.step.Y),
		int32((p.Z - g.origin.Z) / g.step.Z)}
}

// cells returns the number of cells from lo to hi.
func cells(lo, hi cell) int64 {
	return int64(hi[0]-lo[0]+1) * int64(hi[1]-lo[1]+1) * int64(hi[2]-lo[2]+1)
}

// each calls f for every cell from lo to hi.
func each(lo, hi cell, f func(cell)) {
	for x := lo[0]; x <= hi[0]; x++ {
		for y := lo[1]; y <= hi[1]; y++ {
			for z := lo[2]; z <= hi[2]; z++ {
				f(cell{x, y, z})
			}
		}
	}
}

// bucket returns the index of a cell in the table (multipliers of Teschner et al. 2003, made odd 32-bit primes).
func (g *grid) bucket(c cell) uint32 {
	h := uint32(c[0])*73856093 ^ uint32(c[1])*19349663 ^ uint32(c[2])*83492791
	return (h ^ h>>15) & uint32(len(g.start)-2)
}

// fill puts boxes into the grid: two passes, one to count and one to place.
func (g *grid) fill(boxes []geometry.Box, members []int32) {
	total := int64(0)
	for _, m := range members {
		total += cells(g.span(boxes[m]))
	}
	g.start = make([]int32, 1+1<<bits.Len64(uint64(total)))
	for _, m := range members {
		lo, hi := g.span(boxes[m])
		each(lo, hi, func(c cell) { g.start[g.bucket(c)]++ })
	}
	sum := int32(0)
	for i, n := range g.start {
		sum += n
		g.start[i] = sum
	}
	g.list = make([]entry, total)
	for _, m := range slices.Backward(members) {
		lo, hi := g.span(boxes[m])
		each(lo, hi, func(c cell) {
			at := &g.start[g.bucket(c)]
			*at--
			g.list[*at] = entry{boxes[m], c, uint32(m)<<3 | firsts(c, lo)}
		})
	}
}

// firsts returns the bits of the axes along which a cell is the first cell of its box.
func firsts(c, lo cell) uint32 {
	mark := uint32(0)
	for i := range c {
		if c[i] == lo[i] {
			mark |= 1 << i
		}
	}
	return mark
}

// in returns the entries that share a bucket with a cell; callers must skip the entries of other cells.
func (g *grid) in(c cell) []entry {
	b := g.bucket(c)
	return g.list[g.start[b]:g.start[b+1]]
}

// meets reports whether two entries of one cell are paired in this cell. Their boxes must share a point, and the cell
// must be their lowest common cell, which along each axis is the first cell of one of the boxes. So no pair is found
// twice.
func (e *entry) meets(f *entry) bool {
	return e.cell == f.cell && (e.mark|f.mark)&firstOfAll == firstOfAll && e.box.Intersects(f.box)
}
