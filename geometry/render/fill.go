package render

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// buffer is what is nearest in each sample.
type buffer struct {
	width, height int
	depth         []float32 // nearness
	ids           []int32   // number of a triangle, of a cut below nothing
}

// The numbers of fragments that are no triangles. A cut has -2 - (item * (MaxPlanes+1) + plane).
const (
	nothing  = int32(-1)
	groundID = int32(math.MinInt32)
)

func newBuffer(width, height int) *buffer {
	b := &buffer{width, height, make([]float32, width*height), make([]int32, width*height)}
	for i := range b.depth {
		b.depth[i], b.ids[i] = float32(math.Inf(-1)), nothing
	}
	return b
}

// put keeps a fragment if it is nearer than what is there. Of two at the same depth the one with the lower number is
// kept, whichever came first.
func (b *buffer) put(at int, depth float32, id int32) {
	if depth > b.depth[at] || depth == b.depth[at] && id < b.ids[at] {
		b.depth[at], b.ids[at] = depth, id
	}
}

// stroke is what a triangle covers of a row: the samples from and up to, the nearness at the first and by how much it
// grows from each to the next.
type stroke struct {
	y, from, to int
	near, grow  float64
	id          int32
	front       bool
}

// taker takes the strokes of triangles.
type taker interface{ take(s stroke) }

func (b *buffer) take(s stroke) {
	if !s.front {
		return
	}
	row := s.y * b.width
	for x := s.from; x < s.to; x++ {
		b.put(row+x, float32(s.near+float64(float64(x-s.from)*s.grow)), s.id)
	}
}

// triangle covers the samples whose middles lie in a triangle, those on an upper or a left side too: of two triangles
// at a side one has them. Its front is seen when it runs counter-clockwise in the picture.
func triangle(p, q, r point, id int32, width, low, high int, to taker) {
	area := (q.x-p.x)*(r.y-p.y) - (q.y-p.y)*(r.x-p.x)
	if area == 0 {
		return
	}
	front := area < 0 // Y runs down
	if front {
		q, r, area = r, q, -area
	}
	edges := [3]edge{newEdge(p, q), newEdge(q, r), newEdge(r, p)}
	first := max(low, int(ceilDiv(min(p.y, q.y, r.y)-sub/2, sub)))
	last := min(high-1, int(floorDiv(max(p.y, q.y, r.y)-sub/2, sub)))
	left := max(0, int(ceilDiv(min(p.x, q.x, r.x)-sub/2, sub)))
	right := min(width-1, int(floorDiv(max(p.x, q.x, r.x)-sub/2, sub)))
	if first > last || left > right {
		return
	}
	slant := slantOf(p, q, r, float64(area))
	for y := first; y <= last; y++ {
		from, upto := left, right
		for i := range edges {
			from, upto = edges[i].bound(int64(y)*sub+sub/2, from, upto)
		}
		if from <= upto {
			near := slant.at(p, int64(from)*sub+sub/2, int64(y)*sub+sub/2)
			to.take(stroke{y, from, upto + 1, near, float64(slant.x * sub), id, front})
		}
	}
}

// edge is a side of a triangle: a sample is within when a*x + b*y + c >= 0.
type edge struct{ a, b, c int64 }

func newEdge(p, q point) edge {
	e := edge{p.y - q.y, q.x - p.x, 0}
	e.c = -(e.a*p.x + e.b*p.y)
	if upperLeft := q.y < p.y || q.y == p.y && q.x > p.x; !upperLeft {
		e.c--
	}
	return e
}

