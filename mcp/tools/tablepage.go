package tools

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// maxTableHead caps what a page of a table has beside its lines: columns, rules and notes.
const maxTableHead = 20_000

// tablePage returns the part of a table that was asked for. Title, columns and notes are on every page.
func tablePage(v *projections.View, t *table.Table, format tableFormat, p *page) (tableData, error) {
	data := tableData{Revision: v.Revision, Title: t.Title, Columns: t.Columns, Notes: t.Notes}
	head := bytesOf(data)
	if head > maxTableHead {
		return data, domain.Errorf(domain.OperationTooLarge,
			"the columns and notes of the table alone have %d bytes: ask for fewer parameters or categories, or "+
				"write a file with export_table", head).
			With("bytes", head).With("limit", maxTableHead)
	}
	size := func(l table.Line) int {
		n := bytesOf(l) + lineSlack*len(l.Cells)
		if format == "markdown" {
			n = bytesOf(strings.Join(t.MarkdownCells(l), " | ")) + lineSlack*len(l.Cells)
		}
		n, head = n+head, 0 // the head counts with the first line
		return n
	}
	var lines []table.Line
	lines, data.Paging = take(p, t.Lines, size)
	if format != "markdown" {
		data.Lines = lines
		return data, nil
	}
	var text strings.Builder
	part := table.Table{Title: t.Title, Columns: t.Columns, Lines: lines}
	err := part.WriteMarkdown(&text)
	data.Lines, data.Markdown = []table.Line{}, text.String()
	data.Columns, data.Notes = []table.Column{}, withRules(t)
	return data, err
}

// withRules returns the notes of a table and the rules of its columns, which Markdown has no place for.
func withRules(t *table.Table) []string {
	notes := slices.Clone(t.Notes)
	for _, c := range t.Columns {
		if c.Rule != "" {
			notes = append(notes, c.Title+": "+c.Rule)
		}
	}
	return orEmpty(notes)
}

// lineSlack is what a cell of a line may need beside its text, in bytes.
const lineSlack = 2
