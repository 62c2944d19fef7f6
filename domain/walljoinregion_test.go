package domain

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
)

// wallGraph is a plan as a person would draw it, with nodes and a wall along each edge, but without joins. The region
// of the plan is computed from the rooms and the outside. Each of them is a ring whose sides run half a thickness
// beside the edges.
type wallGraph struct {
	nodes []geometry.Point2
	edges []graphEdge
}

type graphEdge struct {
	a, b        int
	left, right float64 // distances of the faces from the line, seen from a to b, in micrometres
}

// dart is an edge seen from one of its nodes, with the distance of its left face from its line.
type dart struct {
	edge     int
	from, to int
	angle    float64
	left     float64
}

// around returns the darts of a node in counter-clockwise order.
func (g wallGraph) around(node int) []dart {
	var out []dart
	for i, e := range g.edges {
		for _, d := range []dart{{edge: i, from: e.a, to: e.b, left: e.left},
			{edge: i, from: e.b, to: e.a, left: e.right}} {
			if d.from == node {
				p, q := g.nodes[d.from], g.nodes[d.to]
				d.angle = math.Atan2(float64(q.Y-p.Y), float64(q.X-p.X))
				out = append(out, d)
			}
		}
	}
	slices.SortFunc(out, func(a, b dart) int { return cmp.Compare(a.angle, b.angle) })
	return out
}

// side returns the line of the left face of a dart: a point and the direction.
func (g wallGraph) side(d dart) (x, y, dx, dy float64) {
	p := g.nodes[d.from]
	s, c := math.Sincos(d.angle)
	return float64(p.X) - s*d.left, float64(p.Y) + c*d.left, c, s
}

// corner returns the points at which a ring turns at a node. It turns from the left face of a dart that leads to the
// node to the left face of the next dart, which leads away from the node.
func (g wallGraph) corner(in, out dart) []geometry.Point2 {
	x, y, dx, dy := g.side(in)
	u, v, du, dv := g.side(out)
	sine := dx*dv - dy*du
	node := g.nodes[out.from]
	if math.Abs(sine) > 1e-3 {
		t := ((u-x)*dv - (v-y)*du) / sine
		return []geometry.Point2{fabric.RoundPoint(x+t*dx, y+t*dy)}
	}
	foot := func(x, y, dx, dy float64) geometry.Point2 {
		t := (float64(node.X)-x)*dx + (float64(node.Y)-y)*dy
		return fabric.RoundPoint(x+t*dx, y+t*dy)
	}
	return []geometry.Point2{foot(x, y, dx, dy), foot(u, v, du, dv)}
}

// rings returns the rings around the rooms and the outside. Each ring has the walls on its right and the room or the
// outside on its left. It returns false if a face of a wall has no length left between its corners.
func (g wallGraph) rings() ([]geometry.Ring, bool) {
	type key struct{ edge, from int }
	seen := map[key]bool{}
	var out []geometry.Ring
	for node := range g.nodes {
		for _, first := range g.around(node) {
			if seen[key{first.edge, first.from}] {
				continue
			}
			var darts []dart
			for d := first; !seen[key{d.edge, d.from}]; {
				seen[key{d.edge, d.from}] = true
				darts = append(darts, d)
				around := g.around(d.to)
				at := slices.IndexFunc(around, func(o dart) bool { return o.edge == d.edge })
				d = around[(at+len(around)-1)%len(around)] // the next one clockwise continues the same face on its left
			}
			ring, ok := g.ring(darts)
			if !ok {
				return nil, false
			}
			out = append(out, ring)
		}
	}
	return out, true
}

// leastFace is the minimum length of a face between its corners in these plans.
const leastFace = float64(2 * geometry.Millimetre)

