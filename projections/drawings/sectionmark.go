package drawings

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// SectionLine is a vertical section plane in plan. The view is to the left of the direction from start to end. The
// start is therefore on the left of the section and the end on its right.
type SectionLine struct {
	Name  string          `json:"name,omitempty" jsonschema:"letter"`
	Start geometry.Point2 `json:"start"`
	End   geometry.Point2 `json:"end"`

	on reference // the place of the drawing of a section that the model keeps
}

// lettered returns lines with a letter for each missing name: A for the first line, and so on.
func lettered(lines []SectionLine) []SectionLine {
	out := slices.Clone(lines)
	for i := range out {
		if out[i].Name == "" {
			out[i].Name = string(rune('A' + i%26))
		}
	}
	return out
}

// check returns DEGENERATE_GEOMETRY for a line without length.
func (s SectionLine) check() error {
	if geometry.Distance(s.Start, s.End) < geometry.Millimetre {
		return state.Errorf(state.DegenerateGeometry,
			"the section starts where it ends: start and end must differ").With("parameter", "end")
	}
	return nil
}

// sectionMarks draws both ends of each section's line, with an arrow in the direction of view and the section's letter.
func (p *plan) sectionMarks() {
	for _, s := range p.spec.Sections {
		if s.check() == nil {
			p.sectionMark(s)
		}
	}
}

func (p *plan) sectionMark(s SectionLine) {
	a, b := p.at(s.Start), p.at(s.End)
	l := segment{a, b}.length()
	ux, uy := float64(b.X-a.X)/l, float64(b.Y-a.Y)/l
	lo, hi := p.bounds()
	reach := segment{lo, hi}.length()
	// The ends lie outside of everything drawn.
	from, to, ok := clip(segment{move(a, -ux*reach, -uy*reach), move(b, ux*reach, uy*reach)},
		geometry.Rectangle(lo, hi).Outer)
	if !ok {
		return
	}
	whole := segment{move(a, -ux*reach, -uy*reach), move(b, ux*reach, uy*reach)}
	length := whole.length()
	inner := whole.part(from*length, to*length, length)
	p.sectionEnd(s, inner.a, -ux, -uy, -uy, ux)
	p.sectionEnd(s, inner.b, ux, uy, -uy, ux)
}

// sectionEnd draws one end of a section line: a wide chain line away from the drawing, an arrow in the direction of
// view and the letter. If the section is on a sheet, a bubble has its number above the number of the sheet.
func (p *plan) sectionEnd(s SectionLine, at paper.Point, ox, oy, vx, vy float64) {
	// The letter stands clear of the arrow: half its height, half the arrow's width and a millimetre and a half.
	const long, arrow, letterOff = 12e3, 6e3, 5.6e3
	near, far := move(at, ox*2e3, oy*2e3), move(at, ox*(2e3+long), oy*(2e3+long))
	p.add("A-SECT-IDEN", paper.ClassMark, nil, paper.Stroke{Points: []paper.Point{near, far}, Pen: p.pen(sectionMark)})
	tip := move(far, vx*arrow, vy*arrow)
	p.add("A-SECT-IDEN", paper.ClassMark, nil, paper.Stroke{Points: []paper.Point{far, tip}, Pen: p.pen(dimensionLine)})
	left, right := move(move(far, vx*arrow/3, vy*arrow/3), ox*1600, oy*1600),
		move(move(far, vx*arrow/3, vy*arrow/3), -ox*1600, -oy*1600)
	p.add("A-SECT-IDEN", paper.ClassMark, nil, paper.Fill{Region: geometry.Region{orientedTriangle(tip, left, right)}})
	p.placer.take(orientedBox(near, far, tip))
	letter := move(move(far, ox*letterOff, oy*letterOff), vx*1e3, vy*1e3)
	p.text("A-SECT-IDEN", nil, paper.Text{At: letter, String: s.Name, Height: textTitle, Face: paper.SemiBold,
		Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle}})
	if s.on.sheet != "" {
		reach := letterOff + float64(textTitle) + float64(paper.SemiBold.Width(s.Name, textTitle))/2
		p.referenceBubble("A-SECT-IDEN", far, ox, oy, reach, s.on)
	}
}

// orientedBox returns the counter-clockwise rectangle with sides from a to b and from b to c, which are perpendicular.
func orientedBox(a, b, c paper.Point) geometry.Ring {
	ring := geometry.Ring{a, b, c, a.Add(c.Sub(b))}
	if ring.Area() < 0 {
		ring[1], ring[3] = ring[3], ring[1]
	}
	return ring
}

func orientedTriangle(a, b, c paper.Point) geometry.Polygon {
	if geometry.Orient(a, b, c) < 0 {
		b, c = c, b
	}
	return geometry.Polygon{Outer: geometry.Ring{a, b, c}}
}

// move returns a point moved by micrometres on paper.
func move(p paper.Point, x, y float64) paper.Point {
	return p.Add(paper.Point{X: geometry.Length(math.Round(x)), Y: geometry.Length(math.Round(y))})
}
