package drawings

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// fine are the categories whose edges get a finer pen, because they are parts within larger surfaces.
var fine = append(slices.Clone(fixtureCategories), state.CategoryDoor, state.CategoryWindow,
	state.CategoryCurtainWall, state.CategoryRailing, state.CategorySkylight)

// isFine returns 1 for a body whose edges get a finer pen, 0 for any other body.
func isFine(b body) int {
	if slices.Contains(fine, b.element.Category) {
		return 1
	}
	return 0
}

// edge is a visible line with the number of its body.
type edge struct {
	segment
	body int
}

// seen draws the visible edges, once each, and returns them. It leaves out edges along the outlines of cut areas, and
// edges where two bodies meet in one plane that faces the viewer.
func (v *view) seen(bodies []body, lines []linework.Line, outlines []segment) []segment {
	var edges []edge
	for _, l := range lines {
		if l.Class == linework.Visible {
			edges = append(edges, edge{segment{v.at(l.Points[0]), v.at(l.Points[1])}, l.Source})
		}
	}
	fronts := make([]float64, len(bodies))
	for i, b := range bodies {
		v.goOn()
		fronts[i] = front(b.shape, v.toward())
	}
	seams, surfaces := v.seams(bodies, edges, fronts), v.flushSurfaces(bodies, edges, fronts)
	slices.SortStableFunc(edges, func(a, b edge) int { // of two lines at one place the wider one is drawn
		return isFine(bodies[a.body]) - isFine(bodies[b.body])
	})
	over, own := newIndex(outlines), newIndex(nil)
	var all []segment
	round, arcs := chords(edges), map[int][]segment{}
	for i, l := range edges {
		v.goOn()
		left := notUnder(notUnder([]segment{l.segment}, over, nearLine), seams, sameLine)
		if !round[i] {
			left = surfaces.without(l.body, left)
		}
		var drawn []segment
		for _, s := range notUnder(left, own, sameLine) {
			if round[i] {
				arcs[l.body] = append(arcs[l.body], s)
				own.add(s)
			} else if s.length() >= float64(leastLine) {
				drawn = append(drawn, s)
				own.add(s)
			}
		}
		v.drawSeen(bodies[l.body], drawn)
		all = append(all, drawn...)
	}
	for i, b := range bodies {
		v.goOn()
		for _, line := range runs(arcs[i]) {
			drawn := polyline(line)
			v.drawSeen(b, drawn)
			all = append(all, drawn...)
		}
	}
	return all
}

// drawSeen draws visible edges of a body.
func (v *view) drawSeen(b body, drawn []segment) {
	pen := v.pen(seenEdge)
	if isFine(b) > 0 {
		pen = v.pen(farEdge)
	}
	v.lines(layerOf(b.element.Category), paper.ClassSeen, b.element, drawn, pen, paper.Solid)
	v.placer.avoid(drawn)
}

// flush is the largest distance between the fronts of two bodies that form one surface.
const flush = 1 * geometry.Millimetre

// structural are the categories whose bodies form one surface where they are flush, because their finish hides the
// joint.
var structural = []state.Category{state.CategoryWall, state.CategoryFloor, state.CategoryColumn,
	state.CategoryBeam, state.CategoryFooting}

// seams returns the edges at which two structural bodies meet with their fronts in one plane. It also returns the edges
// at which walls form one round surface.
func (v *view) seams(bodies []body, edges []edge, fronts []float64) *index {
	joint := func(i int) bool { return slices.Contains(structural, bodies[i].element.Category) }
	byPlace := newIndex(nil)
	var owners []int
	for _, e := range edges {
		if joint(e.body) && e.length() > 0 {
			byPlace.add(e.segment)
			owners = append(owners, e.body)
		}
	}
	out, within := newIndex(nil), &surfaces{view: v, bodies: bodies, shadows: map[int]geometry.Region{}}
	smooth := &smoothJoints{view: v, known: map[[2]state.ID][]geometry.Length{}}
	for _, e := range edges {
		v.goOn()
		if !joint(e.body) || e.length() == 0 {
			continue
		}
		l := e.length()
		for _, i := range byPlace.found(e.segment, sameLine) {
			o := owners[i]
			if o == e.body || bodies[o].element == bodies[e.body].element ||
				math.Abs(fronts[o]-fronts[e.body]) > float64(flush) &&
					!smooth.at(e.segment, bodies[o].element, bodies[e.body].element) {
				continue
			}
			c, ok := covered(e.segment, byPlace.all[i], float64(sameLine))
			part := e.part(c.from, c.to, l)
			if ok && c.to-c.from > float64(sameLine) && within.across(part, e.body, o) {
				out.add(part)
			}
		}
	}
	return out
}

// besideEdge is how far a surface must reach on both sides of an edge to continue across it. It is larger than the
// distance between flush bodies and than the rounding error of places at 1:500, and smaller than the thickness of
// bodies.
const besideEdge = 5 * geometry.Millimetre

// surfaces holds the outlines of bodies in the view, made at first use.
type surfaces struct {
	*view
	bodies  []body
	shadows map[int]geometry.Region
}

