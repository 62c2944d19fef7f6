package drawings

import (
	"fmt"
	"math"
	"slices"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// titled is the name of a view and the extent of the drawing above its title.
type titled struct {
	name   string
	north  bool
	lo, hi paper.Point
}

// The largest part of a view that fits beside the title block of the largest sheet (A0), with its title below it.
const (
	mostWidth  = 930 * geometry.Millimetre
	mostHeight = 740 * geometry.Millimetre
)

// besideMatch is how far texts keep from a match line if there is room.
const besideMatch = 3 * geometry.Millimetre

// Divide divides a view that is too large for any sheet into parts, row by row from the upper left. The match lines lie
// where few texts and lines are. A view that is small enough is returned as it is, and so is a table.
func (v *View) Divide() []*View {
	if v.whole == nil || v.whole.named.name == "" {
		return []*View{v}
	}
	n := v.whole.named
	across, up := v.spans(func(p paper.Point) geometry.Length { return p.X }),
		v.spans(func(p paper.Point) geometry.Length { return p.Y })
	xs, ys := matchLines(n.lo.X, n.hi.X, mostWidth, across), matchLines(n.lo.Y, n.hi.Y, mostHeight, up)
	if len(xs) == 2 && len(ys) == 2 {
		return []*View{v}
	}
	d := newDivision(v, xs, ys)
	var out []*View
	for row := range len(ys) - 1 {
		for column := range len(xs) - 1 {
			if d.number(row, column) > 0 {
				out = append(out, d.part(row, column))
			}
		}
	}
	return out
}

// reach is the extent of a mark in one direction. The mark is a text, which match lines avoid, or a line of the
// building with its length.
type reach struct {
	from, to geometry.Length
	text     bool
	long     geometry.Length
}

// built contains the classes of the building's own lines.
var built = map[paper.Class]bool{paper.ClassCut: true, paper.ClassSeen: true, paper.ClassFar: true,
	paper.ClassOverhead: true, paper.ClassSymbol: true, paper.ClassOutline: true}

// spans returns the reaches of texts, arcs and the building's lines in a direction.
func (v *View) spans(of func(paper.Point) geometry.Length) (out []reach) {
	by := of(v.Drawing.Origin)
	note := func(m paper.Mark) {
		lo, hi := m.Bounds()
		out = append(out, reach{of(lo) + by - besideMatch, of(hi) + by + besideMatch, true, 0})
	}
	for _, i := range v.Drawing.Items {
		switch m := i.Mark.(type) {
		case paper.Text, paper.Arc:
			note(m)
		case paper.Dimension:
			note(m.Text)
		case paper.Stroke:
			if built[i.Class] {
				for _, s := range sidesOf(m) {
					a, b := of(s.a)+by, of(s.b)+by
					out = append(out, reach{min(a, b), max(a, b), false, geometry.Length(round(s.length()))})
				}
			}
		}
	}
	return out
}

// matchLines returns the places at which a length is divided into roughly equal parts, including both ends. Each line
// moves to where it crosses the fewest texts, and among such places the least of the building's lines. No part becomes
// longer than most.
func matchLines(lo, hi, most geometry.Length, spans []reach) []geometry.Length {
	n := (hi - lo + most - 1) / most
	out := []geometry.Length{lo}
	for k := geometry.Length(1); k < n; k++ {
		even, slack := lo+(hi-lo)*k/n, (most-(hi-lo)/n)/2
		best, fewest, least := even, len(spans)+1, geometry.Length(0)
		for off := geometry.Length(0); off <= slack; off += geometry.Millimetre {
			for _, at := range []geometry.Length{even - off, even + off} {
				if texts, lines := crossed(at, spans); texts < fewest || texts == fewest && lines < least {
					best, fewest, least = at, texts, lines
				}
			}
		}
		out = append(out, best)
	}
	return append(out, hi)
}

// clearOfMatch is the distance from a match line within which a line of the building counts as crossed, because a
// facade line that close would look like a match line.
const clearOfMatch = 10 * geometry.Millimetre

// crossed returns how many texts a match line crosses, and the total length of the building's lines near it.
func crossed(at geometry.Length, spans []reach) (texts int, lines geometry.Length) {
	for _, s := range spans {
		switch from, to := max(s.from, at-clearOfMatch), min(s.to, at+clearOfMatch); {
		case s.text:
			if s.from < at && at < s.to {
				texts++
			}
		case from > to:
		case s.from == s.to:
			lines += s.long
		default:
			lines += geometry.Length(float64(s.long) * float64(to-from) / float64(s.to-s.from))
		}
	}
	return texts, lines
}

// division is a view that is being divided. The coordinates ys increase upwards, whereas the rows of parts are counted
// downwards. A cell without marks gets no part.
type division struct {
	whole   *View
	xs, ys  []geometry.Length
	items   map[[2]int][]paper.Item // by row and column
	numbers map[[2]int]int          // from 1
}

func newDivision(whole *View, xs, ys []geometry.Length) *division {
	d := &division{whole: whole, xs: xs, ys: ys, items: map[[2]int][]paper.Item{}, numbers: map[[2]int]int{}}
	for _, i := range whole.Drawing.Items {
		i = i.Moved(whole.Drawing.Origin)
		if _, top := i.Mark.Bounds(); top.Y < whole.whole.named.lo.Y {
			continue // it belongs to the title
		}
		for row := range len(ys) - 1 {
			for column := range len(xs) - 1 {
				lo, hi := d.place(row, column)
				for _, m := range inPlace(i, paper.Clip(i.Mark, lo, hi), lo, hi) {
					clipped := i
					clipped.Mark = m
					d.items[[2]int{row, column}] = append(d.items[[2]int{row, column}], clipped)
				}
			}
		}
	}
	for row := range len(ys) - 1 {
		for column := range len(xs) - 1 {
			if at := [2]int{row, column}; len(d.items[at]) > 0 {
				d.numbers[at] = len(d.numbers) + 1
			}
		}
	}
	return d
}

// inPlace returns the marks of an item that a part shows. A dimension inside the building keeps its figure at its
// place, and only the part that contains this place shows the figure. At the middle of a clipped dimension the figure
// would cover other marks.
func inPlace(i paper.Item, marks []paper.Mark, lo, hi paper.Point) []paper.Mark {
	d, ok := i.Mark.(paper.Dimension)
	if !ok || i.Layer != layerDoorDimensions && i.Layer != layerRoomDimensions {
		return marks
	}
	at := d.Text.At
	inside := at.X >= lo.X && at.X < hi.X && at.Y >= lo.Y && at.Y < hi.Y
	out := slices.DeleteFunc(slices.Clone(marks), func(m paper.Mark) bool {
		_, text := m.(paper.Text)
		return text && !inside
	})
	for k, m := range out {
		if _, text := m.(paper.Text); text {
			out[k] = d.Text
		}
	}
	return out
}

// place returns the corners of a part.
func (d *division) place(row, column int) (lo, hi paper.Point) {
	up := len(d.ys) - 2 - row
	return paper.Point{X: d.xs[column], Y: d.ys[up]}, paper.Point{X: d.xs[column+1], Y: d.ys[up+1]}
}

// number returns the number of a part, or 0 if nothing is drawn there.
func (d *division) number(row, column int) int { return d.numbers[[2]int{row, column}] }

// part draws a part, with match lines, title, scale bar and north.
func (d *division) part(row, column int) *View {
	from := d.whole.whole
	name := fmt.Sprintf("%s, part %d of %d", from.named.name, d.number(row, column), len(d.numbers))
	v := newView(from.ctx, from.source, name, from.scale, from.frame)
	v.cutAreas, v.warnings, v.compared = d.whole.Cut, d.whole.Warnings, d.whole.Compared
	v.drawing.Items = d.items[[2]int{row, column}]
	lo, hi := d.place(row, column)
	least, most := v.bounds()
	least = paper.Point{X: min(least.X, lo.X), Y: min(least.Y, lo.Y)}
	most = paper.Point{X: max(most.X, hi.X), Y: max(most.Y, hi.Y)}
	v.matchLine(paper.Point{X: lo.X, Y: least.Y}, paper.Point{X: lo.X, Y: most.Y}, d.number(row, column-1))
	v.matchLine(paper.Point{X: hi.X, Y: least.Y}, paper.Point{X: hi.X, Y: most.Y}, d.number(row, column+1))
	v.matchLine(paper.Point{X: least.X, Y: hi.Y}, paper.Point{X: most.X, Y: hi.Y}, d.number(row-1, column))
	v.matchLine(paper.Point{X: least.X, Y: lo.Y}, paper.Point{X: most.X, Y: lo.Y}, d.number(row+1, column))
	key := v.title(name, from.named.north)
	d.keyPlan(v, row, column, key)
	return v.finish()
}

// matchLine draws the line at which a view continues in another part, with the number of that part at the far end. It
// draws nothing for part 0.
func (v *view) matchLine(from, to paper.Point, part int) {
	if part == 0 {
		return
	}
	const beyond, gap = 6 * geometry.Millimetre, 1500
	t := paper.Text{String: fmt.Sprintf("part %d", part), Height: textSmall}
	if from.X == to.X {
		from.Y, to.Y = from.Y-beyond, to.Y+beyond
		t.At, t.Anchor.Across = to.Add(paper.Point{Y: gap}), paper.Centre
	} else {
		from.X, to.X = from.X-beyond, to.X+beyond
		t.At, t.Anchor.Up = to.Add(paper.Point{X: gap}), paper.Middle
	}
	v.add(layerOther, paper.ClassMark, nil, paper.Stroke{Points: []paper.Point{from, to}, Pen: paper.Pen50,
		Pattern: paper.Cutting})
	v.text(layerOther, nil, t)
}

// The largest size of a key plan on paper.
const (
	keyWidth  = 40 * geometry.Millimetre
	keyHeight = 22 * geometry.Millimetre
)

// inkKey is the colour of the highlighted part in a key plan.
var inkKey = paper.Ink{R: 0x80, G: 0x80, B: 0x80}

// footprint returns the area that the walls of a plan enclose, including the walls, on paper. On a roof plan it is the
// area that the roofs cover.
func (p *plan) footprint() (out geometry.Region) {
	of := p.roofArea
	if !p.spec.Roof {
		of = p.closedWalls()
	}
	for _, polygon := range of {
		out = append(out, geometry.Polygon{Outer: polygon.Outer})
	}
	return out
}

// keyPlan draws the outline of the whole view beside the north arrow of a part, with the part filled; corner is its
// upper left. A view without an outline of its own gets the outline of all parts together.
func (d *division) keyPlan(v *view, row, column int, corner paper.Point) {
	whole := d.whole.whole.covers
	if len(whole) == 0 {
		whole = geometry.Region{geometry.Rectangle(paper.Point{X: d.xs[0], Y: d.ys[0]},
			paper.Point{X: d.xs[len(d.xs)-1], Y: d.ys[len(d.ys)-1]})}
	}
	from, to := whole.Bounds()
	factor := min(float64(keyWidth)/float64(to.X-from.X), float64(keyHeight)/float64(to.Y-from.Y))
	place := func(p paper.Point) paper.Point {
		return corner.Add(paper.Point{X: geometry.Length(math.Round(float64(p.X-from.X) * factor)),
			Y: geometry.Length(math.Round(float64(p.Y-to.Y) * factor))})
	}
	lo, hi := d.place(row, column)
	for _, polygon := range geometry.Intersect(whole, geometry.Region{geometry.Rectangle(lo, hi)}) {
		v.add(layerOther, paper.ClassMark, nil, paper.Fill{Ink: inkKey,
			Region: geometry.Region{{Outer: moved(polygon.Outer, place)}}})
	}
	for _, polygon := range whole {
		v.add(layerOther, paper.ClassMark, nil, paper.Stroke{Points: moved(polygon.Outer, place), Closed: true,
			Pen: v.pen(dimensionLine)})
	}
	v.text(layerOther, nil, paper.Text{At: corner.Add(paper.Point{Y: 1200}), String: "Key plan", Height: textLeast})
}

// moved returns a ring with place applied to each point.
func moved(r geometry.Ring, place func(paper.Point) paper.Point) geometry.Ring {
	out := make(geometry.Ring, len(r))
	for i, p := range r {
		out[i] = place(p)
	}
	return out
}
