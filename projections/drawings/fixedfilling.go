package drawings

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// filledBy returns the fixed door or window whose middle lies in an opening without a filler, or nil if there is none.
func filledBy(f filling, fixed []*fixedBody) *fixedBody {
	if f.rect.Filler != "" {
		return nil
	}
	for _, b := range fixed {
		at := f.wall.Frame.Local(b.middle())
		x, z := at.X-f.rect.Offset, at.Z-f.rect.Sill
		if fills(b.element.Category) && b.at == nil && x >= 0 && x <= f.rect.Width && z >= 0 && z <= f.rect.Height &&
			at.Y >= f.wall.YMin-frameBefore && at.Y <= f.wall.YMax+frameBefore {
			return b
		}
	}
	return nil
}

// frameBefore is the largest distance from the middle of a frame back to the face of its wall. Frames may stand in the
// insulation, which other programs draw as a separate wall up to 300 mm thick.
const frameBefore = 300 * geometry.Millimetre

// middle returns the middle of an element's box.
func (f *fixedBody) middle() geometry.Point3 {
	lo, hi := f.bounds.Min, f.bounds.Max
	return geometry.Point3{X: lo.X + (hi.X-lo.X)/2, Y: lo.Y + (hi.Y-lo.Y)/2, Z: lo.Z + (hi.Z-lo.Z)/2}
}

// standing returns the place of a door or window with a fixed body. It is the opening around it in the cut walls or, if
// no wall is there, the rectangle of its body.
func (p *plan) standing(b *fixedBody, around *wallsAround) filling {
	wall, width := p.strip(b)
	f := filling{element: b.element, fixed: true, wall: wall, rect: fabric.OpeningRect{ID: b.element.ID,
		Filler: b.element.ID, Width: width, Height: b.bounds.Max.Z - b.bounds.Min.Z}}
	around.surround(&f, !b.missed)
	return f
}

// strip returns the rectangle that a door or window covers in plan, as a piece of a wall, and its length. The rectangle
// follows the placement in the file or, if that makes a smaller rectangle, the longest side of the outline. The wall
// runs along the side that matches the stated width, otherwise along the longer side.
func (p *plan) strip(b *fixedBody) (fabric.WallPlan, geometry.Length) {
	var outline []geometry.Point2
	var longest r3.Vector
	most := 0.0
	for _, s := range b.shapes {
		for _, polygon := range p.shadow(s) {
			ring := polygon.Outer
			outline = append(outline, ring...)
			for i, a := range ring {
				c := ring[(i+1)%len(ring)]
				if l := geometry.Distance(a, c).MM(); l > most {
					most, longest = l, geometry.Direction(a, c)
				}
			}
		}
	}
	if len(outline) == 0 {
		lo, hi := b.bounds.Min.XY(), b.bounds.Max.XY()
		outline = []geometry.Point2{lo, hi}
	}
	turn := state.FixedOf(b.element).Rotation
	best := boxOf(outline, r3.Vector{X: turn.Cos(), Y: turn.Sin()})
	if most > 0 {
		if other := boxOf(outline, longest); other.area() < best.area()*(1-rounding) {
			best = other
		}
	}
	if width := statedWidth(b.element); width > 0 && (best.deep()-width).Abs() < (best.long()-width).Abs() ||
		width == 0 && best.deep() > best.long() {
		best = best.quarterTurned()
	}
	return best.wall(b.bounds.Min.Z), best.long()
}

// rounding is the largest relative difference between the areas of two equal rectangles whose corners are rounded to a
// micrometre. It applies to a rectangle 10 mm deep.
const rounding = 1e-3

// statedWidth returns the width of a door or window that its file states, or 0 if it states none.
func statedWidth(e *state.Element) geometry.Length {
	switch params := e.Params.(type) {
	case *fabric.Door:
		return params.Width
	case *fabric.Window:
		return params.Width
	}
	return 0
}

// turnedBox is a rectangle in plan with one side along x. It holds its extents along x and to the left of x.
type turnedBox struct {
	x              r3.Vector
	x0, x1, y0, y1 float64
}

func boxOf(points []geometry.Point2, x r3.Vector) turnedBox {
	b := turnedBox{x, math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for _, q := range points {
		u := float64(x.X*float64(q.X)) + float64(x.Y*float64(q.Y))
		v := float64(x.X*float64(q.Y)) - float64(x.Y*float64(q.X))
		b.x0, b.x1, b.y0, b.y1 = min(b.x0, u), max(b.x1, u), min(b.y0, v), max(b.y1, v)
	}
	return b
}

func (b turnedBox) long() geometry.Length { return geometry.Length(round(b.x1 - b.x0)) }

func (b turnedBox) deep() geometry.Length { return geometry.Length(round(b.y1 - b.y0)) }

func (b turnedBox) area() float64 { return (b.x1 - b.x0) * (b.y1 - b.y0) }

// quarterTurned returns the same rectangle with its other side as x.
func (b turnedBox) quarterTurned() turnedBox {
	return turnedBox{r3.Vector{X: -b.x.Y, Y: b.x.X}, b.y0, b.y1, -b.x1, -b.x0}
}

// wall returns the rectangle as a piece of wall at a height, with the origin at the start of its middle line.
func (b turnedBox) wall(base geometry.Length) fabric.WallPlan {
	middle := (b.y0 + b.y1) / 2
	half := b.deep() / 2
	long := b.long()
	return fabric.WallPlan{
		Frame: geometry.Placement{X: b.x, Z: r3.Vector{Z: 1}, Origin: geometry.Point3{
			X: geometry.Length(round(float64(b.x.X*b.x0) - float64(b.x.Y*middle))),
			Y: geometry.Length(round(float64(b.x.Y*b.x0) + float64(b.x.X*middle))), Z: base}},
		Length: long, YMin: -half, YMax: half,
		Region: geometry.Region{geometry.Rectangle(geometry.Point2{Y: -half}, geometry.Point2{X: long, Y: half})},
	}
}
