package drawings

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// placer keeps texts away from each other and from lines that they must not cover.
type placer struct {
	boxes  *boxIndex       // of texts and symbols, convex, counter-clockwise
	hard   *index          // outlines of cut areas, and lines that are never broken
	soft   *index          // lines that texts avoid if possible
	chains *index          // those of the soft lines that are dimension lines; they are never broken
	framed []geometry.Ring // frames of tags, in which lines are broken as behind texts
	swings map[int]bool    // the numbers of the boxes that are door swings; leaders may cross them
}

// take reserves a place and returns its number.
func (p *placer) take(box geometry.Ring) int {
	if p.boxes == nil {
		p.boxes = newBoxes(nil)
	}
	return p.boxes.add(box)
}

// takeSwing keeps texts off the swing of a door leaf.
func (p *placer) takeSwing(box geometry.Ring) {
	if p.swings == nil {
		p.swings = map[int]bool{}
	}
	p.swings[p.take(box)] = true
}

// release frees a place that take has reserved.
func (p *placer) release(n int) { p.boxes.remove(n) }

// block keeps texts off lines.
func (p *placer) block(lines []segment) {
	if p.hard == nil {
		p.hard = newIndex(nil)
	}
	for _, l := range lines {
		p.hard.add(l)
	}
}

// avoid makes texts avoid lines if possible.
func (p *placer) avoid(lines []segment) {
	if p.soft == nil {
		p.soft = newIndex(nil)
	}
	for _, l := range lines {
		p.soft.add(l)
	}
}

// measure makes texts avoid a dimension line if possible.
func (p *placer) measure(line segment) {
	if p.chains == nil {
		p.chains = newIndex(nil)
	}
	p.chains.add(line)
	p.avoid([]segment{line})
}

// onMeasure reports whether a dimension line runs through a box.
func (p *placer) onMeasure(box geometry.Ring) bool { return p.chains != nil && !clearOf(p.chains, box) }

// clear reports whether a box is free and no line runs through it, not even one that texts may cover if necessary.
func (p *placer) clear(box geometry.Ring, margin geometry.Length) bool {
	return p.free(box, margin) && (p.soft == nil || clearOf(p.soft, grown(box, margin)))
}

// free reports whether a box with a margin overlaps no reserved place and no blocked line.
func (p *placer) free(box geometry.Ring, margin geometry.Length) bool {
	wide := grown(box, margin)
	return (p.boxes == nil || !p.boxes.meets(wide)) && !p.onLine(wide)
}

// onLine reports whether a blocked line runs through a box.
func (p *placer) onLine(box geometry.Ring) bool {
	if p.hard == nil {
		return false
	}
	found := false
	lo, hi := geometry.Region{{Outer: box}}.Bounds()
	p.hard.near(segment{lo, hi}, 0, func(s segment) { found = found || through(s, box) })
	return found
}

// off reports whether a box keeps a margin from all reserved places.
func (p *placer) off(box geometry.Ring, margin geometry.Length) bool {
	return p.boxes == nil || !p.boxes.meets(grown(box, margin))
}

// crossesText reports whether a line runs through a reserved place other than a door swing.
func (p *placer) crossesText(s segment) bool {
	return p.boxes != nil && p.boxes.crossed(s, p.swings)
}

// crossesCut reports whether a line crosses a line that is never broken.
func (p *placer) crossesCut(s segment) bool { return p.hard != nil && !clearRay(p.hard, s) }

// grown returns a box with a margin on all sides. The box is a rectangle, counter-clockwise.
func grown(box geometry.Ring, margin geometry.Length) geometry.Ring {
	if margin == 0 || len(box) != 4 {
		return box
	}
	unit := func(a, b paper.Point) (float64, float64) {
		l := segment{a, b}.length()
		return float64(b.X-a.X) / l, float64(b.Y-a.Y) / l
	}
	ux, uy := unit(box[0], box[1])
	vx, vy := unit(box[0], box[3])
	out := make(geometry.Ring, 4)
	for i, signs := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		x := (float64(signs[0]*ux) + float64(signs[1]*vx)) * float64(margin)
		y := (float64(signs[0]*uy) + float64(signs[1]*vy)) * float64(margin)
		out[i] = box[i].Add(paper.Point{X: geometry.Length(math.Round(x)), Y: geometry.Length(math.Round(y))})
	}
	return out
}

// strip returns a narrow rectangle around a segment, counter-clockwise, that reaches half of its width to either side.
func strip(s segment, half geometry.Length) geometry.Ring {
	l := s.length()
	side := func(p paper.Point, sign float64) paper.Point {
		return move(p, sign*float64(half)*float64(s.a.Y-s.b.Y)/l, sign*float64(half)*float64(s.b.X-s.a.X)/l)
	}
	return geometry.Ring{side(s.a, -1), side(s.b, -1), side(s.b, 1), side(s.a, 1)}
}

// meet reports whether two convex polygons, both counter-clockwise, overlap. They do not overlap if one of them lies
// entirely outside of one side of the other.
func meet(a, b geometry.Ring) bool { return !apart(a, b) && !apart(b, a) }

func apart(a, b geometry.Ring) bool {
	for i, p := range a {
		q := a[(i+1)%len(a)]
		separates := true
		for _, r := range b {
			if geometry.Orient(p, q, r) > 0 {
				separates = false
				break
			}
		}
		if separates {
			return true
		}
	}
	return false
}

// through reports whether a segment has a part inside a convex polygon.
func through(s segment, box geometry.Ring) bool {
	from, to, ok := clip(s, box)
	return ok && to-from > 1e-9
}