func (g wallGraph) ring(darts []dart) (geometry.Ring, bool) {
	corners := make([][]geometry.Point2, len(darts))
	for i, d := range darts {
		corners[i] = g.corner(darts[(i+len(darts)-1)%len(darts)], d)
	}
	var ring geometry.Ring
	for i, d := range darts {
		next := corners[(i+1)%len(darts)]
		from, to := corners[i][len(corners[i])-1], next[0]
		s, c := math.Sincos(d.angle)
		if float64(to.X-from.X)*c+float64(to.Y-from.Y)*s < leastFace {
			return nil, false
		}
		ring = append(ring, corners[i]...)
	}
	return ring, true
}

// region returns the plan drawn as one region, and its rooms. It returns false if the walls are too thick for the plan
// to be one region.
func (g wallGraph) region() (plan geometry.Region, rooms []geometry.Region, ok bool) {
	rings, ok := g.rings()
	if !ok {
		return nil, nil, false
	}
	var outside []geometry.Region
	total := 0.0
	for _, ring := range rings {
		area := signedArea(ring)
		if area < 0 {
			slices.Reverse(ring)
		}
		p, err := geometry.NewPolygon(ring)
		switch {
		case err != nil:
			return nil, nil, false
		case area > 0:
			rooms = append(rooms, geometry.Region{p})
		default:
			outside = append(outside, geometry.Region{p})
		}
		total -= area
	}
	if len(outside) != 1 {
		return nil, nil, false
	}
	plan = geometry.Subtract(outside[0], rooms...)
	return plan, rooms, math.Abs(plan.Area()-total/1e12) < 1e-6
}

func signedArea(r geometry.Ring) float64 {
	sum := 0.0
	for i, p := range r {
		q := r[(i+1)%len(r)]
		sum += float64(p.X)*float64(q.Y) - float64(q.X)*float64(p.Y)
	}
	return sum / 2
}

// drawnWall is a wall of a plan, from node to node, over one edge or several edges on one line.
type drawnWall struct {
	from, to  geometry.Point2
	thickness int64 // mm
	line      fabric.LocationLine
}

// joinedPlan is a random plan together with its walls.
type joinedPlan struct {
	graph wallGraph
	walls []drawnWall
	joins state.JoinType
}