// bound narrows the samples of a row to those within.
func (e *edge) bound(y int64, from, to int) (int, int) {
	rest := e.b*y + e.c + e.a*(sub/2) // at sample 0
	step := e.a * sub
	switch {
	case step > 0:
		from = max(from, int(min(ceilDiv(-rest, step), int64(to)+1)))
	case step < 0:
		to = min(to, int(max(floorDiv(rest, -step), int64(from)-1)))
	case rest < 0:
		return 0, -1
	}
	return from, to
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 { return -floorDiv(-a, b) }

// slant is how nearness grows over a triangle, by step of the grid.
type slant struct{ x, y float64 }

func slantOf(p, q, r point, area float64) slant {
	qx, qy, rx, ry := float64(q.x-p.x), float64(q.y-p.y), float64(r.x-p.x), float64(r.y-p.y)
	dq, dr := q.near-p.near, r.near-p.near
	return slant{(float64(dq*ry) - float64(dr*qy)) / area, (float64(dr*qx) - float64(dq*rx)) / area}
}

func (s slant) at(p point, x, y int64) float64 {
	return p.near + float64(float64(x-p.x)*s.x) + float64(float64(y-p.y)*s.y)
}

// opaque and glassy tell items apart.
func opaque(it *Item) bool { return it.Colour[3] == 255 }

func glassy(it *Item) bool { return it.Colour[3] < 255 && it.Colour[3] > 0 }

// fill fills the items of a kind into a buffer. Each of the processors has a buffer of its own; of them the nearest
// fragments are kept, which are the same however the items were shared out.
func (f *frame) fill(ctx context.Context, p *projector, kind func(*Item) bool) *buffer {
	const chunk = 64
	var next atomic.Int64
	var busy sync.WaitGroup
	out := make([]*buffer, workers())
	for w := range out {
		busy.Go(func() {
			out[w] = newBuffer(p.width, p.height)
			l := filler{frame: f, projector: p, to: out[w], into: out[w]}
			for at := int(next.Add(chunk)) - chunk; at < len(f.items) &&
				ctx.Err() == nil; at = int(next.Add(chunk)) - chunk {
				for i := at; i < min(at+chunk, len(f.items)); i++ {
					if kind(&f.items[i]) {
						l.item(i)
					}
				}
			}
		})
	}
	busy.Wait()
	for _, b := range out[1:] {
		rows(ctx, p.height, func(from, to int) {
			for i := from * p.width; i < to*p.width; i++ {
				if b.ids[i] != nothing {
					out[0].put(i, b.depth[i], b.ids[i])
				}
			}
		})
	}
	return out[0]
}

// filler fills items, one after the other.
type filler struct {
	*frame
	*projector
	corners
	to      taker
	into    *buffer // where cuts are closed; nil where they are not
	stencil *stencil
	polygon []Vector
	low     int // first row
	high    int // behind the last row; 0 for all
}

// item fills one item.
func (l *filler) item(i int) {
	m := l.items[i].Mesh
	l.corners.project(l.projector, m)
	if l.all != 0 || len(m.Triangles) == 0 {
		return
	}
	if l.any&l.entries == 0 || l.into == nil {
		l.triangles(i, math.MaxUint16, l.to)
		return
	}
	if l.stencil == nil {
		l.stencil = newStencil(l.into)
	}
	if l.stencil.draws = l.any&l.exits == 0; !l.stencil.draws {
		l.triangles(i, math.MaxUint16, l.to) // what is left is less than what the stencil has to count
	}
	l.triangles(i, sideBits|l.entries, l.stencil)
	l.stencil.close(l, i)
}

// triangles fills the triangles of an item, clipped by the sides and planes with some bits.
func (l *filler) triangles(i int, by uint16, to taker) {
	for j, t := range l.items[i].Mesh.Triangles {
		l.fillTriangle(t, l.first[i]+int32(j), by, to)
	}
}

func (l *filler) fillTriangle(t [3]int32, id int32, by uint16, to taker) {
	high := l.high
	if high == 0 {
		high = l.projector.height
	}
	crossed := (l.out[t[0]] | l.out[t[1]] | l.out[t[2]]) & by
	if crossed == 0 {
		triangle(l.points[t[0]], l.points[t[1]], l.points[t[2]], id, l.projector.width, l.low, high, to)
		return
	}
	if l.out[t[0]]&l.out[t[1]]&l.out[t[2]]&by != 0 {
		return
	}
	l.polygon = l.clipped(l.projector, t, crossed, l.polygon)
	if len(l.polygon) < 3 {
		return
	}
	points := make([]point, len(l.polygon))
	for i, v := range l.polygon {
		points[i] = l.projector.project(v)
	}
	points = slices.Compact(points)
	for i := 2; i < len(points); i++ {
		triangle(points[0], points[i-1], points[i], id, l.projector.width, l.low, high, to)
	}
}
