package check

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// The limits on paper.
const (
	leastText    = 1800 * geometry.Micrometre // of capitals: the least that stays readable in a copy at half size
	leastPitch   = 1.4                        // of the lines of a stamp, in heights of the lower line (ISO 3098 type B)
	bindingEdge  = 20 * geometry.Millimetre   // the frame of ISO 5457, from the left
	otherEdge    = 10 * geometry.Millimetre   // from the other sides
	centringEdge = 5 * geometry.Millimetre    // centring marks may reach this near to the edge
	touching     = 2.0                        // micrometres by which boxes and lines may overlap, for rounding on paper
)

// Written is a text of a drawing with its item.
type Written struct {
	paper.Text
	Item paper.Item
}

// Texts returns the texts of a drawing, including those of dimensions.
func Texts(d *paper.Drawing) (out []Written) {
	for _, i := range d.Items {
		switch m := i.Mark.(type) {
		case paper.Text:
			out = append(out, Written{m, i})
		case paper.Dimension:
			out = append(out, Written{m.Text, i})
		}
	}
	return out
}

// Drawing returns the faults of a drawing that do not depend on its contents. Texts must not lie on other texts or cut
// lines, be too small, upside down, empty or without glyphs. Lines of a stamp must not be too close. Marks must not lie
// beyond the paper or, on a sheet, beyond the frame.
func Drawing(d *paper.Drawing) (faults []string) {
	add := func(format string, args ...any) { faults = append(faults, d.Name+": "+fmt.Sprintf(format, args...)) }
	for _, i := range d.Items {
		lo, hi := i.Mark.Bounds()
		if lo.X > hi.X || lo.Y > hi.Y {
			add("an empty %T on %s", i.Mark, i.Layer)
		} else if lo.X < 0 || lo.Y < 0 || hi.X > d.Width || hi.Y > d.Height {
			add("%T of %s lies outside the paper", i.Mark, i.Layer)
		} else if d.Number != "" && beyondFrame(d, i, lo, hi) {
			add("%T of %s lies outside the frame", i.Mark, i.Layer)
		}
	}
	cut, texts := cutLines(d), Texts(d)
	placed := grid[geometry.Ring]{}
	for n, w := range texts {
		box := w.Box()
		switch {
		case w.String == "":
			add("an empty text on %s", w.Item.Layer)
		case w.Height < leastText:
			add("%q is %v mm high", w.String, w.Height)
		case w.Angle <= -geometry.QuarterTurn || w.Angle > geometry.QuarterTurn:
			add("%q stands on its head", w.String)
		case !w.Face.Has(w.String):
			add("the font lacks a sign of %q", w.String)
		}
		lo, hi := geometry.Region{{Outer: box}}.Bounds()
		if other, found := placed.find(lo, hi, func(r geometry.Ring) bool { return overlapping(box, r) }); found {
			add("%q at %v lies on another text, at %v", w.String, box[0], other[0])
		}
		if _, found := cut.find(lo, hi, func(l [2]paper.Point) bool { return runsThrough(l, box) }); found {
			add("%q at %v lies on a cut line", w.String, box[0])
		}
		placed.add(lo, hi, box)
		if n > 0 && tooClose(texts[n-1], w) {
			add("%q is too close below %q", w.String, texts[n-1].String)
		}
	}
	return faults
}

// beyondFrame reports whether a mark of a sheet lies beyond its frame. The frame itself and its centring marks do not.
func beyondFrame(d *paper.Drawing, i paper.Item, lo, hi paper.Point) bool {
	left, edge := geometry.Length(bindingEdge), geometry.Length(otherEdge)
	if i.Class == paper.ClassFrame {
		left, edge = centringEdge, centringEdge
	}
	return lo.X < left || lo.Y < edge || hi.X > d.Width-edge || hi.Y > d.Height-edge
}

// tooClose reports whether two texts are consecutive upright lines of one stamp with less than the least pitch.
func tooClose(a, b Written) bool {
	if a.Item.Element == "" || a.Item.Element != b.Item.Element || a.Item.Layer != b.Item.Layer || a.At.X != b.At.X ||
		a.Angle != 0 || b.Angle != 0 {
		return false
	}
	pitch := a.At.Y - b.At.Y
	return pitch > 0 && float64(pitch) < leastPitch*float64(b.Height)
}

