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
	for _, asked := range tagWishes {
		free := p.placer.free
		if asked.clear {
			free = p.placer.clear
		}
		for _, off := range []geometry.Length{900, 3000, 6000, 9000} {
			for _, side := range p.tagSides(f) {
				for _, x := range []geometry.Length{f.rect.Width / 2, f.rect.Width / 4, f.rect.Width * 3 / 4,
					-f.rect.Width / 4, f.rect.Width * 5 / 4} {
					p.goOn()
					at := p.place(f, x, side*(half+p.real(off+reach)))
					if box := boxAround(at, w, tagHeight); free(box, textMargin) && p.placer.off(box, asked.margin) &&
						!p.overCut(box) {
						p.drawTag(f, at, w, name)
						return
					}
				}
			}
		}
	}
	if !p.tagWithLeader(f, w, name) {
		p.warn("NO_ROOM", "there is no place for the tag of "+name, f.element.ID)
	}
}

// besideText is how far a tag keeps from other texts where there is place for it: beside a room's name it reads as part
// of it.
const besideText = 1500 * geometry.Micrometre

// tagWishes are what is asked of the place of a tag, one after another.
var tagWishes = []struct {
	clear  bool            // of all lines
	margin geometry.Length // from other texts
}{{true, besideText}, {true, textMargin}, {false, besideText}, {false, textMargin}}

// tagSides returns on which sides of the wall a tag is tried: of a window the room's first, since dimensions are on the
// other.
func (p *plan) tagSides(f filling) []geometry.Length {
	if f.element.Category != domain.CategoryWindow {
		return []geometry.Length{1, -1}
	}
	half := f.wall.Thickness()/2 + besideWall
	if p.air == nil {
		p.air = p.openAir()
	}
	in := func(side geometry.Length) bool {
		middle := f.wall.YMin + f.wall.Thickness()/2
		at := f.wall.Frame.Point(geometry.Point3{X: f.rect.Offset + f.rect.Width/2, Y: middle + side*half})
		return len(p.air.rooms.At(at.XY())) > 0
	}
	if !in(1) && in(-1) {
		return []geometry.Length{-1, 1}
	}
	return []geometry.Length{1, -1}
}

// leaderReaches are how far from the middle of an opening a tag with a leader may stand, and leaderTurns in how many
// directions it is tried.
var leaderReaches = []geometry.Length{8 * geometry.Millimetre, 11 * geometry.Millimetre, 14 * geometry.Millimetre,
	18 * geometry.Millimetre, 22 * geometry.Millimetre, 27 * geometry.Millimetre, 33 * geometry.Millimetre}

const leaderTurns = 24

// tagWithLeader draws the tag of a door or window further away, with a line to the middle of its opening that runs
// through no text and, if it can be, through nothing that is cut.
func (p *plan) tagWithLeader(f filling, w geometry.Length, name string) bool {
	from := p.place(f, f.rect.Width/2, 0)
	for _, across := range []bool{false, true} {
		for _, reach := range leaderReaches {
			for n := range leaderTurns {
				p.goOn()
				turn := geometry.FullTurn * geometry.Angle(n) / leaderTurns
				at := move(from, float64(reach)*turn.Cos(), float64(reach)*turn.Sin())
				box := boxAround(at, w, tagHeight)
				if !p.placer.free(box, textMargin) || p.overCut(box) {
					continue
				}
				l := segment{from, at}
				enter, _, ok := clip(l, box)
				if !ok {
					continue
				}
				long := l.length()
				leader := l.part(0, enter*long, long)
				if p.placer.crossesText(leader) || !across && p.placer.crossesCut(leader) {
					continue
				}
				p.add(layerOf(f.element.Category)+"-IDEN", paper.ClassMark, f.element, paper.Stroke{
					Points: []paper.Point{leader.a, leader.b}, Pen: p.pen(dimensionLine)})
				p.placer.block([]segment{leader})
				p.drawTag(f, at, w, name)
				return true
			}
		}
	}
	return false
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
