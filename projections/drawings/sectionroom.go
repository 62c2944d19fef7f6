package drawings

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/linework"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// cutRoom is the cut area of a room in a section, on paper.
type cutRoom struct {
	element *state.Element
	number  string
	region  geometry.Region
}

// sectionRooms writes the names of the rooms that a section cuts. It measures their clear heights and the floors
// between them by one chain.
func (u *upright) sectionRooms() {
	if !u.cutting || u.room != nil || u.detail.stamp == 0 {
		return
	}
	rooms := u.cutRooms()
	if u.wants(AnnotateDimensions) && bandOf(u.scale) <= upTo100 {
		u.clearHeights(rooms)
	}
	if !u.wants(AnnotateRooms) {
		return
	}
	for _, r := range rooms {
		u.nameRoom(r)
	}
}

// cutRooms returns the rooms whose bodies the plane cuts, in the order of their ids.
func (u *upright) cutRooms() (out []cutRoom) {
	var shapes []csg.Shape
	var of []cutRoom
	for _, id := range u.model.OfCategory(state.CategoryRoom) {
		u.goOn()
		e, ok := u.model.Element(id)
		if !ok || !u.straddles(u.source.BoundsOf(id)) {
			continue
		}
		facts, err := u.source.Rooms().Analyse(id)
		solids, bodiless := u.source.Measures().Body(id)
		if err != nil || bodiless != nil || !facts.Bounded {
			continue
		}
		for _, s := range solids {
			if shape, ok := shapeOf(s); ok {
				shapes, of = append(shapes, shape), append(of, cutRoom{element: e, number: facts.Number})
			}
		}
	}
	if len(shapes) == 0 {
		return nil
	}
	picture, err := linework.Take(shapes, linework.View{Stop: u.stop, Plane: u.frame, Depth: geometry.Millimetre})
	if err != nil {
		u.warn("ROOMS_NOT_CUT", "the rooms of the section cannot be cut: "+err.Error(), "")
		return nil
	}
	for i, r := range of {
		if r.region = u.region(picture.Cut[i]); len(r.region) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// straddles reports whether a box lies on both sides of the plane.
func (u *upright) straddles(b geometry.Box) bool {
	lowest, highest := geometry.LengthOverflow, -geometry.LengthOverflow
	for _, x := range []geometry.Length{b.Min.X, b.Max.X} {
		for _, y := range []geometry.Length{b.Min.Y, b.Max.Y} {
			z := u.frame.Local(geometry.Point3{X: x, Y: y}).Z
			lowest, highest = min(lowest, z), max(highest, z)
		}
	}
	return lowest < 0 && highest > 0
}

// nameRoom writes name and number of a room at a place clear of lines, or else over lines. It writes less if there is
// no place.
func (u *upright) nameRoom(r cutRoom) {
	name := stampLine{r.element.Name, textName, paper.SemiBold}
	number := stampLine{r.number, textSmall, paper.Regular}
	small := name
	small.height = textSmall
	for _, free := range []func(geometry.Ring, geometry.Length) bool{u.placer.clear, u.placer.free} {
		for _, lines := range [][]stampLine{{name, number}, {name}, {small}} {
			lines = filled(lines)
			w, h := blockSize(lines)
			if at, ok := u.placeIn(r.region, w, h, free); ok && len(lines) > 0 {
				u.writeLines(r.element, lines, at, h)
				return
			}
		}
	}
	u.warn("NO_ROOM", "there is no place for the name of room "+r.element.Name, r.element.ID)
}

func (u *upright) writeLines(e *state.Element, lines []stampLine, middle paper.Point, h geometry.Length) {
	y := middle.Y + h/2
	for i, l := range lines {
		if i > 0 {
			y -= geometry.Length(float64(l.height) * (linePitch - 1))
		}
		y -= l.height
		u.text(layerRooms, e, paper.Text{At: paper.Point{X: middle.X, Y: y}, String: l.text, Height: l.height,
			Face: l.face, Anchor: paper.Anchor{Across: paper.Centre}})
	}
}

// clearSteps is the number of parts into which the width of a section is divided to place the chain of clear heights.
const clearSteps = 48

// plumb is a place for the chain of clear heights: its place on paper, and the heights that it passes from below
// upwards.
type plumb struct {
	x       geometry.Length
	heights []geometry.Length // in the building
	rooms   int
	over    int // the number of figures on lines, and of lines of the chain through texts
}

// clearHeights draws one chain from the lowest room up, with the clear heights of rooms and the thickness of the floors
// between them. It stands where it passes most rooms, and among such places where its figures cover the fewest lines.
func (u *upright) clearHeights(rooms []cutRoom) {
	if len(rooms) == 0 || len(u.cuts) == 0 {
		return
	}
	solid := geometry.Interrupt(u.stop).Union(u.cuts)
	lo, hi := solid.Bounds()
	levels := u.levelHeights()
	var all []plumb
	for n := 1; n < clearSteps; n++ {
		u.goOn()
		if p, ok := u.plumbAt(lo.X+(hi.X-lo.X)*geometry.Length(n)/clearSteps, solid, rooms, levels); ok {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return
	}
	best := slices.MinFunc(all, func(a, b plumb) int {
		return cmp.Or(cmp.Compare(b.rooms, a.rooms), cmp.Compare(a.over, b.over), cmp.Compare(a.x, b.x))
	})
	u.drawChain(chain{kind: "clear heights", side: west, points: best.heights, line: best.x, start: best.x})
}

// plumbAt returns the heights that a vertical line passes, from the floor below the lowest room to the ceiling above
// the highest one. It stops at a sloping side, where the height depends on the exact place.
func (u *upright) plumbAt(x geometry.Length, solid geometry.Region, rooms []cutRoom,
	levels []geometry.Length) (plumb, bool) {
	stops, heights := u.levelStops(solid, x, levels)
	out := plumb{x: x}
	first, last := -1, -1
	for i := 1; i+1 < len(stops); i += 2 { // between solids: after the end of one, before the next
		middle := paper.Point{X: x, Y: (stops[i] + stops[i+1]) / 2}
		within := slices.ContainsFunc(rooms,
			func(r cutRoom) bool { return r.region.Contains(middle) == geometry.Inside })
		if !within {
			continue
		}
		if out.rooms++; first < 0 {
			first = i - 1
		}
		last = i + 2
		if !u.placer.clear(boxAround(middle.Add(paper.Point{X: -textSmall}), 2*textSmall, 4*textSmall), textMargin) {
			out.over++
		}
	}
	if first < 0 {
		return plumb{}, false
	}
	out.heights = heights[first : last+1]
	if u.placer.crossesText(segment{paper.Point{X: x, Y: stops[first]}, paper.Point{X: x, Y: stops[last]}}) {
		out.over += len(rooms)
	}
	return out, true
}

// levelStops returns where a vertical line enters and leaves a region, from below, and the heights there in the
// building. It stops at the first side that is not the top or underside of a body.
func (u *upright) levelStops(r geometry.Region, x geometry.Length,
	levels []geometry.Length) (stops, heights []geometry.Length) {
	var crossed []segment
	for _, s := range rings(r) {
		if s.a.X > x != (s.b.X > x) {
			crossed = append(crossed, s)
		}
	}
	at := func(s segment) geometry.Length {
		return s.a.Y + geometry.Length(round(float64(s.b.Y-s.a.Y)*float64(x-s.a.X)/float64(s.b.X-s.a.X)))
	}
	slices.SortFunc(crossed, func(a, b segment) int { return cmp.Compare(at(a), at(b)) })
	for _, s := range crossed {
		h, level := u.heightAt(s.a.Y, levels)
		if s.a.Y != s.b.Y || !level {
			break
		}
		stops, heights = append(stops, s.a.Y), append(heights, h)
	}
	even := len(stops) / 2 * 2
	return stops[:even], heights[:even]
}

// levelHeights returns the heights of the tops and undersides of all drawn bodies, sorted.
func (u *upright) levelHeights() (out []geometry.Length) {
	for _, b := range u.bodies {
		bounds := u.source.BoundsOf(b.element.ID)
		out = append(out, bounds.Min.Z, bounds.Max.Z)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// heightAt returns the exact height of a body for a rounded height on paper, or false if no body has that height.
func (u *upright) heightAt(y geometry.Length, levels []geometry.Length) (out geometry.Length, level bool) {
	real, best := u.real(y), geometry.Length(u.scale) // a micrometre on paper
	n, _ := slices.BinarySearch(levels, real)
	for _, h := range levels[max(0, n-1):min(len(levels), n+1)] {
		if d := (h - real).Abs(); d <= best {
			out, best, level = h, d, true
		}
	}
	return out, level
}
