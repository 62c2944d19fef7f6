package png

import (
	"context"
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font/sfnt"

	foreign "github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// leastWidth is the width in pixels of the finest line.
const leastWidth = 0.75

// canvas is a picture that is being painted.
type canvas struct {
	ctx     context.Context
	picture *image.RGBA
	cover   coverage
	scale   float64 // pixels per micrometre
	height  float64 // in pixels
}

// Size returns the sides in pixels of the picture of a drawing at a number of dots per inch.
func Size(d *paper.Drawing, dpi float64) (width, height float64) {
	scale := dpi / 25400
	return math.Ceil(float64(float64(d.Width) * scale)), math.Ceil(float64(float64(d.Height) * scale))
}

// Paint returns the picture of a drawing at a number of dots per inch. The caller must have checked the number of
// pixels against the limit. It ends with the context, by [processors.Hear].
func Paint(ctx context.Context, d *paper.Drawing, dpi float64) *image.RGBA {
	scale := dpi / 25400
	width, height := Size(d, dpi)
	w, h := int(width), int(height)
	c := &canvas{
		ctx: ctx, picture: image.NewRGBA(image.Rect(0, 0, w, h)), scale: scale,
		height: float64(float64(d.Height) * scale),
	}
	draw.Draw(c.picture, c.picture.Bounds(), image.White, image.Point{}, draw.Src)
	for _, item := range d.Items {
		for _, s := range paper.Drawn(ctx, item.Mark) {
			c.simple(s)
		}
	}
	return c.picture
}

func (c *canvas) simple(s paper.Simple) {
	switch {
	case s.Fill != nil:
		for _, p := range s.Fill.Region {
			processors.Hear(c.ctx)
			c.polygon(p, s.Ink)
		}
	case s.Text != nil:
		c.text(*s.Text)
	default:
		width := max(float64(float64(s.Pen.Width())*c.scale), leastWidth)
		for _, p := range s.Paths {
			processors.Hear(c.ctx)
			c.path(p, width, s.Ink)
		}
		for i, l := range s.Lines {
			if i%heardEvery == 0 {
				processors.Hear(c.ctx)
			}
			a := newArea()
			c.line(a, c.pixel(l.A), c.pixel(l.B), width, 0, 0)
			c.paint(a, s.Ink)
		}
	}
}

// heardEvery is the number of lines between two checks of the context, some milliseconds of work.
const heardEvery = 256

// pixel returns a place in the picture, on a grid of 1/64 pixel, so that all machines paint the same.
func (c *canvas) pixel(p paper.Point) [2]float64 {
	return [2]float64{grid(float64(p.X) * c.scale), grid(c.height - float64(float64(p.Y)*c.scale))}
}

func grid(v float64) float64 { return math.Round(v*64) / 64 }

// polygon paints a polygon, whose holes have the opposite orientation.
func (c *canvas) polygon(p geometry.Polygon, ink paper.Ink) {
	a := newArea()
	c.ring(a, p.Outer)
	for _, h := range p.Holes {
		c.ring(a, h)
	}
	c.paint(a, ink)
}

func (c *canvas) ring(a *area, r geometry.Ring) {
	for i, p := range r {
		q := c.pixel(p)
		if i == 0 {
			a.move(q)
		} else {
			a.line(q)
		}
	}
}

// path paints a polyline: a rectangle for each piece, longer by half the width where another piece adjoins.
func (c *canvas) path(p paper.Path, width float64, ink paper.Ink) {
	n := len(p.Points)
	pieces := n - 1
	if p.Closed {
		pieces = n
	}
	a := newArea()
	for i := range pieces {
		before, after := 0.0, 0.0
		if i > 0 || p.Closed {
			before = width / 2
		}
		if i < pieces-1 || p.Closed {
			after = width / 2
		}
		c.line(a, c.pixel(p.Points[i]), c.pixel(p.Points[(i+1)%n]), width, before, after)
	}
	c.paint(a, ink)
}

// line adds the rectangle of a straight line. All rectangles have one orientation, so that overlaps do not cancel.
func (c *canvas) line(a *area, p, q [2]float64, width, before, after float64) {
	dx, dy := q[0]-p[0], q[1]-p[1]
	l := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if l == 0 {
		return
	}
	dx, dy = dx/l, dy/l
	p = [2]float64{p[0] - float64(dx*before), p[1] - float64(dy*before)}
	q = [2]float64{q[0] + float64(dx*after), q[1] + float64(dy*after)}
	nx, ny := -float64(dy*width)/2, float64(dx*width)/2
	a.move([2]float64{p[0] + nx, p[1] + ny})
	a.line([2]float64{q[0] + nx, q[1] + ny})
	a.line([2]float64{q[0] - nx, q[1] - ny})
	a.line([2]float64{p[0] - nx, p[1] - ny})
}

// text paints the outlines of the glyphs of a text.
func (c *canvas) text(t paper.Text) {
	sine, cosine := t.Angle.Sin(), t.Angle.Cos()
	start := t.Start()
	place := func(p [2]float64) [2]float64 {
		x := float64(start.X) + float64(p[0]*cosine) - float64(p[1]*sine)
		y := float64(start.Y) + float64(p[0]*sine) + float64(p[1]*cosine)
		return [2]float64{grid(x * c.scale), grid(c.height - float64(y*c.scale))}
	}
	a := newArea()
	for _, s := range t.Face.Outline(foreign.Line(t.String), t.Height) {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			a.move(place(s.Points[0]))
		case sfnt.SegmentOpLineTo:
			a.line(place(s.Points[0]))
		case sfnt.SegmentOpQuadTo:
			a.curve(place(s.Points[0]), place(s.Points[1]))
		case sfnt.SegmentOpCubeTo: // TrueType outlines have none
			a.line(place(s.Points[2]))
		}
	}
	c.paint(a, t.Ink)
}
