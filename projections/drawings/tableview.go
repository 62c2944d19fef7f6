package drawings

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/tables"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// The sizes of tables on paper.
const (
	tableRow    = 5 * geometry.Millimetre
	tableInset  = 1500 * geometry.Micrometre
	tableCell   = 60 * geometry.Millimetre // the widest cell: longer texts end with an ellipsis
	headerPitch = 2900 * geometry.Micrometre
	headerLines = 3
	tableName   = 9 * geometry.Millimetre // the title above
)

// tableLines is the most lines of a table in one view; with its header the view fits on A2.
const tableLines = 60

// tableMaker draws one view of a table.
type tableMaker struct {
	*view
	table *table.Table
	tableColumns
}

// tableColumns is the layout of a table's columns.
type tableColumns struct {
	cols   []int             // the columns that have a value somewhere
	left   []geometry.Length // where each begins, and where the last one ends
	header geometry.Length   // the height of the header
}

// TableViews draws a table, such as a schedule or a take-off, as views of a sheet with 60 lines each. Columns without
// any value are left out and named below.
func TableViews(ctx context.Context, source *projections.View, t *table.Table) []*View {
	t = drawnTable(t)
	parts := max(1, (len(t.Lines)+tableLines-1)/tableLines)
	columns := columnsOf(t)
	var out []*View
	for n := range parts {
		name := t.Title
		if parts > 1 {
			name = fmt.Sprintf("%s (%d of %d)", t.Title, n+1, parts)
		}
		m := &tableMaker{view: newView(ctx, source, name, Scales[len(Scales)-1], geometry.World()), table: t,
			tableColumns: columns}
		m.drawing.Scale = 0
		m.draw(t.Lines[n*tableLines:min(len(t.Lines), (n+1)*tableLines)], n == parts-1)
		out = append(out, m.finish())
	}
	return out
}

// drawnTable returns a table without the subtotals of single lines, which would repeat those lines.
func drawnTable(t *table.Table) *table.Table {
	out := *t
	out.Lines = nil
	for _, l := range t.Lines {
		if l.Kind != table.LineSubtotal || l.To-l.From != 1 {
			out.Lines = append(out.Lines, l)
		}
	}
	return &out
}

// columnsOf returns the layout of the columns of a table that have a value. All parts of the table use the same layout.
func columnsOf(t *table.Table) (out tableColumns) {
	widest, any := make([]geometry.Length, len(t.Columns)), make([]bool, len(t.Columns))
	for _, l := range t.Lines {
		for i, cell := range t.Shown(l) {
			if s := said(cell, t.Columns[i]); s != "" {
				any[i] = true
				widest[i] = max(widest[i], min(tableCell, faceOf(l).Width(s, textSmall)))
			}
		}
	}
	lines := 1
	x := geometry.Length(0)
	for i, c := range t.Columns {
		if !any[i] && len(t.Lines) > 0 {
			continue
		}
		width, words := widest[i], strings.Fields(headerOf(c))
		for _, w := range words {
			width = max(width, paper.SemiBold.Width(w, textLeast))
		}
		for len(wrapped(words, width)) > headerLines {
			width += geometry.Millimetre
		}
		lines = max(lines, len(wrapped(words, width)))
		out.cols, out.left = append(out.cols, i), append(out.left, x)
		x += width + 2*tableInset
	}
	out.left = append(out.left, x)
	out.header = headerPitch*geometry.Length(lines) + 1500
	return out
}

// wrapped returns words in lines of a width.
func wrapped(words []string, width geometry.Length) []string {
	var out []string
	for _, w := range words {
		if n := len(out); n > 0 && paper.SemiBold.Width(out[n-1]+" "+w, textLeast) <= width {
			out[n-1] += " " + w
			continue
		}
		out = append(out, w)
	}
	return out
}

// headerOf returns the header of a column in words, because the model writes the names of properties as one word.
func headerOf(c table.Column) string {
	c.Title = inWords(c.Title)
	return c.Header()
}

