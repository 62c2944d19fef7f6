package paper

import "github.com/bimstream/bimstream/geometry"

// Clip returns the parts of a mark in a rectangle. Lines and areas are cut. A text is kept if its middle is inside. The
// lines of a dimension with an end outside are cut, and its text stands at the middle of the rest.
func Clip(m Mark, lo, hi Point) []Mark {
	from, to := m.Bounds()
	if from.X > hi.X || from.Y > hi.Y || to.X < lo.X || to.Y < lo.Y {
		return nil
	}
	if from.X >= lo.X && from.Y >= lo.Y && to.X <= hi.X && to.Y <= hi.Y {
		return []Mark{m}
	}
	area := geometry.Region{geometry.Rectangle(lo, hi)}
	switch m := m.(type) {
	case Text:
		if within(middleOf(m.Bounds()), lo, hi) {
			return []Mark{m}
		}
	case Fill:
		if m.Region = geometry.Intersect(m.Region, area); len(m.Region) > 0 {
			return []Mark{m}
		}
	case Hatch:
		if m.Region = geometry.Intersect(m.Region, area); len(m.Region) > 0 {
			return []Mark{m}
		}
	case Arc:
		return clipStroke(Stroke{Points: m.Points(), Pen: m.Pen, Pattern: m.Pattern, Ink: m.Ink}, lo, hi)
	case Stroke:
		return clipStroke(m, lo, hi)
	case Dimension:
		return clipDimension(m, lo, hi)
	}
	return nil
}

// clipDimension clips a dimension. If both ends are inside, the dimension stays as it is.
func clipDimension(d Dimension, lo, hi Point) []Mark {
	a, b := d.Ends()
	if within(a, lo, hi) && within(b, lo, hi) {
		return []Mark{d}
	}
	var out []Mark
	for _, s := range d.Strokes() {
		out = append(out, clipStroke(s, lo, hi)...)
	}
	left, right, ok := clipLine(a, b, lo, hi)
	if !ok {
		return out
	}
	along := middleOf(left, right).Sub(middleOf(a, b))
	text := d.Text.moved(along).(Text)
	if d.Upright && right.Sub(left).Y.Abs() < text.Width() || !d.Upright && right.Sub(left).X.Abs() < text.Width() {
		return out
	}
	return append(out, text)
}

func within(p, lo, hi Point) bool { return p.X >= lo.X && p.Y >= lo.Y && p.X <= hi.X && p.Y <= hi.Y }

func middleOf(a, b Point) Point { return Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2} }

// clipStroke returns the pieces of a polyline in a rectangle.
func clipStroke(s Stroke, lo, hi Point) (out []Mark) {
	n := len(s.Points) - 1
	if s.Closed {
		n++
	}
	var piece []Point
	end := func() {
		if len(piece) > 1 {
			out = append(out, Stroke{Points: piece, Pen: s.Pen, Pattern: s.Pattern, Ink: s.Ink})
		}
		piece = nil
	}
	for i := range n {
		a, b, ok := clipLine(s.Points[i], s.Points[(i+1)%len(s.Points)], lo, hi)
		if !ok || len(piece) > 0 && piece[len(piece)-1] != a {
			end()
		}
		if !ok {
			continue
		}
		if len(piece) == 0 {
			piece = append(piece, a)
		}
		piece = append(piece, b)
	}
	end()
	return out
}

// clipLine returns the part of a line in a rectangle, or false if that part has no length.
func clipLine(a, b, lo, hi Point) (from, to Point, ok bool) {
	dx, dy := float64(b.X-a.X), float64(b.Y-a.Y)
	enter, leave := 0.0, 1.0
	for _, side := range [][2]float64{
		{-dx, float64(a.X - lo.X)}, {dx, float64(hi.X - a.X)}, {-dy, float64(a.Y - lo.Y)}, {dy, float64(hi.Y - a.Y)},
	} {
		switch t := side[1] / side[0]; {
		case side[0] == 0 && side[1] < 0:
			return from, to, false
		case side[0] < 0:
			enter = max(enter, t)
		case side[0] > 0:
			leave = min(leave, t)
		}
	}
	if enter >= leave {
		return from, to, false
	}
	from, to = a, b
	if enter > 0 {
		from = between(a, b, enter)
	}
	if leave < 1 {
		to = between(a, b, leave)
	}
	return from, to, from != to
}
