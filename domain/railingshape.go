package domain

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// A railing consists of upright prisms that touch and do not overlap. Each run has its rail, its posts and its infill
// as parallelograms in the run's side view, parallel to the path and plumb at the ends, extruded across the run. Where
// the path turns, the runs stop short of the corner and a newel post fills it: a kite in plan, from the inner to the
// outer corner of the two runs.

// The sizes of infills: bars 15 mm thick with at most 100 mm between them, which a child's head does not pass, and sheets
// 10 mm thick, 50 mm above the path.
const (
	balusterWidth  = 15 * geometry.Millimetre
	balusterGap    = 100 * geometry.Millimetre
	panelSheet     = 10 * geometry.Millimetre
	panelClearance = 50 * geometry.Millimetre
)

// sharpestTurn is the cosine of the sharpest turn of a path, 135 degrees. Beyond it the newel's tip would be further
// from the corner than 2.6 widths of the railing.
const sharpestTurn = -math.Sqrt2 / 2

// railingMaker makes the parts of one railing.
type railingMaker struct {
	Railing
	base  geometry.Length // of the level
	half  float64         // half the width of the runs, in micrometres
	parts []Extrusion
	err   error
}

// Extrusion is a polygon in the XY plane of a frame, swept along the frame's Z axis.
type Extrusion struct {
	Frame  geometry.Placement
	Base   geometry.Polygon
	Z0, Z1 geometry.Length
}

// RailingShape returns the parts of a railing in world coordinates. DEGENERATE_GEOMETRY says that the
// path turns back, crosses itself or has a run that is too short for its corners; OUT_OF_RANGE that it has too many parts.
func (m *Model) RailingShape(e *Element) ([]Extrusion, error) {
	r := e.Params.(*Railing)
	if r.Fixed != nil {
		return nil, fixedOnly(e)
	}
	k := &railingMaker{Railing: r.withDefaults(), base: m.elevation(e.LevelID)}
	k.half = float64(max(k.Rail.Width, k.PostWidth)+1) / 2
	corners, err := k.corners()
	if err != nil {
		return nil, err
	}
	if err := k.checkCrossings(); err != nil {
		return nil, err
	}
	for i := range len(r.Path) - 1 {
		k.run(i, corners[i], corners[i+1])
	}
	for i, c := range corners {
		if c.newel && !(i == 0 && k.closed()) { // the last corner of a closed path is its first
			k.newel(i, c)
		}
	}
	return k.parts, k.err
}

// corner is a point of the path: how far the runs stop short of it, and whether a newel fills what they leave.
type corner struct {
	trim  geometry.Length
	newel bool
	in    geometry.Point2 // the point before
	out   geometry.Point2 // the point after
}

func (k *railingMaker) closed() bool {
	return len(k.Path) > 3 && k.Path[0] == k.Path[len(k.Path)-1]
}

