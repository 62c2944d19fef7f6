package drawings

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// plate returns the outline of a landing or a winder on paper, counter-clockwise.
func (p *plan) plate(s stairInPlan, q stairs.Plate) geometry.Ring {
	ring := make(geometry.Ring, len(q.Outline))
	for i, c := range q.Outline {
		ring[i] = p.world(s.shape.Frame.Point(c.At(0)))
	}
	if ring.Area() < 0 {
		for i, j := 0, len(ring)-1; i < j; i, j = i+1, j-1 {
			ring[i], ring[j] = ring[j], ring[i]
		}
	}
	return ring
}

func outlineSides(r geometry.Ring) []segment {
	out := make([]segment, len(r))
	for i, a := range r {
		out[i] = segment{a, r[(i+1)%len(r)]}
	}
	return out
}

// ascendingParts draws a stair of several parts that begins on the level. Parts below the cut are solid, parts above it
// dashed, with a break across the flight that is cut. It returns the area that hides a stair below.
func (p *plan) ascendingParts(s stairInPlan) geometry.Region {
	var hidden geometry.Region
	foot := s.shape.Frame.Origin.Z
	for _, f := range s.flights {
		p.keep(f, 0, f.run)
		if below := p.flightPart(f, p.cut-(p.floor+f.shape.Frame.Origin.Z-foot)); below != nil {
			hidden = append(hidden, geometry.Polygon{Outer: below})
		}
	}
	for _, q := range s.shape.Plates() {
		ring := p.plate(s, q)
		pattern, pen, class := paper.Solid, p.pen(seenEdge), paper.ClassSymbol
		if q.Top > p.cut-p.floor {
			pattern, pen, class = paper.Dashed, p.pen(overheadEdge), paper.ClassOverhead
		} else {
			hidden = append(hidden, geometry.Polygon{Outer: ring})
		}
		sides := outlineSides(ring)
		p.placer.avoid(sides)
		p.lines(layers[state.CategoryStair], class, s.element, sides, pen, pattern)
	}
	p.walkingLineOfParts(s)
	return geometry.Interrupt(p.stop).Union(hidden)
}

// flightPart draws a flight that is cut at a height above its foot, and returns the outline of the part below the cut.
func (p *plan) flightPart(f flight, cut geometry.Length) geometry.Ring {
	if f.run == 0 { // a single riser
		pattern, pen, class := paper.Solid, p.pen(seenEdge), paper.ClassSymbol
		if cut < 0 {
			pattern, pen, class = paper.Dashed, p.pen(overheadEdge), paper.ClassOverhead
		}
		p.lines(layers[state.CategoryStair], class, f.element, []segment{{p.on(f, 0, 0), p.on(f, 0, 1)}}, pen, pattern)
		return nil
	}
	whole := geometry.Ring{p.on(f, 0, 0), p.on(f, f.run, 0), p.on(f, f.run, 1), p.on(f, 0, 1)}
	switch cutAt := geometry.Length(float64(cut) / (f.shape.Riser * 1e6) * float64(f.stair.Tread)); {
	case cutAt <= 0:
		p.treads(f, 0, f.run, paper.Dashed, nil)
		return nil
	case cutAt < f.run:
		return p.broken(f, cutAt)
	}
	p.treads(f, 0, f.run, paper.Solid, nil)
	return counterClockwise(whole)
}

func counterClockwise(r geometry.Ring) geometry.Ring {
	if r.Area() < 0 {
		return geometry.Ring{r[0], r[3], r[2], r[1]}
	}
	return r
}

// walkOnPaper returns the walking line of a stair on paper.
func (p *plan) walkOnPaper(s stairInPlan) []segment {
	walk := s.shape.Walk()
	var out []segment
	for i := 1; i < len(walk); i++ {
		if l := (segment{p.world(walk[i-1]), p.world(walk[i])}); l.length() > float64(leastLine) {
			out = append(out, l)
		}
	}
	return out
}

// walkCovered reports whether a stair above lies over the walking line of a stair.
func (p *plan) walkCovered(s stairInPlan, hidden geometry.Region) bool {
	return p.lineCovered(p.walkOnPaper(s), hidden)
}

// walkingLineOfParts draws the arrow up a stair of several parts: from a circle at the first riser over landings and
// winders to a head at the last riser. Beside the longest flight stands the number of risers with rise and tread.
func (p *plan) walkingLineOfParts(s stairInPlan) {
	layer, pen := layers[state.CategoryStair], p.pen(dimensionLine)
	line := p.walkOnPaper(s)
	if len(line) == 0 {
		return
	}
	radius := min(geometry.Length(900), p.length(s.stair.Tread)/3)
	p.add(layer, paper.ClassMark, s.element, paper.Arc{Centre: line[0].a, Radius: radius, Sweep: geometry.FullTurn,
		Pen: pen})
	last := len(line) - 1
	if l := line[0].length(); last > 0 && l > float64(radius) {
		line[0] = line[0].part(float64(radius), l, l)
	}
	p.lines(layer, paper.ClassMark, s.element, line[:last], pen, paper.Solid)
	p.arrow(layer, s.element, line[last])
	p.placer.block(line)
	if !p.detail.treads || !p.wants(AnnotateTags) {
		return
	}
	text := fmt.Sprintf("%d R %s / %s", s.stair.Risers, millimetres(geometry.FromMM(s.shape.Riser*1000)),
		millimetres(s.stair.Tread))
	longest := -1
	for i, f := range s.flights {
		if f.run > 0 && (longest < 0 || f.run > s.flights[longest].run) {
			longest = i
		}
	}
	if longest < 0 {
		p.roundText(s, text)
		return
	}
	f := s.flights[longest]
	middle := segment{p.on(f, 0, 0.5), p.on(f, f.run, 0.5)}
	p.stairText(s.element, text, middle, func(along, across float64) paper.Point {
		return p.on(f, geometry.Length(float64(f.run)*along), across)
	})
}

// roundText writes the number of risers below or above a round stair.
func (p *plan) roundText(s stairInPlan, text string) {
	var all geometry.Ring
	for _, q := range s.shape.Plates() {
		all = append(all, p.plate(s, q)...)
	}
	low, high := geometry.Polygon{Outer: all}.Bounds()
	part := func(a, b geometry.Length, t float64) geometry.Length { return a + geometry.Length(float64(b-a)*t) }
	below := segment{low, paper.Point{X: high.X, Y: low.Y}}
	p.stairText(s.element, text, below, func(along, across float64) paper.Point {
		return paper.Point{X: part(low.X, high.X, along), Y: part(low.Y, high.Y, across)}
	})
}
