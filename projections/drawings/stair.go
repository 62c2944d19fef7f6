package drawings

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// flight is a flight of a stair in plan. Its frame has X along the ascent, from the first riser, and Y across it to the
// left.
type flight struct {
	element *state.Element
	shape   stair.FlightShape
	stair   *stair.Stair
	run     geometry.Length
}

// stairInPlan is a stair with its parts: flights, and landings and winders.
type stairInPlan struct {
	element *state.Element
	stair   *stair.Stair
	shape   stair.StairShape
	flights []flight
}

// single reports whether a stair is one straight flight.
func (s *stairInPlan) single() bool { return len(s.flights) == 1 && len(s.shape.Plates()) == 0 }

// keep records the place of a flight, between two places along it.
func (p *plan) keep(f flight, from, to geometry.Length) {
	ring := geometry.Ring{p.on(f, from, 0), p.on(f, to, 0), p.on(f, to, 1), p.on(f, from, 1)}
	if ring.Area() < 0 {
		ring = geometry.Ring{ring[0], ring[3], ring[2], ring[1]}
	}
	if p.flights == nil {
		p.flights = newBoxes(nil)
	}
	p.flights.add(ring)
}

// stairs draws the stairs that begin on the level, solid up to the cut and dashed beyond, and the stairs that arrive on
// it.
func (p *plan) stairs() {
	var hidden geometry.Region
	for _, id := range p.onLevel(state.CategoryStair) {
		switch s, ok := p.stair(id); {
		case ok && s.single():
			hidden = append(hidden, geometry.Polygon{Outer: p.ascending(s.flights[0])})
		case ok:
			hidden = append(hidden, p.ascendingParts(s)...)
		}
	}
	for _, id := range p.model.Mentioning(p.level.ID) {
		if s, ok := p.stair(id); ok && s.stair.TopLevel == p.level.ID && s.element.LevelID != p.level.ID {
			p.arriving(s, hidden)
		}
	}
}

// stair returns a stair with parameters that begins or ends on the level.
func (p *plan) stair(id state.ID) (stairInPlan, bool) {
	e, ok := p.model.Element(id)
	if !ok {
		return stairInPlan{}, false
	}
	s, ok := e.Params.(*stair.Stair)
	if !ok || s.Fixed != nil || e.LevelID != p.level.ID && s.TopLevel != p.level.ID {
		return stairInPlan{}, false
	}
	shape, err := stair.StairShapeOf(p.model, e)
	if err != nil {
		return stairInPlan{}, false
	}
	out := stairInPlan{element: e, stair: s, shape: shape}
	for _, f := range shape.Flights {
		out.flights = append(out.flights, flight{e, f, s, f.Run})
	}
	return out, true
}

// on returns a point of a flight on paper: x along the ascent, t across it from the right side (0) to the left one (1).
func (p *plan) on(f flight, x geometry.Length, t float64) paper.Point {
	across := f.shape.Z1 - geometry.Length(float64(f.shape.Z1-f.shape.Z0)*t)
	q := f.shape.Frame.Point(geometry.Point3{X: x, Z: across})
	return p.world(q)
}

// ascending draws a flight that begins on the level: treads and sides up to the break, dashed beyond it. It returns the
// outline of the part that hides a flight below.
func (p *plan) ascending(f flight) geometry.Ring {
	p.keep(f, 0, f.run)
	cutAt := geometry.Length(float64(p.cut-p.floor) / (f.shape.Riser * 1e6) * float64(f.stair.Tread))
	broken := cutAt > 0 && cutAt < f.run
	if !broken {
		p.treads(f, 0, f.run, paper.Solid, nil)
		p.walkingLine(f)
		return geometry.Ring{p.on(f, 0, 0), p.on(f, f.run, 0), p.on(f, f.run, 1), p.on(f, 0, 1)}
	}
	below := p.broken(f, cutAt)
	p.walkingLine(f)
	return below
}

// broken draws a flight that is cut at a place along it: solid up to the break, dashed beyond. It returns the outline
// of the part below the break.
func (p *plan) broken(f flight, cutAt geometry.Length) geometry.Ring {
	slant := (f.shape.Z1 - f.shape.Z0) / 2 // the break runs at about 60 degrees to the flight
	lower, upper := max(cutAt-slant/2, 0), cutAt+slant/2
	below := geometry.Ring{p.on(f, 0, 0), p.on(f, lower, 0), p.on(f, upper, 1), p.on(f, 0, 1)}
	gap := p.real(2500)
	beyond := geometry.Ring{p.on(f, lower+gap, 0), p.on(f, f.run, 0), p.on(f, f.run, 1), p.on(f, upper+gap, 1)}
	p.treads(f, 0, f.run, paper.Solid, below)
	p.treads(f, 0, f.run, paper.Dashed, beyond)
	for _, by := range []geometry.Length{0, gap} {
		p.add(layers[state.CategoryStair], paper.ClassMark, f.element,
			paper.Stroke{Points: []paper.Point{p.on(f, lower+by, 0), p.on(f, upper+by, 1)}, Pen: p.pen(swingLine)})
	}
	return below
}

