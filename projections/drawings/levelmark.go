package drawings

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// levelMark writes the height of the floor in the largest room that has a free place: a triangle with its tip on the
// level. Without rooms the mark stands in the largest area between walls.
func (p *plan) levelMark() {
	if !p.wants(AnnotateLevels) || p.spec.Ceiling || p.spec.Roof {
		return
	}
	pits := p.pits()
	defer p.pitMarks(pits)
	places := p.floorAreas()
	for i, region := range places {
		for _, pit := range pits {
			region = geometry.Interrupt(p.stop).Subtract(region, pit.region)
		}
		places[i] = region
	}
	for _, free := range []func(geometry.Ring, geometry.Length) bool{p.placer.clear, p.placer.free} {
		for _, region := range places {
			p.goOn()
			if len(region) == 0 {
				continue
			}
			lo, hi := region.Bounds()
			if hi.X-lo.X < levelWidth(height(p.floor)) || hi.Y-lo.Y < levelHeight {
				continue
			}
			wish := paper.Point{X: lo.X + (hi.X-lo.X)/4, Y: lo.Y + (hi.Y-lo.Y)/4}
			if p.levelNear(region, wish, height(p.floor), free) {
				return
			}
		}
	}
	if len(places) > 0 {
		p.warn("NO_ROOM", "there is no place for the height of "+p.level.Name, p.level.ID)
	}
}

// pit is a recess in the top of a floor.
type pit struct {
	region geometry.Region // on paper
	ground geometry.Length
}

// pits returns the recesses in the tops of the level floors that the plan shows.
func (p *plan) pits() (out []pit) {
	for _, b := range byElement(p.solids) {
		p.goOn()
		e := b[0].element
		floor, ok := e.Params.(*fabric.Floor)
		top := shape.ElevationOf(p.model, e.LevelID)
		if !ok || floor.Fixed != nil || len(floor.Falls) > 0 || top+floor.Offset > p.cut {
			continue
		}
		for _, o := range fabric.PlanOpenings(p.model, e) {
			if o.Opening.Depth > 0 && o.Opening.Face != fabric.FaceBottom {
				out = append(out, pit{p.region(p.floorPlan(o.Ring)), top + floor.Offset - o.Opening.Depth})
			}
		}
	}
	return out
}

// pitMarks writes the heights of the bottoms of recesses, where they have room.
func (p *plan) pitMarks(pits []pit) {
	for _, r := range pits {
		p.goOn()
		if len(r.region) == 0 {
			continue
		}
		lo, hi := r.region.Bounds()
		p.levelNear(r.region, paper.Point{X: (lo.X + hi.X) / 2, Y: (lo.Y + hi.Y) / 2}, height(r.ground), p.placer.free)
	}
}

