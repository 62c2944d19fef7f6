package geometry

import (
	"slices"
)

// segment is a directed edge of a source. The source's interior lies on its left.
type segment struct {
	a, b   Point2
	source int32
}

func (s segment) skew() bool { return s.a.X != s.b.X && s.a.Y != s.b.Y }

// node cuts segments so that two pieces share at most an end, and returns the pieces. Crossings are rounded to the grid
// by iterated snap rounding (Hobby 1999; Halperin and Packer 2002). Every end and every rounded crossing makes its unit
// square hot. Every segment, and then every piece of it, is led through the centre of each hot square that it meets,
// until no piece meets another hot square. A segment never passes over a vertex, so the topology stays consistent. A
// vertex that is not on an edge is at least half a micrometre away from it, so a repetition changes nothing. Segments
// parallel to an axis do not move at all.
func (stop Interrupt) node(segments []segment) []segment {
	points := stop.hotPoints(segments)
	if stop.Now() {
		return nil
	}
	near := newHotSquares(points)
	pieces, moved := stop.route(segments, nil, near)
	for slices.Contains(moved, true) && !stop.Now() {
		pieces, moved = stop.route(pieces, moved, near)
	}
	return pieces
}

// hotPoints returns the ends and the rounded proper crossings, sorted, each once.
func (stop Interrupt) hotPoints(segments []segment) []Point2 {
	hot := make([]Point2, 0, 2*len(segments))
	for i, s := range segments {
		hot = append(hot, s.a)
		if i+1 == len(segments) || segments[i+1].a != s.b { // rings continue at their last point
			hot = append(hot, s.b)
		}
	}
	stop.forMeetingBoxes(segments, 0, func(s, t segment) {
		if ProperlyCross(s.a, s.b, t.a, t.b) {
			if p, ok := LineIntersection(s.a, s.b, t.a, t.b); ok {
				hot = append(hot, p)
			}
		}
	})
	if stop.Now() {
		return nil
	}
	slices.SortFunc(hot, comparePoints)
	return slices.Compact(hot)
}

// forNearPairs calls found for every pair of segments whose boxes, enlarged by gap, meet. It sweeps along X with the
// list of segments that reach the current one.
func forNearPairs(segments []segment, gap Length, found func(s, t segment)) {
	Interrupt(nil).forNearPairs(segments, gap, found)
}

func (stop Interrupt) forNearPairs(segments []segment, gap Length, found func(s, t segment)) {
	var few, fewActive [16]segment // enough for most, without an allocation
	order := append(few[:0], segments...)
	slices.SortFunc(order, func(s, t segment) int {
		return comparePoints(Point2{X: min(s.a.X, s.b.X)}, Point2{X: min(t.a.X, t.b.X)})
	})
	active := fewActive[:0]
	for _, s := range order {
		if stop.Now() {
			return
		}
		left := min(s.a.X, s.b.X) - gap
		bottom, top := min(s.a.Y, s.b.Y)-gap, max(s.a.Y, s.b.Y)+gap
		kept := active[:0]
		for _, t := range active {
			if max(t.a.X, t.b.X) < left {
				continue
			}
			kept = append(kept, t)
			if min(t.a.Y, t.b.Y) <= top && bottom <= max(t.a.Y, t.b.Y) {
				found(t, s)
			}
		}
		active = append(kept, s)
	}
}

// route leads every segment through the points whose squares it meets. If marked is set, it does so only for the marked
// segments. It marks the pieces of skew segments that were led through a point, because their direction has changed and
// they need another round.
func (stop Interrupt) route(segments []segment, marked []bool, near hotSquares) (pieces []segment, moved []bool) {
	pieces = make([]segment, 0, len(segments)+len(segments)/2)
	moved = make([]bool, 0, cap(pieces))
	var stops []Point2
	for i, s := range segments {
		if stop.Now() {
			break
		}
		stops = stops[:0]
		if marked == nil || marked[i] {
			stops = near.stopsOf(s, stops)
		}
		pieces = appendChain(pieces, s, stops)
		for len(moved) < len(pieces) {
			moved = append(moved, len(stops) > 0 && s.skew())
		}
	}
	return pieces, moved
}

// hotSquares holds points sorted by X and then Y, and by Y and then X. For a segment, the order along the shorter of
// its two extents is searched.
type hotSquares struct{ byX, byY []Point2 }

// manySquares is the number of points from which sorting in both orders saves time.
const manySquares = 48

func newHotSquares(points []Point2) hotSquares {
	h := hotSquares{byX: points}
	if len(points) >= manySquares {
		h.byY = slices.Clone(points)
		slices.SortFunc(h.byY, compareRows)
	}
	return h
}

// compareRows orders points by Y and then X.
func compareRows(p, q Point2) int { return comparePoints(Point2{p.Y, p.X}, Point2{q.Y, q.X}) }

// stopsOf returns the points on the way of s in the order of its direction. The squares that a line meets form a chain
// that is monotone in both coordinates, so ordering by one and then the other is ordering along the line.
func (h hotSquares) stopsOf(s segment, stops []Point2) []Point2 {
	low := Point2{min(s.a.X, s.b.X), min(s.a.Y, s.b.Y)}
	high := Point2{max(s.a.X, s.b.X), max(s.a.Y, s.b.Y)}
	points, compare := h.byX, comparePoints
	if h.byY != nil && high.X-low.X > high.Y-low.Y {
		points, compare = h.byY, compareRows
	}
	first, _ := slices.BinarySearchFunc(points, low, compare)
	for _, p := range points[first:] {
		if compare(p, high) > 0 {
			break
		}
		if low.X <= p.X && p.X <= high.X && low.Y <= p.Y && p.Y <= high.Y && p != s.a && p != s.b &&
			meetsPixel(p, s.a, s.b) {
			stops = append(stops, p)
		}
	}
	if len(stops) > 1 {
		slices.SortFunc(stops, func(p, q Point2) int { return compareAlong(s, p, q) })
	}
	return stops
}

func compareAlong(s segment, p, q Point2) int {
	if p.X != q.X {
		return comparePoints(p, q) * orderOf(s.a.X, s.b.X)
	}
	return comparePoints(p, q) * orderOf(s.a.Y, s.b.Y)
}

func orderOf(from, to Length) int {
	if from > to {
		return -1
	}
	return 1
}

// appendChain appends the pieces of s between its stops.
func appendChain(out []segment, s segment, stops []Point2) []segment {
	from := s.a
	for _, p := range stops {
		out = append(out, segment{from, p, s.source})
		from = p
	}
	return append(out, segment{from, s.b, s.source})
}

// meetsPixel reports whether the segment a b, whose box contains p, meets the unit square around p, which includes its
// lower and left sides only. It uses corners at double scale to stay on integers.
func meetsPixel(p, a, b Point2) bool {
	if a.X == b.X || a.Y == b.Y {
		return true // p lies in the box, which is the segment itself
	}
	dir := b.Sub(a)
	d := Point2{2 * (p.X - a.X), 2 * (p.Y - a.Y)}
	lowerLeft := turn(dir, Point2{d.X - 1, d.Y - 1})
	if lowerLeft == 0 {
		return true
	}
	for _, corner := range [...]Point2{{d.X + 1, d.Y - 1}, {d.X + 1, d.Y + 1}, {d.X - 1, d.Y + 1}} {
		if turn(dir, corner)*lowerLeft < 0 {
			return true
		}
	}
	return false
}
