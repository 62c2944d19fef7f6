package paper

import (
	"context"

	"github.com/bimstream/bimstream/geometry/processors"
)

// Line is a straight solid line.
type Line struct{ A, B Point }

// Simple is a simplified mark: lines of one pen, a fill or a text.
type Simple struct {
	Paths []Path
	Lines []Line // hatch lines and dashes, each separate
	Pen   Pen
	Ink   Ink
	Fill  *Fill
	Text  *Text
}

// Path is a solid polyline.
type Path struct {
	Points []Point
	Closed bool
}

// Drawn simplifies a mark: arcs become chords, hatches and patterned lines become their dashes, dimensions become
// strokes and text. It ends with the context, by [processors.Hear], because a mark may have millions of lines.
func Drawn(ctx context.Context, m Mark) []Simple {
	switch m := m.(type) {
	case Stroke:
		return []Simple{m.simple(ctx)}
	case Arc:
		s := Stroke{Points: m.Points(), Pen: m.Pen, Pattern: m.Pattern, Ink: m.Ink}
		return []Simple{s.simple(ctx)}
	case Fill:
		return []Simple{{Fill: &m, Ink: m.Ink}}
	case Hatch:
		out := Simple{Pen: m.Pen, Ink: m.Ink}
		for _, l := range m.lines(ctx) {
			out.Lines = append(out.Lines, Line{l[0], l[1]})
		}
		return []Simple{out}
	case Text:
		return []Simple{{Text: &m, Ink: m.Ink}}
	case Dimension:
		var out []Simple
		for _, s := range m.Strokes() {
			out = append(out, s.simple(ctx))
		}
		return append(out, Simple{Text: &m.Text, Ink: m.Text.Ink})
	}
	panic("paper: an unknown mark")
}

func (s Stroke) simple(ctx context.Context) Simple {
	out := Simple{Pen: s.Pen, Ink: s.Ink}
	if s.Pattern == Solid {
		out.Paths = []Path{{s.Points, s.Closed}}
		return out
	}
	for i := range s.Points {
		processors.Hear(ctx)
		next := i + 1
		if next == len(s.Points) {
			if !s.Closed {
				break
			}
			next = 0
		}
		for _, d := range dashed(ctx, s.Points[i], s.Points[next], s.Pattern) {
			out.Lines = append(out.Lines, Line{d[0], d[1]})
		}
	}
	return out
}
