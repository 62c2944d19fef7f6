package csg

import (
	"cmp"
	"slices"

	"github.com/golang/geo/r2"
)

// earLimit is the number of corners of a face up to which cutting off ears, in quadratic time, is faster than the sweep
// with exact predicates.
const earLimit = 300

// clipper triangulates a face by cutting off ears (Meisters 1975) after joining its holes to the outer loop. The inner
// sides of its triangles always cancel each other. So if all triangles are counter-clockwise, they cover the face
// exactly once. The clipper gives up if no ear is counter-clockwise.
type clipper struct {
	at         []r2.Point
	vertex     []int32
	next, prev []int32
	out        [][3]int32
}

// clipEars appends triangles of a face to out. It returns false and out unchanged if it gives up.
func (s *Shape) clipEars(f Face, c *clipper, out [][3]int32) ([][3]int32, bool) {
	c.load(s, f)
	from := len(out)
	c.out = out
	if c.joinHoles(f) && c.clip(0) {
		return c.out, true
	}
	return out[:from], false
}

func (c *clipper) load(s *Shape, f Face) {
	u, v := axes(f.Normal)
	c.at, c.vertex, c.next, c.prev = c.at[:0], c.vertex[:0], c.next[:0], c.prev[:0]
	for _, loop := range f.Loops {
		base, n := int32(len(c.at)), int32(len(loop))
		for i, w := range loop {
			p := s.Vertices[w]
			c.push(r2.Point{X: component(p, u), Y: component(p, v)}, w, base+(int32(i)+1)%n, base+(int32(i)+n-1)%n)
		}
	}
}

func (c *clipper) push(p r2.Point, vertex, next, prev int32) {
	c.at, c.vertex = append(c.at, p), append(c.vertex, vertex)
	c.next, c.prev = append(c.next, next), append(c.prev, prev)
}

// turn returns twice the area of the triangle of three corners, positive if it is counter-clockwise.
func (c *clipper) turn(i, j, k int32) float64 { return turn2(c.at[i], c.at[j], c.at[k]) }

func turn2(a, b, d r2.Point) float64 {
	return float64((b.X-a.X)*(d.Y-a.Y)) - float64((b.Y-a.Y)*(d.X-a.X))
}

// joinHoles connects the leftmost corner of every hole to a corner on its left.
func (c *clipper) joinHoles(f Face) bool {
	var starts []int32
	base := int32(len(f.Loops[0]))
	for _, loop := range f.Loops[1:] {
		left := base
		for i := base; i < base+int32(len(loop)); i++ {
			if c.at[i].X < c.at[left].X {
				left = i
			}
		}
		starts = append(starts, left)
		base += int32(len(loop))
	}
	slices.SortFunc(starts, func(i, j int32) int {
		return cmp.Or(cmp.Compare(c.at[i].X, c.at[j].X),
			cmp.Compare(i, j))
	})
	for _, h := range starts {
		b := c.bridge(h)
		if b < 0 {
			return false
		}
		c.connect(b, h)
	}
	return true
}

// bridge returns a corner of the outer loop, which contains corner 0, that lies to the left of h and sees h. It is an
// end of the side that a ray from h to the left meets first. If other corners hide that end, it is the hiding corner
// whose direction is nearest to the ray (Eberly 1998).
func (c *clipper) bridge(h int32) int32 {
	p := c.at[h]
	best, reach := int32(-1), 0.0
	for i := int32(0); ; {
		j := c.next[i]
		a, b := c.at[i], c.at[j]
		if a.Y >= p.Y && b.Y <= p.Y && a.Y != b.Y { // a side with the face on its right runs downwards
			x := a.X + float64((p.Y-a.Y)*(b.X-a.X))/(b.Y-a.Y)
			if x <= p.X && (best < 0 || x > reach) {
				best, reach = i, x
				if b.X < a.X {
					best = j
				}
			}
		}
		if i = j; i == 0 {
			break
		}
	}
	if best < 0 {
		return -1
	}
	return c.unhidden(best, p, r2.Point{X: reach, Y: p.Y})
}

// unhidden returns the corner in the triangle of bridge, p and met that p sees at the smallest angle to the ray. It
// returns bridge if the triangle contains no corner. met is the point at which the ray meets a side.
func (c *clipper) unhidden(bridge int32, p, met r2.Point) int32 {
	best, slope := bridge, 0.0
	first := true
	m := c.at[bridge]
	for i := int32(0); ; {
		q := c.at[i]
		if i != bridge && q.X < p.X && q != m && within(q, met, m, p) {
			if s := max(p.Y-q.Y, q.Y-p.Y) / (p.X - q.X); first || s < slope {
				best, slope, first = i, s, false
			}
		}
		if i = c.next[i]; i == 0 {
			return best
		}
	}
}

// within reports whether q lies in the triangle a b d, which may be directed either way.
func within(q, a, b, d r2.Point) bool {
	x, y, z := turn2(a, b, q), turn2(b, d, q), turn2(d, a, q)
	return x >= 0 && y >= 0 && z >= 0 || x <= 0 && y <= 0 && z <= 0
}

// connect extends the loop from b to h, around the hole and back, with copies of both.
func (c *clipper) connect(b, h int32) {
	n := int32(len(c.at))
	c.push(c.at[b], c.vertex[b], c.next[b], n+1)
	c.push(c.at[h], c.vertex[h], n, c.prev[h])
	c.prev[c.next[b]] = n
	c.next[c.prev[h]] = n + 1
	c.next[b], c.prev[h] = h, b
}

// clip cuts off ears until a triangle is left.
func (c *clipper) clip(start int32) bool {
	left := len(c.at)
	for i, misses := start, 0; left > 3; {
		if c.isEar(i) {
			c.out = append(c.out, [3]int32{c.vertex[c.prev[i]], c.vertex[i], c.vertex[c.next[i]]})
			c.next[c.prev[i]], c.prev[c.next[i]] = c.next[i], c.prev[i]
			i, misses, left = c.next[c.next[i]], 0, left-1
			continue
		}
		if misses++; misses > left {
			return false
		}
		start, i = c.next[i], c.next[i]
	}
	return c.last(start)
}

// last adds the remaining triangle. Corner i may have been cut off, but the corner after it is still in the loop.
func (c *clipper) last(i int32) bool {
	for c.next[c.prev[i]] != i {
		i = c.next[i]
	}
	p, n := c.prev[i], c.next[i]
	c.out = append(c.out, [3]int32{c.vertex[p], c.vertex[i], c.vertex[n]})
	return c.turn(p, i, n) > earBand
}

// earBand is twice the area in um2 below which a triangle is not cut off: the band of onPlane over a metre.
const earBand = 1e3

// isEar reports whether the triangle at a corner is counter-clockwise and holds no other corner.
func (c *clipper) isEar(i int32) bool {
	p, n := c.prev[i], c.next[i]
	if c.turn(p, i, n) <= earBand {
		return false
	}
	a, b, d := c.at[p], c.at[i], c.at[n]
	lo := r2.Point{X: min(a.X, b.X, d.X), Y: min(a.Y, b.Y, d.Y)}
	hi := r2.Point{X: max(a.X, b.X, d.X), Y: max(a.Y, b.Y, d.Y)}
	for j := c.next[n]; j != p; j = c.next[j] {
		q := c.at[j]
		if q.X < lo.X || q.X > hi.X || q.Y < lo.Y || q.Y > hi.Y || q == a || q == b || q == d {
			continue
		}
		if within(q, a, b, d) && c.turn(c.prev[j], j, c.next[j]) <= 0 {
			return false
		}
	}
	return true
}