// treads draws the risers and sides of a flight within a convex area, or all of them if the area is nil.
func (p *plan) treads(f flight, from, to geometry.Length, pattern paper.Pattern, within geometry.Ring) {
	pen, class := p.pen(seenEdge), paper.ClassSymbol
	if pattern != paper.Solid {
		pen, class = p.pen(overheadEdge), paper.ClassOverhead
	}
	var all []segment
	for i := range f.shape.Risers {
		if x := geometry.Length(i) * f.stair.Tread; x >= from && x <= to {
			all = append(all, segment{p.on(f, x, 0), p.on(f, x, 1)})
		}
	}
	all = append(all, segment{p.on(f, from, 0), p.on(f, to, 0)}, segment{p.on(f, from, 1), p.on(f, to, 1)})
	if within != nil {
		if within.Area() < 0 {
			within = geometry.Ring{within[0], within[3], within[2], within[1]}
		}
		all = inside(all, within)
	}
	p.placer.avoid(all)
	p.lines(layers[state.CategoryStair], class, f.element, all, pen, pattern)
}

// inside returns the parts of segments in a convex polygon, counter-clockwise. Sides along its boundary count as
// inside.
func inside(segments []segment, box geometry.Ring) []segment {
	var out []segment
	wide := grownConvex(box)
	for _, s := range segments {
		if from, to, ok := clip(s, wide); ok {
			l := s.length()
			if q := s.part(from*l, to*l, l); q.length() >= float64(leastLine) {
				out = append(out, q)
			}
		}
	}
	return out
}

// grownConvex returns a convex polygon enlarged a little, so that lines on its boundary lie inside.
func grownConvex(r geometry.Ring) geometry.Ring {
	grown, err := geometry.Polygon{Outer: r}.Offset(20)
	if err != nil || len(grown) == 0 {
		return r
	}
	return grown[0].Outer
}

// arriving draws a stair that ends on the level, as seen through the hole in the slab. The parts that another stair
// covers are left out.
func (p *plan) arriving(s stairInPlan, hidden geometry.Region) {
	var all []segment
	for _, f := range s.flights {
		for i := range f.shape.Risers {
			x := geometry.Length(i) * f.stair.Tread
			all = append(all, segment{p.on(f, x, 0), p.on(f, x, 1)})
		}
		if f.run > 0 {
			all = append(all, segment{p.on(f, 0, 0), p.on(f, f.run, 0)}, segment{p.on(f, 0, 1), p.on(f, f.run, 1)})
		}
	}
	for _, q := range s.shape.Plates() {
		all = append(all, outlineSides(p.plate(s, q))...)
	}
	areas := newAreas(geometry.Interrupt(p.stop).Union(hidden, p.slab()))
	all = areas.outside(p.goOn, all)
	p.placer.avoid(all)
	p.lines(layers[state.CategoryStair], paper.ClassSymbol, s.element, all, p.pen(seenEdge), paper.Solid)
	if len(all) == 0 {
		return
	}
	for _, f := range s.flights {
		p.keep(f, 0, f.run)
	}
	switch {
	case s.single() && !p.covered(s.flights[0], hidden):
		p.walkingLine(s.flights[0])
	case !s.single() && !p.walkCovered(s, hidden):
		p.walkingLineOfParts(s)
	}
}

// covered reports whether an upper flight lies over the walking line of a flight. The arrow of the upper flight then
// serves for both.
func (p *plan) covered(f flight, hidden geometry.Region) bool {
	return p.lineCovered([]segment{{p.on(f, 0, 0.5), p.on(f, f.run, 0.5)}}, hidden)
}

// lineCovered reports whether part of a line lies under an area.
func (p *plan) lineCovered(line []segment, hidden geometry.Region) bool {
	left := newAreas(geometry.Interrupt(p.stop).Union(hidden)).outside(p.goOn, line)
	was, is := 0.0, 0.0
	for _, s := range line {
		was += s.length()
	}
	for _, s := range left {
		is += s.length()
	}
	return is < was-float64(leastLine)
}

