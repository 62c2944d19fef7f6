package drawings

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// axis is a line of a grid.
type axis struct {
	shape.GridAxis
	grid *state.Element
}

// upright reports whether the axis runs up the plan rather than across it.
func (a axis) upright() bool { return (a.End.Y - a.Start.Y).Abs() > (a.End.X - a.Start.X).Abs() }

// straight reports whether the axis is parallel to a side of the plan.
func (a axis) straight() bool {
	return min((a.End.Y-a.Start.Y).Abs(), (a.End.X-a.Start.X).Abs()) < samePoint
}

// grid draws the axes from a bubble beyond the outermost chain to a little beyond the building.
func (p *plan) grid(chains []chain) {
	lo, hi := p.bounds()
	far := [...]geometry.Length{south: lo.Y, east: hi.X, north: hi.Y, west: lo.X}
	for _, c := range chains {
		switch c.side {
		case south, west:
			far[c.side] = min(far[c.side], c.line)
		default:
			far[c.side] = max(far[c.side], c.line)
		}
	}
	var up, across []axis
	for _, a := range p.axes() {
		switch {
		case !a.straight():
			p.skewAxis(a)
		case a.upright():
			up = append(up, a)
		default:
			across = append(across, a)
		}
	}
	p.axisRow(up, south, far[south]-bubbleGap, far[north]+bubbleGap)
	p.axisRow(across, west, far[west]-bubbleGap, far[east]+bubbleGap)
}

// axisRow draws parallel axes with their bubbles in a row. The bubble of an axis that is close to the previous one
// stands further out.
func (p *plan) axisRow(axes []axis, s side, from, to geometry.Length) {
	slices.SortFunc(axes, func(a, b axis) int {
		return cmp.Or(cmp.Compare(s.along(a.Start), s.along(b.Start)), cmp.Compare(a.Tag, b.Tag))
	})
	last, out := geometry.Length(math.MinInt64/2), geometry.Length(0)
	for _, a := range axes {
		x := p.length(s.along(a.Start))
		if x-last < 2*bubbleRadius+500 {
			out = (out + 2*bubbleRadius + 500) % (3 * (2*bubbleRadius + 500))
		} else {
			out = 0
		}
		last = x
		p.axis(a, s, x, from-out, to)
	}
}

// axis draws one axis with its bubble.
func (p *plan) axis(a axis, s side, x, from, to geometry.Length) {
	at := func(y geometry.Length) paper.Point {
		if s.upright() {
			return paper.Point{X: y, Y: x}
		}
		return paper.Point{X: x, Y: y}
	}
	p.add(layerGrid, paper.ClassAxis, a.grid, paper.Stroke{Points: []paper.Point{at(from), at(to)},
		Pen: p.pen(axisLine), Pattern: paper.Axis})
	p.bubble(a, at(from-bubbleRadius))
}

// bubble draws the circle with an axis's tag.
func (v *view) bubble(a axis, centre paper.Point) {
	v.add(layerBubble, paper.ClassMark, a.grid, paper.Arc{Centre: centre, Radius: bubbleRadius,
		Sweep: geometry.FullTurn, Pen: v.pen(bubble)})
	size := geometry.Length(textName)
	if paper.Regular.Width(a.Tag, size) > 2*bubbleRadius-2000 {
		size = textSmall
	}
	v.placer.take(boxAround(centre, 2*bubbleRadius, 2*bubbleRadius))
	v.add(layerBubble, paper.ClassText, a.grid, paper.Text{At: centre, String: a.Tag, Height: size,
		Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle}})
}

// skewAxis draws an axis that is parallel to no side, with its length in the grid.
func (p *plan) skewAxis(a axis) {
	start, end := p.at(a.Start), p.at(a.End)
	p.add(layerGrid, paper.ClassAxis, a.grid, paper.Stroke{Points: []paper.Point{start, end},
		Pen: p.pen(axisLine), Pattern: paper.Axis})
	l := segment{start, end}.length()
	if l == 0 {
		return
	}
	back := func(d geometry.Length) geometry.Length {
		return geometry.Length(round(float64(d) * float64(bubbleRadius) / l))
	}
	p.bubble(a, paper.Point{X: start.X - back(end.X-start.X), Y: start.Y - back(end.Y-start.Y)})
}
