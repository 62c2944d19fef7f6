package drawings

import (
	"strings"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// The sizes of the title block on paper.
const (
	blockHeight = 50 * geometry.Millimetre
	revisionRow = 5 * geometry.Millimetre
	legendRow   = 7 * geometry.Millimetre
	legendHead  = 7 * geometry.Millimetre
	cellInset   = 1 * geometry.Millimetre
)

// cellRow is a row of the title block: its height, and its cells from left to right.
type cellRow struct {
	height geometry.Length
	cells  []blockCell
}

// blockCell is a field of the title block: its width in 180ths of the block, its label and its text.
type blockCell struct {
	width       int64
	label, text string
	height      geometry.Length // of the text
}

// rows returns the fields of the title block, from the bottom up.
func (m *sheetMaker) rows() []cellRow {
	b := m.spec.Block
	mm := geometry.Millimetre
	return []cellRow{
		{9 * mm, []blockCell{{30, "Sheet", b.Sheet, textSmall}, {30, "Scale", m.scales(), textSmall},
			{25, "Size", m.size.Name, textSmall}, {35, "Date of issue", b.Date, textSmall},
			{60, "Status", b.Status, textSmall}}},
		{9 * mm, []blockCell{{60, "Created by", b.Creator, textSmall}, {60, "Approved by", b.Approver, textSmall},
			{60, "Document type", b.DocumentType, textSmall}}},
		{12 * mm, []blockCell{{120, "Title", b.Title, textTitle}, {60, "Identification number", b.Number, textName}}},
		{11 * mm, []blockCell{{120, "Project", b.Project, textName}, {60, "Address", b.Address, textSmall}}},
		{9 * mm, []blockCell{{180, "Legal owner", b.Owner, textSmall}}},
	}
}

// block draws the title block in the lower right corner, and returns its top.
func (m *sheetMaker) block() geometry.Length {
	left, width := m.blockLeft()
	y := m.frame.Min.Y
	for _, row := range m.rows() {
		x := left
		for _, c := range row.cells {
			w := width * geometry.Length(c.width) / 180
			m.cell(x, y, w, row.height)
			m.write(paper.Point{X: x + cellInset, Y: y + row.height - cellInset - textLeast}, c.label, textLeast,
				paper.Regular, w-2*cellInset)
			foot := y + max(1300, c.height*2/5) // a descender reaches 0.31 of the height below its line
			m.write(paper.Point{X: x + cellInset, Y: foot}, c.text, c.height, paper.SemiBold, w-2*cellInset)
			x += w
		}
		y += row.height
	}
	return y
}

// blockLeft returns where the title block begins, and its width.
func (m *sheetMaker) blockLeft() (left, width geometry.Length) {
	width = min(blockWidth, m.frame.Max.X-m.frame.Min.X)
	return m.frame.Max.X - width, width
}

func (m *sheetMaker) cell(x, y, w, h geometry.Length) {
	m.add(paper.ClassFrame, paper.Stroke{Points: geometry.Rectangle(paper.Point{X: x, Y: y},
		paper.Point{X: x + w, Y: y + h}).Outer, Closed: true, Pen: paper.Pen25})
}

// write writes a text within a width. A text that is too long is written smaller and, if necessary, shortened with an
// ellipsis. An empty text is shown as a dash.
func (m *sheetMaker) write(at paper.Point, s string, height geometry.Length, face paper.Face, width geometry.Length) {
	if s == "" {
		s = "-"
	}
	for _, smaller := range []geometry.Length{textName, textSmall, textLeast} {
		if face.Width(s, height) > width && smaller < height {
			height = smaller
		}
	}
	runes := []rune(s)
	for face.Width(s, height) > width && len(runes) > 1 {
		runes = runes[:len(runes)-1]
		s = string(runes) + "…"
	}
	m.add(paper.ClassText, paper.Text{At: at, String: s, Height: height, Face: face})
}

// mostRevisions is the most revisions on a sheet. Older ones are in the history.
const mostRevisions = 6

func (m *sheetMaker) revisions() []RevisionRow {
	return m.spec.Revisions[:min(len(m.spec.Revisions), mostRevisions)]
}

// revisionTable draws the revisions above the title block, the last one at the top, and returns its top.
func (m *sheetMaker) revisionTable(y geometry.Length) geometry.Length {
	left, width := m.blockLeft()
	rows := []RevisionRow{{"Rev.", "Date", "Change", "By"}}
	all := m.revisions()
	for i := len(all) - 1; i >= 0; i-- {
		rows = append(rows, all[i])
	}
	for _, r := range rows {
		x := left
		for _, c := range []struct {
			width int64
			text  string
		}{{22, r.Index}, {25, r.Date}, {98, r.Change}, {35, r.By}} {
			w := width * geometry.Length(c.width) / 180
			m.cell(x, y, w, revisionRow)
			m.write(paper.Point{X: x + cellInset, Y: y + 1600}, c.text, textLeast, paper.Regular, w-2*cellInset)
			x += w
		}
		y += revisionRow
	}
	return y
}

// noteLines returns the general notes in lines, or none for a sheet with tables only.
func (m *sheetMaker) noteLines() (out []string) {
	if m.scales() == "-" {
		return nil
	}
	_, width := m.blockLeft()
	for line := range strings.Lines(m.spec.Block.Notes) {
		out = append(out, wrapped(strings.Fields(line), width-2*cellInset)...)
	}
	return out
}

// notesHeight returns the height of the box of general notes, or 0 without notes.
func (m *sheetMaker) notesHeight() geometry.Length {
	if n := geometry.Length(len(m.noteLines())); n > 0 {
		return n*headerPitch + legendHead
	}
	return 0
}

// drawNotes draws the general notes above the table of revisions, and returns their top.
func (m *sheetMaker) drawNotes(y geometry.Length) geometry.Length {
	left, width := m.blockLeft()
	height := m.notesHeight()
	if height == 0 {
		return y
	}
	m.cell(left, y, width, height)
	at := y + height - legendHead + 2000
	m.write(paper.Point{X: left + cellInset, Y: at}, "Notes", textSmall, paper.SemiBold, width)
	for _, line := range m.noteLines() {
		at -= headerPitch
		m.write(paper.Point{X: left + cellInset, Y: at}, line, textLeast, paper.Regular, width-2*cellInset)
	}
	return y + height
}

// legendEntry is a hatch of the views with the name of its material.
type legendEntry struct {
	name string
	row  hatchRow
}

// legend returns the cut materials of views with hatches, each once, in the order of the views. It leaves out a
// material that is too thin everywhere for its hatch.
func (m *sheetMaker) legend() []legendEntry {
	var out []legendEntry
	seen := map[string]bool{}
	for _, v := range m.spec.Views {
		if v.Drawing.Scale == 0 || !details[bandOf(v.Drawing.Scale)].hatch {
			continue
		}
		for _, c := range v.Cut {
			if row := rowOf(c.Kind); !seen[c.Name] && (c.shown || row.solid) {
				seen[c.Name] = true
				out = append(out, legendEntry{c.Name, row})
			}
		}
	}
	return out
}

// rowOf returns the row of a kind of hatch.
func rowOf(kind string) hatchRow {
	for _, r := range append([]hatchRow{frames}, hatchRows...) {
		if r.kind == kind {
			return r
		}
	}
	return unknown
}

// drawLegend draws the used hatches above the table of revisions, three beside each other.
func (m *sheetMaker) drawLegend(y geometry.Length) {
	entries := m.legend()
	if len(entries) == 0 {
		return
	}
	left, width := m.blockLeft()
	lines := geometry.Length((len(entries) + 2) / 3)
	m.cell(left, y, width, lines*legendRow+legendHead)
	m.write(paper.Point{X: left + cellInset, Y: y + lines*legendRow + 2000}, "Materials",
		textSmall, paper.SemiBold, width)
	for i, e := range entries {
		x := left + width/3*geometry.Length(i%3) + 2*cellInset
		base := y + (lines-1-geometry.Length(i/3))*legendRow + 1500
		box := geometry.Rectangle(paper.Point{X: x, Y: base},
			paper.Point{X: x + 10*geometry.Millimetre, Y: base + 5*geometry.Millimetre})
		tone := 0xff - (0xff-e.row.tone)/4
		if e.row.solid {
			tone = 0x30
		}
		m.add(paper.ClassPoche, paper.Fill{Region: geometry.Region{box}, Ink: paper.Ink{R: tone, G: tone, B: tone}})
		if len(e.row.families) > 0 {
			m.add(paper.ClassHatch, paper.Hatch{Region: geometry.Region{box},
				Families: e.row.families, Pen: paper.Pen13})
		}
		m.add(paper.ClassMark, paper.Stroke{Points: box.Outer, Closed: true, Pen: paper.Pen25})
		m.write(paper.Point{X: x + 12*geometry.Millimetre, Y: base + 1300}, e.name, textSmall, paper.Regular,
			width/3-16*geometry.Millimetre)
	}
}