// drawGrid draws a plan on the lines of a grid, straight or skew. It consists of connected cells with a wall along each
// side; a wall runs on over several cells or ends at each node.
func drawGrid(t *rapid.T) joinedPlan {
	u, v, sine := drawAxes(t)
	centre := drawCentre(t)
	columns, rows := rapid.IntRange(1, 3).Draw(t, "columns"), rapid.IntRange(1, 3).Draw(t, "rows")
	spacing := rapid.SampledFrom([]int64{150, 240, 300, 420, 700, 1500, 3000})
	xs, ys := []int64{0}, []int64{0}
	for i := range columns {
		xs = append(xs, xs[i]+spacing.Draw(t, "width"))
	}
	for i := range rows {
		ys = append(ys, ys[i]+spacing.Draw(t, "depth"))
	}
	cells := drawCells(t, columns, rows)
	g := wallGraph{}
	for y := range ys {
		for x := range xs {
			dx := u[0]*float64(xs[x]) + v[0]*float64(ys[y])
			dy := u[1]*float64(xs[x]) + v[1]*float64(ys[y])
			g.nodes = append(g.nodes, geometry.Point2{X: centre.X + geometry.FromMM(dx),
				Y: centre.Y + geometry.FromMM(dy)})
		}
	}
	nearest := int64(float64(slices.Min(append(steps(xs), steps(ys)...))) * sine)
	within := func(side int64) *rapid.Generator[int64] {
		return rapid.SampledFrom(slices.DeleteFunc([]int64{15, 30, 60, 100, 120, 150, 200, 240, 300, 420},
			func(t int64) bool { return t > side }))
	}
	plan := joinedPlan{joins: rapid.SampledFrom([]state.JoinType{fabric.JoinAuto, fabric.JoinAuto,
		fabric.JoinButt}).Draw(t, "join type")}
	leaning := fabric.LocationLine("")
	if sine == 1 { // in a skew grid, the ends of walls this thick reach beyond the next corners
		leaning = rapid.SampledFrom([]fabric.LocationLine{"", fabric.LocationInterior, fabric.LocationExterior}).Draw(t,
			"all lean to one side")
	}
	at := func(x, y int) int { return y*len(xs) + x }
	line := func(n int, side func(i int) (a, b int, is bool)) {
		var run []graphEdge
		size, lies := int64(0), fabric.LocationCenter
		flush := func() {
			if len(run) > 0 {
				plan.walls = append(plan.walls, drawnWall{g.nodes[run[0].a], g.nodes[run[len(run)-1].b], size, lies})
			}
			run = nil
		}
		for i := range n {
			a, b, is := side(i)
			if !is || len(run) > 0 && rapid.Bool().Draw(t, "ends at the node") {
				flush()
			}
			if !is {
				continue
			}
			if len(run) == 0 {
				lies = rapid.SampledFrom(planLines).Draw(t, "location line")
				size = within(nearest).Draw(t, "thickness")
				if leaning != "" { // no two of them face each other
					lies = leaning
				} else if lies != fabric.LocationCenter {
					size = within(nearest/2).Draw(t, "thickness")
				}
			}
			left, right := halvesOf(lies, size)
			e := graphEdge{a, b, left, right}
			run = append(run, e)
			g.edges = append(g.edges, e)
		}
		flush()
	}
	open := func(x, y int) bool { return x < 0 || y < 0 || x >= columns || y >= rows || !cells[y*columns+x] }
	for y := range ys {
		line(columns, func(i int) (int, int, bool) { return at(i, y), at(i+1, y), !open(i, y-1) || !open(i, y) })
	}
	for x := range xs {
		line(rows, func(i int) (int, int, bool) { return at(x, i), at(x, i+1), !open(x-1, i) || !open(x, i) })
	}
	plan.graph = g
	return plan
}

// halvesOf returns the distances of a wall's left and right face from its line, in micrometres.
func halvesOf(l fabric.LocationLine, thickness int64) (left, right float64) {
	size := float64(thickness) * 1000
	switch l {
	case fabric.LocationInterior:
		return 0, size
	case fabric.LocationExterior:
		return size, 0
	}
	return size / 2, size / 2
}

// turnedLine returns the location line of the same wall drawn from its end to its start.
func turnedLine(l fabric.LocationLine) fabric.LocationLine {
	switch l {
	case fabric.LocationInterior:
		return fabric.LocationExterior
	case fabric.LocationExterior:
		return fabric.LocationInterior
	}
	return l
}

// steps returns the distances between the lines of a grid.
func steps(lines []int64) []int64 {
	var out []int64
	for i := range lines[1:] {
		out = append(out, lines[i+1]-lines[i])
	}
	return out
}

// drawAxes draws the directions of a grid's lines, with the sine of the angle between them.
func drawAxes(t *rapid.T) (u, v [2]float64, sine float64) {
	turn := rapid.SampledFrom([]float64{0, 0, 90, 30, 17.3, 211}).Draw(t, "turn") * math.Pi / 180
	skew := rapid.SampledFrom(planAngles).Draw(t, "angle") * math.Pi / 180
	u[1], u[0] = math.Sincos(turn)
	v[1], v[0] = math.Sincos(turn + skew)
	return u, v, math.Sin(skew)
}

// drawCells draws which cells of a grid have walls around them. The cells are connected by their sides.
func drawCells(t *rapid.T, columns, rows int) []bool {
	cells := make([]bool, columns*rows)
	cells[rapid.IntRange(0, len(cells)-1).Draw(t, "first cell")] = true
	for range rapid.IntRange(0, len(cells)).Draw(t, "cells") {
		i := rapid.IntRange(0, len(cells)-1).Draw(t, "cell")
		x, y := i%columns, i/columns
		if x > 0 && cells[i-1] || x < columns-1 && cells[i+1] || y > 0 && cells[i-columns] ||
			y < rows-1 && cells[i+columns] {
			cells[i] = true
		}
	}
	return cells
}

