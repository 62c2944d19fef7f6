package drawings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// layerRoofText is the layer of the texts on slopes and heights of roofs.
const layerRoofText = "A-ROOF-IDEN"

// layerFallText is the layer of the texts on falls of floors.
const layerFallText = "A-FLOR-IDEN"

// roofPlane is a plane of a roof seen from above. Coordinates are those of the model, in micrometres.
type roofPlane struct {
	element *state.Element
	layer   string    // of its texts
	normal  r3.Vector // of length 1
	reach   float64   // of the plane along the normal
	region  geometry.Region
	low     float64 // height of its lowest corner
	top     float64
	eaves   []r3.Vector // corners at the lowest height
	ridge   []r3.Vector // corners at the greatest height
}

const (
	// steepest is the Z of the unit normal of the steepest plane that counts as roof: 85 degrees. A steeper plane is a
	// side of the roof.
	steepest = 0.087
	// onePlane is the largest distance between two faces in one plane, in micrometres; oneNormal is the largest
	// deviation of the cosine between their normals.
	onePlane, oneNormal = 1000, 1e-6
	// flatSlope is the slope under which a roof is flat: a millimetre over 10 m.
	flatSlope = 1e-4
	// gentleSlope is the largest slope that is written in per cent, as for drainage. Steeper slopes are written in
	// degrees.
	gentleSlope = 0.0875
)

// roofPlanes returns the planes of the roofs, without the areas under other elements.
func (p *plan) roofPlanes() (out []*roofPlane) {
	for _, b := range p.solids {
		p.goOn()
		if !p.isRoof(b) {
			continue
		}
		out = p.takePlanes(out, b)
	}
	for _, r := range out {
		var over []geometry.Region
		for _, b := range p.solids {
			if lo, _ := b.shape.Bounds(); b.element != r.element && lo.Z >= r.low {
				over = append(over, p.shadow(b.shape))
			}
		}
		r.region = geometry.Interrupt(p.stop).
			Subtract(geometry.Interrupt(p.stop).Union(r.region), geometry.Interrupt(p.stop).Union(over...))
	}
	return out
}

// takePlanes adds the planes of a body that are seen from above. It leaves out the bottoms of recesses and the sides of
// slanted shafts.
func (p *plan) takePlanes(planes []*roofPlane, b body) []*roofPlane {
	shape := b.shape.In(csg.Placed(geometry.World()))
	carved := fabric.CarvedPlan(p.model, b.element)
	for _, f := range shape.Faces {
		if f.Normal.Z <= steepest || len(f.Loops) == 0 {
			continue
		}
		if len(carved) > 0 && p.liesIn(flat(shape.Vertices, f.Loops[0]), carved) {
			continue
		}
		planes = takeFace(planes, b.element, shape.Vertices, f)
	}
	return planes
}

// liesIn reports whether a ring in plan lies in a region, except for a strip about a micrometre wide along its sides.
func (p *plan) liesIn(ring geometry.Ring, region geometry.Region) bool {
	outside := geometry.Interrupt(p.stop).Subtract(geometry.Region{{Outer: ring}}, region)
	return outside.Area() <= float64(ring.Perimeter().M()*(2*geometry.Micrometre).M())
}

// isRoof reports whether a body is a roof, or a floor that serves as one at the level of the plan.
func (p *plan) isRoof(b body) bool {
	_, hi := b.shape.Bounds()
	return b.element.Category == state.CategoryRoof ||
		b.element.Category == state.CategoryFloor && geometry.Length(round(hi.Z)) >= p.floor-usualCut
}

// takeFace adds a face, with corners in the world, to the plane that it lies in.
func takeFace(planes []*roofPlane, e *state.Element, corners []r3.Vector, f csg.Face) []*roofPlane {
	reach := f.Normal.Dot(corners[f.Loops[0][0]])
	at := slices.IndexFunc(planes, func(r *roofPlane) bool {
		return r.element == e && r.normal.Dot(f.Normal) > 1-oneNormal && math.Abs(r.reach-reach) < onePlane
	})
	if at < 0 {
		at, planes = len(planes), append(planes, &roofPlane{element: e, layer: layerRoofText, normal: f.Normal,
			reach: reach, low: math.Inf(1), top: math.Inf(-1)})
	}
	r := planes[at]
	polygon := geometry.Polygon{Outer: flat(corners, f.Loops[0])}
	for _, l := range f.Loops[1:] {
		polygon.Holes = append(polygon.Holes, flat(corners, l))
	}
	r.region = append(r.region, polygon)
	for _, n := range f.Loops[0] {
		r.low, r.top = min(r.low, corners[n].Z), max(r.top, corners[n].Z)
		r.eaves, r.ridge = append(r.eaves, corners[n]), append(r.ridge, corners[n])
	}
	r.eaves = slices.DeleteFunc(r.eaves, func(c r3.Vector) bool { return c.Z > r.low+onePlane })
	r.ridge = slices.DeleteFunc(r.ridge, func(c r3.Vector) bool { return c.Z < r.top-onePlane })
	return planes
}

