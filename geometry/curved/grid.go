package curved

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// lattice puts corners on a regular grid of parameters inside a face that is curved both ways, as close as the
// tolerance requires. It turns the triangles so that they are as round as possible, measured in steps of the grid.
// Refine removes the deviations that remain with a lattice of equal steps.
func (c *covering) lattice() error {
	nu, nv := c.pieces()
	if nu < 2 || nv < 2 {
		return nil
	}
	if n := nu * nv; n > maxLattice {
		shrink := math.Sqrt(maxLattice / float64(n))
		nu, nv = max(2, int(float64(nu)*shrink)), max(2, int(float64(nv)*shrink))
	}
	c.step = [2]float64{fineness / float64(nu), fineness / float64(nv)}
	c.sides = make(map[[2]int32]int32, 3*len(c.triangles))
	var all [][2]int32
	for i, t := range c.triangles {
		c.note(int32(i))
		for k := range t {
			all = append(all, [2]int32{t[k], t[(k+1)%3]})
		}
	}
	c.round(all)
	at := int32(0)
	for i := 1; i < nu; i++ {
		for j := 1; j < nv; j++ {
			at = c.plant(c.node(i, j, nv), at)
			if len(c.points) > c.limit {
				return ErrTooFine
			}
		}
	}
	return nil
}

// maxLattice is the greatest number of corners of a lattice. Where the curvature varies, refine adds corners.
const maxLattice = 6000

// node returns a corner of the lattice. Every other row runs backwards, so that each corner is near the previous one.
func (c *covering) node(i, j, nv int) geometry.Point2 {
	if i%2 == 0 {
		j = nv - j
	}
	return geometry.Point2{X: geometry.Length(c.step[0] * float64(i)), Y: geometry.Length(c.step[1] * float64(j))}
}

// pieces returns the numbers of chords into which lines along U and V are divided so that the chords deviate from the
// surface by at most the tolerance. The deviation of a chord grows with the square of its length. Where the lines are
// straight and the surface is twisted, both are divided.
func (c *covering) pieces() (nu, nv int) {
	const cells, most = 8, 512
	var u, v, twist float64
	at := func(x, y float64) UV { return c.parameters(fineness/cells*x, fineness/cells*y) }
	for i := range cells {
		for k := range cells {
			x, y := float64(i), float64(k)
			p, q, r, s := c.surface.Point(at(x, y)), c.surface.Point(at(x+1, y)), c.surface.Point(at(x, y+1)),
				c.surface.Point(at(x+1, y+1))
			alongU, alongV, across := c.off(at(x+0.5, y), p, q), c.off(at(x, y+0.5), p, r),
				c.off(at(x+0.5, y+0.5), p, s)
			u, v, twist = max(u, alongU), max(v, alongV), max(twist, across-alongU-alongV)
		}
	}
	number := func(strays float64) int { return min(most, int(math.Ceil(cells*math.Sqrt(strays/c.tolerance)))) }
	if twist > c.tolerance {
		return max(number(u), number(twist/slack)), max(number(v), number(twist/slack))
	}
	return number(u), number(v)
}

// plant puts a corner into the triangle that contains it, searching from another triangle. It skips a corner outside of
// the face or too near to another corner. It returns the triangle from which the next search starts.
func (c *covering) plant(at geometry.Point2, from int32) int32 {
	i, inside := c.find(at, from)
	if !inside {
		return i
	}
	t := c.triangles[i]
	for _, v := range t {
		if c.apart(c.corners[v], at) < crowded {
			return i
		}
	}
	m := c.corner(at)
	if !c.turns(t[0], t[1], m) || !c.turns(t[1], t[2], m) || !c.turns(t[2], t[0], m) {
		c.forget() // on a side: the next node will serve
		return i
	}
	n := int32(len(c.triangles))
	c.triangles[i] = [3]int32{t[0], t[1], m}
	c.triangles = append(c.triangles, [3]int32{t[1], t[2], m}, [3]int32{t[2], t[0], m})
	for _, k := range [...]int32{i, n, n + 1} {
		c.note(k)
	}
	c.round([][2]int32{{t[0], t[1]}, {t[1], t[2]}, {t[2], t[0]}})
	return c.sides[[2]int32{m, t[0]}]
}

