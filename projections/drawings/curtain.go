package drawings

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// curtain is a curtain wall that a plan cuts. As on a facade drawing, chains of dimensions measure its ends and the
// axes of its mullions, never the sides of the mullions.
type curtain struct {
	straight []fabric.CurtainShape // its facets, or the wall itself
	closed   geometry.Region       // in the building: from end to end, as deep as the part that is cut
	filled   []fabric.OpeningRect
	around   geometry.Length // the thickness of the wall in whose opening it stands, 0 for none
}

// axes returns the places, along a straight curtain wall, of the grid mullions that are cut at a height, including the
// mullions at both ends. It leaves out a mullion that is cut back for the jamb of a door, because the door's edge is
// measured instead.
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

// besideFilling reports whether the edge of a door or window is so near to an axis that the figures for both would
// overlap.
func (p *plan) besideFilling(c curtain, base, x geometry.Length) bool {
	return slices.ContainsFunc(c.filled, func(r fabric.OpeningRect) bool {
		shown, _ := p.meets(base+r.Sill, base+r.Sill+r.Height)
		return shown && p.length(min((r.Offset-x).Abs(), (r.Offset+r.Width-x).Abs())) < leastSetBack
	})
}

// outlook holds what the openings of a plan face: walls and curtain walls.
type outlook struct {
	// barrier holds the sides of the walls as if they had no openings. An opening does not look out through them.
	barrier *index
	// glass holds the sides of curtain walls. An opening looks out through a curtain wall only if air, not a room, lies
	// between them.
	glass    *index
	curtains []curtain
}

// addOutlook adds the walls and curtain walls among the drawn bodies. It skips walls of other programs, which have no
// parameters. Their curtain walls are added with their cut areas.
func (p *plan) addOutlook(cuts []geometry.Region) {
	var walls, glass []segment
	last := state.ID("")
	for i, b := range p.solids {
		p.goOn()
		e := b.element
		switch {
		case e.Category == state.CategoryCurtainWall && state.FixedOf(e) != nil:
			glass = append(glass, rings(p.region(cuts[i]))...)
		case e.ID == last: // another solid of the element has added it
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

// reachesCut reports whether a body reaches above the cut. Lower bodies, such as a parapet or a wall of the storey
// below, do not block the view from an opening.
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

// secondSkin is the largest distance from a wall to a curtain wall in front of it that still counts as its second skin.
// The cleaning space between them is up to 1.5 m, and mullions are at most 0.3 m deep.
const secondSkin = 1800 * geometry.Millimetre

// behindGlass reports whether a curtain wall hides an opening from a side. A second skin with only air between it and
// the wall hides nothing.
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

// mullions returns the places, along a side, of the mullion axes that are visible from it. It leaves out the mullions
// at the ends of a curtain wall, and curtain walls whose bays are narrower on paper than a chain can measure.
func (p *plan) mullions(s side) []geometry.Length {
	var out []geometry.Length
	for _, c := range p.curtains {
		for _, shape := range c.straight {
			p.goOn()
			if !s.alongside(shape.Frame) {
				continue
			}
			inner := slices.DeleteFunc(axes(shape, p.cut), func(x geometry.Length) bool { // without end mullions
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

// seesMullion reports whether nothing stands between a side and the mullion at a place along a straight curtain wall.
// The argument around is the thickness of the wall that the curtain wall stands in.
func (p *plan) seesMullion(s side, shape fabric.CurtainShape, x, around geometry.Length) bool {
	o, far := s.outward(), p.farSide(s)
	clear := shape.Depth + around // of the mullion and of the surrounding wall
	face := shape.Frame.Point(geometry.Point3{X: x}).XY().Add(geometry.Point2{X: o.X * clear, Y: o.Y * clear})
	start := p.at(face)
	ray := segment{start, start.Add(paper.Point{X: o.X * far, Y: o.Y * far})}
	return !p.inRoom(start) && clearRay(p.barrier, ray) && clearRay(p.wallSides(), ray)
}