// slope returns the fall of the plane over a length of 1 in plan.
func (r *roofPlane) slope() float64 {
	x, y := r.normal.X, r.normal.Y
	return math.Sqrt(float64(x*x)+float64(y*y)) / r.normal.Z
}

// slopeText returns the text of a slope on a roof plan.
func slopeText(slope float64) string {
	text, unit := fmt.Sprintf("%.1f", geometry.Atan2Degrees(slope, 1).Degrees()), "°"
	if slope <= gentleSlope {
		text, unit = fmt.Sprintf("%.1f", math.Round(slope*1000)/10), " %"
	}
	return strings.TrimSuffix(text, ".0") + unit
}

// roofOutline draws the outline of the roofs with a wider pen than the lines within.
func (p *plan) roofOutline() []segment {
	var parts []geometry.Region
	for _, b := range p.solids {
		if p.isRoof(b) {
			parts = append(parts, p.shadow(b.shape))
		}
	}
	p.roofArea = p.region(geometry.Interrupt(p.stop).UnionWithin(geometry.SeamGap, parts...))
	sides := rings(p.roofArea)
	p.lines("A-ROOF-OTLN", paper.ClassOutline, nil, sides, p.pen(skyline), paper.Solid)
	p.placer.avoid(sides)
	return sides
}

// roofs writes on a roof plan the falls of the roofs and the heights of their ridges and eaves.
func (p *plan) roofs() {
	planes := p.roofPlanes()
	slices.SortStableFunc(planes, func(a, b *roofPlane) int { return cmp.Compare(a.region.Area(), b.region.Area()) })
	for _, r := range planes {
		if r.slope() >= flatSlope {
			p.roofFall(r)
		}
	}
	if !p.wants(AnnotateLevels) {
		return
	}
	told := map[string]bool{} // the heights already written, by element
	for _, r := range planes {
		p.roofHeight(r, r.top, r.ridge, told)
		if r.slope() >= flatSlope {
			p.roofHeight(r, r.low, r.eaves, told)
		}
	}
}

// The sizes of an arrow of fall on paper.
const (
	fallLong  = 14 * geometry.Millimetre
	fallShort = 8 * geometry.Millimetre
	fallAbove = 1 * geometry.Millimetre // from the arrow to the figure on it
	headLong  = 2600
	headWide  = 600
)

// roofFall draws an arrow down a plane, with the slope on it, in each part of the plane that has room for it.
func (p *plan) roofFall(r *roofPlane) {
	text := slopeText(r.slope())
	down := geometry.Atan2Degrees(r.normal.Y, r.normal.X)
	turn := readable(segment{b: paper.Point{X: geometry.Length(round(r.normal.X * 1e6)),
		Y: geometry.Length(round(r.normal.Y * 1e6))}})
	placed := false
	for _, part := range r.region {
		region := p.region(geometry.Region{part})
		for _, long := range []geometry.Length{fallLong, fallShort} {
			w := max(long, paper.Regular.Width(text, textSmall)+fallAbove)
			h := 2 * (textSmall + fallAbove + headWide)
			at, ok := p.turnedPlace(region, w, h, turn)
			if !ok {
				continue
			}
			half := paper.Point{X: long / 2}
			line := segment{at.Add(paper.Point{X: -half.X}).Rotate(at, down), at.Add(half).Rotate(at, down)}
			p.arrow(r.layer, r.element, line)
			above := at.Add(paper.Point{Y: headWide + fallAbove}).Rotate(at, turn)
			p.text(r.layer, r.element, paper.Text{At: above, String: text, Height: textSmall, Angle: turn,
				Anchor: paper.Anchor{Across: paper.Centre}})
			placed = true
			break
		}
	}
	if !placed && len(r.region) > 0 {
		p.warn("NO_ROOM", "there is no room for the slope "+text+" of "+r.element.Name, r.element.ID)
	}
}

// floorFalls draws, between the walls of a plan, the arrows and slopes of floors with falls.
func (p *plan) floorFalls() {
	var planes []*roofPlane
	for _, b := range p.solids {
		floor, ok := b.element.Params.(*fabric.Floor)
		if _, hi := b.shape.Bounds(); !ok || len(floor.Falls) == 0 || geometry.Length(round(hi.Z)) > p.cut {
			continue
		}
		planes = p.takePlanes(planes, b)
	}
	slices.SortStableFunc(planes, func(a, b *roofPlane) int { return cmp.Compare(a.region.Area(), b.region.Area()) })
	for _, r := range planes {
		r.layer, r.region = layerFallText, geometry.Interrupt(p.stop).Subtract(r.region, p.wallCut)
	}
	p.folds(planes)
	for _, r := range planes {
		if len(r.region) > 0 && r.slope() >= flatSlope {
			p.roofFall(r)
		}
	}
}

// folds draws the lines in which the planes of a floor meet. They are too flat to appear as edges.
func (p *plan) folds(planes []*roofPlane) {
	sides := make([][]segment, len(planes))
	for i, r := range planes {
		sides[i] = rings(p.region(r.region))
	}
	for i, r := range planes {
		p.goOn()
		var others []segment
		for k, other := range planes[:i] {
			if other.element == r.element {
				others = append(others, sides[k]...)
			}
		}
		folds := runningAlong(sides[i], newIndex(others))
		p.placer.avoid(folds)
		p.lines(layerOf(state.CategoryFloor), paper.ClassFar, r.element, folds, p.pen(farEdge), paper.Solid)
	}
}

