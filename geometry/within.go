package geometry

import (
	"cmp"
	"slices"
)

// UnionWithin is Union for parts that should touch but miss each other by at most gap, such as walls that are rounded
// or drawn carelessly. Corners of different polygons within gap become one corner. A corner within gap of another
// polygon's edge is moved onto that edge. If the ends of that edge move too, the edge is led through the corner
// instead. Slits left between parts that are narrower than gap on average are filled. Corners of the same polygon are
// never joined. gap should be well below the thickness of any part.
func UnionWithin(gap Length, parts ...Region) Region {
	return Interrupt(nil).UnionWithin(gap, parts...)
}

// Misses reports whether p is at most gap away from the segment a b or one of its ends, but not exactly on the segment.
// UnionWithin would close such a gap.
func Misses(p, a, b Point2, gap Length) bool {
	if d, between := segmentDistance(p, a, b); between {
		return d > 0 && d <= float64(gap)
	}
	d := min(Distance(p, a), Distance(p, b))
	return d > 0 && d <= gap
}

// UnionWithin is the function UnionWithin with an interrupt.
func (stop Interrupt) UnionWithin(gap Length, parts ...Region) Region {
	var segments []segment
	owner := int32(0)
	for _, p := range distinct(parts) {
		segments = appendRegion(segments, Region{p}, owner)
		owner++
	}
	segments = stop.closeGaps(segments, gap)
	for i := range segments {
		segments[i].source = 0
	}
	if stop.Now() {
		return nil
	}
	return fillSlits(stop.overlay(segments, 1, func(w []int32) bool { return w[0] > 0 }), gap)
}

// distinct returns the polygons of regions without repetitions: walls that were made twice, and copies of slabs.
// Comparing each pair of their corners would cost much and change nothing.
func distinct(regions []Region) []Polygon {
	byStart := map[Point2][]int{}
	var out []Polygon
	for _, p := range slices.Concat(regions...) {
		if len(p.Outer) == 0 {
			continue
		}
		known := byStart[p.Outer[0]]
		if slices.ContainsFunc(known, func(i int) bool { return out[i].alike(p) }) {
			continue
		}
		byStart[p.Outer[0]] = append(known, len(out))
		out = append(out, p)
	}
	return out
}

// alike reports whether two polygons have the same rings.
func (p Polygon) alike(q Polygon) bool {
	return slices.Equal(p.Outer, q.Outer) &&
		slices.EqualFunc(p.Holes, q.Holes, func(a, b Ring) bool { return slices.Equal(a, b) })
}

// closeGaps makes the rings of different sources share corners and edges if they miss each other by at most gap.
func closeGaps(segments []segment, gap Length) []segment {
	return Interrupt(nil).closeGaps(segments, gap)
}

func (stop Interrupt) closeGaps(segments []segment, gap Length) []segment {
	if segments = stop.joinCorners(segments, gap); stop.Now() {
		return nil
	}
	if segments = stop.moveOntoEdges(segments, gap); stop.Now() {
		return nil
	}
	return stop.leadThroughCorners(segments, gap)
}

// corner is an end of an edge of a polygon.
type corner struct {
	at    Point2
	owner int32
}

func compareCorners(a, b corner) int {
	return cmp.Or(comparePoints(a.at, b.at), cmp.Compare(a.owner, b.owner))
}

// cornersOf returns the corners of closed rings, sorted, each once.
func cornersOf(segments []segment) []corner {
	out := make([]corner, len(segments))
	for i, s := range segments {
		out[i] = corner{s.a, s.source}
	}
	slices.SortFunc(out, compareCorners)
	return slices.Compact(out)
}

// joinCorners joins groups of corners of different polygons that are within gap of each other: it moves them to the
// first corner of the group in sorted order. The nearest corners are joined first, so that corners that nearly coincide
// are joined whatever else is near. Two corners of one polygon are never joined.
func (stop Interrupt) joinCorners(segments []segment, gap Length) []segment {
	corners := cornersOf(segments)
	groups := make([][]int, len(corners)) // of each corner its group, in sorted order
	for i := range corners {
		groups[i] = []int{i}
	}
	for _, x := range stop.nearCorners(corners, gap) {
		if stop.Now() {
			return nil
		}
		if groups[x.i][0] == groups[x.j][0] {
			continue // they are in one group already
		}
		both := slices.Concat(groups[x.i], groups[x.j])
		slices.Sort(both)
		if !joinable(corners, both, gap) {
			continue
		}
		for _, k := range both {
			groups[k] = both
		}
	}
	moved := make(map[corner]Point2, len(corners))
	for i, c := range corners {
		moved[c] = corners[groups[i][0]].at
	}
	return remap(segments, func(c corner) Point2 { return moved[c] })
}

// nearPair is a pair of corners of different polygons, by their indexes in sorted order.
type nearPair struct {
	apart Length
	i, j  int
}

func compareNear(x, y nearPair) int {
	return cmp.Or(cmp.Compare(x.apart, y.apart), cmp.Compare(x.i, y.i), cmp.Compare(x.j, y.j))
}

// mostNear is the greatest number of corners or edges near a corner that are considered, the nearest first. Some ten
// parts of a building meet at a point. The limit bounds the memory if a model has many copies at one place.
const mostNear = 64

// nearest reduces a list to its first mostNear entries by an order whenever it has become twice as long.
func nearest[T any](list []T, order func(a, b T) int) []T {
	if len(list) < 2*mostNear {
		return list
	}
	slices.SortFunc(list, order)
	return list[:mostNear]
}

