package drawings

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// serviceRun is a straight duct, pipe or tray in plan.
type serviceRun struct {
	element *state.Element
	segment *services.Segment
	profile geometry.Profile
	system  *state.Element // nil if it is in none
	line    segment        // from start to end, on paper
	rises   bool           // it stands upright
	low, up geometry.Length
}

// systemInks are the inks of systems by use. Inks for air follow EN 16798-3 (supply air blue, extract air yellow,
// exhaust air brown). Inks for water, gas and fire protection follow DIN 2403. Yellow is darkened to be readable on
// white.
var systemInks = map[services.SystemUse]paper.Ink{
	"supply_air": {R: 0x14, G: 0x50, B: 0xd0}, "return_air": {R: 0xa8, G: 0x78, B: 0x00},
	"exhaust_air":         {R: 0x80, G: 0x48, B: 0x18},
	"domestic_cold_water": {R: 0x00, G: 0x80, B: 0x38}, "domestic_hot_water": {R: 0xc0, G: 0x40, B: 0x00},
	"sanitary": {R: 0x60, G: 0x50, B: 0x40}, "rainwater": {R: 0x00, G: 0x78, B: 0x90},
	"heating": {R: 0xc0, G: 0x20, B: 0x60}, "chilled_water": {R: 0x00, G: 0x70, B: 0xb8},
	"fire_protection": {R: 0xd0, G: 0x20, B: 0x20}, "gas": {R: 0x98, G: 0x80, B: 0x00},
	"electrical": {R: 0x70, G: 0x30, B: 0xa0}, "data": {R: 0xa0, G: 0x40, B: 0x90},
}

// systemInk returns the ink of a system. It returns black if the plan shows differences in colour.
func (p *plan) systemInk(system *state.Element) paper.Ink {
	if system == nil || p.spec.Since != nil {
		return paper.Black
	}
	return systemInks[system.Params.(*services.System).Use]
}

// servicesMarked reports whether services have marks: on plans with tags, up to 1:100.
func (p *plan) servicesMarked() bool {
	return p.wants(AnnotateTags) && p.detail.tags && !p.spec.Roof
}

// serviceLayer returns the layer of the marks of an element of services.
func serviceLayer(e *state.Element) string { return layerOf(e.Category) + "-IDEN" }

