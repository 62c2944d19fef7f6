package drawings

import (
	"fmt"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// side is one of the four sides of a plan.
type side int

const (
	south side = iota
	east
	north
	west
)

func (s side) upright() bool { return s == east || s == west }

// outward returns the direction away from the building.
func (s side) outward() paper.Point {
	return [...]paper.Point{south: {Y: -1}, east: {X: 1}, north: {Y: 1}, west: {X: -1}}[s]
}

// along returns the coordinate of a point along a side.
func (s side) along(p geometry.Point2) geometry.Length {
	if s.upright() {
		return p.Y
	}
	return p.X
}

// chain is a chain of dimensions at one side. Its points are the measured places along the side, in the building; its
// line is the place of the dimension line across the side, on paper.
type chain struct {
	side   side
	points []geometry.Length
	line   geometry.Length
	start  geometry.Length // on paper, where the extension lines begin
	kind   chainKind
}

// chainKind names what a chain measures.
type chainKind string

const (
	chainOpenings chainKind = "openings"
	chainAxes     chainKind = "axes"
	chainOverall  chainKind = "overall"
)

// samePoint is the distance under which a chain measures two places as one.
const samePoint = 1 * geometry.Millimetre

// chains lays out the chains of all sides, from the building outward: openings, axes, overall. Axes and overall are not
// repeated at the opposite sides.
func (p *plan) chains(clear [2]paper.Point) []chain {
	lo, hi := p.lo, p.hi
	if len(p.walls) > 0 {
		lo, hi = p.wallBounds()
	}
	var out []chain
	for s := south; s <= west; s++ {
		from, to := p.real(s.along(lo)), p.real(s.along(hi))
		openings := p.openingsOf(s)
		openings = p.withCorners(s, openings, from, to)
		var kinds []chain
		if len(openings) > 0 {
			kinds = append(kinds, chain{kind: chainOpenings, points: append(openings, from, to)})
		}
		if s == south || s == west {
			if axes := p.axesAlong(s); len(axes) > 1 {
				kinds = append(kinds, chain{kind: chainAxes, points: axes})
			}
			kinds = append(kinds, chain{kind: chainOverall, points: []geometry.Length{from, to}})
		}
		for i, c := range kinds {
			c.side = s
			c = c.sorted()
			c.line, c.start = p.chainPlace(s, clear, i)
			out = append(out, c)
		}
	}
	return out
}

// sorted returns the chain with its places in order and without duplicates.
func (c chain) sorted() chain {
	slices.Sort(c.points)
	c.points = slices.CompactFunc(c.points, func(a, b geometry.Length) bool { return (b - a).Abs() < samePoint })
	return c
}

// chainPlace returns where the line of the nth chain of a side lies, and where its extension lines begin.
func (p *plan) chainPlace(s side, clear [2]paper.Point, n int) (line, start geometry.Length) {
	off := p.firstChainOf(s) + chainPitch*geometry.Length(n)
	const gap = 3 * geometry.Millimetre
	switch s {
	case south:
		return clear[0].Y - off, clear[0].Y - gap
	case west:
		return clear[0].X - off, clear[0].X - gap
	case north:
		return clear[1].Y + off, clear[1].Y + gap
	}
	return clear[1].X + off, clear[1].X + gap
}

// leastSetBack is the least distance, on paper, between a corner that a chain measures and the other places of the
// chain. It keeps pilasters and the like out of the chain.
const leastSetBack = 5 * geometry.Millimetre

// withCorners adds places to the points that a chain measures. On a floor plan it adds the corners of the outer walls
// that the side sees, at the ends of wings and at set-backs. It also adds the axes of mullions, and the beginnings and
// farthest points of curved walls. On a roof plan it adds the corners of the roofs. At the sides with axes it adds the
// corners of the walls below.
func (p *plan) withCorners(s side, points []geometry.Length, from, to geometry.Length) []geometry.Length {
	if !p.spec.Roof {
		points = p.withApart(points, p.reaches(s), from, to)
		// The cut walls hide corners too, because the barrier does not contain the bodies of other programs.
		points = p.corners(s, p.closedFaces(), []*index{p.barrier, p.wallSides()}, leastSetBack, points, from, to)
		return p.withApart(points, p.mullions(s), from, to)
	}
	points = p.corners(s, p.roofArea, []*index{newIndex(rings(p.roofArea))}, leastSetBack, points, from, to)
	if s == south || s == west {
		points = p.corners(s, p.underRoof, []*index{newIndex(rings(p.underRoof))}, leastOverhang, points, from, to)
	}
	return points
}

// withApart adds to the points each of the other places that is at least leastSetBack away from every point so far.
func (p *plan) withApart(points, others []geometry.Length, from, to geometry.Length) []geometry.Length {
	for _, at := range others {
		if p.isApart(at, append(slices.Clone(points), from, to), leastSetBack) {
			points = append(points, at)
		}
	}
	return points
}

// leastOverhang is the least distance, on paper, from the edge of a roof to the wall below for a chain to measure both.
const leastOverhang = 2 * geometry.Millimetre

// corners adds the corners of a region that the side sees unobstructed. A corner is added only if it is at least a
// given distance on paper from every point so far.
func (p *plan) corners(s side, of geometry.Region, hiding []*index, least geometry.Length, points []geometry.Length,
	from, to geometry.Length) []geometry.Length {
	known := append(slices.Clone(points), from, to)
	o, far := s.outward(), p.farSide(s)
	for _, polygon := range of {
		ring := polygon.Outer
		for i, c := range ring {
			p.goOn()
			a, b := ring[(i+len(ring)-1)%len(ring)], ring[(i+1)%len(ring)]
			at := p.real(s.along(c))
			if !s.endsAt(a, c, b) && !p.endsRound(s, ring, i) || !p.isApart(at, known, least) {
				continue
			}
			start := c.Add(paper.Point{X: o.X * seam, Y: o.Y * seam})
			ray := segment{start, start.Add(paper.Point{X: o.X * far, Y: o.Y * far})}
			if !p.inRoom(start) && // a room is seen only through an opening
				!slices.ContainsFunc(hiding, func(x *index) bool { return !clearRay(x, ray) }) {
				known, points = append(known, at), append(points, at)
			}
		}
	}
	return points
}

// isApart reports whether a place is at least a given distance on paper from all known places.
func (p *plan) isApart(at geometry.Length, known []geometry.Length, least geometry.Length) bool {
	return !slices.ContainsFunc(known, func(k geometry.Length) bool { return p.length((k - at).Abs()) < least })
}

// inRoom reports whether a place on paper is in a room of the level.
func (p *plan) inRoom(at paper.Point) bool {
	if p.air == nil {
		p.air = p.openAir()
	}
	return len(p.air.rooms.At(p.inBuilding(at))) > 0
}

// endsAt reports whether a face that looks to the side ends at the corner c between its neighbours a and b. One
// neighbour must lie beside the corner along the side, the other behind it.
func (s side) endsAt(a, c, b paper.Point) bool {
	level := func(p paper.Point) bool { return s.across(p) == s.across(c) && s.along(p) != s.along(c) }
	behind := func(p paper.Point) bool {
		o := s.outward()
		return s.along(p) == s.along(c) && (p.X-c.X)*o.X+(p.Y-c.Y)*o.Y < 0
	}
	return level(a) && behind(b) || level(b) && behind(a)
}

// openingsOf returns the edges of the openings that a side sees with no wall before them.
func (p *plan) openingsOf(s side) []geometry.Length {
	var out []geometry.Length
	for _, f := range p.fills {
		p.goOn()
		if p.facingSide(f) != s {
			continue
		}
		for _, x := range []geometry.Length{0, f.rect.Width} {
			at := f.wall.Frame.Point(geometry.Point3{X: f.rect.Offset + x})
			out = append(out, s.along(at.XY()))
		}
	}
	return out
}

// noSide is the side of an opening that looks to no side of the plan, such as an inner opening or one in an oblique or
// curved wall.
const noSide side = -1

// facingSide returns the side that an opening looks out to, with no wall between the opening and that side. It returns
// noSide if there is no such side.
func (p *plan) facingSide(f filling) side {
	if f.alone || f.curved() {
		return noSide
	}
	var walls *index
	if f.fixed {
		walls = p.wallSides()
	}
	for s := south; s <= west; s++ {
		o := s.outward()
		if !s.alongside(f.wall.Frame) {
			continue
		}
		f.turned = false
		free := true
		start := p.length(f.wall.Thickness()/2 + p.wallAround(p.hostOf(f)) + geometry.Millimetre)
		for _, x := range []geometry.Length{0, f.rect.Width / 2, f.rect.Width} {
			at := p.place(f, x, 0)
			ray := segment{at.Add(paper.Point{X: o.X * start, Y: o.Y * start}),
				at.Add(paper.Point{X: o.X * p.farSide(s), Y: o.Y * p.farSide(s)})}
			free = free && clearRay(p.barrier, ray) && (!f.fixed || clearRay(walls, ray)) &&
				!p.behindGlass(f, s, ray)
		}
		if free {
			return s
		}
	}
	return noSide
}

// wallAround returns the thickness of the wall in whose opening a curtain wall stands, or 0 for anything else. The wall
// does not hide a curtain wall that is set back into its reveal.
func (p *plan) wallAround(id state.ID) geometry.Length {
	e, ok := p.model.Element(id)
	if !ok {
		return 0
	}
	c, ok := e.Params.(*fabric.CurtainWall)
	if !ok || c.Opening == "" {
		return 0
	}
	opening, ok := p.model.Element(c.Opening)
	if !ok {
		return 0
	}
	wall, err := fabric.WallPlanOf(p.model, opening.HostID)
	if err != nil {
		return 0
	}
	return wall.Thickness()
}

// hostOf returns the host of the door or window in an opening, or "" for an opening without a door or window.
func (p *plan) hostOf(f filling) state.ID {
	filler, ok := p.model.Element(f.rect.Filler)
	if !ok {
		return ""
	}
	return filler.HostID
}

// wallSides returns the sides of the cut walls, interrupted by their openings.
func (p *plan) wallSides() *index {
	if p.wallsAt == nil {
		p.wallsAt = newIndex(rings(p.walls))
	}
	return p.wallsAt
}

// alongside reports whether a wall with a given frame runs parallel to the side.
func (s side) alongside(frame geometry.Placement) bool {
	o := s.outward()
	return math.Abs(float64(frame.X.X*float64(o.X))+float64(frame.X.Y*float64(o.Y))) <= 1e-6
}

// clearRay reports whether a segment crosses no segment of an index.
func clearRay(x *index, s segment) bool {
	free := true
	x.near(s, 0, func(o segment) {
		if _, ok := crossing(s, o); ok {
			free = false
		}
	})
	return free
}

// farSide returns a distance across the side that reaches beyond everything that is cut.
func (p *plan) farSide(s side) geometry.Length {
	size := p.hi.Sub(p.lo)
	return s.along(paper.Point{X: size.Y, Y: size.X}) + 10*geometry.Millimetre
}

// axesAlong returns the places along a side where straight axes cross it.
func (p *plan) axesAlong(s side) []geometry.Length {
	if !p.wants(AnnotateGrid) {
		return nil
	}
	var out []geometry.Length
	for _, a := range p.axes() {
		if a.upright() != s.upright() && a.straight() {
			out = append(out, s.along(a.Start))
		}
	}
	return out
}

// axes returns the axes of all grids, in the order of the ids of the grids.
func (p *plan) axes() []axis {
	var out []axis
	for _, id := range p.model.OfCategory(state.CategoryGrid) {
		if e, ok := p.model.Element(id); ok {
			for _, a := range e.Params.(*shape.Grid).Axes {
				out = append(out, axis{a, e})
			}
		}
	}
	return out
}

// drawChain draws the dimensions of a chain. A text that is wider than its measure moves off the line and gets a
// leader.
func (v *view) drawChain(c chain) {
	for i := 1; i < len(c.points); i++ {
		v.goOn()
		v.dimension(c, i)
	}
}

// shown returns the figure of the nth measure of the chain. It subtracts the rounded distances of both ends from the
// start of the chain, so that the figures add up to the overall figure.
func (c chain) shown(n int) string {
	return fmt.Sprint(wholeMM(c.points[n]-c.points[0]) - wholeMM(c.points[n-1]-c.points[0]))
}

// textPlace is the place of a dimension's text: its distance from the dimension line, in the upward direction of the
// text, and its shift along the line.
type textPlace struct{ off, along geometry.Length }

// The distances of texts from the dimension line, in micrometres. A text that fits stands figureOff above the line. A
// wider text stands above the other texts on the line and their descenders, or below the line and clear of the next
// chain.
const (
	figureOff = 700
	aboveLine = 4200
	underLine = 3300
)

// textPlaces returns the places that the text of a dimension may take, in the order of preference. The first is on the
// line. The next are away from the building, where no extension lines are, at the middle and then to either side. The
// last are towards the building.
func textPlaces(s side, width geometry.Length) []textPlace {
	away, inward := geometry.Length(aboveLine), geometry.Length(-underLine-textSmall)
	if s == south || s == east {
		away, inward = inward, away
	}
	beside := width + 600
	out := []textPlace{{figureOff, 0}, {away, 0}, {away, beside}, {away, -beside}, {inward, 0}, {inward, beside},
		{inward, -beside}}
	for n := geometry.Length(2); n <= furthestBeside; n++ {
		out = append(out, textPlace{away, n * beside}, textPlace{away, -n * beside}, textPlace{inward, n * beside},
			textPlace{inward, -n * beside})
	}
	return out
}

// furthestBeside is the largest number of its own widths by which a text may move along the chain. Texts move that far
// where many narrow dimensions follow each other.
const furthestBeside = 4

// dimension draws the nth measure of a chain.
func (v *view) dimension(c chain, n int) {
	from, to := c.points[n-1], c.points[n]
	a, b := v.length(from), v.length(to)
	d := paper.Dimension{Upright: c.side.upright(), Value: to - from, Scale: v.scale, Pen: v.pen(dimensionLine),
		Tick: v.pen(tick)}
	at := func(along, across geometry.Length) paper.Point {
		if d.Upright {
			return paper.Point{X: across, Y: along}
		}
		return paper.Point{X: along, Y: across}
	}
	d.From, d.To, d.Line = at(a, c.start), at(b, c.start), at(a, c.line)
	if c.kind == chainAxes { // the axes are the extension lines
		d.From, d.To = at(a, c.line), at(b, c.line)
	}
	text := paper.Text{String: c.shown(n), Height: textSmall, Anchor: paper.Anchor{Across: paper.Centre}}
	up := geometry.Length(1)
	if d.Upright {
		text.Angle, up = geometry.QuarterTurn, -1
	}
	middle, placed := (a+b)/2, false
	for k, place := range textPlaces(c.side, text.Width()) {
		text.At = at(middle+place.along, c.line+up*place.off)
		fits := k > 0 || text.Width()+600 <= b-a
		if placed = fits && v.placer.free(text.Box(), 200); placed {
			if k > 0 {
				edge := place.off - sign(place.off)*(300-min(0, sign(place.off))*textSmall)
				end := at(middle+place.along, c.line+up*edge)
				d.Leader = &paper.Stroke{Points: []paper.Point{at(middle, c.line), end}, Pen: d.Pen}
			}
			break
		}
	}
	if !placed {
		v.warn("NO_ROOM", "a dimension of "+text.String+" overlaps others", "")
	}
	d.Text = text
	v.placer.take(text.Box())
	for _, s := range d.Strokes() {
		v.placer.measure(segment{s.Points[0], s.Points[1]})
	}
	layer := layerDimensions
	if c.kind == chainCourt {
		layer = layerCourtDimensions
	}
	v.add(layer, paper.ClassDimension, nil, d)
}

func sign(l geometry.Length) geometry.Length {
	if l < 0 {
		return -1
	}
	return 1
}
