package png

import (
	"image"
	"image/color"
	"math"

	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// chordError is the largest distance in pixels between a curve and the chords with which it is painted.
const chordError = 1.0 / 16

// area collects outlines and the box around them.
type area struct {
	outlines [][][2]float64
	lo, hi   [2]float64
}

func newArea() *area {
	return &area{lo: [2]float64{math.Inf(1), math.Inf(1)}, hi: [2]float64{math.Inf(-1), math.Inf(-1)}}
}

// move begins an outline. Each outline is closed.
func (a *area) move(p [2]float64) {
	a.outlines = append(a.outlines, nil)
	a.line(p)
}

func (a *area) line(p [2]float64) {
	for i := range p {
		a.lo[i], a.hi[i] = min(a.lo[i], p[i]), max(a.hi[i], p[i])
	}
	last := len(a.outlines) - 1
	a.outlines[last] = append(a.outlines[last], p)
}

// curve adds a parabola from the end of the outline to a point, with a control point.
func (a *area) curve(by, to [2]float64) {
	last := a.outlines[len(a.outlines)-1]
	from := last[len(last)-1]
	n := chords(from, by, to)
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		u := 1 - t
		var p [2]float64
		for k := range p {
			p[k] = float64(float64(u*u)*from[k]) + float64(float64(2*u*t)*by[k]) + float64(float64(t*t)*to[k])
		}
		a.line(p)
	}
	a.line(to)
}

// chords returns the number of chords of equal parameter that a parabola needs. With n chords the deviation is
//
// from - 2 by + to
//
// / (4 n²).
func chords(from, by, to [2]float64) int {
	x, y := from[0]-2*by[0]+to[0], from[1]-2*by[1]+to[1]
	bend := math.Sqrt(float64(x*x) + float64(y*y))
	return max(1, int(math.Ceil(math.Sqrt(bend/(4*chordError)))))
}

// paint paints the collected outlines, only within their box.
func (c *canvas) paint(a *area, ink paper.Ink) {
	if len(a.outlines) == 0 {
		return
	}
	box := image.Rect(int(math.Floor(a.lo[0])), int(math.Floor(a.lo[1])), int(math.Ceil(a.hi[0]))+1,
		int(math.Ceil(a.hi[1]))+1).Intersect(c.picture.Bounds())
	if box.Empty() {
		return
	}
	c.cover.reset(box.Dx(), box.Dy())
	for _, outline := range a.outlines {
		at := func(i int) (x, y int) {
			p := outline[i%len(outline)]
			return int(math.Round(p[0]*fine)) - box.Min.X*fine, int(math.Round(p[1]*fine)) - box.Min.Y*fine
		}
		for i := range outline {
			x0, y0 := at(i)
			x1, y1 := at(i + 1)
			c.cover.edge(x0, y0, x1, y1)
		}
	}
	c.cover.each(func() { processors.Hear(c.ctx) }, func(x, y int, alpha uint32) {
		c.blend(c.picture.PixOffset(box.Min.X+x, box.Min.Y+y), alpha, color.RGBA{ink.R, ink.G, ink.B, 0xff})
	})
}

// blend lays a colour over a pixel, in integers.
func (c *canvas) blend(at int, alpha uint32, ink color.RGBA) {
	over := func(old, new uint8) uint8 {
		return uint8((uint32(old)*(255-alpha) + uint32(new)*alpha + 127) / 255)
	}
	p := c.picture.Pix[at : at+3 : at+3]
	p[0], p[1], p[2] = over(p[0], ink.R), over(p[1], ink.G), over(p[2], ink.B)
}
