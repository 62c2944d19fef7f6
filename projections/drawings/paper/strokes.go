package paper

import (
	"math"

	"github.com/bimstream/bimstream/geometry"
)

// Strokes returns an upper bound of the number of lines that [Drawn] makes of a mark, without making them. A hatch is
// estimated by the rectangle around its region.
func Strokes(m Mark) float64 {
	switch m := m.(type) {
	case Stroke:
		return m.strokes()
	case Arc:
		chords := float64(max(2, geometry.ArcSides(m.Radius, sagitta, m.Sweep)))
		if m.Pattern == Solid {
			return chords
		}
		around := float64(m.Radius) * 2 * math.Pi * float64(m.Sweep) / float64(geometry.FullTurn)
		return chords + pieces(around, dashes[m.Pattern])
	case Fill:
		return float64(corners(m.Region))
	case Hatch:
		n := 0.0
		for _, f := range m.Families {
			n += f.strokes(m.Region)
		}
		return n
	case Dimension:
		n := 1.0
		for _, s := range m.Strokes() {
			n += s.strokes()
		}
		return n
	}
	return 1
}

func (s Stroke) strokes() float64 {
	n := float64(len(s.Points))
	if s.Pattern == Solid {
		return n
	}
	for i := 1; i < len(s.Points); i++ {
		n += pieces(length(s.Points[i-1], s.Points[i]), dashes[s.Pattern])
	}
	if k := len(s.Points); s.Closed && k > 1 {
		n += pieces(length(s.Points[k-1], s.Points[0]), dashes[s.Pattern])
	}
	return n
}

// pieces returns the number of dashes of a pattern in a length.
func pieces(length float64, pattern []geometry.Length) float64 {
	period := 0.0
	for _, d := range pattern {
		period += float64(d)
	}
	if period == 0 {
		return 1
	}
	return length / period * float64((len(pattern)+1)/2)
}

// strokes returns an upper bound of the number of lines of a family within a region. It counts the lines in the
// rectangle around each polygon, with sides along the lines. It adds one line for each corner, because a line may be
// divided there.
func (f Family) strokes(r geometry.Region) float64 {
	sine, cosine := f.Angle.Sin(), f.Angle.Cos()
	n := 0.0
	for _, p := range r {
		if len(p.Outer) == 0 {
			continue
		}
		lowU, highU, lowV, highV := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
		for _, c := range p.Outer {
			x, y := float64(c.X), float64(c.Y)
			u, v := float64(x*cosine)+float64(y*sine), float64(y*cosine)-float64(x*sine)
			lowU, highU, lowV, highV = min(lowU, u), max(highU, u), min(lowV, v), max(highV, v)
		}
		along := 1.0
		if f.Dash != nil {
			along += pieces(highU-lowU, f.Dash)
		}
		n += float64((float64((highV-lowV)/float64(f.Spacing))+1)*along) + float64(corners(geometry.Region{p}))
	}
	return n
}

// corners counts the corners of a region.
func corners(r geometry.Region) (n int) {
	for _, p := range r {
		n += len(p.Outer)
		for _, h := range p.Holes {
			n += len(h)
		}
	}
	return n
}