// nearCorners returns the pairs of corners of different polygons within gap of each other, the nearest first. The
// corners are sorted by X, so that the scan back ends early.
func (stop Interrupt) nearCorners(corners []corner, gap Length) (out []nearPair) {
	for j, c := range corners {
		if stop.Now() {
			return nil
		}
		var near []nearPair
		for i := j - 1; i >= 0 && corners[i].at.X >= c.at.X-gap; i-- {
			if d := Distance(corners[i].at, c.at); d <= gap && corners[i].owner != c.owner {
				near = nearest(append(near, nearPair{d, i, j}), compareNear)
			}
		}
		out = append(out, near...)
	}
	slices.SortFunc(out, compareNear)
	return out
}

// joinable reports whether a group of corners in sorted order can become one corner: each is within gap of the first,
// and no two belong to one polygon.
func joinable(corners []corner, group []int, gap Length) bool {
	owners := make(map[int32]bool, len(group))
	for _, k := range group {
		if Distance(corners[group[0]].at, corners[k].at) > gap || owners[corners[k].owner] {
			return false
		}
		owners[corners[k].owner] = true
	}
	return true
}

// remap moves the ends of segments and removes those that lose their length.
func remap(segments []segment, to func(corner) Point2) []segment {
	out := make([]segment, 0, len(segments))
	for _, s := range segments {
		a, b := to(corner{s.a, s.source}), to(corner{s.b, s.source})
		if a != b {
			out = append(out, segment{a, b, s.source})
		}
	}
	return out
}

// approach is a corner within gap of the inner part of an edge that belongs to another polygon.
type approach struct {
	at   Point2
	edge segment
	dist float64
}

// approaches returns all approaches: for each corner the nearest edge first.
func (stop Interrupt) approaches(segments []segment, gap Length) []approach {
	owners := map[Point2][]int32{}
	all := slices.Clone(segments)
	for _, c := range cornersOf(segments) {
		if len(owners[c.at]) == 0 {
			all = append(all, segment{c.at, c.at, -1})
		}
		owners[c.at] = append(owners[c.at], c.owner)
	}
	if stop.Now() {
		return nil
	}
	near := map[Point2][]approach{}
	stop.forMeetingBoxes(all, gap, func(s, t segment) {
		if s.a == s.b {
			s, t = t, s
		}
		if t.a != t.b || s.a == s.b || slices.Contains(owners[t.a], s.source) {
			return
		}
		if d, between := segmentDistance(t.a, s.a, s.b); between && d <= float64(gap) {
			near[t.a] = nearest(append(near[t.a], approach{t.a, s, d}), compareApproaches)
		}
	})
	var out []approach
	for _, list := range near {
		out = append(out, list...)
	}
	slices.SortFunc(out, compareApproaches)
	return out
}

func compareApproaches(x, y approach) int {
	return cmp.Or(comparePoints(x.at, y.at), cmp.Compare(x.dist, y.dist),
		comparePoints(x.edge.a, y.edge.a), comparePoints(x.edge.b, y.edge.b), cmp.Compare(x.edge.source, y.edge.source))
}

// moveOntoEdges moves a corner onto the nearest edge of another polygon. The ends of an edge that received a corner
// stay where they are, and an edge whose end has moved receives no corner. Otherwise two edges that approach each other
// could exchange sides.
func (stop Interrupt) moveOntoEdges(segments []segment, gap Length) []segment {
	moved, pinned := map[Point2]Point2{}, map[Point2]bool{}
	var done Point2
	for i, x := range stop.approaches(segments, gap) {
		nearest := i == 0 || x.at != done
		done = x.at
		_, aMoved := moved[x.edge.a]
		_, bMoved := moved[x.edge.b]
		if !nearest || pinned[x.at] || aMoved || bMoved {
			continue
		}
		pinned[x.edge.a], pinned[x.edge.b] = true, true
		moved[x.at] = foot(x.at, x.edge.a, x.edge.b)
	}
	return remap(segments, func(c corner) Point2 {
		if q, ok := moved[c.at]; ok {
			return q
		}
		return c.at
	})
}

// leadThroughCorners bends edges through the corners of other polygons that are still within gap of them. Of each
// polygon it bends only the edge that is nearest to a corner. Otherwise two edges that meet beside the corner would
// both turn back there, and would cut off the area between the corner and their meeting point.
func (stop Interrupt) leadThroughCorners(segments []segment, gap Length) []segment {
	stops, led := map[segment][]Point2{}, map[corner]bool{}
	for _, x := range stop.approaches(segments, gap) {
		through := corner{x.at, x.edge.source}
		if !led[through] {
			stops[x.edge] = append(stops[x.edge], x.at)
		}
		led[through] = true
	}
	if stop.Now() {
		return nil
	}
	out := make([]segment, 0, len(segments))
	for _, s := range segments {
		on := stops[s]
		slices.SortFunc(on, func(p, q Point2) int {
			return cmp.Or(dot2(s.b.Sub(s.a), p.Sub(q)).sign(), comparePoints(p, q))
		})
		out = appendChain(out, s, slices.Compact(on))
	}
	return out
}

// fillSlits removes holes whose area is below gap times half their perimeter, the mean width of a slit.
func fillSlits(r Region, gap Length) Region {
	for i := range r {
		r[i].Holes = slices.DeleteFunc(r[i].Holes, func(h Ring) bool {
			return -h.doubleArea().float() <= float64(gap)*h.perimeter()
		})
		if len(r[i].Holes) == 0 {
			r[i].Holes = nil
		}
	}
	return r
}
