package drawings

import (
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// drawFixed draws the lines of fixed bodies that no known line covers, stairs first. Cut and visible lines are solid.
// Doors and windows that the cut misses, and parts of stairs and railings above the cut, are dashed. It returns the
// known lines together with the new ones. It warns of each body on the level that has no line.
func (p *plan) drawFixed(all []*fixedBody, known []segment) []segment {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *fixedBody) int {
		return slices.Index(symbolCategories, a.element.Category) - slices.Index(symbolCategories, b.element.Category)
	})
	over, cut := newIndex(known), newAreas(p.cuts)
	for _, f := range all {
		p.goOn()
		f.above = cut.outside(p.goOn, f.above)
		drawn := p.drawFixedBody(f, over)
		if f.unseen() && f.element.LevelID == p.level.ID && !p.spec.Roof {
			p.warn("LEFT_OUT", "nothing of "+f.element.Name+" is seen at this cut: it is not shown", f.element.ID)
		}
		if f.element.Category == state.CategoryStair && len(drawn) > 0 {
			p.keepFixed(f)
			p.ascend(f, drawn, all)
		}
		known = append(known, drawn...)
	}
	return known
}

// unseen reports whether a body has no lines at all. Lines hidden by other lines, such as those of a stair under a
// rail, also count, so that they cause no warning.
func (f *fixedBody) unseen() bool { return len(f.cut)+len(f.seen)+len(f.above) == 0 && !f.missed }

// drawFixedBody draws the lines of a fixed body that no earlier line covers, and returns them.
func (p *plan) drawFixedBody(f *fixedBody, over *index) []segment {
	if fills(f.element.Category) {
		return p.drawFixedFilling(f, over)
	}
	pen := p.pen(seenEdge)
	if f.element.Category == state.CategoryRailing {
		pen = p.pen(farEdge)
	}
	out := p.drawLines(f, p.fresh(slices.Concat(f.cut, f.seen), over, sameLine), pen)
	return append(out, p.drawDashed(f, p.fresh(f.above, over, sameLine))...)
}

// drawFixedFilling draws a door or window with a fixed body. A door whose operation is known gets its symbol. Others
// get the outline of the cut and the visible lines beside it. If the scale shows neither frames nor leaves, a line goes
// from edge to edge of the opening.
func (p *plan) drawFixedFilling(f *fixedBody, over *index) []segment {
	if d, ok := p.hangs(f); ok {
		return p.drawHung(f, d, over)
	}
	pen := p.pen(swingLine)
	switch {
	case f.missed:
		return p.drawDashed(f, p.fresh(rings(p.shadowOf(f)), over, sameLine))
	case bandOf(p.scale) > upTo100 && f.at != nil:
		from, to := p.place(*f.at, 0, 0), p.place(*f.at, f.at.rect.Width, 0)
		return p.drawLines(f, p.fresh([]segment{{from, to}}, over, sameLine), pen)
	}
	out := p.drawLines(f, p.fresh(notUnder(f.cut, over, nearLine), over, sameLine), pen)
	return append(out, p.drawLines(f, p.fresh(f.seen, over, nearLine), pen)...)
}

func (p *plan) drawLines(f *fixedBody, lines []segment, pen paper.Pen) []segment {
	p.placer.avoid(lines)
	p.lines(layerOf(f.element.Category), paper.ClassSymbol, f.element, lines, pen, paper.Solid)
	return lines
}

func (p *plan) drawDashed(f *fixedBody, lines []segment) []segment {
	p.placer.avoid(lines)
	p.lines(layerOf(f.element.Category), paper.ClassOverhead, f.element, lines, p.pen(overheadEdge), paper.Dashed)
	return lines
}

// fresh returns the parts of lines that lie beside no line of an index, and adds them to the index.
func (p *plan) fresh(lines []segment, over *index, beside geometry.Length) (out []segment) {
	for _, l := range lines {
		p.goOn()
		if l.length() == 0 {
			continue
		}
		for _, s := range notUnder([]segment{l}, over, beside) {
			if s.length() >= float64(leastLine) {
				over.add(s)
				out = append(out, s)
			}
		}
	}
	return out
}

// shadowOf returns the area that a fixed body covers in plan, on paper.
func (p *plan) shadowOf(f *fixedBody) geometry.Region {
	var parts []geometry.Region
	for _, s := range f.shapes {
		parts = append(parts, p.shadow(s))
	}
	return p.region(geometry.Interrupt(p.stop).UnionWithin(geometry.SeamGap, parts...))
}

// keepFixed records the place of a stair on paper, one rectangle for each shape.
func (p *plan) keepFixed(f *fixedBody) {
	if p.flights == nil {
		p.flights = newBoxes(nil)
	}
	for _, s := range f.shapes {
		lo, hi := s.Bounds()
		corners := flat([]r3.Vector{lo, hi}, []int32{0, 1})
		p.flights.add(geometry.Rectangle(p.at(corners[0]), p.at(corners[1])).Outer)
	}
}
