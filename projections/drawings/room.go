package drawings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// stampLine is a line of a room's stamp.
type stampLine struct {
	text   string
	height geometry.Length
	face   paper.Face
}

// rooms writes the stamp of each room inside of it. Small rooms come first, because they have the fewest places.
func (p *plan) rooms() {
	var all []stampedRoom
	if p.planned && p.spec.Since != nil {
		all = p.plannedRooms()
	} else {
		for _, r := range p.shownRooms() {
			if e, ok := p.model.Element(r.ID); ok {
				all = append(all, stampedRoom{r, e, p.areaOf(p.source, r), paper.Ink{}})
			}
		}
	}
	slices.SortFunc(all, func(a, b stampedRoom) int {
		return cmp.Or(cmp.Compare(a.Area, b.Area), cmp.Compare(a.ID, b.ID))
	})
	for _, r := range all {
		p.stamp(r)
	}
}

// roomFacts returns the bounded rooms of the level. It analyses them only once.
func (p *plan) roomFacts() []projections.RoomFacts {
	if p.known == nil {
		p.known = []projections.RoomFacts{}
		for _, id := range p.source.Rooms().OnLevel(p.level.ID) {
			p.goOn()
			if facts, err := p.source.Rooms().Analyse(id); err == nil && facts.Bounded {
				p.known = append(p.known, facts)
			}
		}
	}
	return p.known
}

// stampLines returns the variants of a stamp, each with less text than the one before. The first variants, as many as
// whole, have the name, the number and, if the scale shows it, the area.
func (p *plan) stampLines(r stampedRoom) (out [][]stampLine, whole int) {
	name := stampLine{r.Name, textName, paper.SemiBold}
	number := stampLine{r.Number, textName, paper.Regular}
	area := stampLine{r.area, textSmall, paper.Regular}
	around := stampLine{fmt.Sprintf("P %s m", metres(int64(math.Round(float64(r.Perimeter)/1e4))*10)), textSmall,
		paper.Regular}
	clear := stampLine{"H " + clearHeight(r.Heights) + " m", textSmall, paper.Regular}
	all := []stampLine{name, number, area, around, clear}
	if p.spec.Ceiling {
		area, all = clear, []stampLine{name, number, clear}
	}
	for n := min(p.detail.stamp, len(all)); n >= 3; n-- {
		out = append(out, filled(all[:n]))
	}
	small := func(l stampLine) stampLine { l.height = textSmall; return l }
	least := func(l stampLine) stampLine { l.height = textLeast; return l }
	if p.detail.stamp >= 3 { // an area matters more than large letters
		names := inTwo(name)
		for _, sized := range []func(stampLine) stampLine{small, least} {
			out = append(out, filled([]stampLine{sized(name), sized(number), sized(area)}))
			if len(names) == 2 {
				out = append(out, filled([]stampLine{sized(names[0]), sized(names[1]), sized(number), sized(area)}))
			}
		}
	}
	empty := func(l []stampLine) bool { return len(l) == 0 }
	out = slices.DeleteFunc(out, empty)
	whole = max(1, len(out)) // at small scales there are only name and number
	out = append(out, filled([]stampLine{name, number}), filled([]stampLine{small(number), area}),
		filled([]stampLine{least(number), least(area)}), filled([]stampLine{small(number)}),
		filled([]stampLine{least(number)}), filled([]stampLine{least(name)}))
	return slices.DeleteFunc(out, empty), whole
}

// inTwo returns a name of several words split into two lines so that the block is narrowest, or the name alone.
func inTwo(name stampLine) []stampLine {
	words := strings.Fields(name.text)
	out, best := []stampLine{name}, geometry.Length(math.MaxInt64)
	for n := 1; n < len(words); n++ {
		first, second := name, name
		first.text, second.text = strings.Join(words[:n], " "), strings.Join(words[n:], " ")
		if w, _ := blockSize([]stampLine{first, second}); w < best {
			out, best = []stampLine{first, second}, w
		}
	}
	return out
}

// clearHeight returns the height of a room in metres, or the range from the lowest to the highest below a slope.
func clearHeight(h room.RoomHeights) string {
	text := func(l geometry.Length) string { return metres(int64(math.Round(float64(l)/1e4)) * 10) }
	if low, high := text(h.Lowest), text(h.Highest); low != high {
		return low + " to " + high
	}
	return text(h.Highest)
}

// filled returns the lines that have a text.
func filled(lines []stampLine) []stampLine {
	return slices.DeleteFunc(slices.Clone(lines), func(l stampLine) bool { return l.text == "" })
}

