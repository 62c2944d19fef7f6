package render

import "math"

// buffer holds the nearest fragment of each sample.
type buffer struct {
	width, height int
	depth         []float32  // nearness
	ids           []fragment // nil if only the depth is needed
}

func newBuffer(width, height int, ids bool) *buffer {
	b := &buffer{width: width, height: height, depth: make([]float32, width*height)}
	for i := range b.depth {
		b.depth[i] = float32(math.Inf(-1))
	}
	if ids {
		b.ids = make([]fragment, width*height)
		for i := range b.ids {
			b.ids[i] = nothing
		}
	}
	return b
}

// put keeps a fragment if it is nearer than the present one. Of two fragments at the same depth it keeps the one with
// the lower number, whichever comes first.
func (b *buffer) put(at int, depth float32, id fragment) {
	switch {
	case b.ids == nil:
		b.depth[at] = max(b.depth[at], depth)
	case depth > b.depth[at] || depth == b.depth[at] && id < b.ids[at]:
		b.depth[at], b.ids[at] = depth, id
	}
}

// stroke is the part of a row that a triangle covers: the samples from from to to-1. It has the nearness at the first
// sample and the increase of nearness from sample to sample.
type stroke struct {
	y, from, to int
	near, grow  float64
	id          fragment
	front       bool
}

// taker receives the strokes of triangles.
type taker interface{ take(s stroke) }

func (b *buffer) take(s stroke) {
	row := s.y * b.width
	for x := s.from; x < s.to; x++ {
		b.put(row+x, float32(s.near+float64(float64(x-s.from)*s.grow)), s.id)
	}
}

// canvas is the range of rows to fill, from low to high-1, and the receiver of its strokes.
type canvas struct {
	width, low, high int
	both             bool // fills surfaces that face away too
	to               taker
}

// triangle covers the samples whose middles lie in a triangle. A middle on an upper or a left side counts as inside, so
// that a sample on a shared side belongs to one triangle only. A triangle faces the camera if it runs counter-clockwise
// in the picture.
func (s *canvas) triangle(p, q, r point, id fragment) {
	area := (q.x-p.x)*(r.y-p.y) - (q.y-p.y)*(r.x-p.x)
	front := area < 0 // Y runs down
	if area == 0 || !front && !s.both {
		return
	}
	if front {
		q, r, area = r, q, -area
	}
	first := max(s.low, int(ceilDiv(min(p.y, q.y, r.y)-sub/2, sub)))
	last := min(s.high-1, int(floorDiv(max(p.y, q.y, r.y)-sub/2, sub)))
	left := max(0, int(ceilDiv(min(p.x, q.x, r.x)-sub/2, sub)))
	right := min(s.width-1, int(floorDiv(max(p.x, q.x, r.x)-sub/2, sub)))
	if first > last || left > right {
		return
	}
	edges := [3]edge{newEdge(p, q), newEdge(q, r), newEdge(r, p)}
	slant := slantOf(p, q, r, float64(area))
	for y := first; y <= last; y++ {
		from, upto := left, right
		for i := range edges {
			from, upto = edges[i].bound(int64(y)*sub+sub/2, from, upto)
		}
		if from <= upto {
			near := slant.at(p, int64(from)*sub+sub/2, int64(y)*sub+sub/2)
			s.to.take(stroke{y, from, upto + 1, near, float64(slant.x * sub), id, front})
		}
	}
}

// edge is a side of a triangle: a sample is inside if a*x + b*y + c >= 0.
type edge struct{ a, b, c int64 }

func newEdge(p, q point) edge {
	e := edge{p.y - q.y, q.x - p.x, 0}
	e.c = -(e.a*p.x + e.b*p.y)
	if upperLeft := q.y < p.y || q.y == p.y && q.x > p.x; !upperLeft {
		e.c--
	}
	return e
}

// bound narrows a range of samples of a row to those inside.
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

// slant is the increase of nearness over a triangle, by step of the grid.
type slant struct{ x, y float64 }

func slantOf(p, q, r point, area float64) slant {
	qx, qy, rx, ry := float64(q.x-p.x), float64(q.y-p.y), float64(r.x-p.x), float64(r.y-p.y)
	dq, dr := q.near-p.near, r.near-p.near
	return slant{(float64(dq*ry) - float64(dr*qy)) / area, (float64(dr*qx) - float64(dq*rx)) / area}
}

func (s slant) at(p point, x, y int64) float64 {
	return p.near + float64(float64(x-p.x)*s.x) + float64(float64(y-p.y)*s.y)
}