// floorAreas returns the rooms of the level, the largest first. Without rooms it returns the areas that walls enclose.
func (p *plan) floorAreas() (out []geometry.Region) {
	for _, facts := range p.roomFacts() {
		p.goOn()
		out = append(out, p.region(facts.Region))
	}
	if len(out) == 0 {
		for _, polygon := range p.closedWalls() {
			for _, hole := range polygon.Holes {
				ring := slices.Clone(hole)
				slices.Reverse(ring)
				out = append(out, geometry.Region{{Outer: ring}})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b geometry.Region) int { return cmp.Compare(b.Area(), a.Area()) })
	return out
}

// closedWalls returns the area of the walls as if they had no openings, on paper.
func (p *plan) closedWalls() geometry.Region {
	all := []geometry.Region{p.walls}
	for _, b := range byElement(p.solids) {
		p.goOn()
		if e := b[0].element; e.Category == state.CategoryWall {
			if plan, err := fabric.WallPlanOf(p.model, e.ID); err == nil {
				all = append(all, p.region(plan.World()))
			}
		}
	}
	return geometry.Interrupt(p.stop).UnionWithin(seam, all...)
}

// levelHeight is the height of a level mark with its text, in micrometres on paper.
const levelHeight = 5000

// levelWidth returns the width of a level mark with its text, in micrometres on paper.
func levelWidth(text string) geometry.Length { return paper.Regular.Width(text, textSmall) + 6000 }

// levelNear draws a level mark at the free place in a region that is nearest to a wished place. It returns false if
// there is no free place.
func (p *plan) levelNear(region geometry.Region, wish paper.Point, text string,
	free func(geometry.Ring, geometry.Length) bool) bool {
	w := levelWidth(text)
	lo, hi := region.Bounds()
	sides := newIndex(rings(region))
	for _, at := range candidates(wish, lo, hi) {
		p.goOn()
		box := boxAround(at, w, levelHeight)
		if region.Contains(at) == geometry.Inside && free(box, wallDistance/2) &&
			clearOf(sides, grown(box, wallDistance)) {
			p.drawLevel(paper.Point{X: at.X - w/2 + 2000, Y: at.Y - 2000}, text, false)
			return true
		}
	}
	return false
}

// drawLevel draws a level mark with its tip at a place: an open triangle for a finished floor, a filled one for the
// structure, and the height beside it.
func (v *view) drawLevel(tip paper.Point, text string, structure bool) {
	ring := geometry.Ring{tip, {X: tip.X + 1700, Y: tip.Y + 3000}, {X: tip.X - 1700, Y: tip.Y + 3000}}
	if structure {
		v.add(layerOther, paper.ClassMark, nil, paper.Fill{Region: geometry.Region{{Outer: ring}}})
	}
	v.add(layerOther, paper.ClassMark, nil, paper.Stroke{Points: ring, Closed: true, Pen: v.pen(dimensionLine)})
	box := geometry.Rectangle(paper.Point{X: tip.X - 1700, Y: tip.Y},
		paper.Point{X: tip.X + 1700, Y: tip.Y + 3000}).Outer
	v.placer.take(box)
	v.placer.framed = append(v.placer.framed, box)
	v.text(layerOther, nil, paper.Text{At: paper.Point{X: tip.X + 2600, Y: tip.Y + 400},
		String: text, Height: textSmall})
}

// The sizes of level marks beside a building, on paper.
const (
	markLength  = 26 * geometry.Millimetre // of its line
	markTip     = 8 * geometry.Millimetre  // from the start of the line
	markApart   = 6 * geometry.Millimetre  // between marks above each other
	markOver    = 3800                     // the height of a mark above its line
	markColumns = 3
)

// levelMarks draws a mark at each level and at the top, on the right of the building. A mark that is too close to the
// mark below stands further right, beside it.
func (u *upright) levelMarks() {
	heights, names := u.levels()
	if top := u.top(); len(heights) == 0 || top-heights[len(heights)-1] >= samePoint {
		heights, names = append(heights, top), append(names, "")
	}
	widest := geometry.Length(0)
	for _, n := range names {
		widest = max(widest, paper.Regular.Width(n, textSmall))
	}
	first := u.hi.X + 2*geometry.Millimetre
	var last [markColumns]geometry.Length
	for i := range last {
		last[i] = math.MinInt64 / 2
	}
	for i, h := range heights {
		y, column := u.length(h), 0
		for column < markColumns && y-last[column] < markApart {
			column++
		}
		if column == markColumns {
			what := "the level " + names[i]
			if names[i] == "" {
				what = "the top"
			}
			u.warn("NO_ROOM", what+" is too close to the level below to be marked", "")
			continue
		}
		from := first + geometry.Length(column)*(markLength+widest+6*geometry.Millimetre)
		start := from
		if column > 0 && y-last[column-1] >= markOver {
			start = first // the line runs clear over the mark below
		}
		last[column] = y
		u.levelMark(start, from, y, h, names[i])
	}
}

// levelMark draws one mark. Its line runs from start, which may lie before the place of the mark.
func (u *upright) levelMark(start, from, y, h geometry.Length, name string) {
	u.add(layerOther, paper.ClassMark, nil, paper.Stroke{Points: []paper.Point{{X: start, Y: y},
		{X: from + markLength, Y: y}}, Pen: u.pen(dimensionLine)})
	u.drawLevel(paper.Point{X: from + markTip, Y: y}, height(h), false)
	if name != "" {
		u.text(layerText, nil, paper.Text{At: paper.Point{X: from + markLength + 2*geometry.Millimetre, Y: y},
			String: name, Height: textSmall, Anchor: paper.Anchor{Up: paper.Middle}})
	}
}
