package geometry

import "math"

const (
	// manySegments is the number of segments from which cells find pairs faster than a sweep.
	manySegments = 96

	// mostCells is the greatest mean number of cells of a segment: with many long skew segments, a sweep is as good.
	mostCells = 16
)

// forMeetingBoxes calls found for every pair of segments whose boxes, enlarged by gap, meet, each once, in no
// particular order. If there are many segments, it puts them into the cells of a grid with about as many cells as
// segments.
func (stop Interrupt) forMeetingBoxes(segments []segment, gap Length, found func(s, t segment)) {
	if len(segments) < manySegments {
		stop.forNearPairs(segments, gap, found)
		return
	}
	g, ok := newSegmentCells(segments, gap)
	if !ok {
		stop.forNearPairs(segments, gap, found)
		return
	}
	for y := range g.high {
		for x := range g.wide {
			if stop.Now() {
				return
			}
			cell := y*g.wide + x
			inside := g.members[g.starts[cell]:g.starts[cell+1]]
			for i, a := range inside {
				for _, b := range inside[:i] {
					if g.meetFirstIn(x, y, &segments[b], &segments[a]) {
						found(segments[b], segments[a])
					}
				}
			}
		}
	}
}

// segmentCells lists for each cell the segments whose boxes meet the cell. starts holds the index of the first segment
// of each cell. The boxes are enlarged by gap on their upper sides. So two segments within gap of each other share the
// cell that contains the lowest corner of their boxes' intersection.
type segmentCells struct {
	low             Point2
	size, gap       Length
	wide, high      int
	starts, members []int32
}

// newSegmentCells puts segments into cells, or returns false if they would be in too many.
func newSegmentCells(segments []segment, gap Length) (g segmentCells, ok bool) {
	low, high := segments[0].a, segments[0].a
	for _, s := range segments {
		low = Point2{min(low.X, s.a.X, s.b.X), min(low.Y, s.a.Y, s.b.Y)}
		high = Point2{max(high.X, s.a.X, s.b.X), max(high.Y, s.a.Y, s.b.Y)}
	}
	high = high.Add(Point2{gap, gap})
	w, h := float64(high.X-low.X)+1, float64(high.Y-low.Y)+1
	n := float64(len(segments))
	size := max(math.Sqrt(float64(w*h)/n), max(w, h)/n, 1) // also if all lie on one line
	g = segmentCells{low: low, size: Length(math.Ceil(size)), gap: gap}
	g.wide, g.high = int((high.X-low.X)/g.size)+1, int((high.Y-low.Y)/g.size)+1
	g.starts = make([]int32, g.wide*g.high+1)
	total := 0
	for i := range segments {
		x0, y0, x1, y1 := g.span(&segments[i])
		if total += (x1 - x0 + 1) * (y1 - y0 + 1); total > mostCells*len(segments) {
			return g, false
		}
		g.each(x0, y0, x1, y1, func(cell int) { g.starts[cell+1]++ })
	}
	for i := 1; i < len(g.starts); i++ {
		g.starts[i] += g.starts[i-1]
	}
	g.members = make([]int32, total)
	next := append([]int32(nil), g.starts...)
	for i := range segments {
		x0, y0, x1, y1 := g.span(&segments[i])
		g.each(x0, y0, x1, y1, func(cell int) {
			g.members[next[cell]] = int32(i)
			next[cell]++
		})
	}
	return g, true
}

func (g *segmentCells) each(x0, y0, x1, y1 int, visit func(cell int)) {
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			visit(y*g.wide + x)
		}
	}
}

// span returns the cells that the box of a segment meets.
func (g *segmentCells) span(s *segment) (x0, y0, x1, y1 int) {
	return int((min(s.a.X, s.b.X) - g.low.X) / g.size), int((min(s.a.Y, s.b.Y) - g.low.Y) / g.size),
		int((max(s.a.X, s.b.X) + g.gap - g.low.X) / g.size), int((max(s.a.Y, s.b.Y) + g.gap - g.low.Y) / g.size)
}

// meetFirstIn reports whether the enlarged boxes of two segments meet, and the lowest corner of their intersection is
// in a cell.
func (g *segmentCells) meetFirstIn(x, y int, s, t *segment) bool {
	left := max(min(s.a.X, s.b.X), min(t.a.X, t.b.X))
	bottom := max(min(s.a.Y, s.b.Y), min(t.a.Y, t.b.Y))
	return left <= max(s.a.X, s.b.X)+g.gap && left <= max(t.a.X, t.b.X)+g.gap &&
		bottom <= max(s.a.Y, s.b.Y)+g.gap && bottom <= max(t.a.Y, t.b.Y)+g.gap &&
		int((left-g.low.X)/g.size) == x && int((bottom-g.low.Y)/g.size) == y
}
