package drawings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/drawings/typemark"
)

// typedWall is a straight wall with a type that the plan cuts.
type typedWall struct {
	element *state.Element
	kind    *state.Type
	mark    string
	plan    fabric.WallPlan
	holes   []fabric.OpeningRect
}

// wallLetters are the letters with which the marks of wall types begin if the names of the types contain no mark. Marks
// of windows begin with W.
const wallLetters = "WT"

// sameType is the least distance on paper between tags of one wall type. A reader finds a tag within a hand's breadth,
// so not every one of several equal partitions in a row needs its own tag.
const sameType = 60 * geometry.Millimetre

// leastTagged is the length on paper under which a wall gets no type tag, because the tag would be longer.
const leastTagged = 10 * geometry.Millimetre

// wallTagLeader are the distances from the face of a wall at which the frame of its tag is tried. A line leads to the
// face.
var wallTagLeader = []geometry.Length{2 * geometry.Millimetre, 4 * geometry.Millimetre, 7 * geometry.Millimetre}

// wallShares are the places along a wall at which its type tag is tried.
var wallShares = []float64{0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9}

// wallTags draws the marks of wall types, each in a hexagon with a line to the face. It returns one tagged wall of each
// type. The tags of doors, the stamps of rooms and all dimensions already have their places.
func (p *plan) wallTags() (told []*typedWall) {
	if !p.tagged() || p.spec.Ceiling || p.spec.Roof {
		return nil
	}
	walls := p.typedWalls()
	near, untold := map[string]*boxIndex{}, map[string]bool{}
	for _, w := range walls {
		near[w.mark], untold[w.mark] = newBoxes(nil), true
	}
	for _, clear := range []bool{true, false} { // on lines only for types without another place
		for i := range walls {
			p.goOn()
			w := &walls[i]
			if !clear && !untold[w.mark] {
				continue
			}
			at, ok := p.tagWall(w, near[w.mark], clear)
			if !ok {
				continue
			}
			if untold[w.mark] {
				untold[w.mark], told = false, append(told, w)
			}
			near[w.mark].add(boxAround(at, 2*sameType, 2*sameType))
		}
	}
	for _, w := range walls {
		if untold[w.mark] {
			p.warn("NO_ROOM", fmt.Sprintf("there is no place for the tag %s of walls of type %s: "+
				"draw at a larger scale", w.mark, w.kind.Name), w.element.ID)
			untold[w.mark] = false
		}
	}
	return told
}

// typedWalls returns the cut straight walls that have a type and are long enough for a tag, the longest first.
func (p *plan) typedWalls() (out []typedWall) {
	var names []string
	for _, b := range byElement(p.solids) {
		p.goOn()
		e := b[0].element
		kind, typed := p.model.Type(e.TypeID)
		if e.Category != state.CategoryWall || !typed || !p.cutsBody(b) || p.differs(e.ID) {
			continue
		}
		plan, err := fabric.WallPlanOf(p.model, e.ID)
		if err != nil || plan.Curved() || p.length(plan.Length) < leastTagged {
			continue
		}
		names = append(names, kind.Name)
		out = append(out, typedWall{element: e, kind: kind, plan: plan, holes: fabric.WallOpenings(p.model, e.ID)})
	}
	marks := typemark.Marks(names, wallLetters)
	for i := range out {
		out[i].mark = marks[out[i].kind.Name]
	}
	slices.SortStableFunc(out, func(a, b typedWall) int {
		return cmp.Or(cmp.Compare(b.plan.Length, a.plan.Length), cmp.Compare(a.element.ID, b.element.ID))
	})
	return out
}

// cutsBody reports whether the plan cuts one of the solids of an element.
func (p *plan) cutsBody(solids []body) bool {
	box := p.source.BoundsOf(solids[0].element.ID)
	return box.Min.Z < p.cut && box.Max.Z > p.cut
}

// differs reports whether the plan shows in colour that an element differs. Such an element gets no tag, because the
// tag would read as part of the difference.
func (p *plan) differs(id state.ID) bool {
	_, differs := p.fates[id]
	return differs && p.cloudy == ""
}

// tagWall draws the tag of a wall at the first free place away from other tags of its type, and returns the place. With
// clear the place must also be clear of all lines.
func (p *plan) tagWall(w *typedWall, near *boxIndex, clear bool) (paper.Point, bool) {
	width := paper.Regular.Width(w.mark, textSmall) + tagHeight
	y := w.plan.Frame.Y()
	reach := geometry.Length(round((float64(math.Abs(y.X)*float64(width)) +
		float64(math.Abs(y.Y)*float64(tagHeight))) / 2))
	for _, off := range wallTagLeader {
		for _, share := range wallShares {
			x := geometry.Length(round(share * float64(w.plan.Length)))
			if w.open(x) {
				continue
			}
			for _, face := range []geometry.Length{w.plan.YMax, w.plan.YMin} {
				p.goOn()
				beyond := p.real(off + reach)
				if face == w.plan.YMin {
					beyond = -beyond
				}
				foot := p.world(w.plan.Frame.Point(geometry.Point3{X: x, Y: face}))
				at := p.world(w.plan.Frame.Point(geometry.Point3{X: x, Y: face + beyond}))
				if p.typeTagFits(foot, at, width, clear, near) {
					p.drawTypeTag(w, foot, at, width)
					return at, true
				}
			}
		}
	}
	return paper.Point{}, false
}

