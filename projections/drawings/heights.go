package drawings

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// marks adds the level marks, the chains of heights, the axes and the title.
func (u *upright) marks() {
	if u.room != nil {
		u.roomMarks()
		return
	}
	if u.wants(AnnotateDimensions) {
		u.heightChains()
	}
	if u.wants(AnnotateLevels) {
		u.levelMarks()
	}
	if u.wants(AnnotateGrid) {
		u.axes()
	}
	u.serviceLabels()
	u.sectionRooms()
	u.surfaceMaterials()
	if u.wants(AnnotateTitle) {
		u.title(u.name, false)
	}
	u.differenceLegend()
}

// top returns the height of the highest point of the drawing, or the ground if that is higher.
func (u *upright) top() geometry.Length { return max(u.ground, u.highest) }

// highestOf returns the height of the highest point of the building in a picture, without services. Parts of a body
// before the plane or beyond the depth do not count.
func highestOf(bodies []body, picture linework.Picture) geometry.Length {
	out := -geometry.LengthOverflow
	for _, l := range picture.Lines {
		if slices.Contains(serviceCategories, bodies[l.Source].element.Category) {
			continue
		}
		for _, p := range l.Points {
			out = max(out, p.Y)
		}
	}
	return out
}

// levels returns the heights and names of the levels up to the top.
func (u *upright) levels() (heights []geometry.Length, names []string) {
	top := u.top()
	for _, l := range shape.Levels(u.model) {
		if h := shape.Elevation(u.model, l.ID); h <= top {
			heights, names = append(heights, h), append(names, l.Name)
		}
	}
	return heights, names
}

// storeys returns the heights of the storeys up to the top, which dimension chains measure.
func (u *upright) storeys() (heights []geometry.Length) {
	for _, l := range shape.Levels(u.model) {
		level, ok := l.Params.(*shape.Level)
		if ok && level.IsStorey && level.Elevation <= u.top() {
			heights = append(heights, level.Elevation)
		}
	}
	return heights
}

// bottom returns the height at which the chains begin: the ground, or the lowest level of the cut cellars in a section.
func (u *upright) bottom() geometry.Length {
	if !u.cutting || len(u.cuts) == 0 {
		return u.ground
	}
	lo, _ := u.cuts.Bounds()
	lowest := u.real(lo.Y) - samePoint
	for _, l := range shape.Levels(u.model) { // from the lowest up
		if h := shape.Elevation(u.model, l.ID); h >= lowest && h < u.ground {
			return h
		}
	}
	return u.ground
}

// heightChains draws chains at the left of the building: the openings, the curtain walls with their transoms, the
// storeys, and the overall height. If a cellar is cut, sills and the overall height are also measured from the ground.
func (u *upright) heightChains() {
	top, bottom := u.top(), u.bottom()
	storeys := u.storeys()
	if top-bottom < samePoint {
		return
	}
	ends := []geometry.Length{bottom, max(bottom, u.ground), top}
	var chains []chain
	if openings := u.openingHeights(bottom, top); len(openings) > 0 {
		chains = append(chains, chain{kind: chainOpenings, points: append(openings, ends...)})
	}
	outside := func(h geometry.Length) bool { return h < bottom || h > top }
	if curtains := slices.DeleteFunc(u.curtainHeights(), outside); len(curtains) > 0 && len(curtains) <= mostHeights {
		chains = append(chains, chain{kind: "curtain walls", points: append(curtains, ends...)})
	}
	storeys = slices.DeleteFunc(storeys, outside)
	chains = append(chains, chain{kind: "storeys", points: append(storeys, bottom, top)},
		chain{kind: chainOverall, points: ends})
	for i, c := range chains {
		c.side = west
		slices.Sort(c.points)
		c.points = slices.CompactFunc(c.points, func(a, b geometry.Length) bool { return (b - a).Abs() < samePoint })
		u.beside(&c, i)
		u.drawChain(c)
	}
}

// extensionLength is the length of the extension lines of a chain beside another chain. They end before the figures of
// that chain.
const extensionLength = 3 * geometry.Millimetre

// beside places the nth chain of heights at the left of the drawing. Only the extension lines of the first chain reach
// the drawing.
func (u *upright) beside(c *chain, n int) {
	c.line = u.lo.X - 10*geometry.Millimetre - chainPitch*geometry.Length(n)
	if c.start = c.line + extensionLength; n == 0 {
		c.start = u.lo.X - 3*geometry.Millimetre
	}
}

// mostHeights is the most heights of openings that a chain shows, so that it stays readable.
const mostHeights = 40

