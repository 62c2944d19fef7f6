package curved

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// slack is the factor by which the deviation of triangles inside of a face may exceed the tolerance. Chords along both
// parameters may each deviate by the tolerance, as in the model's own spheres. The middle of the cell between them then
// deviates by the sum.
const slack = 2

// refine turns and divides the sides of triangles until none strays from the surface by more than the tolerance. Sides
// of the border stay, because neighbouring faces share them.
func (c *covering) refine() error {
	c.sides = make(map[[2]int32]int32, 3*len(c.triangles))
	var queue [][2]int32
	for i, t := range c.triangles {
		c.note(int32(i))
		for k := range t {
			queue = append(queue, [2]int32{t[k], t[(k+1)%3]})
		}
	}
	for {
		for len(queue) > 0 {
			side := queue[len(queue)-1]
			queue = c.improve(side, queue[:len(queue)-1])
			if len(c.points) > c.limit {
				return ErrTooFine
			}
		}
		if queue = c.fill(); len(queue) == 0 {
			return nil
		}
	}
}

// note records the sides of a triangle.
func (c *covering) note(i int32) {
	t := c.triangles[i]
	for k := range t {
		c.sides[[2]int32{t[k], t[(k+1)%3]}] = i
	}
}

// across returns the corner of a triangle that is not on a side.
func (c *covering) across(triangle int32, side [2]int32) int32 {
	for _, v := range c.triangles[triangle] {
		if v != side[0] && v != side[1] {
			return v
		}
	}
	return side[0]
}

// improve turns or divides a side that strays, and appends the sides to examine next.
func (c *covering) improve(side [2]int32, queue [][2]int32) [][2]int32 {
	a, b := side[0], side[1]
	left, inner := c.sides[side]
	right, both := c.sides[[2]int32{b, a}]
	if !inner || !both {
		return queue
	}
	strays := c.strays(a, b)
	if strays <= slack*c.tolerance {
		return queue
	}
	p, q := c.across(left, side), c.across(right, side)
	if c.turns(q, b, p) && c.turns(p, a, q) && c.strays(p, q) < strays*turnGain {
		delete(c.sides, side)
		delete(c.sides, [2]int32{b, a})
		c.triangles[left], c.triangles[right] = [3]int32{a, q, p}, [3]int32{q, b, p}
		c.note(left)
		c.note(right)
		return append(queue, [2]int32{a, q}, [2]int32{q, b}, [2]int32{b, p}, [2]int32{p, a}, [2]int32{p, q})
	}
	return c.divide(side, left, right, p, q, queue)
}

// turnGain is the factor by which the deviation of the other diagonal must be smaller. It makes sure that turning comes
// to an end.
const turnGain = 0.999

// divide puts a corner in the middle of a side, unless the grid has no room for it.
func (c *covering) divide(side [2]int32, left, right, p, q int32, queue [][2]int32) [][2]int32 {
	a, b := side[0], side[1]
	middle := geometry.Point2{X: (c.corners[a].X + c.corners[b].X) / 2, Y: (c.corners[a].Y + c.corners[b].Y) / 2}
	m := c.corner(middle)
	if !c.turns(a, m, p) || !c.turns(m, b, p) || !c.turns(b, m, q) || !c.turns(m, a, q) {
		c.forget()
		return queue
	}
	delete(c.sides, side)
	delete(c.sides, [2]int32{b, a})
	n := int32(len(c.triangles))
	c.triangles[left], c.triangles[right] = [3]int32{a, m, p}, [3]int32{b, m, q}
	c.triangles = append(c.triangles, [3]int32{m, b, p}, [3]int32{m, a, q})
	for _, i := range [...]int32{left, right, n, n + 1} {
		c.note(i)
	}
	return append(queue, [2]int32{a, q}, [2]int32{q, b}, [2]int32{b, p}, [2]int32{p, a}, [2]int32{a, m}, [2]int32{m, b},
		[2]int32{m, p}, [2]int32{m, q})
}