// across reports whether two bodies that share an edge lie on opposite sides of it. At the outer corner of two walls
// both lie on one side, and nothing near lies on the other.
func (s *surfaces) across(edge segment, bodies ...int) bool {
	l := edge.length()
	x, y := float64(edge.b.X-edge.a.X)/l, float64(edge.b.Y-edge.a.Y)/l
	middle := geometry.Point2{X: s.real(edge.a.X+edge.b.X) / 2, Y: s.real(edge.a.Y+edge.b.Y) / 2}
	beside := func(by float64) bool {
		at := middle.Add(geometry.Point2{X: -geometry.Length(round(y * by)), Y: geometry.Length(round(x * by))})
		return slices.ContainsFunc(bodies, func(i int) bool { return s.shadowOf(i).Contains(at) != geometry.Outside })
	}
	return beside(float64(besideEdge)) && beside(-float64(besideEdge))
}

func (s *surfaces) shadowOf(i int) geometry.Region {
	r, ok := s.shadows[i]
	if !ok {
		r = s.shadow(s.bodies[i].shape)
		s.shadows[i] = r
	}
	return r
}

// toward returns the frame of the view with its Z towards the viewer.
func (v *view) toward() geometry.Placement {
	frame := v.frame
	if v.up {
		frame.Z = geometry.Times(frame.Z, -1)
	}
	return frame
}

// front returns how far a shape reaches towards the viewer.
func front(s csg.Shape, frame geometry.Placement) float64 {
	local := s.In(csg.Placed(frame))
	out := math.Inf(-1)
	for _, p := range local.Vertices {
		out = max(out, p.Z)
	}
	return out
}

// leastVoid is the least size on paper of an opening in a floor that gets a cross.
const leastVoid = 3 * geometry.Millimetre

// voids draws a cross over each opening in the floors that the plan shows, to mark that there is no floor. Openings
// made for a stair or a run of services get none. It returns the crossed openings.
func (p *plan) voids() (holes []hole) {
	if p.spec.Roof || bandOf(p.scale) > upTo200 {
		return nil
	}
	cut := newAreas(p.cuts)
	add := func(e *state.Element, outline geometry.Ring) {
		if h, ok := p.cross(e, outline, cut); ok {
			holes = append(holes, h)
		}
	}
	for _, b := range byElement(p.solids) {
		floor, ok := b[0].element.Params.(*fabric.Floor)
		if !ok || p.source.BoundsOf(b[0].element.ID).Max.Z > p.cut {
			continue
		}
		for _, hole := range floor.Holes {
			add(b[0].element, hole)
		}
		for _, id := range p.model.HostedBy(b[0].element.ID) {
			e, ok := p.model.Element(id)
			if !ok {
				continue
			}
			o, ok := e.Params.(*fabric.Opening)
			if ok && o.CutBy == "" && o.FilledBy == "" && o.Depth == 0 {
				add(e, o.Polygon)
			}
		}
	}
	return holes
}

// cross draws both diagonals of an outline in plan, within it and outside of cut areas. An outline without four corners
// gets the diagonals of the rectangle around it. It returns false if the outline is too small on paper.
func (p *plan) cross(e *state.Element, outline geometry.Ring, cut *areas) (hole, bool) {
	real := p.floorPlan(outline)
	region := p.region(real)
	if len(region) == 0 {
		return hole{}, false
	}
	lo, hi := region.Bounds()
	if min(hi.X-lo.X, hi.Y-lo.Y) < leastVoid {
		return hole{}, false
	}
	corners := region[0].Outer
	if len(corners) != 4 {
		corners = geometry.Rectangle(lo, hi).Outer
	}
	var drawn []segment
	for i := range 2 {
		drawn = append(drawn, cut.outside(p.goOn, stretchesIn(region, segment{corners[i], corners[i+2]}))...)
	}
	p.placer.avoid(drawn)
	p.lines(layerOf(state.CategoryFloor), paper.ClassSymbol, e, drawn, p.pen(farEdge), paper.Solid)
	return hole{real, region, newAreas(region)}, true
}

// floorPlan returns an outline, given in the world, in the frame of the plan.
func (p *plan) floorPlan(outline geometry.Ring) geometry.Region {
	ring := make(geometry.Ring, len(outline))
	for i, at := range outline {
		ring[i] = p.frame.Local(at.At(0)).XY()
	}
	return geometry.Region{{Outer: ring}}
}

// stretchesIn returns the parts of a segment within a region.
func stretchesIn(r geometry.Region, s segment) (out []segment) {
	at := []float64{0, 1}
	for _, side := range rings(r) {
		if t, ok := crossing(s, side); ok {
			at = append(at, t)
		}
	}
	slices.Sort(at)
	point := func(t float64) paper.Point { return move(s.a, t*float64(s.b.X-s.a.X), t*float64(s.b.Y-s.a.Y)) }
	for i := 1; i < len(at); i++ {
		if r.Contains(point((at[i-1]+at[i])/2)) == geometry.Inside {
			out = append(out, segment{point(at[i-1]), point(at[i])})
		}
	}
	return out
}
