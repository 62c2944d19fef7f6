package drawings

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// seenThrough is how far below its level a plan looks through holes in the floor: four storeys of an atrium. The limit
// bounds the work, because the plan of each storey of a tower looks down the same shaft.
const seenThrough = 16 * geometry.Metre

// hole is an opening in a floor of the plan: its outline in the frame of the plan and on paper.
type hole struct {
	real, onPaper geometry.Region
	areas         *areas
}

// throughHoles draws with a fine pen the edges seen through holes in the floors of the plan. It draws only within the
// holes, and not along lines that are already drawn.
func (p *plan) throughHoles(ctx context.Context, holes []hole, drawn []segment) error {
	if len(holes) == 0 {
		return nil
	}
	boxes := newBoxes(nil)
	for _, h := range holes {
		lo, hi := h.onPaper.Bounds()
		boxes.add(geometry.Rectangle(lo, hi).Outer)
	}
	bodies, err := p.bodies(ctx, p.underHoles(holes, boxes))
	if err != nil || len(bodies) == 0 {
		return err
	}
	shapes := make([]csg.Shape, len(bodies))
	for i, b := range bodies {
		shapes[i] = b.shape
	}
	picture, err := linework.Take(shapes, linework.View{Stop: p.stop, Plane: p.frame,
		Depth: p.cut - p.floor + seenThrough})
	if err != nil {
		return err
	}
	known, lines := newIndex(drawn), map[int][]segment{}
	for _, l := range picture.Lines {
		if l.Class != linework.Visible {
			continue
		}
		s := segment{p.at(l.Points[0]), p.at(l.Points[1])}
		for _, n := range boxes.near(min2(s.a, s.b), max2(s.a, s.b)) {
			p.goOn()
			for _, part := range notUnder(holes[n].within(s), known, nearLine) {
				if part.length() >= float64(leastLine) {
					known.add(part)
					lines[l.Source] = append(lines[l.Source], part)
				}
			}
		}
	}
	for i, b := range bodies {
		p.placer.avoid(lines[i])
		p.lines(layerOf(b.element.Category), paper.ClassFar, b.element, lines[i], p.pen(farEdge), paper.Solid)
	}
	return nil
}

// within returns the parts of a segment in a hole.
func (h hole) within(s segment) (out []segment) {
	for _, part := range h.areas.pieces(s) {
		middle := paper.Point{X: (part.a.X + part.b.X) / 2, Y: (part.a.Y + part.b.Y) / 2}
		if len(h.areas.inside.At(middle)) > 0 {
			out = append(out, part)
		}
	}
	return out
}

// underHoles returns the elements in the columns below holes, by id, including elements of the storey itself that hide
// others.
func (p *plan) underHoles(holes []hole, boxes *boxIndex) (out []*state.Element) {
	wanted := slices.Clone(uprightCategories)
	if p.detail.furniture {
		wanted = append(wanted, fixtureCategories...)
	}
	all := geometry.EmptyBox()
	for _, h := range holes {
		lo, hi := h.real.Bounds()
		all = all.Union(geometry.Box{Min: lo.At(p.floor - seenThrough), Max: hi.At(p.cut)})
	}
	for _, hit := range p.source.Spatial().Intersecting(all) {
		p.goOn()
		if !slices.Contains(wanted, hit.Category) {
			continue
		}
		lo, hi := p.world(hit.Bounds.Min), p.world(hit.Bounds.Max)
		e, ok := p.model.Element(hit.ID)
		if ok && hit.Bounds.Max.Z <= p.cut && boxes.meets(geometry.Rectangle(lo, hi).Outer) {
			out = append(out, e)
		}
	}
	return out
}