// corner adds a corner of the grid together with its point.
func (c *covering) corner(at geometry.Point2) int32 {
	c.corners = append(c.corners, at)
	p := c.surface.Point(c.parameters(float64(at.X), float64(at.Y)))
	c.point, c.on = append(c.point, c.add(p)), append(c.on, p)
	return int32(len(c.corners) - 1)
}

// forget removes the last corner.
func (c *covering) forget() {
	n := len(c.corners) - 1
	c.corners, c.point, c.on, c.points = c.corners[:n], c.point[:n], c.on[:n], c.points[:len(c.points)-1]
}

// fill puts a corner into each triangle whose middle is farther from the surface than the tolerance although its sides
// are within the tolerance. It returns the sides to examine next.
func (c *covering) fill() (queue [][2]int32) {
	for i := range len(c.triangles) {
		t := c.triangles[i]
		at, away := c.middle(t)
		if away <= slack*c.tolerance {
			continue
		}
		m := c.corner(at)
		if !c.turns(t[0], t[1], m) || !c.turns(t[1], t[2], m) || !c.turns(t[2], t[0], m) {
			c.forget()
			continue
		}
		n := int32(len(c.triangles))
		c.triangles[i] = [3]int32{t[0], t[1], m}
		c.triangles = append(c.triangles, [3]int32{t[1], t[2], m}, [3]int32{t[2], t[0], m})
		for _, k := range [...]int32{int32(i), n, n + 1} {
			c.note(k)
		}
		for k := range t {
			queue = append(queue, [2]int32{t[k], t[(k+1)%3]}, [2]int32{t[k], m})
		}
		if len(c.points) > c.limit {
			break
		}
	}
	return queue
}

// middle returns the middle of a triangle on the grid, and the distance there between the surface and the plane of the
// triangle.
func (c *covering) middle(t [3]int32) (geometry.Point2, float64) {
	a, b, d := c.corners[t[0]], c.corners[t[1]], c.corners[t[2]]
	at := geometry.Point2{X: (a.X + b.X + d.X) / 3, Y: (a.Y + b.Y + d.Y) / 3}
	p, q, r := c.on[t[0]], c.on[t[1]], c.on[t[2]]
	normal := geometry.Cross(q.Sub(p), r.Sub(p))
	size := norm(normal)
	if !(size > 0) {
		return at, 0
	}
	away := geometry.Dot(c.surface.Point(c.parameters(float64(at.X), float64(at.Y))).Sub(p), normal) / size
	return at, max(away, -away)
}

// turns reports whether three corners turn left.
func (c *covering) turns(a, b, d int32) bool {
	return geometry.Orient(c.corners[a], c.corners[b], c.corners[d]) > 0
}

// strays returns the greatest distance between a side and the surface, measured at three places. The error of border
// points does not count, because no division could reduce it.
func (c *covering) strays(a, b int32) float64 {
	p, q := c.on[a], c.on[b]
	x, y := c.corners[a], c.corners[b]
	worst := 0.0
	for _, t := range [...]float64{0.25, 0.5, 0.75} {
		at := c.parameters(float64(x.X)+float64(float64(y.X-x.X)*t), float64(x.Y)+float64(float64(y.Y-x.Y)*t))
		worst = max(worst, c.off(at, p, q))
	}
	return worst
}

// off returns the distance between the point at some parameters and the chord from a to b, square to the surface. The
// distance within the surface does not count, because lines that are straight in the parameters need not be straight on
// a plane.
func (c *covering) off(at UV, a, b r3.Vector) float64 {
	p := c.surface.Point(at)
	way := p.Sub(lerp(a, b, partNearest(p, a, b)))
	normal := c.surface.Normal(at)
	if size := norm(normal); size > 0 {
		d := geometry.Dot(way, normal) / size
		return max(d, -d)
	}
	return norm(way)
}
