package drawings

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// filling is a door or window in its wall, or an opening without one, in plan. Its frame has the origin at the foot of
// one edge on the wall's middle plane. X runs along the wall, and Y points to the side that a door opens to.
type filling struct {
	element *state.Element
	rect    fabric.OpeningRect
	wall    fabric.WallPlan
	radius  geometry.Length // radius of a curved wall's line, which wall touches at the middle; 0 if straight
	turned  bool            // a door that opens to the exterior
	fixed   bool            // in a wall of another program, of which only the body is known
	alone   bool            // in no wall that is cut
}

// fillings draws the doors, windows and openings of the walls and curtain walls that are cut. It also assigns a place
// to the doors and windows with fixed bodies.
func (p *plan) fillings(fixed []*fixedBody) {
	for _, b := range byElement(p.solids) {
		p.goOn()
		wall := b[0].element
		if !wall.Category.BoundsRooms() || state.FixedOf(wall) != nil {
			continue
		}
		shape, err := fabric.WallPlanOf(p.model, wall.ID)
		if err != nil {
			continue
		}
		for _, rect := range fabric.WallOpenings(p.model, wall.ID) {
			f := fillingIn(shape, rect)
			base := shape.Frame.Origin.Z + rect.Sill
			if shown, cut := p.meets(base, base+rect.Height); shown {
				p.filling(f, cut, fixed)
			}
		}
	}
	if p.spec.Roof {
		return // on a roof plan they stand in no wall that is cut
	}
	around := &wallsAround{region: p.wallCut, sides: rings(p.wallCut)}
	for _, b := range fixed {
		p.goOn()
		if fills(b.element.Category) && b.at == nil {
			f := p.standing(b, around)
			b.at, p.fills = &f, append(p.fills, f)
		}
	}
}

// filling draws one opening with its door or window. A fixed body is only assigned its place, because drawFixed draws
// its lines.
func (p *plan) filling(f filling, cut bool, fixed []*fixedBody) {
	if b := filledBy(f, fixed); b != nil {
		f.element = b.element
		b.at = &f
		p.fills = append(p.fills, f)
		return
	}
	id := f.rect.Filler
	if id == "" {
		id = f.rect.ID
	}
	e, ok := p.model.Element(id)
	if !ok {
		return
	}
	f.element = e
	if d, ok := e.Params.(*fabric.Door); ok {
		f.turned = d.Facing == fabric.FacingExterior
	}
	p.fills = append(p.fills, f)
	if !cut {
		p.missed(f)
		return
	}
	f.rect = f.rect.CutAt(p.cut - f.wall.Frame.Origin.Z) // the plan measures its full width
	switch params := e.Params.(type) {
	case *fabric.Door:
		p.door(f, params)
	case *fabric.Window:
		p.window(f, params)
	default:
		p.lintel(f)
	}
}

// place returns a point of the filling's frame on paper.
func (p *plan) place(f filling, x, y geometry.Length) paper.Point {
	middle := f.wall.YMin + f.wall.Thickness()/2
	if f.turned {
		return p.world(f.wall.Frame.Point(geometry.Point3{X: f.rect.Offset + f.rect.Width - x, Y: middle - y}))
	}
	return p.world(f.wall.Frame.Point(geometry.Point3{X: f.rect.Offset + x, Y: middle + y}))
}

// box returns, on paper, the corners of a rectangle of the filling's frame.
func (p *plan) box(f filling, x0, y0, x1, y1 geometry.Length) geometry.Ring {
	return geometry.Ring{p.place(f, x0, y0), p.place(f, x1, y0), p.place(f, x1, y1), p.place(f, x0, y1)}
}

func (p *plan) symbol(f filling, class paper.Class, pen paper.Pen, pattern paper.Pattern, points ...paper.Point) {
	layer := layerOf(f.element.Category)
	if class == paper.ClassSwing {
		layer += "-SWNG"
	}
	p.add(layer, class, f.element, paper.Stroke{Points: points, Pen: pen, Pattern: pattern})
}

// ring draws a closed symbol.
func (p *plan) ring(f filling, pen paper.Pen, r geometry.Ring) {
	p.add(layerOf(f.element.Category), paper.ClassSymbol, f.element, paper.Stroke{Points: r, Closed: true, Pen: pen})
}

// window draws the cut frames and mullions of a window, and the pane between them.
func (p *plan) window(f filling, w *fabric.Window) {
	sizes := w.Sizes(f.wall.Thickness())
	frame := sizes.LiningThickness + sizes.FrameThickness
	half := max(sizes.LiningDepth, sizes.PanelDepth) / 2
	panes := 1
	switch w.WindowType {
	case fabric.WindowDoubleVertical:
		panes = 2
	case fabric.WindowTripleVertical:
		panes = 3
	}
	pen := p.pen(swingLine)
	if bandOf(p.scale) <= upTo100 {
		p.ring(f, pen, p.box(f, 0, -half, frame, half))
		p.ring(f, pen, p.box(f, f.rect.Width-frame, -half, f.rect.Width, half))
		for i := 1; i < panes; i++ {
			x := sizes.LiningThickness + (f.rect.Width-2*sizes.LiningThickness)*geometry.Length(
				i)/geometry.Length(panes)
			p.ring(f, pen, p.box(f, x-sizes.FrameThickness, -half, x+sizes.FrameThickness, half))
		}
	} else {
		frame = 0
	}
	glass := sizes.GlazingThickness / 2
	if p.length(2*glass) < runTogether {
		glass = 0
	}
	p.symbol(f, paper.ClassSymbol, pen, paper.Solid, p.place(f, frame, glass), p.place(f, f.rect.Width-frame, glass))
	if glass > 0 {
		p.symbol(f, paper.ClassSymbol, pen, paper.Solid, p.place(f, frame, -glass),
			p.place(f, f.rect.Width-frame, -glass))
	}
}
