package clearance

import (
	"math"
	"sync/atomic"

	"github.com/bimstream/bimstream/geometry"
)

// net is an area divided into triangles with their neighbours. A search from a point goes from triangle to triangle, so
// that its cost depends on the triangles in sight.
type net struct {
	points    []geometry.Point2
	bends     [][]bend  // of each point: the corners there that the area goes around
	around    [][]int32 // of each point: the triangles that have it as a corner
	triangles []triangle
	buckets   buckets
	seen      []atomic.Pointer[[]int32] // of each point: the bends that it sees, computed on first use
}

// triangle lists its corners counter-clockwise. beyond[k] is the triangle beyond edge k, which leads from corner k to
// the next corner. It is -1 if the edge is on the boundary.
type triangle struct {
	corner, beyond [3]int32
}

// bend is a re-entrant corner of the area, given by the points before and after it on the boundary.
type bend struct{ before, after geometry.Point2 }

func newNet(stop geometry.Interrupt, area geometry.Region) *net {
	n := &net{}
	index := map[geometry.Point2]int32{}
	point := func(p geometry.Point2) int32 {
		i, known := index[p]
		if !known {
			i = int32(len(n.points))
			index[p] = i
			n.points = append(n.points, p)
		}
		return i
	}
	for _, polygon := range area {
		for _, t := range stop.Triangulate(polygon) {
			n.triangles = append(n.triangles, triangle{[3]int32{point(t[0]), point(t[1]), point(t[2])},
				[3]int32{-1, -1, -1}})
		}
	}
	n.connect()
	n.bends, n.seen = make([][]bend, len(n.points)), make([]atomic.Pointer[[]int32], len(n.points))
	eachSide(area, func(_, a, b, after geometry.Point2) {
		if i, known := index[b]; known && geometry.Orient(a, b, after) < 0 {
			n.bends[i] = append(n.bends[i], bend{a, after})
		}
	})
	n.buckets = newBuckets(n)
	return n
}

// connect sets the neighbours of each triangle, and the triangles of each point.
func (n *net) connect() {
	type edge struct{ from, to int32 }
	type place struct{ triangle, edge int32 }
	n.around = make([][]int32, len(n.points))
	at := make(map[edge]place, 3*len(n.triangles))
	for i := range n.triangles {
		t := &n.triangles[i]
		for k := range t.corner {
			from, to := t.corner[k], t.corner[(k+1)%3]
			n.around[from] = append(n.around[from], int32(i))
			if other, ok := at[edge{to, from}]; ok {
				t.beyond[k] = other.triangle
				n.triangles[other.triangle].beyond[other.edge] = int32(i)
			} else {
				at[edge{from, to}] = place{int32(i), int32(k)}
			}
		}
	}
}

// turns reports whether a shortest way that bends at point i may come from p or go to p. At one of the bends of the
// point, both sides of the boundary must lie on the same side of the line to p.
func (n *net) turns(i int32, p geometry.Point2) bool {
	for _, b := range n.bends[i] {
		if geometry.Orient(p, n.points[i], b.before)*geometry.Orient(p, n.points[i], b.after) >= 0 {
			return true
		}
	}
	return false
}

// at returns the triangles that contain a point inside or on their boundary, or none if it is outside the area.
func (n *net) at(p geometry.Point2) []int32 {
	var out []int32
	for _, i := range n.buckets.at(p) {
		t := n.triangles[i].corner
		a, b, c := n.points[t[0]], n.points[t[1]], n.points[t[2]]
		if geometry.Orient(a, b, p) >= 0 && geometry.Orient(b, c, p) >= 0 && geometry.Orient(c, a, p) >= 0 {
			out = append(out, i)
		}
	}
	return out
}

// buckets is a grid over the area, whose cells list the triangles whose boxes meet them.
type buckets struct {
	lo         geometry.Point2
	cell       geometry.Length
	wide, high int
	triangles  [][]int32
}

// newBuckets makes about as many cells as there are triangles.
func newBuckets(n *net) buckets {
	b := buckets{}
	if len(n.points) == 0 {
		return b
	}
	lo, hi := n.points[0], n.points[0]
	for _, p := range n.points {
		lo, hi = geometry.Point2{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)},
			geometry.Point2{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	size := float64(max(hi.X-lo.X, hi.Y-lo.Y, 1))
	b.lo, b.cell = lo, geometry.Length(math.Ceil(size/math.Sqrt(float64(len(n.triangles)+1))))
	b.wide, b.high = int((hi.X-lo.X)/b.cell)+1, int((hi.Y-lo.Y)/b.cell)+1
	b.triangles = make([][]int32, b.wide*b.high)
	for i, t := range n.triangles {
		p, q, r := n.points[t.corner[0]], n.points[t.corner[1]], n.points[t.corner[2]]
		x0, y0 := b.of(geometry.Point2{X: min(p.X, q.X, r.X), Y: min(p.Y, q.Y, r.Y)})
		x1, y1 := b.of(geometry.Point2{X: max(p.X, q.X, r.X), Y: max(p.Y, q.Y, r.Y)})
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				b.triangles[y*b.wide+x] = append(b.triangles[y*b.wide+x], int32(i))
			}
		}
	}
	return b
}

func (b *buckets) of(p geometry.Point2) (x, y int) {
	return int((p.X - b.lo.X) / b.cell), int((p.Y - b.lo.Y) / b.cell)
}

// at returns the triangles of the cell that contains a point.
func (b *buckets) at(p geometry.Point2) []int32 {
	if b.cell == 0 || p.X < b.lo.X || p.Y < b.lo.Y {
		return nil
	}
	x, y := b.of(p)
	if x >= b.wide || y >= b.high {
		return nil
	}
	return b.triangles[y*b.wide+x]
}