// slab returns the floors at the level, on paper, which hide everything below.
func (p *plan) slab() geometry.Region {
	var parts []geometry.Region
	for _, b := range p.solids {
		p.goOn()
		if b.element.Category != state.CategoryFloor {
			continue
		}
		if _, hi := b.shape.Bounds(); geometry.Length(round(hi.Z)) >= p.floor-usualCut/4 {
			parts = append(parts, p.shadow(b.shape))
		}
	}
	return p.region(geometry.Interrupt(p.stop).Union(parts...))
}

// walkingLine draws the arrow up the middle of a flight, from a circle at the first riser to a head at the last. Beside
// it stands the number of risers with rise and tread.
func (p *plan) walkingLine(f flight) {
	layer, pen := layers[state.CategoryStair], p.pen(dimensionLine)
	start, end := p.on(f, 0, 0.5), p.on(f, f.run, 0.5)
	radius := min(geometry.Length(900), p.length(f.stair.Tread)/3)
	line := segment{start, end}
	l := line.length()
	if l < 4*float64(radius) {
		return
	}
	shaft := line.part(float64(radius), l, l)
	p.add(layer, paper.ClassMark, f.element, paper.Arc{Centre: start, Radius: radius,
		Sweep: geometry.FullTurn, Pen: pen})
	p.arrow(layer, f.element, shaft)
	p.placer.block([]segment{line})
	if !p.detail.treads || !p.wants(AnnotateTags) {
		return
	}
	text := fmt.Sprintf("%d R %s / %s", f.stair.Risers, millimetres(geometry.FromMM(f.shape.Riser*1000)),
		millimetres(f.stair.Tread))
	p.stairText(f.element, text, line, func(along, across float64) paper.Point {
		return p.on(f, geometry.Length(float64(f.run)*along), across)
	})
}

// stairText writes the number of risers, rise and tread beside the walking line, if the flight is wide enough. The
// function at returns the place for a fraction of the way along the line and one across the flight.
func (p *plan) stairText(e *state.Element, words string, line segment, at func(along, across float64) paper.Point) {
	text := paper.Text{String: words, Height: textSmall, Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle},
		Angle: readable(line)}
	// The text stands beside the flight, where it interrupts no tread, or else on the flight.
	for _, place := range []struct {
		across []float64
		free   func(geometry.Ring, geometry.Length) bool
	}{{[]float64{-0.3, 1.3}, p.placer.clear}, {[]float64{0.75, 0.25, -0.3, 1.3}, p.placer.free}} {
		for _, across := range place.across {
			for _, along := range []float64{1.0 / 3, 1.0 / 2, 2.0 / 3, 1.0 / 4} {
				text.At = at(along, across)
				if place.free(text.Box(), textMargin) && !p.overCut(text.Box()) {
					p.text(layers[e.Category]+"-IDEN", e, text)
					return
				}
			}
		}
	}
	what := "risers"
	if e.Category == state.CategoryRamp {
		what = "slope"
	}
	p.warn("NO_ROOM", "there is no room for the "+what+" of "+e.Name, e.ID)
}

// readable returns the angle of a text along a line, so that the text is not upside down.
func readable(s segment) geometry.Angle {
	a := geometry.Atan2Degrees(float64(s.b.Y-s.a.Y), float64(s.b.X-s.a.X))
	for a <= -geometry.QuarterTurn {
		a += geometry.HalfTurn
	}
	for a > geometry.QuarterTurn {
		a -= geometry.HalfTurn
	}
	return a
}

// railings draws railings along their paths, as two lines if they are wide enough on paper.
func (p *plan) railings() {
	for _, id := range p.onLevel(state.CategoryRailing) {
		e, ok := p.model.Element(id)
		if !ok {
			continue
		}
		r := e.Params.(*stair.Railing)
		if r.Fixed != nil || len(r.Path) < 2 {
			continue
		}
		p.railing(e, r)
	}
}

func (p *plan) railing(e *state.Element, r *stair.Railing) {
	width := geometry.Length(0)
	if r.Rail != nil {
		width = r.Rail.Width
	}
	for i := 1; i < len(r.Path); i++ {
		a, b := p.at(r.Path[i-1].XY()), p.at(r.Path[i].XY())
		l := segment{a, b}.length()
		if l == 0 {
			continue
		}
		offsets := []float64{0}
		if half := float64(p.length(width)) / 2; 2*half >= 700 {
			offsets = []float64{-half, half}
		}
		for _, o := range offsets {
			by := paper.Point{X: geometry.Length(round(-float64(b.Y-a.Y) / l * o)),
				Y: geometry.Length(round(float64(b.X-a.X) / l * o))}
			p.lines(layerOf(e.Category), paper.ClassSeen, e, []segment{{a.Add(by), b.Add(by)}},
				p.pen(seenEdge), paper.Solid)
		}
	}
}
