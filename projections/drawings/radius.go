package drawings

import (
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Radii of curved walls are dimensioned after ISO 129-1. The text is R and the figure, on a radial line that ends at
// the face with an arrow and stops short of the centre.

// radiusParts are the places along an arc at which the line of its radius is tried, the middle first, in parts of
// 1/radiusSteps of the arc.
var radiusParts = outward(radiusSteps / 2)

// radiusSteps is the number of parts into which an arc is divided for the places of its radius. For a half circle with
// a radius of 2 m at 1:100 the places are 2 mm apart, which is the distance that the line of a radius keeps from other
// lines.
const radiusSteps = 32

// outward returns the whole numbers from 1 to twice the middle less 1, the nearest to the middle first.
func outward(middle geometry.Length) []geometry.Length {
	out := []geometry.Length{middle}
	for n := geometry.Length(1); n < middle; n++ {
		out = append(out, middle-n, middle+n)
	}
	return out
}

// besideRadius is the length of the line of a radius beyond its figure, at either end.
const besideRadius = headLong + 1*geometry.Millimetre

// besideJamb is the distance between an opening and the arrow of a radius, on paper.
const besideJamb = 1 * geometry.Millimetre

// radiusStem is the length of the line of a radius whose figure stands on a shoulder beside its end.
const radiusStem = 6 * geometry.Millimetre

// shoulder is the place of the figure of a radius: on its line, or on a level line that continues it to one side.
type shoulder geometry.Length

const (
	onLine  shoulder = 0
	toLeft  shoulder = -1
	toRight shoulder = 1
)

// radiusForms are the forms of a radius, tried in order, each at all places. The line ends at the inner face, on the
// side of the centre, or at the outer face. The figure stands on the line or beside it.
var radiusForms = []struct {
	outside   bool
	shoulders []shoulder
}{{false, []shoulder{onLine}}, {true, []shoulder{onLine}}, {false, []shoulder{toRight, toLeft}},
	{true, []shoulder{toRight, toLeft}}}

// radius is a place for a radius: its line from the free end to the face, its shoulder, which may have no length, and
// its figure.
type radius struct {
	line, shoulder segment
	text           paper.Text
}

// radii draws the radius of each arc of curved walls, once for arcs on one circle. It tries the inner face, on the side
// of the centre, before the outer face.
func (p *plan) radii() {
	type circle struct {
		centre geometry.Point2
		inner  geometry.Length
	}
	var all []circle
	of := map[circle][]rounded{}
	for _, r := range p.rounded {
		inner, _ := r.faces()
		c := circle{r.centre, inner}
		if n := slices.IndexFunc(all, func(o circle) bool {
			return geometry.Distance(o.centre, r.centre) < samePoint && (o.inner-inner).Abs() < samePoint
		}); n >= 0 {
			c = all[n]
		} else {
			all = append(all, c)
		}
		of[c] = append(of[c], r)
	}
	for _, c := range all {
		if !p.radiusOf(of[c]) {
			e := of[c][0].element
			p.warn("NO_ROOM", "there is no place for the radius of "+e.Name, e.ID)
		}
	}
}

// radiusOf draws the radius of walls on one circle at the first free place, and reports whether there is one.
func (p *plan) radiusOf(walls []rounded) bool {
	for _, free := range []func(geometry.Ring, geometry.Length) bool{p.placer.clear, p.placer.free} {
		for _, form := range radiusForms {
			for _, part := range radiusParts {
				for _, w := range walls {
					p.goOn()
					face, ok := p.faceAt(w, w.plan.Length*part/radiusSteps, form.outside)
					if !ok {
						continue
					}
					for _, at := range form.shoulders {
						if d, ok := p.radiusOn(face, at); ok && p.grantsRadius(d, free) {
							p.drawRadius(w, d)
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// drawRadius draws the shoulder, the arrow and the figure of a radius.
func (p *plan) drawRadius(w rounded, d radius) {
	if d.shoulder.length() > 0 {
		p.add(layerDimensions, paper.ClassMark, w.element,
			paper.Stroke{Points: []paper.Point{d.shoulder.a, d.shoulder.b}, Pen: p.pen(dimensionLine)})
	}
	p.arrow(layerDimensions, w.element, d.line)
	p.text(layerDimensions, w.element, d.text)
}

// roundFace is a place at a face of a curved wall on paper, with the radius of the face in the building. The function
// before returns the point at a given distance in front of the face.
type roundFace struct {
	radius geometry.Length
	before func(off geometry.Length) paper.Point
	inner  bool
}

// faceAt returns a place along the inner or the outer face of a curved wall. It returns false at an opening and where
// the wall is not cut.
func (p *plan) faceAt(w rounded, along geometry.Length, outside bool) (roundFace, bool) {
	for _, o := range fabric.WallOpenings(p.model, w.element.ID) {
		if beside := p.real(besideJamb); along > o.Offset-beside && along < o.Offset+o.Width+beside {
			return roundFace{}, false
		}
	}
	inner, outer := w.faces()
	inward := geometry.Length(1) // to the left of the line, where the centre of an arc that turns left is
	if w.radius < 0 {
		inward = -1
	}
	f := roundFace{radius: inner, inner: !outside}
	if outside {
		f.radius = outer
	}
	across, away := w.radius-inward*f.radius, inward
	if outside {
		away = -inward
	}
	f.before = func(off geometry.Length) paper.Point { return p.at(w.plan.On(along, across+away*p.real(off))) }
	return f, p.walls.Contains(f.before(-seam)) == geometry.Inside &&
		p.walls.Contains(f.before(seam)) == geometry.Outside
}

// radiusOn returns the radius at a face with its figure at a place. It returns false if the line would reach beyond the
// centre.
func (p *plan) radiusOn(f roundFace, at shoulder) (radius, bool) {
	d := radius{text: paper.Text{String: fmt.Sprintf("R %d", wholeMM(f.radius)), Height: textSmall,
		Anchor: paper.Anchor{Across: paper.Centre}}}
	width := d.text.Width()
	long := width + 2*besideRadius
	if at != onLine {
		long = radiusStem
	}
	if f.inner && long > p.length(f.radius) {
		return d, false
	}
	d.line = segment{f.before(long), f.before(0)}
	middle := f.before((long + headLong) / 2)
	if at == onLine {
		d.text.Angle = readable(d.line)
	} else {
		end := d.line.a.Add(paper.Point{X: geometry.Length(at) * (width + textMargin)})
		d.shoulder = segment{d.line.a, end}
		middle = paper.Point{X: (d.line.a.X + end.X) / 2, Y: end.Y}
	}
	d.text.At = move(middle, -float64(figureOff)*d.text.Angle.Sin(), float64(figureOff)*d.text.Angle.Cos())
	return d, true
}

// grantsRadius reports whether the figure of a radius and its lines overlap no other mark. It ignores the arrow head.
func (p *plan) grantsRadius(d radius, free func(geometry.Ring, geometry.Length) bool) bool {
	long := d.line.length()
	around := []geometry.Ring{strip(d.line.part(0, long-float64(headLong), long), besideText),
		grown(d.text.Box(), besideText)}
	if d.shoulder.length() > 0 {
		around = append(around, strip(d.shoulder, besideText))
	}
	for _, ring := range around {
		if p.placer.onLine(ring) || p.placer.onMeasure(ring) || !p.placer.off(ring, 0) ||
			p.measured != nil && p.measured.meets(ring) || p.flights != nil && p.flights.meets(ring) {
			return false
		}
	}
	return free(d.text.Box(), besideText)
}