// arrow draws a line with a head at its end, which texts keep off.
func (v *view) arrow(layer string, e *state.Element, line segment) {
	l := line.length()
	ux, uy := float64(line.b.X-line.a.X)/l, float64(line.b.Y-line.a.Y)/l
	head := func(back, side float64) paper.Point {
		return line.b.Add(paper.Point{X: geometry.Length(round(-float64(back*ux) - float64(side*uy))),
			Y: geometry.Length(round(-float64(back*uy) + float64(side*ux)))})
	}
	v.add(layer, paper.ClassMark, e, paper.Stroke{Points: []paper.Point{line.a, line.b}, Pen: v.pen(dimensionLine)})
	v.add(layer, paper.ClassMark, e, paper.Fill{Region: geometry.Region{{Outer: geometry.Ring{line.b,
		head(headLong, headWide), head(headLong, -headWide)}}}})
	v.placer.block([]segment{line})
}

// turnedPlace returns the middle of a free place for a turned box in a region. It prefers a place without any line.
func (p *plan) turnedPlace(region geometry.Region, w, h geometry.Length, turn geometry.Angle) (paper.Point, bool) {
	if len(region) == 0 {
		return paper.Point{}, false
	}
	lo, hi := region.Bounds()
	sides, places := newIndex(rings(region)), candidates(region.Centroid(), lo, hi)
	for _, free := range []func(geometry.Ring, geometry.Length) bool{p.placer.clear, p.placer.free} {
		for _, at := range places {
			p.goOn()
			box := boxAround(at, w, h)
			for i := range box {
				box[i] = box[i].Rotate(at, turn)
			}
			if region.Contains(at) == geometry.Inside && clearOf(sides, grown(box, textMargin)) &&
				free(box, textMargin) {
				return at, true
			}
		}
	}
	return paper.Point{}, false
}

// roofHeight writes a height of a plane near the corners at that height.
func (p *plan) roofHeight(r *roofPlane, z float64, corners []r3.Vector, told map[string]bool) {
	text := height(geometry.Length(round(z)))
	key := string(r.element.ID) + text
	if told[key] || len(r.region) == 0 {
		return
	}
	var sum r3.Vector
	for _, c := range corners {
		sum = sum.Add(c)
	}
	sum = geometry.Times(sum, 1/float64(len(corners)))
	wish := p.at(geometry.Point2{X: geometry.Length(round(sum.X)), Y: geometry.Length(round(sum.Y))})
	if p.levelNear(p.region(r.region), wish, text, p.placer.clear) {
		told[key] = true
	}
}

// underRoofs draws dashed the outer outlines of the walls below the roofs, where roofs hide them.
func (p *plan) underRoofs(drawn []segment) {
	var roofs, all []geometry.Region
	walls := byElement(p.solids)
	shadows := make([]geometry.Region, len(walls))
	for i, w := range walls {
		for _, b := range w {
			switch b.element.Category {
			case state.CategoryRoof:
				roofs = append(roofs, p.shadow(b.shape))
			case state.CategoryWall:
				shadows[i] = append(shadows[i], p.shadow(b.shape)...)
			}
		}
		all = append(all, shadows[i])
	}
	if len(roofs) == 0 {
		return
	}
	var outer geometry.Region // without the inner faces of rings of walls
	for _, polygon := range geometry.Interrupt(p.stop).UnionWithin(geometry.SeamGap, all...) {
		outer = append(outer, geometry.Polygon{Outer: polygon.Outer})
	}
	p.underRoof = p.region(outer)
	outline, known := newIndex(rings(p.underRoof)), newIndex(drawn)
	open := newAreas(p.region(geometry.Interrupt(p.stop).Union(roofs...)))
	for i, w := range walls {
		p.goOn()
		sides := rings(p.region(shadows[i]))
		arcs := newIndex(chordsIn(sides))
		hidden := runningAlong(sides, outline)
		hidden = notUnder(hidden, newIndex(open.outside(p.goOn, hidden)), sameLine)
		hidden = slices.DeleteFunc(notUnder(hidden, known, nearLine), func(s segment) bool {
			return s.length() < float64(leastLine) && len(runningAlong([]segment{s}, arcs)) == 0
		})
		p.placer.avoid(hidden)
		p.lines(layerOf(state.CategoryWall), paper.ClassOverhead, w[0].element, hidden, p.pen(overheadEdge),
			paper.Dashed)
	}
}

// runningAlong returns the parts of segments that run along segments of an index.
func runningAlong(segments []segment, over *index) (out []segment) {
	for _, s := range segments {
		l := s.length()
		if l == 0 {
			continue
		}
		over.near(s, sameLine, func(o segment) {
			if c, ok := covered(s, o, float64(sameLine)); ok && c.to-c.from > float64(sameLine) {
				out = append(out, s.part(c.from, c.to, l))
			}
		})
	}
	return out
}
