package clearance

import (
	"container/heap"
	"fmt"
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Path is a way through an area: its corners with both ends, how long it is, and the narrowest passage on it: the
// shortest line across it between a corner of the area and its boundary, and the ends of that. No passage is as wide as
// the area where the width is 0: nothing but one side is near.
type Path struct {
	Points     []geometry.Point2
	Length     geometry.Length
	Width      geometry.Length
	Bottleneck [2]geometry.Point2
}

// ShortestPath returns the shortest way of a disc of the given radius, 0 for a point, between two points of an area;
// the corners that it goes around are polygons within ArcTolerance. A point that is nearer to the boundary than the
// radius is first led to the nearest place where the disc fits, straight and within the area.
//
// ErrOutside says that a point is not in the area, ErrNoPath that the disc does not fit there or has no way through.
func ShortestPath(area geometry.Region, from, to geometry.Point2, radius geometry.Length) (Path, error) {
	if radius < 0 {
		return Path{}, fmt.Errorf("a radius of %v mm: %w", radius, geometry.ErrOutOfRange)
	}
	whole, free := newSight(area), Erode(area, radius)
	var ends [2]geometry.Point2
	for i, p := range [...]geometry.Point2{from, to} {
		if area.Contains(p) == geometry.Outside {
			return Path{}, fmt.Errorf("%v: %w", p, ErrOutside)
		}
		ends[i] = nearestIn(free, p)
		if len(free) == 0 || !whole.sees(p, ends[i]) {
			return Path{}, fmt.Errorf("a disc of radius %v mm does not fit near %v: %w", radius, p, ErrNoPath)
		}
	}
	points := newGraph(free, ends[0], ends[1]).shortest()
	if points == nil {
		return Path{}, fmt.Errorf("from %v to %v for a disc of radius %v mm: %w", from, to, radius, ErrNoPath)
	}
	if from != ends[0] {
		points = append([]geometry.Point2{from}, points...)
	}
	if to != ends[1] {
		points = append(points, to)
	}
	p := Path{Points: points, Length: lengthOf(points)}
	p.Width, p.Bottleneck = narrowest(area, whole, points)
	return p, nil
}

func lengthOf(points []geometry.Point2) geometry.Length {
	sum := 0.0
	for i := 1; i < len(points); i++ {
		sum += length(float(points[i]).Sub(float(points[i-1])))
	}
	return geometry.Length(math.Round(sum))
}

// graph has the points at which a shortest path may turn: the corners that the area goes around, and both ends first.
type graph struct {
	sight   *sight
	points  []geometry.Point2
	corners [][2]geometry.Point2 // of each point: the corners before and after it
}

func newGraph(free geometry.Region, from, to geometry.Point2) *graph {
	g := &graph{sight: newSight(free), points: []geometry.Point2{from, to}, corners: make([][2]geometry.Point2, 2)}
	eachSide(free, func(_, a, b, after geometry.Point2) {
		if geometry.Orient(a, b, after) < 0 {
			g.points, g.corners = append(g.points, b), append(g.corners, [2]geometry.Point2{a, after})
		}
	})
	return g
}

// turns reports whether a taut line through point i may come from or go to p: it leaves both sides of the corner on one
// side.
func (g *graph) turns(i int32, p geometry.Point2) bool {
	if i < 2 {
		return true
	}
	c := g.corners[i]
	return geometry.Orient(p, g.points[i], c[0])*geometry.Orient(p, g.points[i], c[1]) >= 0
}

// state is a point under way: how far it is, and at least how far the whole way over it is.
type state struct {
	point  int32
	so, at float64
}

// frontier is a heap, the shortest whole way first; ties go by point.
type frontier []state

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	return f[i].at < f[j].at || f[i].at == f[j].at && f[i].point < f[j].point
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(state)) }
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}

// shortest returns the points of the shortest path, nil if there is none (A* over lines of sight, which are looked for
// only from points that are reached).
func (g *graph) shortest() []geometry.Point2 {
	n := len(g.points)
	best, before, done := make([]float64, n), make([]int32, n), make([]bool, n)
	for i := range best {
		best[i] = math.Inf(1)
	}
	best[0] = 0
	open := frontier{{0, 0, g.distance(0, 1)}}
	for len(open) > 0 {
		i := heap.Pop(&open).(state).point
		if i == 1 {
			return g.back(before)
		}
		if done[i] {
			continue
		}
		done[i] = true
		for j := range int32(n) {
			so := best[i] + g.distance(i, j)
			if done[j] || so >= best[j] || !g.turns(i, g.points[j]) || !g.turns(j, g.points[i]) || !g.sight.sees(g.points[i], g.points[j]) {
				continue
			}
			best[j], before[j] = so, i
			heap.Push(&open, state{j, so, so + g.distance(j, 1)})
		}
	}
	return nil
}

func (g *graph) distance(i, j int32) float64 {
	return length(float(g.points[i]).Sub(float(g.points[j])))
}

// back returns the way to the second point.
func (g *graph) back(before []int32) []geometry.Point2 {
	var out []geometry.Point2
	for i := int32(1); ; i = before[i] {
		if n := len(out); n == 0 || out[n-1] != g.points[i] {
			out = append(out, g.points[i])
		}
		if i == 0 {
			break
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}
