package drawings

import (
	"github.com/bimstream/bimstream/domain/ramps"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// headOnLevel is how far the head of a ramp may lie above or below a level and still end on its floor. The difference
// may come from the build-up of the floor.
const headOnLevel = 100 * geometry.Millimetre

// rampInPlan is a ramp with its parts.
type rampInPlan struct {
	element *state.Element
	shape   stair.RampShape
}

// ramps draws the ramps that begin on the level, solid up to the cut and dashed beyond, and the ramps that arrive on
// it.
func (p *plan) ramps() {
	if !p.model.Has(state.CategoryRamp) {
		return
	}
	var hidden geometry.Region
	here := map[state.ID]bool{}
	for _, id := range p.onLevel(state.CategoryRamp) {
		here[id] = true
		if r, ok := p.ramp(id); ok {
			hidden = append(hidden, p.rising(r)...)
		}
	}
	for _, id := range p.model.OfCategory(state.CategoryRamp) {
		r, ok := p.ramp(id)
		if !ok || here[id] || r.element.LevelID == p.level.ID {
			continue
		}
		if head := r.shape.Frame.Origin.Z + r.shape.Spec.Rise; (head - p.floor).Abs() <= headOnLevel {
			p.arrivingRamp(r, hidden)
		}
	}
}

func (p *plan) ramp(id state.ID) (rampInPlan, bool) {
	e, ok := p.model.Element(id)
	if !ok {
		return rampInPlan{}, false
	}
	shape, err := stair.RampShapeOf(p.model, e)
	return rampInPlan{e, shape}, err == nil
}

// onRun returns a point of a run on paper.
func (p *plan) onRun(r rampInPlan, run *ramps.Run, along, left geometry.Length) paper.Point {
	return p.world(r.shape.Frame.Point(run.At(along, left).At(0)))
}

// runSides returns the lines of a run: its ends, its sides and its kerbs.
func (p *plan) runSides(r rampInPlan, run *ramps.Run) []segment {
	line := func(a0, l0, a1, l1 geometry.Length) segment {
		return segment{p.onRun(r, run, a0, l0), p.onRun(r, run, a1, l1)}
	}
	out := []segment{line(0, 0, 0, run.Width), line(run.Going, 0, run.Going, run.Width), line(0, 0, run.Going, 0),
		line(0, run.Width, run.Going, run.Width)}
	if k := r.shape.Spec.KerbWidth; r.shape.Spec.Kerb > 0 && p.length(k) >= leastKerb {
		out = append(out, line(0, k, run.Going, k), line(0, run.Width-k, run.Going, run.Width-k))
	}
	return out
}

// leastKerb is the least width of a kerb on paper that is drawn as two lines.
const leastKerb geometry.Length = 500

// platesOf returns the outline on paper of the ith landing of a ramp, and the lines of the landing and of its kerbs.
func (p *plan) platesOf(r rampInPlan, i int) (ring geometry.Ring, all []segment) {
	for j, q := range r.shape.Landing(i) {
		corners := make(geometry.Ring, len(q.Outline))
		for n, c := range q.Outline {
			corners[n] = p.world(r.shape.Frame.Point(c.At(0)))
		}
		if corners = counterClockwise(corners); j == 0 {
			ring = corners
		} else if p.length(r.shape.Spec.KerbWidth) < leastKerb {
			continue
		}
		all = append(all, outlineSides(corners)...)
	}
	return ring, all
}

// rising draws a ramp that begins on the level, and returns the area that hides everything below.
func (p *plan) rising(r rampInPlan) geometry.Region {
	var hidden geometry.Region
	layer := layers[state.CategoryRamp]
	over := p.cut - r.shape.Frame.Origin.Z // from the foot to the cut
	draw := func(all []segment, above bool) {
		pattern, pen, class := paper.Solid, p.pen(seenEdge), paper.ClassSymbol
		if above {
			pattern, pen, class = paper.Dashed, p.pen(overheadEdge), paper.ClassOverhead
		}
		p.placer.avoid(all)
		p.lines(layer, class, r.element, all, pen, pattern)
	}
	for i := range r.shape.Layout.Runs {
		run := &r.shape.Layout.Runs[i]
		whole := p.keepRun(r, run)
		switch {
		case over <= run.From:
			draw(p.runSides(r, run), true)
		case over >= run.From+run.Rise:
			draw(p.runSides(r, run), false)
			hidden = append(hidden, geometry.Polygon{Outer: whole})
		default:
			at := geometry.Length(float64(over-run.From) * float64(run.Going) / float64(run.Rise))
			hidden = append(hidden, geometry.Polygon{Outer: p.brokenRun(r, run, at, draw)})
		}
	}
	for i, l := range r.shape.Layout.Landings {
		ring, all := p.platesOf(r, i)
		draw(all, l.Top > over)
		if l.Top <= over {
			hidden = append(hidden, geometry.Polygon{Outer: ring})
		}
	}
	p.slopeArrow(r, "UP", p.rampWalk(r))
	return geometry.Interrupt(p.stop).Union(hidden)
}

// keepRun records the place of a run, and returns its outline on paper.
func (p *plan) keepRun(r rampInPlan, run *ramps.Run) geometry.Ring {
	ring := counterClockwise(geometry.Ring{p.onRun(r, run, 0, 0), p.onRun(r, run, run.Going, 0),
		p.onRun(r, run, run.Going, run.Width), p.onRun(r, run, 0, run.Width)})
	if p.flights == nil {
		p.flights = newBoxes(nil)
	}
	p.flights.add(ring)
	return ring
}

// brokenRun draws a run that is cut at a place along it: solid up to the break, dashed beyond. It returns the outline
// of the part below the break.
func (p *plan) brokenRun(r rampInPlan, run *ramps.Run, at geometry.Length,
	draw func(all []segment, above bool)) geometry.Ring {
	slant := run.Width / 2
	lower, upper := min(max(at-slant/2, 0), run.Going), min(at+slant/2, run.Going)
	gap := min(p.real(2500), run.Going-upper)
	below := counterClockwise(geometry.Ring{p.onRun(r, run, 0, 0), p.onRun(r, run, lower, 0),
		p.onRun(r, run, upper, run.Width), p.onRun(r, run, 0, run.Width)})
	all := p.runSides(r, run)
	draw(inside(all, below), false)
	if upper < run.Going {
		draw(inside(all, counterClockwise(geometry.Ring{p.onRun(r, run, lower+gap, 0), p.onRun(r, run, run.Going, 0),
			p.onRun(r, run, run.Going, run.Width), p.onRun(r, run, upper+gap, run.Width)})), true)
	}
	for _, by := range []geometry.Length{0, gap} {
		p.add(layers[state.CategoryRamp], paper.ClassMark, r.element, paper.Stroke{Points: []paper.Point{
			p.onRun(r, run, lower+by, 0), p.onRun(r, run, upper+by, run.Width)}, Pen: p.pen(swingLine)})
	}
	return below
}

// arrivingRamp draws a ramp that ends on the level, as seen through the hole in the slab.
func (p *plan) arrivingRamp(r rampInPlan, hidden geometry.Region) {
	var all []segment
	for i := range r.shape.Layout.Runs {
		all = append(all, p.runSides(r, &r.shape.Layout.Runs[i])...)
	}
	for i := range r.shape.Layout.Landings {
		_, sides := p.platesOf(r, i)
		all = append(all, sides...)
	}
	closed := newAreas(geometry.Interrupt(p.stop).Union(hidden, p.slab()))
	all = closed.outside(p.goOn, all)
	if len(all) == 0 {
		return
	}
	p.placer.avoid(all)
	p.lines(layers[state.CategoryRamp], paper.ClassSymbol, r.element, all, p.pen(seenEdge), paper.Solid)
	for i := range r.shape.Layout.Runs {
		p.keepRun(r, &r.shape.Layout.Runs[i])
	}
	if walk := p.rampWalk(r); !p.lineCovered(walk, hidden) {
		p.slopeArrow(r, "DN", closed.outside(p.goOn, walk))
	}
}

// rampWalk returns the walking line of a ramp on paper, upwards.
func (p *plan) rampWalk(r rampInPlan) []segment {
	walk := r.shape.Walk()
	var out []segment
	for i := 1; i < len(walk); i++ {
		if l := (segment{p.world(walk[i-1]), p.world(walk[i])}); l.length() > float64(leastLine) {
			out = append(out, l)
		}
	}
	return out
}

// slopeArrow draws the arrow of a ramp along the visible part of its walking line, from a circle to a head. The line
// leads up; for "DN" it is reversed. Beside the longest run stand the direction and the slope.
func (p *plan) slopeArrow(r rampInPlan, way string, line []segment) {
	layer, pen := layers[state.CategoryRamp], p.pen(dimensionLine)
	if len(line) == 0 {
		return
	}
	if way == "DN" {
		down := make([]segment, len(line))
		for i, s := range line {
			down[len(line)-1-i] = segment{s.b, s.a}
		}
		line = down
	}
	radius := min(geometry.Length(900), p.length(r.shape.Spec.Width())/6)
	p.add(layer, paper.ClassMark, r.element, paper.Arc{Centre: line[0].a, Radius: radius, Sweep: geometry.FullTurn,
		Pen: pen})
	if l := line[0].length(); l > float64(radius) {
		line[0] = line[0].part(float64(radius), l, l)
	}
	last := len(line) - 1
	p.lines(layer, paper.ClassMark, r.element, line[:last], pen, paper.Solid)
	p.arrow(layer, r.element, line[last])
	p.placer.block(line)
	if !p.detail.treads || !p.wants(AnnotateTags) {
		return
	}
	longest := &r.shape.Layout.Runs[0]
	for i := range r.shape.Layout.Runs {
		if run := &r.shape.Layout.Runs[i]; run.Going > longest.Going {
			longest = run
		}
	}
	middle := segment{p.onRun(r, longest, 0, longest.Width/2), p.onRun(r, longest, longest.Going, longest.Width/2)}
	p.stairText(r.element, way+" 1:"+ramps.Ratio(r.shape.Spec.GoingPerRise()), middle,
		func(along, across float64) paper.Point {
			return p.onRun(r, longest, geometry.Length(float64(longest.Going)*along),
				geometry.Length(float64(longest.Width)*across))
		})
}
