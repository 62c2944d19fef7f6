package drawings

import (
	"fmt"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// ascend draws the arrow of ascent of a stair with a fixed body over its steps on the storey. If it has none there, the
// arrow goes over the visible part of the steps from the storey below. The number of risers stands beside the arrow if
// the steps go from floor to floor.
func (p *plan) ascend(f *fixedBody, drawn []segment, all []*fixedBody) {
	if p.spec.Roof || len(drawn) == 0 {
		return
	}
	base, top := p.floor, p.storeyTop()
	steps := between(stepsOf(f), base, top)
	arrives := len(steps) == 0
	if arrives {
		if p.under(f, all) {
			return
		}
		base, top = p.below(), p.floor
		steps = between(stepsOf(f), base, top)
	}
	for _, run := range ascents(steps) {
		way := p.wayUp(run, top)
		if arrives {
			way = p.seenOf(way, around(drawn))
		}
		p.wayArrow(f, way, run)
		if rises, ok := risersOf(run, base, top); ok && len(way) > 1 && p.detail.treads && p.wants(AnnotateTags) {
			p.riserText(f, rises, way, run)
		}
	}
}

// under reports whether another stair goes up over the given stair, which arrives on the level. The plan then shows
// only the arrow of the upper stair.
func (p *plan) under(f *fixedBody, all []*fixedBody) bool {
	return slices.ContainsFunc(all, func(o *fixedBody) bool {
		return o != f && o.element.Category == state.CategoryStair && o.bounds.Max.Z > p.floor+mostRise &&
			overlapInPlan(f.bounds, o.bounds)
	})
}

// below returns the height of the storey below the plan's, or the plan's own height if it is the lowest.
func (p *plan) below() geometry.Length {
	out := p.floor
	for _, l := range shape.Levels(p.model) {
		if e := shape.Elevation(p.model, l.ID); e < p.floor && l.Params.(*shape.Level).IsStorey {
			out = e // Levels returns the lowest level first
		}
	}
	return out
}

// flushStep is the largest height difference between a step and a floor that still count as flush, because one of them
// may lack its finish.
const flushStep = 30 * geometry.Millimetre

// between returns the steps above one floor and up to the next floor.
func between(steps []step, base, top geometry.Length) (out []step) {
	for _, s := range steps {
		if s.height > base+flushStep && s.height <= top+flushStep {
			out = append(out, s)
		}
	}
	return out
}

// wayUp returns the walking line over steps on paper, from the first riser to the last. It passes over the middles of
// treads. On landings it continues the lines of the flights before and after.
func (p *plan) wayUp(run []step, top geometry.Length) []paper.Point {
	last := len(run) - 1
	way := []geometry.Point2{beyondStep(run[1].middle, run[0].middle, 0.5)}
	most := usual(run) * landingPart
	for i, s := range run {
		switch {
		case i == last && (s.area > most || top-s.height <= flushStep):
			// The walking line ends at the front of a landing or floor.
			way = append(way, beyondStep(run[last-2].middle, run[last-1].middle, 0.5))
		case i == last:
			way = append(way, s.middle, beyondStep(run[last-1].middle, s.middle, 0.5))
		case s.area > most && i >= 2 && i+2 <= last:
			way = append(way, foot(s.middle, run[i-2].middle, run[i-1].middle),
				foot(s.middle, run[i+2].middle, run[i+1].middle))
		default:
			way = append(way, s.middle)
		}
	}
	out := make([]paper.Point, len(way))
	for i, q := range way {
		out[i] = p.at(q)
	}
	return straightened(out)
}

// beyondStep returns the point beyond q on the line from p, at a given fraction of the distance from p to q.
func beyondStep(p, q geometry.Point2, part float64) geometry.Point2 {
	return geometry.Point2{X: q.X + geometry.Length(round(float64(q.X-p.X)*part)),
		Y: q.Y + geometry.Length(round(float64(q.Y-p.Y)*part))}
}

// foot returns the point nearest to q on the line through a and b.
func foot(q, a, b geometry.Point2) geometry.Point2 {
	d := geometry.Direction(a, b)
	along := float64(d.X*float64(q.X-a.X)) + float64(d.Y*float64(q.Y-a.Y))
	return geometry.Point2{X: a.X + geometry.Length(round(float64(d.X*along))),
		Y: a.Y + geometry.Length(round(float64(d.Y*along)))}
}

// straightened returns a line without the corners that are nearer to the straight connection than the width of a line.
func straightened(way []paper.Point) []paper.Point {
	out := way[:1:1]
	for i := 1; i < len(way); i++ {
		if i+1 < len(way) {
			chord := segment{out[len(out)-1], way[i+1]}
			if chord.length() > 0 && chord.distance(way[i]) < float64(sameLine) && chord.reaches(way[i]) {
				continue
			}
		}
		if way[i] != out[len(out)-1] {
			out = append(out, way[i])
		}
	}
	return out
}

// distance returns the distance of a point from the infinite line through the segment.
func (s segment) distance(q paper.Point) float64 {
	x, y := float64(s.b.X-s.a.X), float64(s.b.Y-s.a.Y)
	d := (float64(x*float64(q.Y-s.a.Y)) - float64(y*float64(q.X-s.a.X))) / s.length()
	return max(d, -d)
}

// reaches reports whether the projection of a point on the segment's line lies between the ends of the segment.
func (s segment) reaches(q paper.Point) bool {
	x, y := float64(s.b.X-s.a.X), float64(s.b.Y-s.a.Y)
	along := float64(x*float64(q.X-s.a.X)) + float64(y*float64(q.Y-s.a.Y))
	return along >= 0 && along <= float64(x*x)+float64(y*y)
}

// around returns the smallest rectangle around lines.
func around(lines []segment) geometry.Ring {
	lo, hi := lines[0].a, lines[0].a
	for _, l := range lines {
		for _, q := range []paper.Point{l.a, l.b} {
			lo = paper.Point{X: min(lo.X, q.X), Y: min(lo.Y, q.Y)}
			hi = paper.Point{X: max(hi.X, q.X), Y: max(hi.Y, q.Y)}
		}
	}
	return geometry.Rectangle(lo, hi).Outer
}

// seenOf returns the last visible part of a walking line. Visible parts are inside a rectangle around the drawn lines
// of the stair, and not under a wall or floor.
func (p *plan) seenOf(way []paper.Point, box geometry.Ring) (out []paper.Point) {
	covered := newAreas(geometry.Interrupt(p.stop).Union(p.cuts, p.slab()))
	for i := 1; i < len(way); i++ {
		s := segment{way[i-1], way[i]}
		from, to, ok := clip(s, box)
		if !ok {
			continue
		}
		l := s.length()
		for _, part := range covered.outside(p.goOn, []segment{s.part(from*l, to*l, l)}) {
			if len(out) == 0 || out[len(out)-1] != part.a {
				out = []paper.Point{part.a}
			}
			out = append(out, part.b)
		}
	}
	return out
}

// wayArrow draws a walking line with a head at the last riser. It draws a circle at the first riser if the line begins
// there.
func (p *plan) wayArrow(f *fixedBody, way []paper.Point, run []step) {
	n := len(way)
	if n < 2 {
		return
	}
	layer, pen := layerOf(f.element.Category), p.pen(dimensionLine)
	radius := min(geometry.Length(900), p.length(geometry.Distance(run[0].middle, run[1].middle))/3)
	first := segment{way[0], way[1]}
	if l := first.length(); l < 4*float64(radius) || (segment{way[n-2], way[n-1]}).length() < float64(headLong) {
		return
	} else if way[0] == p.at(beyondStep(run[1].middle, run[0].middle, 0.5)) {
		p.add(layer, paper.ClassMark, f.element, paper.Arc{Centre: way[0], Radius: radius,
			Sweep: geometry.FullTurn, Pen: pen})
		way = slices.Clone(way)
		way[0] = first.part(float64(radius), l, l).a
	}
	if n > 2 {
		p.add(layer, paper.ClassMark, f.element, paper.Stroke{Points: way[:n-1], Pen: pen})
	}
	p.arrow(layer, f.element, segment{way[n-2], way[n-1]})
	for i := 1; i < n; i++ {
		p.placer.block([]segment{{way[i-1], way[i]}})
	}
}

// rises is the number of risers of a stair, their height and the depth of the treads, which is 0 if the treads differ.
type rises struct {
	count       int
	rise, going geometry.Length
}

// risersOf counts the risers of steps that go from one floor to the next. It returns false for other steps and for
// risers of different heights.
func risersOf(run []step, base, top geometry.Length) (out rises, ok bool) {
	last := len(run) - 1
	whole := run[last].height - run[0].height
	out = rises{count: len(run), rise: whole / geometry.Length(last)}
	for i := 1; i <= last; i++ {
		if (run[i].height - run[i-1].height - out.rise).Abs() > oneStep {
			return out, false
		}
	}
	if (run[0].height - base - out.rise).Abs() > flushStep {
		return out, false
	}
	switch left := top - run[last].height; {
	case left.Abs() <= flushStep:
	case (left - out.rise).Abs() <= flushStep:
		out.count++
	default:
		return out, false
	}
	out.going = goingOf(run)
	return out, true
}

// goingOf returns the depth of the treads of a flight without landings, or 0 if they differ.
func goingOf(run []step) geometry.Length {
	going := geometry.Distance(run[0].middle, run[1].middle)
	for i := 2; i < len(run); i++ {
		if i == len(run)-1 && run[i].area > usual(run)*landingPart {
			break
		}
		if (geometry.Distance(run[i-1].middle, run[i].middle) - going).Abs() > oneStep {
			return 0
		}
	}
	return going
}

// text returns the number of risers with rise and tread depth in whole millimetres, because the measures of a body are
// rounded.
func (r rises) text() string {
	out := fmt.Sprintf("%d R %.0f", r.count, r.rise.MM())
	if r.going > 0 {
		out += fmt.Sprintf(" / %.0f", r.going.MM())
	}
	return out
}

// riserText writes the number of risers beside the longest straight part of the walking line.
func (p *plan) riserText(f *fixedBody, r rises, way []paper.Point, run []step) {
	line := segment{way[0], way[1]}
	for i := 2; i < len(way); i++ {
		if s := (segment{way[i-1], way[i]}); s.length() > line.length() {
			line = s
		}
	}
	l := line.length()
	across := r3.Vector{X: float64(line.a.Y-line.b.Y) / l, Y: float64(line.b.X-line.a.X) / l}
	wide := float64(p.length(widthAcross(run, across)))
	p.stairText(f.element, r.text(), line, func(along, t float64) paper.Point {
		q, off := line.part(along*l, l, l).a, (0.5-t)*wide
		return move(q, across.X*off, across.Y*off)
	})
}

// widthAcross returns the width of the first step along a direction.
func widthAcross(run []step, d r3.Vector) geometry.Length {
	size := run[0].box.Max.Sub(run[0].box.Min)
	x, y := float64(size.X)*max(d.X, -d.X), float64(size.Y)*max(d.Y, -d.Y)
	return geometry.Length(round(max(x, y)))
}