// openingHeights returns the sills and heads of the openings that a section cuts, or that lie in the front of an
// elevation.
func (u *upright) openingHeights(bottom, top geometry.Length) []geometry.Length {
	var out []geometry.Length
	foremost := math.Inf(-1)
	for _, b := range u.bodies {
		if b.element.Category == state.CategoryWall && u.room == nil {
			foremost = max(foremost, front(b.shape, u.frame))
		}
	}
	if u.room != nil {
		foremost = u.room.wall
	}
	for _, e := range byElement(u.bodies) {
		wall := e[0].element
		plan, err := fabric.WallPlanOf(u.model, wall.ID)
		if wall.Category != state.CategoryWall || err != nil {
			continue
		}
		rounded := plan.Curved()
		// A wall that runs along the view also reaches the front with its end.
		inFront := math.Abs(front(e[0].shape, u.frame)-foremost) <= float64(flush) &&
			math.Abs(geometry.Dot(plan.Frame.X, u.frame.Z)) < alongFront
		for _, r := range fabric.WallOpenings(u.model, wall.ID) {
			plan := plan.At(r)
			if rounded {
				inFront = u.liesInFront(plan, r, foremost)
			}
			if u.cutting && !u.cutsOpening(plan, r) || !u.cutting && !inFront || !u.room.shows(u, plan, r) {
				continue
			}
			low := plan.Frame.Origin.Z + r.Sill
			for _, h := range []geometry.Length{low, low + r.Height} {
				if h > bottom && h < top {
					out = append(out, h)
				}
			}
		}
	}
	slices.Sort(out)
	if out = slices.Compact(out); len(out) > mostHeights {
		return nil
	}
	return out
}

// alongFront is the sine of the largest angle between a wall and the plane at which they count as parallel. Over 10 m
// such a wall deviates by a hundredth of a millimetre.
const alongFront = 1e-6

// liesInFront reports whether an opening of a curved wall lies in the front of the elevation. Both of its edges must
// lie in the front, at one face of the tangent wall. Other openings of the wall face away from the front.
func (u *upright) liesInFront(plan fabric.WallPlan, r fabric.OpeningRect, foremost float64) bool {
	return slices.ContainsFunc([]geometry.Length{plan.YMin, plan.YMax}, func(face geometry.Length) bool {
		return !slices.ContainsFunc([]geometry.Length{r.Offset, r.Offset + r.Width}, func(x geometry.Length) bool {
			at := u.frame.Local(plan.Frame.Point(geometry.Point3{X: x, Y: face}))
			return math.Abs(float64(at.Z)-foremost) > float64(flush)
		})
	})
}

// shows reports whether an opening lies within the width of the room. Without a room it returns true.
func (r *interior) shows(u *upright, plan fabric.WallPlan, o fabric.OpeningRect) bool {
	if r == nil {
		return true
	}
	a := u.frame.Local(plan.Frame.Point(geometry.Point3{X: o.Offset})).X
	b := u.frame.Local(plan.Frame.Point(geometry.Point3{X: o.Offset + o.Width})).X
	return min(a, b) < r.hi.X && max(a, b) > r.lo.X
}

// cutsOpening reports whether the plane runs through an opening.
func (u *upright) cutsOpening(plan fabric.WallPlan, r fabric.OpeningRect) bool {
	a := u.frame.Local(plan.Frame.Point(geometry.Point3{X: r.Offset})).Z
	b := u.frame.Local(plan.Frame.Point(geometry.Point3{X: r.Offset + r.Width})).Z
	return min(a, b) < 0 && max(a, b) > 0
}

// uprightAxis is a grid axis that is seen end on.
type uprightAxis struct {
	axis
	x geometry.Length // in the frame
}

// axes draws the axes that run along the view, with their bubbles and, below the drawing, their chain.
func (u *upright) axes() {
	var all []uprightAxis
	for _, id := range u.model.OfCategory(state.CategoryGrid) {
		e, ok := u.model.Element(id)
		if !ok {
			continue
		}
		for _, a := range e.Params.(*shape.Grid).Axes {
			x, y := u.frame.Local(a.Start.At(0)).X, u.frame.Local(a.End.At(0)).X
			if (x - y).Abs() < samePoint {
				all = append(all, uprightAxis{axis{a, e}, x})
			}
		}
	}
	if len(all) == 0 {
		return
	}
	slices.SortFunc(all, func(a, b uprightAxis) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.Tag, b.Tag)) })
	lo, hi := u.bounds()
	points := make([]geometry.Length, len(all))
	for i, a := range all {
		points[i] = a.x
	}
	line := lo.Y - 10*geometry.Millimetre
	if len(points) > 1 && u.wants(AnnotateDimensions) {
		points = slices.CompactFunc(points, func(a, b geometry.Length) bool { return (b - a).Abs() < samePoint })
		u.drawChain(chain{kind: chainAxes, side: south, points: points, line: line})
	}
	from, to := line-bubbleGap, hi.Y+5*geometry.Millimetre
	last, out := geometry.Length(math.MinInt64/2), geometry.Length(0)
	for _, a := range all {
		x := u.length(a.x)
		if x-last < 2*bubbleRadius+500 {
			out = (out + 2*bubbleRadius + 500) % (3 * (2*bubbleRadius + 500))
		} else {
			out = 0
		}
		last = x
		u.add(layerGrid, paper.ClassAxis, a.grid, paper.Stroke{Points: []paper.Point{{X: x, Y: from - out},
			{X: x, Y: to}}, Pen: u.pen(axisLine), Pattern: paper.Axis})
		u.placer.avoid([]segment{{paper.Point{X: x, Y: from - out}, paper.Point{X: x, Y: to}}})
		u.bubble(a.axis, paper.Point{X: x, Y: from - out - bubbleRadius})
	}
}