// inWords returns a name such as AcousticRating in words: Acoustic rating.
func inWords(name string) string {
	var b strings.Builder
	last := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(last) {
			b.WriteByte(' ')
			b.WriteRune(unicode.ToLower(r))
		} else {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// quantityName is the name of a quantity in a note, after its category: wall GrossSideArea.
var quantityName = regexp.MustCompile(`\b([a-z]+(?:_[a-z]+)*) ([A-Z][A-Za-z]*)(: | of )`)

// noteInWords returns a note with the names of categories and quantities in words, as in the headers.
func noteInWords(note string) string {
	note = quantityName.ReplaceAllStringFunc(note, func(s string) string {
		m := quantityName.FindStringSubmatch(s)
		return strings.ReplaceAll(m[1], "_", " ") + " " + strings.ToLower(inWords(m[2])) + m[3]
	})
	return strings.ToUpper(note[:1]) + note[1:]
}

// word matches a value of one of the model's own lists.
var word = regexp.MustCompile(`^[a-z]+(_[a-z]+)+$`)

// said returns the text of a cell, with values of the model's own lists in words.
func said(c table.Cell, column table.Column) string {
	s := c.Print(column.Decimals)
	if word.MatchString(s) {
		return strings.ReplaceAll(s, "_", " ")
	}
	return s
}

func faceOf(l table.Line) paper.Face {
	if l.Kind == table.LineRow {
		return paper.Regular
	}
	return paper.SemiBold
}

// draw draws the title, the header and lines, from the top down, with notes below the last part.
func (m *tableMaker) draw(lines []table.Line, last bool) {
	right := m.left[len(m.left)-1]
	m.text(layerTitle, nil, paper.Text{At: paper.Point{Y: tableName - textTitle}, String: m.drawing.Name,
		Height: textTitle, Face: paper.SemiBold})
	for n, i := range m.cols {
		for k, s := range wrapped(strings.Fields(headerOf(m.table.Columns[i])), m.left[n+1]-m.left[n]-2*tableInset) {
			m.text(layerText, nil, paper.Text{At: paper.Point{X: m.left[n] + tableInset,
				Y: -headerPitch*geometry.Length(k+1) + 200}, String: s, Height: textLeast, Face: paper.SemiBold})
		}
	}
	y := -m.header
	rule := func(y geometry.Length, pen paper.Pen) {
		m.add(layerText, paper.ClassFrame, nil, paper.Stroke{Points: []paper.Point{{Y: y}, {X: right, Y: y}}, Pen: pen})
	}
	rule(0, paper.Pen35)
	rule(y, paper.Pen35)
	for _, l := range lines {
		m.goOn()
		m.line(l, y)
		y -= tableRow
		rule(y, paper.Pen13)
	}
	rule(y, paper.Pen35)
	for _, x := range m.left {
		pen := paper.Pen13
		if x == 0 || x == right {
			pen = paper.Pen35
		}
		m.add(layerText, paper.ClassFrame, nil, paper.Stroke{Points: []paper.Point{{X: x}, {X: x, Y: y}}, Pen: pen})
	}
	if last {
		m.notes(y)
	}
}

// line writes the cells of a line, with numbers aligned to the right.
func (m *tableMaker) line(l table.Line, top geometry.Length) {
	cells := m.table.Shown(l)
	for n, i := range m.cols {
		c, width := m.table.Columns[i], m.left[n+1]-m.left[n]-2*tableInset
		s := shortened(said(cells[i], c), faceOf(l), width)
		if s == "" {
			continue
		}
		t := paper.Text{At: paper.Point{X: m.left[n] + tableInset, Y: top - tableRow + 1300}, String: s,
			Height: textSmall, Face: faceOf(l)}
		if _, number := cells[i].Number(); number {
			t.At.X, t.Anchor.Across = m.left[n+1]-tableInset, paper.Right
		}
		m.drawing.Add(paper.Item{Layer: layerText, Class: paper.ClassText, Element: l.ID, Mark: t})
	}
}

// shortened returns a text cut to a width, with an ellipsis for the missing end.
func shortened(s string, face paper.Face, width geometry.Length) string {
	if face.Width(s, textSmall) <= width {
		return s
	}
	runes := []rune(s)
	for len(runes) > 1 && face.Width(string(runes)+"…", textSmall) > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

// notes writes below the table the rules behind its figures, and the names of the columns without a value.
func (m *tableMaker) notes(bottom geometry.Length) {
	var said, empty []string
	for _, n := range m.table.Notes {
		if !strings.HasPrefix(n, tables.NoValueNote) {
			said = append(said, noteInWords(n))
		}
	}
	for i, c := range m.table.Columns {
		if len(m.table.Lines) > 0 && !slices.Contains(m.cols, i) {
			empty = append(empty, inWords(c.Title))
		}
	}
	if len(empty) > 0 {
		said = append(said, "No value is known of: "+strings.Join(empty, ", ")+".")
	}
	y := bottom - 1500
	for _, n := range said {
		for _, s := range wrapped(strings.Fields(n), max(m.left[len(m.left)-1], 60*geometry.Millimetre)) {
			y -= headerPitch
			m.text(layerText, nil, paper.Text{At: paper.Point{Y: y}, String: s, Height: textLeast})
		}
	}
}