// clip returns the part of a segment inside a convex polygon, as two fractions of its length between 0 and 1.
func clip(s segment, box geometry.Ring) (from, to float64, ok bool) {
	from, to = 0, 1
	for i, p := range box {
		q := box[(i+1)%len(box)]
		ex, ey := float64(q.X-p.X), float64(q.Y-p.Y)
		side := func(r paper.Point) float64 { return float64(ex*float64(r.Y-p.Y)) - float64(ey*float64(r.X-p.X)) }
		a, b := side(s.a), side(s.b)
		switch {
		case a <= 0 && b <= 0:
			return 0, 0, false
		case a < 0:
			from = max(from, a/(a-b))
		case b < 0:
			to = min(to, a/(a-b))
		}
	}
	return from, to, from < to
}

// broken contains the classes of lines that are broken behind texts.
var broken = map[paper.Class]bool{
	paper.ClassHatch: true, paper.ClassFar: true, paper.ClassSeen: true, paper.ClassOverhead: true,
	paper.ClassAxis: true, paper.ClassSymbol: true,
}

// clearText breaks hatches, visible edges, axes and symbols behind texts. It cuts their geometry, because not all
// readers hide lines under white areas.
func clearText(d *paper.Drawing, framed []geometry.Ring) {
	var boxes []geometry.Ring
	var region geometry.Region
	texts := slices.Clone(framed)
	for _, f := range framed {
		boxes, region = append(boxes, f), append(region, geometry.Polygon{Outer: f})
	}
	for _, i := range d.Items {
		text, ok := i.Mark.(paper.Text)
		if dim, is := i.Mark.(paper.Dimension); is {
			text, ok = dim.Text, true
		}
		if ok && text.String != "" {
			box := grown(text.Box(), textMargin)
			texts = append(texts, text.Box())
			boxes, region = append(boxes, box), append(region, geometry.Polygon{Outer: box})
		}
	}
	if len(boxes) == 0 {
		return
	}
	region = geometry.Union(region)
	around, exactly := newBoxes(boxes), newBoxes(texts)
	var out []paper.Item
	for _, i := range d.Items {
		// A symbol, such as a door leaf, stays whole if it only runs beside a text.
		if !broken[i.Class] || i.Class == paper.ClassSymbol && !exactly.under(i) {
			out = append(out, i)
			continue
		}
		out = append(out, around.cleared(i, region)...)
	}
	d.Items = out
}

// boxIndex finds the boxes near a place on paper.
type boxIndex struct {
	all   []geometry.Ring
	cells cellIndex
}

func newBoxes(boxes []geometry.Ring) *boxIndex {
	x := &boxIndex{}
	for _, b := range boxes {
		x.add(b)
	}
	return x
}

// add adds a box and returns its number.
func (x *boxIndex) add(box geometry.Ring) int {
	x.all = append(x.all, box)
	lo, hi := geometry.Region{{Outer: box}}.Bounds()
	return int(x.cells.add(cellsAround(segment{lo, hi}, 0)))
}

// remove takes a box out of the index. Its number is not used again.
func (x *boxIndex) remove(n int) { x.cells.remove(int32(n)) }

// crossed reports whether a line runs through one of the boxes. It ignores the boxes in but.
func (x *boxIndex) crossed(s segment, but map[int]bool) bool {
	return slices.ContainsFunc(x.near(min2(s.a, s.b), max2(s.a, s.b)),
		func(n int32) bool { return !but[int(n)] && through(s, x.all[n]) })
}

// meets reports whether a convex polygon overlaps one of the boxes.
func (x *boxIndex) meets(box geometry.Ring) bool {
	return slices.ContainsFunc(x.near(geometry.Region{{Outer: box}}.Bounds()),
		func(n int32) bool { return meet(box, x.all[n]) })
}

// under reports whether a stroke runs through one of the boxes.
func (x *boxIndex) under(i paper.Item) bool {
	s, ok := i.Mark.(paper.Stroke)
	if !ok {
		return false
	}
	lo, hi := s.Bounds()
	for _, n := range x.near(lo, hi) {
		for _, side := range sidesOf(s) {
			if through(side, x.all[n]) {
				return true
			}
		}
	}
	return false
}

// near returns the boxes that a rectangle may meet, in order.
func (x *boxIndex) near(lo, hi paper.Point) []int32 {
	return x.cells.meeting(cellsAround(segment{lo, hi}, 0))
}

// cleared returns the parts of a mark outside of the boxes.
func (x *boxIndex) cleared(i paper.Item, all geometry.Region) []paper.Item {
	lo, hi := i.Mark.Bounds()
	near := x.near(lo, hi)
	if len(near) == 0 {
		return []paper.Item{i}
	}
	switch m := i.Mark.(type) {
	case paper.Hatch:
		if m.Region = geometry.Subtract(m.Region, all); len(m.Region) == 0 {
			return nil
		}
		i.Mark = m
		return []paper.Item{i}
	case paper.Stroke:
		return x.clearedStroke(i, m, near)
	}
	return []paper.Item{i}
}

func (x *boxIndex) clearedStroke(i paper.Item, m paper.Stroke, near []int32) []paper.Item {
	points := m.Points
	if m.Closed {
		points = append(append([]paper.Point{}, points...), points[0])
	}
	var segments []segment
	cut := false
	for k := 1; k < len(points); k++ {
		s := segment{points[k-1], points[k]}
		l := s.length()
		var spans []span
		for _, n := range near {
			if from, to, ok := clip(s, x.all[n]); ok {
				spans, cut = append(spans, span{from * l, to * l}), true
			}
		}
		for _, p := range without(spans, l, float64(sameLine)) {
			segments = append(segments, s.part(p.from, p.to, l))
		}
	}
	if !cut {
		return []paper.Item{i}
	}
	var out []paper.Item
	for _, points := range chained(segments) {
		m.Points, m.Closed = points, false
		i.Mark = m
		out = append(out, i)
	}
	return out
}
