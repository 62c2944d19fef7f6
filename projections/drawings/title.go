package drawings

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// title writes the view's name, scale and scale bar below it, and the north arrow of a plan. It returns the free place
// beside them.
func (v *view) title(name string, north bool) paper.Point {
	v.crop()
	lo, hi := v.bounds()
	v.named = titled{name, north, lo, hi}
	at := paper.Point{X: lo.X, Y: lo.Y - 14*geometry.Millimetre}
	if v.shown.Detail != "" {
		at.X += v.detailNumber(at)
	}
	v.text(layerTitle, nil, paper.Text{At: at, String: name, Height: textTitle, Face: paper.SemiBold})
	width := paper.SemiBold.Width(name, textTitle)
	under := at.Y - 2500
	v.add(layerTitle, paper.ClassMark, nil, paper.Stroke{Points: []paper.Point{{X: at.X, Y: under},
		{X: at.X + max(width, 60*geometry.Millimetre), Y: under}}, Pen: paper.Pen35})
	v.text(layerTitle, nil, paper.Text{At: paper.Point{X: at.X, Y: under - 5500},
		String: scaleText(v.scale), Height: textName})
	v.scaleBar(paper.Point{X: at.X + 20*geometry.Millimetre, Y: under - 6500})
	right := at.X + max(width, 60*geometry.Millimetre) + 40*geometry.Millimetre
	if north {
		v.northArrow(paper.Point{X: right, Y: under - 2*geometry.Millimetre})
	}
	return paper.Point{X: right + 14*geometry.Millimetre, Y: at.Y + 5*geometry.Millimetre}
}

// barSteps are the lengths of a field of the scale bar, in metres.
var barSteps = []float64{0.1, 0.2, 0.5, 1, 2, 5, 10, 20}

// scaleBar draws five fields, black and white in turn, to the scale of the drawing.
func (v *view) scaleBar(at paper.Point) {
	step := geometry.Length(0)
	metre := 0.0
	for _, m := range barSteps {
		if w := v.length(geometry.Length(math.Round(m * 1e6))); w >= 8*geometry.Millimetre {
			step, metre = w, m
			break
		}
	}
	const thick = 1500
	pen := v.pen(dimensionLine)
	for i := range 5 {
		x := at.X + step*geometry.Length(i)
		field := geometry.Rectangle(paper.Point{X: x, Y: at.Y}, paper.Point{X: x + step, Y: at.Y + thick})
		if i%2 == 0 {
			v.add(layerOther, paper.ClassMark, nil, paper.Fill{Region: geometry.Region{field}})
		}
		v.add(layerOther, paper.ClassMark, nil, paper.Stroke{Points: field.Outer, Closed: true, Pen: pen})
	}
	for _, i := range []int{0, 1, 5} {
		label := fmt.Sprintf("%g", math.Round(metre*float64(i)*10)/10)
		if i == 5 {
			label += " m"
		}
		v.text(layerOther, nil, paper.Text{At: paper.Point{X: at.X + step*geometry.Length(i), Y: at.Y + thick + 900},
			String: label, Height: textLeast, Anchor: paper.Anchor{Across: paper.Centre}})
	}
}

// northArrow draws a circle with a needle to true north.
func (v *view) northArrow(centre paper.Point) {
	const radius = 6 * geometry.Millimetre
	turned := geometry.Angle(0)
	for _, id := range v.model.OfCategory(state.CategorySite) {
		if e, ok := v.model.Element(id); ok {
			turned = e.Params.(*shape.Site).TrueNorth
		}
	}
	at := func(x, y geometry.Length) paper.Point {
		return centre.Add(paper.Point{X: x, Y: y}).Rotate(centre, turned)
	}
	v.add(layerOther, paper.ClassMark, nil, paper.Arc{Centre: centre, Radius: radius,
		Sweep: geometry.FullTurn, Pen: v.pen(dimensionLine)})
	v.add(layerOther, paper.ClassMark, nil, paper.Fill{Region: geometry.Region{{Outer: geometry.Ring{at(0, radius),
		at(-2200, -radius*3/4), at(0, -radius/2)}}}})
	v.add(layerOther, paper.ClassMark, nil, paper.Stroke{Points: []paper.Point{at(0, radius), at(2200, -radius*3/4),
		at(0, -radius/2)}, Closed: true, Pen: v.pen(dimensionLine)})
	v.text(layerOther, nil, paper.Text{At: at(0, radius+1000), String: "N", Height: textName,
		Anchor: paper.Anchor{Across: paper.Centre}})
}
