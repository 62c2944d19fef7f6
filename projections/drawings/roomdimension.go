package drawings

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// measure is a measure of a room, across it or along it.
type measure struct {
	room    *state.Element
	region  geometry.Region
	upright bool
}

// roomDimensions measures each room across and along, from wall to wall over free floor. If tags of doors and windows
// take the place of a dimension, the tags move to other free places. If there is still no place, the room has no
// dimension in that direction. Walls oblique to the plan are not measured.
func (p *plan) roomDimensions(tags []tagPlace) {
	p.measured, p.cutSides = newBoxes(nil), newIndex(rings(p.cuts))
	var left []measure
	for _, facts := range p.shownRooms() {
		p.goOn()
		e, _ := p.model.Element(facts.ID)
		for _, upright := range []bool{false, true} {
			m := measure{e, facts.Region, upright}
			if found := p.dimensionsOf(m, 1); len(found) > 0 {
				p.drawMeasure(m, found[0])
			} else {
				left = append(left, m)
			}
		}
	}
	for _, m := range left {
		p.measureBeforeTags(m, tags)
	}
}

// drawMeasure draws a measure of a room.
func (p *plan) drawMeasure(m measure, d paper.Dimension) {
	p.placer.take(d.Text.Box())
	p.measured.add(lineBox(d))
	p.add(layerRoomDimensions, paper.ClassDimension, m.room, d)
}

// mostTrials is the number of places that are tried for a dimension with tags moved out of the way.
const mostTrials = 12

// measureBeforeTags draws a measure at the first place from which all tags can move away.
func (p *plan) measureBeforeTags(m measure, tags []tagPlace) {
	lo, hi := p.region(m.region).Bounds()
	var near []*tagPlace
	for i := range tags {
		t := &tags[i]
		if half := t.width; t.found && t.at.X > lo.X-half && t.at.X < hi.X+half && t.at.Y > lo.Y-half &&
			t.at.Y < hi.Y+half {
			near = append(near, t)
			p.releaseTag(t)
		}
	}
	trials := p.dimensionsOf(m, mostTrials)
	for _, t := range near {
		p.takeTag(t)
	}
	for _, d := range trials {
		if p.giveWay(near, d) {
			p.drawMeasure(m, d)
			return
		}
	}
}

// giveWay moves the tags that stand in the way of a dimension. It returns false, and leaves all of them in place, if
// one of them finds no other place.
func (p *plan) giveWay(tags []*tagPlace, d paper.Dimension) bool {
	line, text := lineBox(d), grown(d.Text.Box(), textMargin)
	var moved []*tagPlace
	var before []tagPlace
	for _, t := range tags {
		if meet(t.frame(), line) || meet(t.frame(), text) || len(t.leader) > 0 {
			moved, before = append(moved, t), append(before, *t)
			p.releaseTag(t)
		}
	}
	n, k, all := p.placer.take(d.Text.Box()), p.measured.add(line), true
	for _, t := range moved {
		if all = all && p.placeTag(t); all {
			p.takeTag(t)
		}
	}
	p.placer.release(n)
	p.measured.remove(k)
	if all {
		return true
	}
	for i, t := range moved {
		p.releaseTag(t)
		*t = before[i]
		p.takeTag(t)
	}
	return false
}

// chordSteps is the number of parts of a room for the places of its measures.
const chordSteps = 48

// chordOrder lists the places at which dimensions of a room are tried, in parts of the room. Places near its sides come
// first, because stamps stand in the middle.
var chordOrder = []int{8, 40, 10, 38, 6, 42, 12, 36, 14, 34, 16, 32, 18, 30, 4, 44, 20, 28, 22, 26, 24,
	9, 39, 7, 41, 5, 43, 3, 45, 11, 37, 13, 35, 15, 33, 17, 31, 19, 29, 21, 27, 23, 25}

// figureShares are the places along its line at which the figure of a measure is tried, in eighths, the middle first.
var figureShares = []geometry.Length{4, 3, 5, 2, 6, 1, 7}

// chord is a place for the measure of a room: its ends, and its coordinate across them.
type chord struct{ from, to, at geometry.Length }