func (k *railingMaker) corners() ([]corner, error) {
	points := k.inPlan()
	last := len(points) - 1
	for i := range last {
		if geometry.Distance(points[i], points[i+1]) < minimumExtent {
			return nil, Errorf(DegenerateGeometry, "points %d and %d of the path are the same point in plan: a railing cannot run straight up", i, i+1).With("parameter", "path")
		}
	}
	out := make([]corner, len(points))
	for i := range points {
		switch {
		case i > 0 && i < last:
			out[i] = corner{in: points[i-1], out: points[i+1]}
		case k.closed():
			out[i] = corner{in: points[last-1], out: points[1]}
		default:
			continue
		}
		if err := k.turn(&out[i], i, points[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// turn works out how far the runs stop short of a corner: half the width times the tangent of half the turn.
func (k *railingMaker) turn(c *corner, i int, at geometry.Point2) error {
	a, b := geometry.Direction(c.in, at), geometry.Direction(at, c.out)
	cosine := float64(a.X*b.X) + float64(a.Y*b.Y)
	sine := math.Abs(float64(a.X*b.Y) - float64(a.Y*b.X))
	if cosine < sharpestTurn {
		return Errorf(DegenerateGeometry, "the path turns by more than 135 degrees at point %d: make two railings of it", i).With("parameter", "path")
	}
	if sine < parallelSine {
		return nil
	}
	c.newel, c.trim = true, roundLength(k.half*sine/(1+cosine))
	c.newel = c.trim > 0
	return nil
}

// checkCrossings refuses a path that crosses itself where the railings would meet.
func (k *railingMaker) checkCrossings() error {
	points := k.inPlan()
	runs := len(points) - 1
	for i := range runs {
		for j := i + 2; j < runs; j++ {
			if i == 0 && j == runs-1 && k.closed() {
				continue
			}
			if k.levelWith(i, j) && segmentsMeet(points[i], points[i+1], points[j], points[j+1]) {
				return Errorf(DegenerateGeometry, "the path crosses itself between points %d and %d: make two railings of it", i, j+1).With("parameter", "path")
			}
		}
	}
	return nil
}

// levelWith reports whether two runs are at heights that overlap.
func (k *railingMaker) levelWith(i, j int) bool {
	low := func(n int) geometry.Length { return min(k.Path[n].Z, k.Path[n+1].Z) }
	high := func(n int) geometry.Length { return max(k.Path[n].Z, k.Path[n+1].Z) + k.Height }
	return low(i) < high(j) && low(j) < high(i)
}

// segmentsMeet reports whether two segments have a point in common.
func segmentsMeet(a, b, c, d geometry.Point2) bool {
	if max(a.X, b.X) < min(c.X, d.X) || max(c.X, d.X) < min(a.X, b.X) || max(a.Y, b.Y) < min(c.Y, d.Y) || max(c.Y, d.Y) < min(a.Y, b.Y) {
		return false
	}
	return geometry.Orient(a, b, c)*geometry.Orient(a, b, d) <= 0 && geometry.Orient(c, d, a)*geometry.Orient(c, d, b) <= 0
}

// railRun is one straight run in its side view: X along it in plan, Y up, the origin at its start.
type railRun struct {
	frame  geometry.Placement // Z across, to the right
	length geometry.Length    // in plan
	rise   geometry.Length
}

// run makes the rail, the posts and the infill between point i and the next.
func (k *railingMaker) run(i int, start, end corner) {
	from, to := k.Path[i], k.Path[i+1]
	r := railRun{length: geometry.Distance(from.XY(), to.XY()), rise: to.Z - from.Z}
	r.frame = geometry.PlacementInPlan(from.Add(geometry.Point3{Z: k.base}), to.XY())
	r.frame.Z = r.frame.Y().Mul(-1)
	span := interval{start.trim, r.length - end.trim}
	first, last := i == 0 && !k.closed(), !end.newel
	posts := 0
	if first {
		posts++
	}
	if last {
		posts++
	}
	if span.to-span.from < geometry.Length(posts)*k.PostWidth+minimumExtent {
		k.fail(Errorf(DegenerateGeometry, "the run from point %d to %d is too short for its posts and corners: leave one of the points out", i, i+1).With("parameter", "path"))
		return
	}
	top := k.Height - k.Rail.Depth
	k.add(r, span, top, k.Height, k.Rail.Width)
	posted := k.posts(span, first, last)
	for _, p := range posted {
		k.add(r, p, 0, top, k.PostWidth)
	}
	k.infill(r, gaps(span, posted), top)
}

// posts returns where the posts of a run stand: at its ends, where no newel does, and in equal bays between.
func (k *railingMaker) posts(span interval, first, last bool) []interval {
	var out []interval
	if first {
		out = append(out, interval{span.from, span.from + k.PostWidth})
	}
	n := baysOf(span.to-span.from, k.PostSpacing)
	if n > maxRailingParts {
		k.fail(tooManyParts())
		return out
	}
	for i := int64(1); i < n; i++ {
		at := span.from + geometry.Length(float64(span.to-span.from)*float64(i)/float64(n)) - k.PostWidth/2
		if len(out) > 0 && at < out[len(out)-1].to+minimumExtent || at+k.PostWidth > span.to-k.PostWidth-minimumExtent {
			continue // posts as wide as their bays
		}
		out = append(out, interval{at, at + k.PostWidth})
	}
	if last {
		out = append(out, interval{span.to - k.PostWidth, span.to})
	}
	return out
}

// gaps returns the gaps between the posts of a run.
func gaps(span interval, posts []interval) []interval {
	all := append([]interval{{span.from, span.from}}, posts...)
	var out []interval
	for _, g := range gapsOf(append(all, interval{span.to, span.to})) {
		if g.to > g.from {
			out = append(out, g)
		}
	}
	return out
}

// infill fills the gaps between posts, up to the rail's underside.
func (k *railingMaker) infill(r railRun, gaps []interval, top geometry.Length) {
	for _, g := range gaps {
		switch k.Infill {
		case "panel":
			if top > panelClearance {
				k.add(r, g, panelClearance, top, panelSheet)
			}
		case "balusters":
			for _, b := range balusters(g) {
				k.add(r, b, 0, top, balusterWidth)
			}
		}
	}
}

// balusters returns bars in a gap: as few as keep the clear distance within the allowed gap.
func balusters(g interval) []interval {
	room := g.to - g.from
	if room <= balusterGap {
		return nil
	}
	pitch := balusterGap + balusterWidth
	n := min(int64((room-balusterGap+pitch-1)/pitch), maxRailingParts+1)
	clear := float64(room-geometry.Length(n)*balusterWidth) / float64(n+1)
	out := make([]interval, n)
	for i := range out {
		at := g.from + roundLength(float64(clear*float64(i+1))) + geometry.Length(i)*balusterWidth
		out[i] = interval{at, at + balusterWidth}
	}
	return out
}

// add adds a part of a run: an interval along it, between two heights above the path, with a width across it.
func (k *railingMaker) add(r railRun, x interval, low, high, width geometry.Length) {
	if k.err != nil {
		return
	}
	at := func(x geometry.Length) geometry.Length {
		return roundLength(float64(r.rise) * float64(x) / float64(r.length))
	}
	a, b := at(x.from), at(x.to)
	side, err := geometry.NewPolygon(geometry.Ring{{X: x.from, Y: a + low}, {X: x.to, Y: b + low}, {X: x.to, Y: b + high}, {X: x.from, Y: a + high}})
	if err != nil {
		k.fail(geometryError(err))
		return
	}
	k.extrude(r.frame, side, -width/2, width-width/2)
}

// newel makes the post that fills a corner, from the path to the rail's top.
func (k *railingMaker) newel(i int, c corner) {
	if k.err != nil {
		return
	}
	p := k.Path[i]
	a, b := geometry.Direction(c.in, p.XY()), geometry.Direction(p.XY(), c.out)
	side, trim := k.half, float64(c.trim)
	if geometry.Orient(c.in, p.XY(), c.out) < 0 {
		side = -side // the inner corner is on the right
	}
	point := func(d r3.Vector, along, left float64) geometry.Point2 {
		x := float64(d.X*along) - float64(d.Y*left)
		y := float64(d.Y*along) + float64(d.X*left)
		return p.XY().Add(roundPoint(x, y))
	}
	ring := geometry.Ring{point(a, -trim, side), point(a, -trim, -side), point(a, trim, -side), point(b, trim, -side)}
	kite, err := geometry.NewPolygon(ring)
	if err != nil {
		k.fail(geometryError(err))
		return
	}
	k.extrude(horizontal(k.base+p.Z), kite, 0, k.Height)
}

func (k *railingMaker) extrude(frame geometry.Placement, base geometry.Polygon, z0, z1 geometry.Length) {
	if len(k.parts) >= maxRailingParts {
		k.fail(tooManyParts())
		return
	}
	k.parts = append(k.parts, Extrusion{frame, base, z0, z1})
}

// fail keeps the first error.
func (k *railingMaker) fail(err error) {
	if k.err == nil {
		k.err, k.parts = err, nil
	}
}

func tooManyParts() error {
	return Errorf(OutOfRange, "the railing has more than %d parts: give a wider post_spacing, another infill, or several railings", maxRailingParts).With("parameter", "post_spacing")
}