// joinedIn draws the walls of a plan in one order and joins them in another order.
func (plan joinedPlan) joinedIn(t *rapid.T) (p *plot, walls []state.ID) {
	p = newPlot(t)
	order := rapid.Permutation(indices(len(plan.walls))).Draw(t, "drawn")
	walls = make([]state.ID, len(order))
	for _, i := range order {
		w := plan.walls[i]
		if rapid.Bool().Draw(t, fmt.Sprintf("wall %d reversed", i)) {
			w.from, w.to, w.line = w.to, w.from, turnedLine(w.line)
		}
		walls[i] = p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: w.from, End: w.to,
			LocationLine: w.line,
			Height:       planHeight, Thickness: geometry.MM(w.thickness)}})
	}
	if rapid.Bool().Draw(t, "pair by pair") {
		var pairs [][2]int
		for i := range walls {
			for k := range i {
				pairs = append(pairs, [2]int{k, i})
			}
		}
		p.joinPairs(plan.joins, walls, rapid.Permutation(pairs).Draw(t, "joined"))
		return p, walls
	}
	first := rapid.Permutation(indices(len(walls))).Draw(t, "joined")
	some := []state.ID{}
	for _, i := range first[:rapid.IntRange(0, len(walls)).Draw(t, "at first")] {
		some = append(some, walls[i])
	}
	if len(some) > 1 {
		p.joinIfTheyMeet(plan.joins, some)
	}
	if err := p.tryJoinAs(plan.joins, walls); err != nil {
		t.Fatalf("joining all: %v%s", err, p.joinsSaid(walls))
	}
	return p, walls
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// joinIfTheyMeet joins some walls of a plan. A refusal is allowed, because the walls need not meet: if the wall between
// two of them is missing, one wall may pass the corner of the other.
func (p *plot) joinIfTheyMeet(as state.JoinType, walls []state.ID) bool {
	p.t.Helper()
	err := p.tryJoinAs(as, walls)
	if err != nil && state.CodeOf(err) != state.DegenerateGeometry {
		p.t.Fatalf("joining %d walls: %v", len(walls), err)
	}
	return err == nil
}

// joinPairs joins walls in pairs. Refused pairs are tried again after the others, because a short wall has no proper
// footprint while only one of its ends is joined.
func (p *plot) joinPairs(as state.JoinType, walls []state.ID, pairs [][2]int) {
	p.t.Helper()
	for {
		refused := slices.DeleteFunc(slices.Clone(pairs), func(pair [2]int) bool {
			return p.joinIfTheyMeet(as, []state.ID{walls[pair[0]], walls[pair[1]]})
		})
		if len(refused) == len(pairs) {
			return
		}
		pairs = refused
	}
}

// joinsSaid lists the joins of walls by their index, for failure messages.
func (p *plot) joinsSaid(walls []state.ID) string {
	out := ""
	for i, id := range walls {
		e, _ := p.model.Element(id)
		w := e.Params.(*fabric.Wall)
		out += fmt.Sprintf("\n%d from %v to %v, %v thick:", i, w.Start, w.End, w.Thickness)
		for _, j := range p.model.JoinsOf(id) {
			out += fmt.Sprintf(" %s of %d (%s %s, through %d)", j.Kind, slices.Index(walls, j.Other(id)), j.Part(id),
				j.Part(j.Other(id)), slices.Index(walls, j.Through))
		}
	}
	return out
}

// The sharpest corners of these plans are 15 degrees, because corners below 10 degrees are not mitred.
var planAngles = []float64{90, 90, 60, 45, 110, 140, 15, 25, 33, 155, 165}

