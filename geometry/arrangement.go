package geometry

import (
	"cmp"
	"slices"
)

// share is the winding number of one source above an edge minus its winding number below the edge.
type share struct{ source, weight int32 }

// counters is a range of the winding counters of an arrangement.
type counters struct{ from, to int32 }

// arrangement is a planar subdivision of the grid: edges that share only their ends, each with the winding numbers on
// both of its sides. A source adds to every counter of its range, so that one arrangement can serve several layers of a
// stack.
type arrangement struct {
	edges  []edge
	shares [][]share
	width  int32
	ranges []counters
	above  []int32 // width counters for each edge
	under  []int32
}

// arrange cuts the segments at each other and computes winding numbers. ranges lists the counters of each source.
func arrange(segments []segment, ranges []counters) *arrangement {
	return Interrupt(nil).arrange(segments, ranges)
}

func (stop Interrupt) arrange(segments []segment, ranges []counters) *arrangement {
	a := &arrangement{ranges: ranges}
	for _, r := range ranges {
		a.width = max(a.width, r.to)
	}
	if pieces := stop.node(segments); !stop.Now() {
		a.collect(pieces, false)
		a.count(stop)
	}
	return a
}

// arrangeFace arranges the loops of one face, which share only their ends. A loop that runs both ways along an edge
// keeps it as a slit.
func arrangeFace(pieces []segment) *arrangement {
	a := &arrangement{ranges: []counters{{0, 1}}, width: 1}
	a.collect(pieces, true)
	a.count(nil)
	return a
}

// collect joins coincident pieces to one edge. It drops pieces that cancel in every source, because they bound nothing,
// unless keepSlits is set.
func (a *arrangement) collect(pieces []segment, keepSlits bool) {
	for i, s := range pieces {
		if comparePoints(s.a, s.b) > 0 {
			pieces[i] = segment{s.b, s.a, ^s.source} // the complement marks the opposite direction
		}
	}
	slices.SortFunc(pieces, func(s, t segment) int {
		if c := compareEdges(edge{s.a, s.b}, edge{t.a, t.b}); c != 0 {
			return c
		}
		return cmp.Compare(max(s.source, ^s.source), max(t.source, ^t.source))
	})
	a.edges, a.shares = make([]edge, 0, len(pieces)), make([][]share, 0, len(pieces))
	room := make([]share, len(pieces)) // for the shares of all edges
	for i := 0; i < len(pieces); {
		j := i
		shares := room[i:i]
		for ; j < len(pieces) && pieces[j].a == pieces[i].a && pieces[j].b == pieces[i].b; j++ {
			shares = addShare(shares, pieces[j].source)
		}
		shares = slices.DeleteFunc(shares, func(s share) bool { return s.weight == 0 })
		if len(shares) > 0 || keepSlits {
			a.edges = append(a.edges, edge{pieces[i].a, pieces[i].b})
			a.shares = append(a.shares, shares)
		}
		i = j
	}
}

// addShare adds a piece of a source to the last share if that belongs to the source, otherwise to a new share. The
// complement of a source marks a piece in the opposite direction.
func addShare(shares []share, source int32) []share {
	weight := int32(1)
	if source < 0 {
		source, weight = ^source, -1
	}
	if n := len(shares); n > 0 && shares[n-1].source == source {
		shares[n-1].weight += weight
		return shares
	}
	return append(shares, share{source, weight})
}

// count sweeps over the edges and derives the winding numbers on both sides of each edge from the winding numbers above
// the edge below it.
func (a *arrangement) count(stop Interrupt) {
	a.above = make([]int32, len(a.edges)*int(a.width))
	a.under = make([]int32, len(a.edges)*int(a.width))
	nothing := make([]int32, a.width)
	stop.sweep(a.edges, func(v event) {
		below := nothing
		if v.below >= 0 {
			below = a.windingAbove(v.below)
		}
		for _, e := range v.starts {
			copy(a.windingUnder(e), below)
			below = a.windingAbove(e)
			copy(below, a.windingUnder(e))
			for _, s := range a.shares[e] {
				for k := a.ranges[s.source].from; k < a.ranges[s.source].to; k++ {
					below[k] += s.weight
				}
			}
		}
	})
}

func (a *arrangement) windingAbove(e int32) []int32 { return a.above[e*a.width : (e+1)*a.width] }
func (a *arrangement) windingUnder(e int32) []int32 { return a.under[e*a.width : (e+1)*a.width] }

// boundary returns the edges that separate inside from outside, directed so that the inside lies on their left. This
// rule alone handles flush, touching and coincident edges.
func (a *arrangement) boundary(inside func(winding []int32) bool) []directed {
	out := make([]directed, 0, len(a.edges))
	for i, e := range a.edges {
		above, under := inside(a.windingAbove(int32(i))), inside(a.windingUnder(int32(i)))
		switch {
		case above && !under:
			out = append(out, directed{e.lo, e.hi})
		case under && !above:
			out = append(out, directed{e.hi, e.lo})
		}
	}
	return out
}
