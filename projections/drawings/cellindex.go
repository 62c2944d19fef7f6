package drawings

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// cell is the side of the squares of an index: a few times the length of an ordinary line.
const cell = 8 * geometry.Millimetre

// mostCells is the largest number of squares in which one entry is listed. An oblique line of 0.5 m on paper covers as
// many. A larger entry, such as a line of kilometres at 1:20, is in no square and is compared with every query.
const mostCells = 1 << 12

// cellIndex finds the entries that share a square with a rectangle. The zero value is an empty index.
type cellIndex struct {
	cells map[[2]int64][]int32
	at    []cellRange // of each thing; empty for a removed one
	large []int32     // the things that cover more than mostCells and are in no square
}

// cellRange is a range of squares from lo to hi, both included.
type cellRange struct{ lo, hi [2]int64 }

// cellsAround returns the squares that the bounding box of a segment covers, widened by a margin.
func cellsAround(s segment, margin geometry.Length) cellRange {
	floor := func(l geometry.Length) int64 { return int64(math.Floor(float64(l) / float64(cell))) }
	lo := paper.Point{X: min(s.a.X, s.b.X) - margin, Y: min(s.a.Y, s.b.Y) - margin}
	hi := paper.Point{X: max(s.a.X, s.b.X) + margin, Y: max(s.a.Y, s.b.Y) + margin}
	return cellRange{[2]int64{floor(lo.X), floor(lo.Y)}, [2]int64{floor(hi.X), floor(hi.Y)}}
}

// count returns the number of squares. It is a float because lines of the largest extent cover more squares than an
// integer can count.
func (r cellRange) count() float64 {
	return float64(r.hi[0]-r.lo[0]+1) * float64(r.hi[1]-r.lo[1]+1)
}

func (r cellRange) meets(o cellRange) bool {
	return r.lo[0] <= o.hi[0] && o.lo[0] <= r.hi[0] && r.lo[1] <= o.hi[1] && o.lo[1] <= r.hi[1]
}

// each calls f for all squares.
func (r cellRange) each(f func([2]int64)) {
	for i := r.lo[0]; i <= r.hi[0]; i++ {
		for j := r.lo[1]; j <= r.hi[1]; j++ {
			f([2]int64{i, j})
		}
	}
}

// nowhere is a range without squares.
var nowhere = cellRange{[2]int64{math.MaxInt64, math.MaxInt64}, [2]int64{math.MinInt64, math.MinInt64}}

// add makes an entry in the index and returns its number: 0, 1 and so on.
func (x *cellIndex) add(r cellRange) int32 {
	n := int32(len(x.at))
	x.at = append(x.at, r)
	if r.count() > mostCells {
		x.large = append(x.large, n)
		return n
	}
	if x.cells == nil {
		x.cells = map[[2]int64][]int32{}
	}
	r.each(func(c [2]int64) { x.cells[c] = append(x.cells[c], n) })
	return n
}

// remove removes an entry from the index. Its number is not used again.
func (x *cellIndex) remove(n int32) {
	is := func(i int32) bool { return i == n }
	if r := x.at[n]; r.count() > mostCells {
		x.large = slices.DeleteFunc(x.large, is)
	} else {
		r.each(func(c [2]int64) { x.cells[c] = slices.DeleteFunc(x.cells[c], is) })
	}
	x.at[n] = nowhere
}

// meeting returns the numbers of the entries that share a square with a rectangle, in order. If there are fewer entries
// than squares, it looks at every entry.
func (x *cellIndex) meeting(r cellRange) []int32 {
	var found []int32
	if r.count() > float64(len(x.at)) {
		for n, at := range x.at {
			if at.meets(r) {
				found = append(found, int32(n))
			}
		}
		return found
	}
	r.each(func(c [2]int64) { found = append(found, x.cells[c]...) })
	for _, n := range x.large {
		if x.at[n].meets(r) {
			found = append(found, n)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