// shownServices returns the services that the plan shows, once each, in the order of ids. Services below the floor are
// hidden.
func (p *plan) shownServices() []*state.Element {
	var out []*state.Element
	for _, b := range slices.Concat(p.solids, p.above) {
		if slices.Contains(serviceCategories, b.element.Category) && p.source.BoundsOf(b.element.ID).Max.Z > p.floor {
			out = append(out, b.element)
		}
	}
	slices.SortFunc(out, func(a, b *state.Element) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return slices.CompactFunc(out, func(a, b *state.Element) bool { return a.ID == b.ID })
}

// serviceRunOf returns a duct, pipe or tray as the plan shows it, or false for any other element.
func (p *plan) serviceRunOf(e *state.Element) (serviceRun, bool) {
	s, ok := e.Params.(*services.Segment)
	if !ok {
		return serviceRun{}, false
	}
	profile, err := p.model.OwnOrTypeProfile(e, s.Profile)
	if err != nil {
		return serviceRun{}, false
	}
	r := serviceRun{element: e, segment: s, profile: profile, line: segment{p.world(s.Start), p.world(s.End)}}
	r.system, _ = p.model.Element(s.SystemID)
	box := p.source.BoundsOf(e.ID)
	r.low, r.up = box.Min.Z, box.Max.Z
	r.rises = r.line.length() < float64(leastLine)
	return r, true
}

// size returns the size of a run as its label shows it.
func (r *serviceRun) size() string {
	switch {
	case r.profile.Diameter != 0:
		return "Ø" + r.profile.Diameter.String()
	case r.profile.Shape == geometry.ProfileU: // it opens upwards, so its depth lies across
		return r.profile.Depth.String() + " x " + r.profile.Width.String()
	}
	return r.profile.Width.String() + " x " + r.profile.Depth.String()
}

// across returns the width of a run on paper.
func (p *plan) across(r *serviceRun) geometry.Length {
	switch {
	case r.profile.Diameter != 0:
		return p.length(r.profile.Diameter)
	case r.profile.Shape == geometry.ProfileU:
		return p.length(r.profile.Depth)
	}
	return p.length(r.profile.Width)
}

// words returns the words of a run's label: size, system and height. For level ducts and trays the height is the height
// of the lower edge (BOD, BOT), otherwise the height of the centre line (CL). If the heights at the start and the end
// differ, the label has both.
func (v *view) words(r *serviceRun) []string {
	out := []string{r.size()}
	if r.system != nil {
		out = append(out, r.system.Name)
	}
	base := shape.Elevation(v.model, r.element.LevelID)
	from, to := base+r.segment.Start.Z, base+r.segment.End.Z
	what := map[state.Category]string{state.CategoryDuct: "BOD", state.CategoryCableTray: "BOT"}[r.element.Category]
	if what == "" || from != to {
		what = "CL"
	} else {
		from, to = r.low, r.low
	}
	level := what + " " + height(from)
	if height(to) != height(from) {
		level += " / " + height(to)
	}
	return append(out, level)
}

// serviceLines draws the marks of services with fixed places: centrelines, flow arrows, and symbols of risers and
// terminals. It returns the runs.
func (p *plan) serviceLines() (runs []serviceRun) {
	cut := newAreas(p.cuts)
	for _, e := range p.shownServices() {
		p.goOn()
		switch params := e.Params.(type) {
		case *services.Segment:
			r, ok := p.serviceRunOf(e)
			if !ok {
				continue
			}
			if r.rises {
				p.riser(&r)
			} else {
				p.centreline(e, cut.outside(p.goOn, []segment{r.line}), p.systemInk(r.system))
				p.flowArrow(&r)
			}
			runs = append(runs, r)
		case *services.Fitting:
			system, _ := p.model.Element(params.SystemID)
			p.centreline(e, cut.outside(p.goOn, p.arms(params)), p.systemInk(system))
		default:
			p.terminalSymbol(e)
		}
	}
	return runs
}

// arms returns the lines of a fitting from its middle to its ports, on paper.
func (p *plan) arms(f *services.Fitting) (out []segment) {
	if f.Fixed != nil {
		return nil
	}
	for _, port := range f.Ports {
		if s := (segment{p.world(f.Location), p.world(port.At)}); s.length() >= float64(leastLine) {
			out = append(out, s)
		}
	}
	return out
}

// centreline draws the axis of a run or fitting, which is broken behind texts.
func (p *plan) centreline(e *state.Element, lines []segment, ink paper.Ink) {
	p.placer.avoid(lines)
	for _, l := range lines {
		p.add(layerOf(e.Category)+"-CNTR", paper.ClassAxis, e, paper.Stroke{Points: []paper.Point{l.a, l.b},
			Pen: p.pen(axisLine), Pattern: paper.Axis, Ink: ink})
	}
}

// leastFlow is the least length on paper of a run with a flow arrow: three heads.
const leastFlow = 3 * headLong

// flowArrow draws the direction of flow through a run, with two heads if the flow may go either way. It draws nothing
// for a tray or a run without a direction.
func (p *plan) flowArrow(r *serviceRun) {
	if r.element.Category == state.CategoryCableTray || r.segment.Flow == "" || r.line.length() < leastFlow {
		return
	}
	line := r.line
	if r.segment.Flow == services.FlowReverse {
		line = segment{line.b, line.a}
	}
	p.flowHead(r, line, 0.8)
	if r.segment.Flow == services.FlowEither {
		p.flowHead(r, segment{line.b, line.a}, 0.8)
	}
}

// flowHead draws the head of an arrow on a run, with its tip at a share of the length.
func (p *plan) flowHead(r *serviceRun, line segment, share float64) {
	long := line.length()
	ux, uy := float64(line.b.X-line.a.X)/long, float64(line.b.Y-line.a.Y)/long
	tip := line.part(0, float64(long*share), long).b
	wing := func(side float64) paper.Point {
		return move(tip, -float64(headLong*ux)-float64(side*headWide*uy),
			-float64(headLong*uy)+float64(side*headWide*ux))
	}
	ring := counterClockwise(geometry.Ring{tip, wing(1.5), wing(-1.5)})
	p.placer.take(ring)
	p.add(serviceLayer(r.element), paper.ClassMark, r.element, paper.Fill{Region: geometry.Region{{Outer: ring}},
		Ink: p.systemInk(r.system)})
}

// leastSymbol is half the least size of a symbol on paper.
const leastSymbol = 1 * geometry.Millimetre

// riser draws the symbol of an upright run: both diagonals of its box, and a circle if it is round.
func (p *plan) riser(r *serviceRun) {
	lo, hi := p.boxOnPaper(r.element.ID)
	ink := p.systemInk(r.system)
	p.crossed(r.element, geometry.Rectangle(lo, hi).Outer, ink)
	if r.profile.Diameter != 0 {
		p.add(serviceLayer(r.element), paper.ClassMark, r.element, paper.Arc{Centre: r.line.a,
			Radius: max(leastSymbol, p.across(r)/2), Sweep: geometry.FullTurn, Pen: p.pen(swingLine), Ink: ink})
	}
}

// boxOnPaper returns the box of an element on paper, at least as large as the least symbol.
func (p *plan) boxOnPaper(id state.ID) (lo, hi paper.Point) {
	box := p.source.BoundsOf(id)
	lo, hi = p.world(box.Min), p.world(box.Max)
	if d := leastSymbol - (hi.X-lo.X)/2; d > 0 {
		lo.X, hi.X = lo.X-d, hi.X+d
	}
	if d := leastSymbol - (hi.Y-lo.Y)/2; d > 0 {
		lo.Y, hi.Y = lo.Y-d, hi.Y+d
	}
	return lo, hi
}

// crossed draws the diagonals of a rectangle and keeps texts off them.
func (p *plan) crossed(e *state.Element, ring geometry.Ring, ink paper.Ink) {
	for i := range 2 {
		l := segment{ring[i], ring[i+2]}
		p.placer.avoid([]segment{l})
		p.add(serviceLayer(e), paper.ClassMark, e, paper.Stroke{Points: []paper.Point{l.a, l.b}, Pen: p.pen(swingLine),
			Ink: ink})
	}
	p.placer.take(ring)
}

// way returns whether an upright run leads up to the storey above (UP), down to the storey below (DN), or both.
func (p *plan) way(r *serviceRun) string {
	var out []string
	if top := p.storeyTop(); r.up > top {
		out = append(out, "UP")
	}
	if r.low < p.floor {
		out = append(out, "DN")
	}
	return strings.Join(out, "/")
}

// terminalSymbol draws the symbol for the use of a terminal within its outline: diagonals on a diffuser, a cross in a
// circle on a light (IEC 60617), a filled circle on a sprinkler (NFPA 170), a half circle on an outlet (IEC 60617).
func (p *plan) terminalSymbol(e *state.Element) {
	c, ok := e.Params.(*component.Component)
	if !ok || e.Category != state.CategoryTerminal {
		return
	}
	use := c.Use
	if t, typed := p.model.Type(e.TypeID); typed && use == "" {
		use = t.Use
	}
	ring := p.outlineOf(e, c)
	middle := paper.Point{X: (ring[0].X + ring[2].X) / 2, Y: (ring[0].Y + ring[2].Y) / 2}
	radius := geometry.Length(min(segment{ring[0], ring[1]}.length(), segment{ring[1], ring[2]}.length()) / 2)
	layer, pen := serviceLayer(e), p.pen(swingLine)
	arc := paper.Arc{Centre: middle, Radius: max(radius, leastSymbol), Sweep: geometry.FullTurn, Pen: pen}
	switch use {
	case "air_terminal":
		p.crossed(e, ring, paper.Black)
	case "light_fixture":
		p.crossed(e, squareIn(middle, arc.Radius), paper.Black)
		p.add(layer, paper.ClassMark, e, arc)
	case "sprinkler":
		p.placer.take(boxAround(middle, 2*arc.Radius, 2*arc.Radius))
		p.add(layer, paper.ClassMark, e, arc)
		p.add(layer, paper.ClassMark, e, paper.Fill{Region: geometry.Region{{Outer: squareIn(middle, arc.Radius/2)}}})
	case "outlet":
		p.placer.take(boxAround(middle, 2*arc.Radius, 2*arc.Radius))
		arc.From, arc.Sweep = c.Rotation, geometry.HalfTurn
		p.add(layer, paper.ClassMark, e, arc)
	}
}

// squareIn returns the square whose corners lie on a circle, counter-clockwise.
func squareIn(middle paper.Point, radius geometry.Length) geometry.Ring {
	half := geometry.Length(math.Round(float64(radius) * math.Sqrt2 / 2))
	return boxAround(middle, 2*half, 2*half)
}

// outlineOf returns the rectangle of a terminal on paper, counter-clockwise. If the terminal has a size, the rectangle
// turns with it; otherwise it is the box around its body.
func (p *plan) outlineOf(e *state.Element, c *component.Component) geometry.Ring {
	if c.Width == 0 || c.Depth == 0 {
		lo, hi := p.boxOnPaper(e.ID)
		return geometry.Rectangle(lo, hi).Outer
	}
	middle := p.world(c.Location)
	ring := boxAround(middle, p.length(c.Width), p.length(c.Depth))
	for i := range ring {
		ring[i] = ring[i].Rotate(middle, c.Rotation)
	}
	return ring
}

// systemLegend lists the shown systems below the view, with their inks and uses.
func (p *plan) systemLegend(runs []serviceRun) {
	var systems []*state.Element
	for _, r := range runs {
		if r.system != nil && !slices.Contains(systems, r.system) {
			systems = append(systems, r.system)
		}
	}
	slices.SortFunc(systems, func(a, b *state.Element) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(string(a.ID), string(b.ID)))
	})
	const sample, gap = 12 * geometry.Millimetre, 2 * geometry.Millimetre
	lo, hi := p.bounds()
	x, y := lo.X, lo.Y-8*geometry.Millimetre
	for _, s := range systems {
		use := strings.ReplaceAll(string(s.Params.(*services.System).Use), "_", " ")
		text := paper.Text{String: s.Name + ": " + use, Height: textSmall}
		width := sample + gap + text.Width()
		if x > lo.X && x+width > hi.X {
			x, y = lo.X, y-6*geometry.Millimetre
		}
		middle := y + textSmall/2
		p.add(layerOther, paper.ClassMark, s, paper.Stroke{Pen: paper.Pen35, Ink: p.systemInk(s),
			Points: []paper.Point{{X: x, Y: middle}, {X: x + sample, Y: middle}}})
		text.At = paper.Point{X: x + sample + gap, Y: y}
		p.text(layerText, s, text)
		x += width + 8*geometry.Millimetre
	}
}
