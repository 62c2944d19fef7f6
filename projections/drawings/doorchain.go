package drawings

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// doorOffsets are the distances on paper from the face of a wall at which the chain of inner doors is tried, in order.
// Door tags stand within 6 mm of the face; the chain goes before them or beyond them.
var doorOffsets = []geometry.Length{7 * geometry.Millimetre, 9 * geometry.Millimetre, 4 * geometry.Millimetre,
	12 * geometry.Millimetre, 15 * geometry.Millimetre}

// figureInside is the least distance from the figure of a door's width to the ticks at the ends of its line. It lets
// the figure of a door of 0.8 m fit at 1:100.
const figureInside = 300 * geometry.Micrometre

// farthestCorner is the largest distance on paper from the middle of a door to a measured corner. If a chain began at a
// corner farther away, a reader would not see where it begins.
const farthestCorner = 150 * geometry.Millimetre

// doorChain is the chain of openings of one inner wall, on one side of it.
type doorChain struct {
	wall     *state.Element
	upright  bool
	at       geometry.Length // the place of its line, across it, in the frame of the plan
	face     geometry.Length // the place of the wall's face, likewise
	points   []geometry.Length
	corner   map[geometry.Length]bool // the points where the chain begins or ends at a wall
	openings int                      // the number of measured openings
}

// doorChains measures the doors, windows and openings of inner walls, which are in no outer chain. A chain runs along
// the wall between the corners of the room. It is tried first on the side from which the door opens away. A door
// without a free place for its chain gets none.
func (p *plan) doorChains() {
	byWall := map[state.ID][]*filling{}
	var walls []state.ID
	for i := range p.fills {
		p.goOn()
		f := &p.fills[i]
		host := p.hostOf(*f)
		if host == "" || f.fixed || f.curved() || !p.isInner(*f) {
			continue
		}
		if byWall[host] == nil {
			walls = append(walls, host)
		}
		byWall[host] = append(byWall[host], f)
	}
	slices.Sort(walls)
	for _, id := range walls {
		wall, ok := p.model.Element(id)
		if ok && wall.Category == state.CategoryOpening {
			wall, ok = p.model.Element(wall.HostID)
		}
		if !ok {
			continue
		}
		left := byWall[id]
		slices.SortFunc(left, func(a, b *filling) int { return cmp.Compare(a.rect.Offset, b.rect.Offset) })
		for len(left) > 0 {
			p.goOn()
			left = left[p.doorChainFor(wall, left):]
		}
	}
}

// isInner reports whether an opening is parallel to a side of the paper and in no chain outside of the plan or in a
// court.
func (p *plan) isInner(f filling) bool {
	if f.alone || !south.alongside(f.wall.Frame) && !east.alongside(f.wall.Frame) || p.facingSide(f) != noSide {
		return false
	}
	if p.air == nil {
		p.air = p.openAir()
	}
	_, _, open := p.air.sideOf(f)
	return !open
}

// doorChainFor draws the chain of the first opening of a wall, together with the following openings between the same
// corners, at the first free place. The openings are in order along the wall. It returns the number of openings that it
// handled, at least one.
func (p *plan) doorChainFor(wall *state.Element, fills []*filling) int {
	f := fills[0]
	away := geometry.Length(-1) // a door opens to the interior, which is along Y
	if f.turned {
		away = 1
	}
	tried := 1
	for _, clear := range []bool{true, false} {
		for _, off := range doorOffsets {
			for _, side := range []geometry.Length{away, -away} {
				p.goOn()
				c, ok := p.doorChainAt(wall, fills, side, off)
				tried = max(tried, c.openings)
				if !ok {
					continue
				}
				if drawn := p.chainFits(c, clear); drawn != nil {
					p.drawDoorChain(c, drawn)
					return c.openings
				}
			}
		}
	}
	return tried
}

// doorChainAt returns the chain of openings at a distance from the face of their wall. It returns false if the first
// opening has no corner on either side of it, or if a figure does not fit.
func (p *plan) doorChainAt(wall *state.Element, fills []*filling, side, off geometry.Length) (doorChain, bool) {
	plan := fills[0].wall
	face := plan.YMax
	if side < 0 {
		face = plan.YMin
	}
	c := doorChain{wall: wall, upright: east.alongside(plan.Frame), corner: map[geometry.Length]bool{}}
	place := func(x, y geometry.Length) geometry.Point2 {
		return p.frame.Local(plan.Frame.Point(geometry.Point3{X: x, Y: y})).XY()
	}
	along := func(x geometry.Length) geometry.Length { return c.axis(place(x, face)) }
	line := face + side*p.real(off)
	c.face, c.at = c.across(place(0, face)), c.across(place(0, line))
	from, to, ok := p.cornersAbout(c, along(fills[0].rect.Offset+fills[0].rect.Width/2))
	if !ok {
		return c, false
	}
	for _, f := range fills {
		a, b := along(f.rect.Offset), along(f.rect.Offset+f.rect.Width)
		if a, b = min(a, b), max(a, b); a <= from || b >= to {
			break // this opening and all later ones are beyond a corner
		}
		c.points, c.openings = append(c.points, a, b), c.openings+1
	}
	slices.Sort(c.points)
	if c.openings == 0 {
		return c, false
	}
	// A nib beside a door is too narrow for a figure. The chain then begins at the door and ends at the other corner.
	for _, end := range []struct{ corner, jamb geometry.Length }{{from, c.points[0]}, {to, c.points[len(c.points)-1]}} {
		if p.figureFits((end.jamb - end.corner).Abs()) {
			c.points, c.corner[end.corner] = append(c.points, end.corner), true
		}
	}
	slices.Sort(c.points)
	c.points = slices.Compact(c.points)
	for i := 1; i < len(c.points); i++ {
		if !p.figureFits(c.points[i] - c.points[i-1]) {
			return c, false
		}
	}
	return c, len(c.corner) > 0
}

