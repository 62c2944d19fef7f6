package drawings

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// The largest size of a key plan on paper.
const (
	keyWidth  = 40 * geometry.Millimetre
	keyHeight = 22 * geometry.Millimetre
)

// inkKey is the colour of the part that a key plan points out.
var inkKey = paper.Ink{R: 0x80, G: 0x80, B: 0x80}

// footprint returns what the walls of a plan enclose, with the walls, on paper: of a roof plan what the roofs cover.
func (p *plan) footprint() (out geometry.Region) {
	of := p.roofArea
	if !p.spec.Roof {
		of = p.closedWalls()
	}
	for _, polygon := range of {
		out = append(out, geometry.Polygon{Outer: polygon.Outer})
	}
	return out
}

// keyPlan draws beside the north of a part, from its upper left, the outline of the whole view with what the part has
// of it filled. Where the view has no outline of its own it is that of the parts together.
func (d *division) keyPlan(v *view, row, column int, corner paper.Point) {
	whole := d.whole.whole.covers
	if len(whole) == 0 {
		whole = geometry.Region{geometry.Rectangle(paper.Point{X: d.xs[0], Y: d.ys[0]},
			paper.Point{X: d.xs[len(d.xs)-1], Y: d.ys[len(d.ys)-1]})}
	}
	from, to := whole.Bounds()
	factor := min(float64(keyWidth)/float64(to.X-from.X), float64(keyHeight)/float64(to.Y-from.Y))
	place := func(p paper.Point) paper.Point {
		return corner.Add(paper.Point{X: geometry.Length(math.Round(float64(p.X-from.X) * factor)),
			Y: geometry.Length(math.Round(float64(p.Y-to.Y) * factor))})
	}
	lo, hi := d.place(row, column)
	for _, polygon := range geometry.Intersect(whole, geometry.Region{geometry.Rectangle(lo, hi)}) {
		v.add(layerOther, paper.ClassMark, nil, paper.Fill{Ink: inkKey,
			Region: geometry.Region{{Outer: moved(polygon.Outer, place)}}})
	}
	for _, polygon := range whole {
		v.add(layerOther, paper.ClassMark, nil, paper.Stroke{Points: moved(polygon.Outer, place), Closed: true,
			Pen: v.pen(dimensionLine)})
	}
	v.text(layerOther, nil, paper.Text{At: corner.Add(paper.Point{Y: 1200}), String: "Key plan", Height: textLeast})
}

// moved returns a ring with each point put to its place.
func moved(r geometry.Ring, place func(paper.Point) paper.Point) geometry.Ring {
	out := make(geometry.Ring, len(r))
	for i, p := range r {
		out[i] = place(p)
	}
	return out
}