// blockSize returns the size of a block of lines.
func blockSize(lines []stampLine) (w, h geometry.Length) {
	for i, l := range lines {
		w = max(w, l.face.Width(l.text, l.height))
		h += l.height
		if i > 0 {
			h += geometry.Length(float64(l.height) * (linePitch - 1))
		}
	}
	return w, h
}

// belowLine is the part of a stamp's box beyond its lines of text, in heights of the text. Letters reach a third of the
// height below the line.
const belowLine = 0.64

// wallDistance is how far stamps keep from walls.
const wallDistance = 1500 * geometry.Micrometre

// stamp writes a room's stamp. First it looks for a place clear of all lines, for the full text or for name, number and
// area in smaller letters. Otherwise it writes over lines in the room, with fewer lines of text if necessary.
func (p *plan) stamp(r stampedRoom) {
	region := p.region(r.Region)
	if r.Name == "" && r.Number == "" {
		r.Name = r.element.Name
	}
	all, whole := p.stampLines(r)
	for _, try := range []struct {
		stamps [][]stampLine
		free   func(geometry.Ring, geometry.Length) bool
	}{{all[:whole], p.placer.clear}, {all, p.placer.free}} {
		for _, lines := range try.stamps {
			w, h := blockSize(lines)
			if at, ok := p.placeIn(region, w, h, try.free); ok {
				p.writeStamp(r, lines, at, h)
				return
			}
		}
	}
	p.warn("NO_ROOM", "there is no place for the stamp of room "+r.element.Name, r.ID)
}

func (p *plan) writeStamp(r stampedRoom, lines []stampLine, middle paper.Point, h geometry.Length) {
	y := middle.Y + h/2
	if p.stamps == nil {
		p.stamps = newBoxes(nil)
	}
	for i, l := range lines {
		if i > 0 {
			y -= geometry.Length(float64(l.height) * (linePitch - 1))
		}
		y -= l.height
		t := paper.Text{At: paper.Point{X: middle.X, Y: y}, String: l.text, Height: l.height,
			Face: l.face, Anchor: paper.Anchor{Across: paper.Centre}, Ink: r.ink}
		p.stamps.add(t.Box())
		p.text(layerRooms, r.element, t)
	}
}

// placeIn returns the middle of a free place of a given size in a region. It tries the centroid, or the centre of the
// largest circle if the centroid is outside. After that it tries the nearest places of a grid.
func (v *view) placeIn(region geometry.Region, w, h geometry.Length,
	free func(geometry.Ring, geometry.Length) bool) (paper.Point, bool) {
	wish := region.Centroid()
	if circle, err := clearance.LargestCircle(region); err == nil && region.Contains(wish) != geometry.Inside {
		wish = circle.Centre
	}
	lo, hi := region.Bounds()
	sides := newIndex(rings(region))
	for _, at := range candidates(wish, lo, hi) {
		v.goOn()
		box := boxAround(at, w, h+geometry.Length(float64(textSmall)*belowLine))
		if region.Contains(at) == geometry.Inside && free(box, wallDistance/2) &&
			clearOf(sides, grown(box, wallDistance)) {
			return at, true
		}
	}
	return paper.Point{}, false
}

// boxAround returns a rectangle with a given middle.
func boxAround(at paper.Point, w, h geometry.Length) geometry.Ring {
	return geometry.Rectangle(paper.Point{X: at.X - w/2, Y: at.Y - h/2},
		paper.Point{X: at.X + w/2, Y: at.Y + h/2}).Outer
}

// clearOf reports whether no segment of an index runs through a box.
func clearOf(x *index, box geometry.Ring) bool {
	lo, hi := geometry.Region{{Outer: box}}.Bounds()
	free := true
	x.near(segment{lo, hi}, 0, func(s segment) { free = free && !through(s, box) })
	return free
}

// candidates returns a wished place and the places of a grid around it within a rectangle, the nearest first.
func candidates(wish, lo, hi paper.Point) []paper.Point {
	step := max(1500, (hi.X-lo.X)/40, (hi.Y-lo.Y)/40)
	var out []paper.Point
	for x := wish.X - (wish.X-lo.X)/step*step; x <= hi.X; x += step {
		for y := wish.Y - (wish.Y-lo.Y)/step*step; y <= hi.Y; y += step {
			out = append(out, paper.Point{X: x, Y: y})
		}
	}
	slices.SortStableFunc(out, func(a, b paper.Point) int {
		return cmp.Or(cmp.Compare(segment{wish, a}.length(), segment{wish, b}.length()),
			cmp.Compare(b.Y, a.Y), cmp.Compare(a.X, b.X))
	})
	return append([]paper.Point{wish}, out...)
}
