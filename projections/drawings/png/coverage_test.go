package png

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

type spot = [2]float64

// clipped returns the part of a convex polygon in which f is not negative; f is linear.
func clipped(polygon []spot, f func(spot) float64) (out []spot) {
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		a, b := f(p), f(q)
		if a >= 0 {
			out = append(out, p)
		}
		if (a < 0) != (b < 0) {
			t := a / (a - b)
			out = append(out, spot{p[0] + t*(q[0]-p[0]), p[1] + t*(q[1]-p[1])})
		}
	}
	return out
}

// within returns the area of a pixel that a triangle covers.
func within(triangle []spot, x, y int) (area float64) {
	left, top := float64(x), float64(y)
	p := clipped(triangle, func(p spot) float64 { return p[0] - left })
	p = clipped(p, func(p spot) float64 { return left + 1 - p[0] })
	p = clipped(p, func(p spot) float64 { return p[1] - top })
	p = clipped(p, func(p spot) float64 { return top + 1 - p[1] })
	for i := range p {
		q := p[(i+1)%len(p)]
		area += (p[i][0]*q[1] - q[0]*p[i][1]) / 2
	}
	return math.Abs(area)
}

func triangles(t *rapid.T, label string) []spot {
	place := rapid.IntRange(-20*fine, 60*fine)
	out := make([]spot, 3)
	for i := range out {
		out[i] = spot{float64(place.Draw(t, label)) / fine, float64(place.Draw(t, label)) / fine}
	}
	return out
}

func add(c *coverage, outline []spot) {
	for i, p := range outline {
		q := outline[(i+1)%len(outline)]
		c.edge(int(p[0]*fine), int(p[1]*fine), int(q[0]*fine), int(q[1]*fine))
	}
}

const boxWidth, boxHeight = 37, 23

// alphas returns the painted cover of a box, and fails if a pixel is painted twice.
func alphas(t *rapid.T, c *coverage) (out [boxHeight][boxWidth]uint32) {
	c.each(func() {}, func(x, y int, alpha uint32) {
		if out[y][x] != 0 {
			t.Fatalf("pixel %d, %d is painted twice", x, y)
		}
		out[y][x] = alpha
	})
	return out
}

// TestCoverage compares the cover of each pixel by a triangle with the exact area. Some triangles reach beyond the box.
func TestCoverage(t *testing.T) {
	var c coverage
	rapid.Check(t, func(t *rapid.T) {
		c.reset(boxWidth, boxHeight)
		triangle := triangles(t, "corner")
		add(&c, triangle)
		// An edge crosses the sides of a pixel at two places, each within 1/256 of the exact one. Three edges may meet
		// in a pixel.
		const most = 3 * 2.0 / fine
		for y, row := range alphas(t, &c) {
			for x, alpha := range row {
				if want := within(triangle, x, y); math.Abs(float64(alpha)/255-want) > most+0.5/255 {
					t.Fatalf("%v covers %.4f of pixel %d, %d, not %d/255", triangle, want, x, y, alpha)
				}
			}
		}
	})
}

// TestCoverageOfNeighbours checks that two triangles with a common edge together cover exactly the quadrilateral that
// they form, without a seam. An outline that runs forth and back on the same line must cover nothing.
func TestCoverageOfNeighbours(t *testing.T) {
	var c coverage
	rapid.Check(t, func(t *rapid.T) {
		c.reset(boxWidth, boxHeight)
		p := append(triangles(t, "corner"), triangles(t, "other")[0])
		add(&c, []spot{p[0], p[1], p[2]})
		add(&c, []spot{p[0], p[2], p[3]})
		apart := alphas(t, &c)
		c.reset(boxWidth, boxHeight)
		add(&c, p)
		if together := alphas(t, &c); together != apart {
			t.Fatalf("%v: a seam", p)
		}
		c.reset(boxWidth, boxHeight)
		add(&c, p)
		add(&c, []spot{p[3], p[2], p[1], p[0]})
		if none := alphas(t, &c); none != [boxHeight][boxWidth]uint32{} {
			t.Fatalf("%v: something is left", p)
		}
	})
}