// open reports whether a place along the wall is in an opening, or directly beside one.
func (w *typedWall) open(x geometry.Length) bool {
	const beside = 100 * geometry.Millimetre
	return slices.ContainsFunc(w.holes, func(r fabric.OpeningRect) bool {
		return x > r.Offset-beside && x < r.Offset+r.Width+beside
	})
}

// typeTagFits reports whether a type tag has a free place, together with its line to the face.
func (p *plan) typeTagFits(foot, at paper.Point, width geometry.Length, clear bool, near *boxIndex) bool {
	box := boxAround(at, width, tagHeight)
	if near.meets(box) || !p.grants(tagWish{clear: clear, margin: besideText, apart: true}, box) {
		return false
	}
	// The line starts beyond the face, because the line at the face belongs to the wall itself.
	line := segment{move(foot, float64(at.X-foot.X)/4, float64(at.Y-foot.Y)/4), at}
	return !p.placer.crossesText(line) && !p.placer.crossesCut(line) && !p.overCut(box)
}

// drawTypeTag draws the mark of a type in a hexagon, with a line to the face of the wall.
func (p *plan) drawTypeTag(w *typedWall, foot, at paper.Point, width geometry.Length) {
	layer, pen := layerOf(state.CategoryWall)+"-IDEN", p.pen(dimensionLine)
	box := boxAround(at, width, tagHeight)
	if enter, _, ok := clip(segment{foot, at}, box); ok {
		end := move(foot, enter*float64(at.X-foot.X), enter*float64(at.Y-foot.Y))
		p.add(layer, paper.ClassMark, w.element, paper.Stroke{Points: []paper.Point{foot, end}, Pen: pen})
		if l := (segment{foot, end}); l.length() > 0 {
			p.placer.take(counterClockwise(strip(l, textMargin/2)))
		}
	}
	p.placer.take(box)
	p.placer.framed = append(p.placer.framed, box)
	p.add(layer, paper.ClassMark, w.element, paper.Stroke{Points: hexagon(at, width), Closed: true, Pen: pen})
	p.add(layer, paper.ClassText, w.element, paper.Text{At: at, String: w.mark, Height: textSmall,
		Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle}})
}

// hexagon returns a hexagon of the height of a tag with its tips at the left and right.
func hexagon(at paper.Point, width geometry.Length) []paper.Point {
	half, tip, r := width/2, tagHeight/3, tagHeight/2
	return []paper.Point{{X: at.X - half, Y: at.Y}, {X: at.X - half + tip, Y: at.Y - r},
		{X: at.X + half - tip, Y: at.Y - r}, {X: at.X + half, Y: at.Y}, {X: at.X + half - tip, Y: at.Y + r},
		{X: at.X - half + tip, Y: at.Y + r}}
}

// mostTypes is the most wall types in a legend. Files with a type for each wall would otherwise fill the sheet.
const mostTypes = 40

// typeLegend lists below the view the tagged wall types, with their thickness.
func (p *plan) typeLegend(walls []*typedWall) {
	slices.SortFunc(walls, func(a, b *typedWall) int { return strings.Compare(a.mark, b.mark) })
	if left := len(walls) - mostTypes; left > 0 {
		p.warn("NO_ROOM", fmt.Sprintf("the legend has %d types of walls and not the other %d", mostTypes, left), "")
		walls = walls[:mostTypes]
	}
	const gap, pitch = 2 * geometry.Millimetre, 6 * geometry.Millimetre
	lo, hi := p.bounds()
	x, y := lo.X, lo.Y-8*geometry.Millimetre
	for _, w := range walls {
		p.goOn()
		words := millimetres(w.plan.Thickness()) + " mm"
		if name := typemark.Meaning(w.kind.Name, w.mark); name != "" {
			words = name + ", " + words
		}
		text := paper.Text{String: words, Height: textSmall, Anchor: paper.Anchor{Up: paper.Middle}}
		frame := paper.Regular.Width(w.mark, textSmall) + tagHeight
		width := frame + gap + text.Width()
		if x > lo.X && x+width > hi.X {
			x, y = lo.X, y-pitch
		}
		middle := paper.Point{X: x + frame/2, Y: y + textSmall/2}
		p.add(layerOther, paper.ClassMark, nil, paper.Stroke{Points: hexagon(middle, frame), Closed: true,
			Pen: p.pen(dimensionLine)})
		p.text(layerText, nil, paper.Text{At: middle, String: w.mark, Height: textSmall,
			Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle}})
		text.At = paper.Point{X: x + frame + gap, Y: middle.Y}
		p.text(layerText, nil, text)
		x += width + 8*geometry.Millimetre
	}
}
