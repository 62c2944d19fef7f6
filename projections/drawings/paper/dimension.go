package paper

import (
	"github.com/bimstream/bimstream/geometry"
)

// Dimension is one measure of a chain: the distance of two points along the dimension line, which is horizontal or, if
// Upright, vertical. Line is a point on the dimension line; extension lines run from the points to it.
type Dimension struct {
	From, To Point
	Line     Point
	Upright  bool
	Text     Text
	Value    geometry.Length // in the building
	Scale    int64           // the denominator of its view's scale
	Pen      Pen
	Tick     Pen
	Leader   *Stroke // from the text to its measure, if the text was moved
}

// The sizes of dimensions on paper (ISO 129-1, in the usual construction form).
const (
	tickHalf  = 1000 // of the stroke at 45 degrees, along either axis
	overshoot = 1500 // of the extension line beyond the dimension line
	clearOff  = 1500 // between the measured point and its extension line
)

func (d Dimension) moved(by Point) Mark {
	d.From, d.To, d.Line = d.From.Add(by), d.To.Add(by), d.Line.Add(by)
	d.Text = d.Text.moved(by).(Text)
	if d.Leader != nil {
		leader := d.Leader.moved(by).(Stroke)
		d.Leader = &leader
	}
	return d
}

// Ends returns the ends of the dimension line.
func (d Dimension) Ends() (a, b Point) {
	if d.Upright {
		return Point{X: d.Line.X, Y: d.From.Y}, Point{X: d.Line.X, Y: d.To.Y}
	}
	return Point{X: d.From.X, Y: d.Line.Y}, Point{X: d.To.X, Y: d.Line.Y}
}

// Strokes returns the dimension line, the extension lines and the ticks.
func (d Dimension) Strokes() []Stroke {
	a, b := d.Ends()
	out := []Stroke{{Points: []Point{a, b}, Pen: d.Pen}}
	for _, e := range [][2]Point{{d.From, a}, {d.To, b}} {
		if s, ok := extension(e[0], e[1]); ok {
			out = append(out, Stroke{Points: s, Pen: d.Pen})
		}
		tick := Point{X: tickHalf, Y: tickHalf}
		if d.Upright { // from lower left to upper right, when read from the right
			tick.X = -tick.X
		}
		out = append(out, Stroke{Points: []Point{e[1].Sub(tick), e[1].Add(tick)}, Pen: d.Tick})
	}
	if d.Leader != nil {
		out = append(out, *d.Leader)
	}
	return out
}

// extension returns the extension line from near the measured point to a little beyond the dimension line.
func extension(from, to Point) ([]Point, bool) {
	dx, dy := sign(to.X-from.X), sign(to.Y-from.Y)
	start := from.Add(Point{X: dx * clearOff, Y: dy * clearOff})
	if (to.X-start.X)*dx+(to.Y-start.Y)*dy <= 0 {
		return nil, false
	}
	return []Point{start, to.Add(Point{X: dx * overshoot, Y: dy * overshoot})}, true
}

func sign(l geometry.Length) geometry.Length {
	switch {
	case l > 0:
		return 1
	case l < 0:
		return -1
	}
	return 0
}

// Bounds returns the smallest rectangle around the lines and the text.
func (d Dimension) Bounds() (lo, hi Point) {
	lo, hi = d.Text.Bounds()
	for _, s := range d.Strokes() {
		a, b := s.Bounds()
		lo, hi = Point{X: min(lo.X, a.X), Y: min(lo.Y, a.Y)}, Point{X: max(hi.X, b.X), Y: max(hi.Y, b.Y)}
	}
	return lo, hi
}
