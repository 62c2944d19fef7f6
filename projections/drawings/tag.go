package drawings

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/tables"
)

// tags writes the names of doors and windows beside them, in the order of ids.
func (p *plan) tags() {
	fills := slices.Clone(p.fills)
	slices.SortFunc(fills, func(a, b filling) int {
		switch {
		case a.element.ID < b.element.ID:
			return -1
		case a.element.ID > b.element.ID:
			return 1
		}
		return 0
	})
	for _, f := range fills {
		p.goOn()
		if f.element.Category == domain.CategoryDoor || f.element.Category == domain.CategoryWindow {
			p.tag(f)
		}
	}
}

// tagHeight is the height of the frame around a tag.
const tagHeight = 4200 * geometry.Micrometre

// tag writes the name of a door or window in a frame with round ends, at the first free place beside its middle.
func (p *plan) tag(f filling) {
	name := tables.Mark(f.element)
	if name == "" {
		return
	}
	w := paper.Regular.Width(name, textSmall) + tagHeight*2/3
	half := f.wall.Thickness() / 2
	// How far the frame reaches from its middle across the wall.
	y := f.wall.Frame.Y()
	reach := geometry.Length(round(math.Abs(y.X)*float64(w)/2 + math.Abs(y.Y)*float64(tagHeight)/2))
	for _, free := range []func(geometry.Ring, geometry.Length) bool{p.placer.clear, p.placer.free} {
		for _, off := range []geometry.Length{900, 3000, 6000, 9000} {
			for _, side := range []geometry.Length{1, -1} {
				for _, x := range []geometry.Length{f.rect.Width / 2, f.rect.Width / 4, f.rect.Width * 3 / 4,
					-f.rect.Width / 4, f.rect.Width * 5 / 4} {
					p.goOn()
					at := p.place(f, x, side*(half+p.real(off+reach)))
					if box := boxAround(at, w, tagHeight); free(box, textMargin) && !p.overCut(box) {
						p.drawTag(f, at, w, name)
						return
					}
				}
			}
		}
	}
	p.warn("NO_ROOM", "there is no place for the tag of "+name, f.element.ID)
}

// overCut reports whether the middle of a box lies in what is cut.
func (p *plan) overCut(box geometry.Ring) bool {
	middle := paper.Point{X: (box[0].X + box[2].X) / 2, Y: (box[0].Y + box[2].Y) / 2}
	return p.cuts.Contains(middle) != geometry.Outside
}

func (p *plan) drawTag(f filling, at paper.Point, w geometry.Length, name string) {
	layer := layerOf(f.element.Category) + "-IDEN"
	pen, r := p.pen(dimensionLine), tagHeight/2
	left, right := at.X-w/2+r, at.X+w/2-r
	for _, y := range []geometry.Length{at.Y - r, at.Y + r} {
		p.add(layer, paper.ClassMark, f.element, paper.Stroke{Points: []paper.Point{{X: left, Y: y}, {X: right, Y: y}},
			Pen: pen})
	}
	p.add(layer, paper.ClassMark, f.element, paper.Arc{Centre: paper.Point{X: left, Y: at.Y}, Radius: r,
		From: geometry.QuarterTurn, Sweep: geometry.HalfTurn, Pen: pen})
	p.add(layer, paper.ClassMark, f.element, paper.Arc{Centre: paper.Point{X: right, Y: at.Y}, Radius: r,
		From: 3 * geometry.QuarterTurn, Sweep: geometry.HalfTurn, Pen: pen})
	p.placer.take(boxAround(at, w, tagHeight))
	p.placer.framed = append(p.placer.framed, boxAround(at, w, tagHeight))
	p.add(layer, paper.ClassText, f.element, paper.Text{At: at, String: name, Height: textSmall,
		Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle}})
}