var planLines = []fabric.LocationLine{fabric.LocationCenter, fabric.LocationCenter, fabric.LocationInterior,
	fabric.LocationExterior}

// TestJoinedWallsAreThePlanDrawnAsOneRegion draws plans on the lines of straight and skew grids. They have re-entrant
// corners, corners as close to each other as their walls are thick, and up to four walls at a node. Each wall is drawn
// by its middle or one of its faces. In whatever order the walls are drawn and joined, mitred or butted, no two
// footprints overlap, and together they equal the plan drawn as one region. The bodies do not overlap either, and their
// volume is the area of the region times their height.
func TestJoinedWallsAreThePlanDrawnAsOneRegion(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		plan := drawGrid(rt)
		want, _, ok := plan.graph.region()
		if !ok {
			rt.Skip("the walls are too thick for a plan of this size")
		}
		p, walls := plan.joinedIn(rt)
		p.areRegion(want, walls)
		p.bodiesAre(want.Area()*planHeight.M(), walls)
	})
}

// planHeight is the height of the walls of these plans.
var planHeight = geometry.MM(3000)

// bodiesAre checks that the bodies of walls have the given volume, both as measured and as built, and that bodies of
// joined walls do not overlap.
func (p *plot) bodiesAre(want float64, walls []state.ID) {
	p.t.Helper()
	_, _, perimeter := p.footprints(walls)
	slack := float64(perimeter.M()*footprintRounding.M()*planHeight.M()) + 1e-8
	measured, built := 0.0, 0.0
	bodies := make([]csg.Expr, len(walls))
	for i, id := range walls {
		measured += p.volumeOf(change.Element(p.model, id))
		body, err := shape.Body(p.model, id)
		if err != nil {
			p.t.Fatal(err)
		}
		var solids []csg.Expr
		for _, solid := range body {
			built += solid.Volume()
			o, err := csg.FromSolid(solid)
			if err != nil {
				p.t.Fatal(err)
			}
			solids = append(solids, csg.Of(o))
		}
		bodies[i] = csg.Union(solids...)
	}
	if math.Abs(measured-want) > slack || math.Abs(built-want) > slack {
		p.t.Errorf("the walls measure %.9f m3, their bodies %.9f m3, the plan %.9f m3%s", measured,
			built, want, p.joinsSaid(walls))
	}
	for i, id := range walls {
		for _, j := range p.model.JoinsOf(id) {
			k := slices.Index(walls, j.Other(id))
			if k < i {
				continue
			}
			// Planes closer than the tolerance of a boolean operation are treated as one plane there.
			common, err := csg.Evaluate(csg.Intersect(bodies[i], bodies[k]))
			if err != nil || common.Volume() > 2*slack+float64(perimeter.M()*planHeight.M()*common.Tolerance*1e-6) {
				p.t.Errorf("the bodies of walls %d and %d have %.9f m3 in common (%v)%s", i, k,
					common.Volume(), err, p.joinsSaid(walls))
			}
		}
	}
}

// areRegion checks that walls do not overlap and together form a region.
func (p *plot) areRegion(want geometry.Region, walls []state.ID) {
	p.t.Helper()
	parts, sum, perimeter := p.footprints(walls)
	slack := float64(perimeter.M()*footprintRounding.M()) + 1e-8
	union := geometry.Union(parts...)
	if math.Abs(union.Area()-sum) > slack {
		p.t.Errorf("the walls have %.9f m2, their union %.9f%s", sum, union.Area(), p.joinsSaid(walls))
	}
	if missing, more := geometry.Subtract(want, union).Area(),
		geometry.Subtract(union, want).Area(); missing+more > slack {
		p.t.Errorf("of the plan drawn as one region %.9f m2 are missing and %.9f m2 are too much%s",
			missing, more, p.joinsSaid(walls))
	}
}

