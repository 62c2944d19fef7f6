package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// curtain is a curtain wall that a plan cuts. Chains measure its ends and the axes of its mullions, as a facade is set
// out; never the sides of these.
type curtain struct {
	straight []fabric.CurtainShape // its facets, or itself
	closed   geometry.Region       // in the building: from end to end, as deep as what is cut of it
	filled   []fabric.OpeningRect
	around   geometry.Length // the thickness of the wall in whose opening it stands, 0 for none
}

// axes returns the places along a straight curtain wall of those mullions of its grid that are cut at a height, with
// those at its ends. Where one makes room for the jamb of a door, the jamb is measured by the door.
func axes(shape fabric.CurtainShape, cut geometry.Length) []geometry.Length {
	var out []geometry.Length
	z := cut - shape.Frame.Origin.Z
	for _, part := range shape.Parts {
		b := part.Box
		if part.Kind == fabric.CurtainMullion && part.Of == "" && part.Plan == nil && b.Min.Z <= z && z <= b.Max.Z &&
			b.Max.X-b.Min.X == shape.Bar {
			out = append(out, (b.Min.X+b.Max.X)/2)
		}
	}
	return out
}

// besideFilling reports whether the edge of a door or window is so near to an axis that figures for both would run into
// each other.
func (p *plan) besideFilling(c curtain, base, x geometry.Length) bool {
	return slices.ContainsFunc(c.filled, func(r fabric.OpeningRect) bool {
		shown, _ := p.meets(base+r.Sill, base+r.Sill+r.Height)
		return shown && p.length(min((r.Offset-x).Abs(), (r.Offset+r.Width-x).Abs())) < leastSetBack
	})
}

// outlook is what an opening looks out on.
type outlook struct {
	// barrier are the sides of the walls as they are without openings: behind them an opening does not look out.
	barrier *index
	// glass are those of curtain walls: an opening looks through one into the open air, and from a room not at all.
	glass    *index
	curtains []curtain
}

// addOutlook notes the walls and curtain walls among what is drawn. Of those of other programs, which have no
// parameters, only curtain walls count, as they are cut.
func (p *plan) addOutlook(cuts []geometry.Region) {
	var walls, glass []segment
	last := state.ID("")
	for i, b := range p.solids {
		p.goOn()
		e := b.element
		switch {
		case e.Category == state.CategoryCurtainWall && state.FixedOf(e) != nil:
			glass = append(glass, rings(p.region(cuts[i]))...)
		case e.ID == last: // another of its solids has brought it
			continue
		case e.Category == state.CategoryCurtainWall:
			glass = append(glass, p.addCurtain(e)...)
		case e.Category == state.CategoryWall && p.reachesCut(b):
			if plan, err := fabric.WallPlanOf(p.model, e.ID); err == nil {
				walls = append(walls, rings(p.region(plan.World()))...)
			}
		default:
			continue
		}
		last = e.ID
	}
	p.barrier, p.glass = newIndex(walls), newIndex(glass)
}

// reachesCut reports whether a body reaches above the cut: one looks out over a parapet or a wall of the storey below.
func (p *plan) reachesCut(b body) bool {
	_, hi := b.shape.Bounds()
	return geometry.Length(round(hi.Z)) > p.cut
}

// addCurtain notes a curtain wall where the plan cuts it, and returns its sides from end to end.
func (p *plan) addCurtain(e *state.Element) []segment {
	bounds, ok := fabric.WallBoundsOf(p.model, e)
	shape := fabric.CurtainShapeOf(p.model, e)
	if base := shape.Frame.Origin.Z; !ok || p.cut < base || p.cut > base+bounds.Height {
		return nil
	}
	p.curtains = append(p.curtains, curtain{shape.Straight(), bounds.Footprint, fabric.WallOpenings(p.model, e.ID),
		p.wallAround(e.ID)})
	return rings(p.region(bounds.Footprint))
}

// secondSkin is how far before a wall a curtain wall may stand as its second skin: what is left between the two for
// cleaning is up to 1.5 m, and mullions are 0.3 m deep at most.
const secondSkin = 1800 * geometry.Millimetre

// behindGlass reports whether a curtain wall lies on the way from an opening to a side. A second skin, with nothing but
// air between it and the wall, hides nothing.
func (p *plan) behindGlass(f filling, s side, way segment) bool {
	if clearRay(p.glass, way) {
		return false
	}
	o, skin := s.outward(), p.length(secondSkin)
	if !clearRay(p.glass, segment{way.a.Add(paper.Point{X: o.X * skin, Y: o.Y * skin}), way.b}) {
		return true
	}
	if p.air == nil {
		p.air = p.openAir()
	}
	open, _, ok := p.air.sideOf(f)
	return !ok || open != s
}

// mullions returns where, along a side, the axes of the mullions lie that are seen from it: of those between the ends
// of each curtain wall along the side, where its bays are as wide on paper as what else a chain measures.
func (p *plan) mullions(s side) []geometry.Length {
	var out []geometry.Length
	for _, c := range p.curtains {
		for _, shape := range c.straight {
			p.goOn()
			if !s.alongside(shape.Frame) {
				continue
			}
			inner := slices.DeleteFunc(axes(shape, p.cut), func(x geometry.Length) bool { // without those at its ends
				return x < shape.Bar || x > shape.Length-shape.Bar
			})
			if bays := geometry.Length(len(inner) + 1); p.length(shape.Length/bays) < leastSetBack {
				continue
			}
			for _, x := range inner {
				if !p.besideFilling(c, shape.Frame.Origin.Z, x) && p.seesMullion(s, shape, x, c.around) {
					out = append(out, s.along(shape.Frame.Point(geometry.Point3{X: x}).XY()))
				}
			}
		}
	}
	return out
}

// seesMullion reports whether nothing stands between a side and the mullion at a place along a straight curtain wall,
// in a wall of some thickness.
func (p *plan) seesMullion(s side, shape fabric.CurtainShape, x, around geometry.Length) bool {
	o, far := s.outward(), p.farSide(s)
	clear := shape.Depth + around // of the mullion, and of the wall around it
	face := shape.Frame.Point(geometry.Point3{X: x}).XY().Add(geometry.Point2{X: o.X * clear, Y: o.Y * clear})
	start := p.at(face)
	ray := segment{start, start.Add(paper.Point{X: o.X * far, Y: o.Y * far})}
	return !p.inRoom(start) && clearRay(p.barrier, ray) && clearRay(p.wallSides(), ray)
}