// dimensionsOf returns up to most places, from a side of the room inwards, at which the text and the line of a
// dimension are free. Places where no line crosses the text come first. Among these, places with the text in the middle
// come first.
func (p *plan) dimensionsOf(m measure, most int) (out []paper.Dimension) {
	places := p.freeChords(m.region, m.upright)
	onPaper := p.region(m.region)
	outside := func(corner paper.Point) bool { return onPaper.Contains(corner) != geometry.Inside }
	for _, free := range []func(geometry.Ring, geometry.Length) bool{p.placer.clear, p.placer.free} {
		for _, share := range figureShares {
			for _, c := range places {
				p.goOn()
				d := p.chordDimension(c, share, m.upright)
				if !p.fitsInside(d, free) || slices.ContainsFunc(d.Text.Box(), outside) {
					continue
				}
				if out = append(out, d); len(out) == most {
					return out
				}
			}
		}
	}
	return out
}

// freeChords returns the places where the line of a room's measure crosses no text, nothing cut and no stair.
func (p *plan) freeChords(r geometry.Region, upright bool) (out []chord) {
	lo, hi := r.Bounds()
	from, size := lo.Y, hi.Y-lo.Y
	if upright {
		from, size = lo.X, hi.X-lo.X
	}
	for _, n := range chordOrder {
		p.goOn()
		at := from + size*geometry.Length(n)/chordSteps
		for _, ends := range p.chordsOf(r, at, upright) {
			c := chord{ends[0], ends[1], at}
			line := lineBox(p.chordDimension(c, figureShares[0], upright))
			if clearOf(p.cutSides, line) && (p.placer.boxes == nil || !p.placer.boxes.meets(line)) &&
				(p.flights == nil || !p.flights.meets(line)) {
				out = append(out, c)
			}
		}
	}
	return out
}

// chordsOf returns the longest stretch of a line across or along a region that lies inside. It returns nothing if the
// line crosses a side that is not straight and perpendicular to it.
func (p *plan) chordsOf(r geometry.Region, at geometry.Length, upright bool) [][2]geometry.Length {
	var stops []geometry.Length
	for _, s := range rings(r) {
		a, b := s.a, s.b
		if upright {
			a, b = geometry.Point2{X: a.Y, Y: a.X}, geometry.Point2{X: b.Y, Y: b.X}
		}
		if a.Y > at == (b.Y > at) {
			continue
		}
		if a.X != b.X || p.isChord(s.a, s.b) {
			return nil // askew: the distance would depend on the place
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

// chordDimension returns the dimension of a chord with its figure at a number of eighths of the chord.
func (p *plan) chordDimension(c chord, share geometry.Length, upright bool) paper.Dimension {
	place := func(along geometry.Length) paper.Point {
		if upright {
			return p.at(geometry.Point2{X: c.at, Y: along})
		}
		return p.at(geometry.Point2{X: along, Y: c.at})
	}
	a, b, text := place(c.from), place(c.to), paper.Text{String: fmt.Sprint(wholeMM(c.to - c.from)),
		Height: textSmall, Anchor: paper.Anchor{Across: paper.Centre}}
	text.At = paper.Point{X: a.X + (b.X-a.X)*share/8, Y: a.Y + 700}
	if upright {
		text.Angle, text.At = geometry.QuarterTurn, paper.Point{X: a.X - 700, Y: a.Y + (b.Y-a.Y)*share/8}
	}
	return paper.Dimension{From: a, To: b, Line: a, Upright: upright, Text: text, Value: c.to - c.from, Scale: p.scale,
		Pen: p.pen(dimensionLine), Tick: p.pen(tick)}
}

// besideMeasure is the distance that dimensions keep from texts, including other figures on the same line, because
// adjacent figures would look like one.
const besideMeasure = 1 * geometry.Millimetre

// fitsInside reports whether a dimension's text fits between the ends and stands on no other measure and no stair.
func (p *plan) fitsInside(d paper.Dimension, free func(geometry.Ring, geometry.Length) bool) bool {
	a, b := d.Ends()
	room := min(segment{a, d.Text.At}.length(), segment{d.Text.At, b}.length())
	return d.Text.Width()/2+wallDistance <= geometry.Length(room) && free(d.Text.Box(), besideMeasure) &&
		!p.measured.meets(d.Text.Box()) &&
		(p.flights == nil || !p.flights.meets(d.Text.Box()))
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