// axis returns the coordinate of a point along the line of the chain. The method across returns the coordinate
// perpendicular to it.
func (c doorChain) axis(q geometry.Point2) geometry.Length {
	if c.upright {
		return q.Y
	}
	return q.X
}

func (c doorChain) across(q geometry.Point2) geometry.Length {
	if c.upright {
		return q.X
	}
	return q.Y
}

// figureFits reports whether the figure of a measure fits on the line, between the ticks.
func (p *plan) figureFits(measure geometry.Length) bool {
	text := paper.Text{String: chain{points: []geometry.Length{0, measure}}.shown(1), Height: textSmall}
	return text.Width()+2*figureInside <= p.length(measure)
}

// cornersAbout returns the nearest places on both sides of the middle at which the line of a chain meets a cut body.
func (p *plan) cornersAbout(c doorChain, middle geometry.Length) (from, to geometry.Length, ok bool) {
	found := [2]bool{}
	ends := [2]geometry.Length{}
	for i, reach := range []geometry.Length{-farthestCorner, farthestCorner} {
		a, b := p.at(c.point(middle)), p.at(c.point(middle+p.real(reach)))
		best := 2.0
		p.cutSides.near(segment{a, b}, 0, func(o segment) {
			if t, crosses := crossing(segment{a, b}, o); crosses {
				best = min(best, t)
			}
		})
		if found[i] = best <= 1; found[i] {
			ends[i] = p.wholeMillimetre(middle + geometry.Length(round(best*float64(p.real(reach)))))
		}
	}
	return ends[0], ends[1], found[0] && found[1]
}

// point returns the point at a place along the line of the chain.
func (c doorChain) point(along geometry.Length) geometry.Point2 {
	if c.upright {
		return geometry.Point2{X: c.at, Y: along}
	}
	return geometry.Point2{X: along, Y: c.at}
}

// chainFits returns the dimensions of a chain if each has a free place, otherwise nil. With clear, figures must also be
// clear of all lines.
func (p *plan) chainFits(c doorChain, clear bool) (out []paper.Dimension) {
	free := p.placer.free
	if clear {
		free = p.placer.clear
	}
	whole := chain{points: c.points}
	for i := 1; i < len(c.points); i++ {
		p.goOn()
		d, ok := p.doorFigure(chord{c.points[i-1], c.points[i], c.at}, c.upright, whole.shown(i), free)
		line := lineBox(d)
		if !ok || !p.placer.free(line, 0) || p.alongMeasure(line, c.upright, clear) ||
			p.flights != nil && p.flights.meets(line) {
			return nil
		}
		led := p.ledToJambs(c, d, i)
		switch crosses := p.extensionsCross(led); {
		case crosses && clear:
			return nil
		case !crosses:
			d = led
		}
		out = append(out, d)
	}
	return out
}

// ledToJambs returns the nth measure of a chain with extension lines to the face of the wall at the edges of openings.
// At a corner the measure ends at the wall of the corner.
func (p *plan) ledToJambs(c doorChain, d paper.Dimension, n int) paper.Dimension {
	for end, at := range map[*paper.Point]geometry.Length{&d.From: c.points[n-1], &d.To: c.points[n]} {
		switch {
		case c.corner[at]:
		case c.upright:
			end.X = p.length(c.face)
		default:
			end.Y = p.length(c.face)
		}
	}
	return d
}

// extensionsCross reports whether an extension line to an edge runs through a text. Such a text may be a tag that is
// wider than its door. The chain is then tried elsewhere, or it gets no extension lines there.
func (p *plan) extensionsCross(d paper.Dimension) bool {
	return slices.ContainsFunc(d.Strokes()[1:], func(s paper.Stroke) bool {
		l := segment{s.Points[0], s.Points[1]}
		return l.length() > 0 && p.placer.crossesText(l)
	})
}

// doorFigure returns a measure of a chain with its figure at the first free place along it, trying the middle first.
func (p *plan) doorFigure(c chord, upright bool, figure string,
	free func(geometry.Ring, geometry.Length) bool) (d paper.Dimension, ok bool) {
	for _, share := range figureShares {
		p.goOn()
		d = p.chordDimension(c, share, upright)
		d.Text.String = figure
		a, b := d.Ends()
		text := d.Text.Box()
		room := min(segment{a, d.Text.At}.length(), segment{d.Text.At, b}.length())
		if float64(d.Text.Width()/2+figureInside) <= room && free(text, textMargin) && !p.measured.meets(text) &&
			(p.flights == nil || !p.flights.meets(text)) {
			return d, true
		}
	}
	return d, false
}

// alongMeasure reports whether the line of a dimension overlaps a parallel dimension or, with strict, any dimension.
func (p *plan) alongMeasure(line geometry.Ring, upright, strict bool) bool {
	lo, hi := geometry.Region{{Outer: line}}.Bounds()
	return slices.ContainsFunc(p.measured.near(lo, hi), func(n int32) bool {
		other := p.measured.all[n]
		a, b := geometry.Region{{Outer: other}}.Bounds()
		return (strict || (b.Y-a.Y > b.X-a.X) == upright) && meet(line, other)
	})
}

// drawDoorChain draws the dimensions of a chain and reserves their places.
func (p *plan) drawDoorChain(c doorChain, all []paper.Dimension) {
	for _, d := range all {
		p.placer.take(d.Text.Box())
		p.measured.add(lineBox(d))
		p.add(layerDoorDimensions, paper.ClassDimension, c.wall, d)
	}
}