// crowded is the least distance, in steps, between a corner of the lattice and another corner.
const crowded = 0.4

// find walks to the triangle that contains a place. It returns false if the border is in the way.
func (c *covering) find(at geometry.Point2, from int32) (int32, bool) {
	for range 4 * (len(c.triangles) + 1) {
		t, next := c.triangles[from], int32(-1)
		outside := false
		for k := range t {
			a, b := t[k], t[(k+1)%3]
			if geometry.Orient(c.corners[a], c.corners[b], at) >= 0 {
				continue
			}
			outside = true
			if other, ok := c.sides[[2]int32{b, a}]; ok {
				next = other
				break
			}
		}
		if !outside {
			return from, true
		}
		if next < 0 {
			return c.search(at, from)
		}
		from = next
	}
	return from, false
}

// maxLooks is the greatest number of triangles that all searches of a face examine together. Beyond it no corners are
// planted, and refine works on the rest of the face.
const maxLooks = 2_000_000

// search examines all triangles, because a face need not be convex.
func (c *covering) search(at geometry.Point2, from int32) (int32, bool) {
	if c.looks += len(c.triangles); c.looks > maxLooks {
		return from, false
	}
	for i, t := range c.triangles {
		p, q, r := c.corners[t[0]], c.corners[t[1]], c.corners[t[2]]
		if geometry.Orient(p, q, at) >= 0 && geometry.Orient(q, r, at) >= 0 && geometry.Orient(r, p, at) >= 0 {
			return int32(i), true
		}
	}
	return from, false
}

// apart returns the distance between two corners in steps of the lattice.
func (c *covering) apart(p, q geometry.Point2) float64 {
	x, y := float64(p.X-q.X)/c.step[0], float64(p.Y-q.Y)/c.step[1]
	return math.Sqrt(float64(x*x) + float64(y*y))
}

// round replaces a side by the other diagonal of its two triangles if that makes the triangles rounder. Afterwards no
// corner lies in the circle through the corners of a triangle (Lawson 1977), measured in steps of the lattice.
func (c *covering) round(queue [][2]int32) {
	for budget := 64 * (len(c.triangles) + len(queue)); len(queue) > 0 && budget > 0; budget-- {
		side := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		a, b := side[0], side[1]
		left, inner := c.sides[side]
		right, both := c.sides[[2]int32{b, a}]
		if !inner || !both {
			continue
		}
		p, q := c.across(left, side), c.across(right, side)
		if !c.turns(q, b, p) || !c.turns(p, a, q) || !c.encloses(a, b, p, q) {
			continue
		}
		delete(c.sides, side)
		delete(c.sides, [2]int32{b, a})
		c.triangles[left], c.triangles[right] = [3]int32{a, q, p}, [3]int32{q, b, p}
		c.note(left)
		c.note(right)
		queue = append(queue, [2]int32{a, q}, [2]int32{q, b}, [2]int32{b, p}, [2]int32{p, a})
	}
}

// encloses reports whether the circle through a, b and p contains q, with a margin so that turning comes to an end.
func (c *covering) encloses(a, b, p, q int32) bool {
	const margin = 1e-9
	at := func(v int32) (x, y, square float64) {
		x = float64(c.corners[v].X-c.corners[q].X) / c.step[0]
		y = float64(c.corners[v].Y-c.corners[q].Y) / c.step[1]
		return x, y, float64(x*x) + float64(y*y)
	}
	ax, ay, as := at(a)
	bx, by, bs := at(b)
	px, py, ps := at(p)
	det := float64(ax*(float64(by*ps)-float64(bs*py))) - float64(ay*(float64(bx*ps)-float64(bs*px))) +
		float64(as*(float64(bx*py)-float64(by*px)))
	return det > margin*(1+as+bs+ps)
}
