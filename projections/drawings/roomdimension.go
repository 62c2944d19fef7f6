package drawings

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// roomDimensions measures each room across and along, from wall to wall through free floor. A room for whose measure
// there is no place has none of that direction: stamps and tags come first. Walls askew to the plan are not measured.
func (p *plan) roomDimensions() {
	p.measured, p.cutSides = newIndex(nil), newIndex(rings(p.cuts))
	for _, id := range p.source.Rooms().OnLevel(p.level.ID) {
		p.goOn()
		facts, err := p.source.Rooms().Analyse(id)
		if err != nil || !facts.Bounded {
			continue
		}
		e, _ := p.model.Element(id)
		for _, upright := range []bool{false, true} {
			p.roomDimension(e, facts, upright)
		}
	}
}

// chordSteps is into how many parts a room is divided for places of its measures.
const chordSteps = 24

// roomDimension draws one measure of a room at the first place, from a side inwards, at which its text and its line
// are free: of lines too, if there is such a place.
func (p *plan) roomDimension(e *domain.Element, r projections.RoomFacts, upright bool) {
	lo, hi := r.Region.Bounds()
	across := func(q geometry.Point2) geometry.Length {
		if upright {
			return q.X
		}
		return q.Y
	}
	from, size := across(lo), across(hi)-across(lo)
	onPaper := p.region(r.Region)
	inside := func(corner paper.Point) bool { return onPaper.Contains(corner) == geometry.Inside }
	for _, free := range []func(geometry.Ring, geometry.Length) bool{p.placer.clear, p.placer.free} {
		for _, n := range chordOrder {
			p.goOn()
			at := from + size*geometry.Length(n)/chordSteps
			for _, c := range chordsOf(r.Region, at, upright) {
				if d := p.chordDimension(c[0], c[1], at, upright); p.fitsInside(d, free) && !p.onStair(d) &&
					!slices.ContainsFunc(d.Text.Box(), func(c paper.Point) bool { return !inside(c) }) {
					p.placer.take(d.Text.Box())
					a, b := d.Ends()
					p.measured.add(segment{a, b})
					p.add(layerRoomDimensions, paper.ClassDimension, e, d)
					return
				}
			}
		}
	}
}

// onStair says whether a dimension runs over a stair.
func (p *plan) onStair(d paper.Dimension) bool {
	return p.flights != nil && (p.flights.meets(d.Text.Box()) || p.flights.meets(lineBox(d)))
}

// chordOrder are the places at which measures are tried, as parts of a room: near its sides first, where stamps are
// not.
var chordOrder = []int{4, 20, 5, 19, 3, 21, 6, 18, 7, 17, 8, 16, 9, 15, 2, 22, 10, 14, 11, 13, 12}

// chordsOf returns where a line across or along a region runs inside of it, from side to side that are perpendicular to
// it, the longest first.
func chordsOf(r geometry.Region, at geometry.Length, upright bool) [][2]geometry.Length {
	var stops []geometry.Length
	for _, s := range rings(r) {
		a, b := s.a, s.b
		if upright {
			a, b = geometry.Point2{X: a.Y, Y: a.X}, geometry.Point2{X: b.Y, Y: b.X}
		}
		if a.Y > at == (b.Y > at) {
			continue
		}
		if a.X != b.X {
			return nil // askew: its distance depends on the place
		}
		stops = append(stops, a.X)
	}
	slices.Sort(stops)
	var out [][2]geometry.Length
	for i := 1; i < len(stops); i += 2 {
		out = append(out, [2]geometry.Length{stops[i-1], stops[i]})
	}
	slices.SortStableFunc(out, func(a, b [2]geometry.Length) int { return cmp.Compare(b[1]-b[0], a[1]-a[0]) })
	return out[:min(1, len(out))]
}

// chordDimension returns the dimension of a chord.
func (p *plan) chordDimension(from, to, at geometry.Length, upright bool) paper.Dimension {
	place := func(along geometry.Length) paper.Point {
		if upright {
			return p.at(geometry.Point2{X: at, Y: along})
		}
		return p.at(geometry.Point2{X: along, Y: at})
	}
	a, b := place(from), place(to)
	text := paper.Text{String: fmt.Sprint(wholeMM(to - from)), Height: textSmall,
		Anchor: paper.Anchor{Across: paper.Centre}}
	text.At = paper.Point{X: (a.X + b.X) / 2, Y: a.Y + 700}
	if upright {
		text.Angle, text.At = geometry.QuarterTurn, paper.Point{X: a.X - 700, Y: (a.Y + b.Y) / 2}
	}
	return paper.Dimension{From: a, To: b, Line: a, Upright: upright, Text: text, Value: to - from,
		Pen: p.pen(dimensionLine), Tick: p.pen(tick)}
}

// besideMeasure is how far measures keep from texts, their own line too: figures beside each other read as one.
const besideMeasure = 1 * geometry.Millimetre

// fitsInside reports whether a dimension's text has its place between the ends and on no other measure, and its line
// runs through no text and nothing that is cut.
func (p *plan) fitsInside(d paper.Dimension, free func(geometry.Ring, geometry.Length) bool) bool {
	a, b := d.Ends()
	line := lineBox(d)
	return d.Text.Width()+2*wallDistance <= geometry.Length(segment{a, b}.length()) &&
		free(d.Text.Box(), besideMeasure) && clearOf(p.measured, grown(d.Text.Box(), besideMeasure)) &&
		clearOf(p.cutSides, line) && (p.placer.boxes == nil || !p.placer.boxes.meets(line))
}

// lineBox returns a narrow box around a dimension line, which ends at the faces of walls.
func lineBox(d paper.Dimension) geometry.Ring {
	a, b := d.Ends()
	const half = besideMeasure
	if d.Upright {
		return geometry.Rectangle(paper.Point{X: a.X - half, Y: a.Y + half},
			paper.Point{X: a.X + half, Y: b.Y - half}).Outer
	}
	return geometry.Rectangle(paper.Point{X: a.X + half, Y: a.Y - half},
		paper.Point{X: b.X - half, Y: a.Y + half}).Outer
}