// Two walls in one line, of different thickness, end at a skew angle at the two faces of a third wall. Each of the two
// walls is cut along the face that it meets, over its whole thickness. They make no corner with each other in the
// middle of the third wall.
func TestWallsInOneLineEndAtTheTwoFacesOfTheWallBetweenThem(t *testing.T) {
	for _, degrees := range []float64{90, 40, 145} {
		p := newPlot(t)
		through := p.wall(mm(-3000, 0), mm(3000, 0), 60)
		a, b := p.wall(mm(0, 0), polar(mm(0, 0), degrees, 2000), 60),
			p.wall(mm(0, 0), polar(mm(0, 0), degrees+180, 2000), 100)
		p.join(fabric.JoinAuto, a, b, through)
		p.filled(a, b, through)
		cut := 0.03 / math.Sin(degrees*math.Pi/180)
		for id, thickness := range map[state.ID]float64{a: 0.06, b: 0.1} {
			p.measure2(id, "GrossVolume", (2-cut)*thickness*3)
		}
	}
}

// A thick wall's body reaches to the corner between two other walls, one of which is in line with it. The thick wall
// does not become part of that corner: both walls in line end at the faces of the wall between them. This is true for
// every order in which the pairs are joined, also if some pairs are joined first and then all walls together.
func TestAWallAsThickAsTheCornerIsFarEndsAtTheFaceBetween(t *testing.T) {
	for order := range permutations([][2]int{{0, 1}, {0, 2}, {2, 3}, {0, 3}}) {
		for first := range order {
			p := newPlot(t)
			between, corner := p.wall(mm(0, 150), mm(300, 150), 15), p.wall(mm(0, 0), mm(0, 150), 15)
			below := p.wall(mm(150, 0), mm(150, 150), 15)
			thick := p.do(change.CreateWall{LevelID: p.level, Wall: fabric.Wall{Start: mm(150, 150), End: mm(150, 450),
				LocationLine: fabric.LocationExterior, Height: geometry.MM(3000), Thickness: geometry.MM(150)}})
			walls := []state.ID{between, corner, below, thick}
			if p.joinPairs(fabric.JoinAuto, walls, order[first:]); first > 0 {
				p.join(fabric.JoinAuto, walls...)
			}
			p.filled(walls...)
			for _, id := range walls[2:] {
				if !fabric.ButtsAgainst(p.model, id, between) {
					t.Fatalf("pairs %v: %s%s", order[first:], id, p.joinsSaid(walls))
				}
			}
		}
	}
}

// permutations yields all orders of some items.
func permutations[T any](of []T) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		var next func(done, left []T) bool
		next = func(done, left []T) bool {
			if len(left) == 0 {
				return yield(done)
			}
			for i := range left {
				rest := slices.Delete(slices.Clone(left), i, i+1)
				if !next(append(slices.Clone(done), left[i]), rest) {
					return false
				}
			}
			return true
		}
		next(nil, of)
	}
}

// A corner that was joined over a gap is removed if one of its ends gets a nearer corner, and the caller is warned.
func TestALooseCornerGivesWayToANearerOneWithAWarning(t *testing.T) {
	p := newPlot(t)
	far, side := p.wall(mm(150, 0), mm(3000, 0), 150), p.wall(mm(0, 0), mm(0, 3000), 60)
	p.join(fabric.JoinAuto, far, side)
	near, cross := p.wall(mm(0, 0), mm(150, 0), 150), p.wall(mm(150, 0), mm(150, -2000), 60)
	warned := 0
	for _, pair := range [][]state.ID{{far, cross}, {near, side}, {near, cross}, {near, far}} {
		d, err := p.try(change.JoinElements{ElementIDs: pair, JoinType: fabric.JoinAuto})
		if err != nil {
			t.Fatal(err)
		}
		warned += len(d.Warnings)
		p.model = d.After
	}
	if warned != 1 {
		t.Errorf("%d warnings, want one of the corner that is no more", warned)
	}
	p.filled(near, far, side, cross)
}