// cutLines returns the outlines of cut areas.
func cutLines(d *paper.Drawing) grid[[2]paper.Point] {
	out := grid[[2]paper.Point]{}
	for _, i := range d.Items {
		s, ok := i.Mark.(paper.Stroke)
		if !ok || i.Class != paper.ClassCut {
			continue
		}
		for k, q := range s.Points {
			if k == 0 && !s.Closed {
				continue
			}
			p := s.Points[(k+len(s.Points)-1)%len(s.Points)]
			out.add(paper.Point{X: min(p.X, q.X), Y: min(p.Y, q.Y)},
				paper.Point{X: max(p.X, q.X), Y: max(p.Y, q.Y)}, [2]paper.Point{p, q})
		}
	}
	return out
}

// grid indexes things by the cells of 20 mm on paper that their rectangles meet.
type grid[T any] map[[2]geometry.Length][]T

const cell = 20 * geometry.Millimetre

func (g grid[T]) each(lo, hi paper.Point, do func([2]geometry.Length)) {
	for x := floorDiv(lo.X, cell); x <= floorDiv(hi.X, cell); x++ {
		for y := floorDiv(lo.Y, cell); y <= floorDiv(hi.Y, cell); y++ {
			do([2]geometry.Length{x, y})
		}
	}
}

func (g grid[T]) add(lo, hi paper.Point, t T) {
	g.each(lo, hi, func(c [2]geometry.Length) { g[c] = append(g[c], t) })
}

// find returns one of the things near a rectangle that meet a condition.
func (g grid[T]) find(lo, hi paper.Point, holds func(T) bool) (out T, found bool) {
	g.each(lo, hi, func(c [2]geometry.Length) {
		for _, t := range g[c] {
			if !found && holds(t) {
				out, found = t, true
			}
		}
	})
	return out, found
}

func floorDiv(a, b geometry.Length) geometry.Length {
	return geometry.Length(math.Floor(float64(a) / float64(b)))
}

// overlapping reports whether two rectangles, turned in any way, overlap by more than rounding errors. They overlap if
// they cannot be separated along any side of either.
func overlapping(a, b geometry.Ring) bool {
	for _, r := range []geometry.Ring{a, b} {
		for i := range 2 {
			x, y := float64(r[i+1].X-r[i].X), float64(r[i+1].Y-r[i].Y)
			l := math.Hypot(x, y)
			if l == 0 {
				return false
			}
			fromA, toA := extent(a, x/l, y/l)
			fromB, toB := extent(b, x/l, y/l)
			if toA-fromB <= touching || toB-fromA <= touching {
				return false
			}
		}
	}
	return true
}

// extent returns the extent of a ring along a direction.
func extent(r geometry.Ring, x, y float64) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for _, p := range r {
		d := float64(p.X)*x + float64(p.Y)*y
		from, to = min(from, d), max(to, d)
	}
	return from, to
}

// runsThrough reports whether a line has a part inside a rectangle. For each axis of the rectangle it takes the part of
// the line between the two sides.
func runsThrough(l [2]paper.Point, box geometry.Ring) bool {
	from, to := 0.0, 1.0
	for _, i := range []int{0, 1} {
		p, q := box[i], box[i+1]
		x, y := float64(q.X-p.X), float64(q.Y-p.Y)
		long := math.Hypot(x, y)
		if long == 0 {
			return false
		}
		along := func(r paper.Point) float64 { return (float64(r.X-p.X)*x + float64(r.Y-p.Y)*y) / long }
		a, b := along(l[0]), along(l[1])
		lo, hi := touching, long-touching
		if a == b {
			if a <= lo || a >= hi {
				return false
			}
			continue
		}
		s, t := (lo-a)/(b-a), (hi-a)/(b-a)
		from, to = max(from, min(s, t)), min(to, max(s, t))
	}
	return to > from
}
