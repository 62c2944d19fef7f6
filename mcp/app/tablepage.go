package app

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
)

func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// TableFormat is the format of a table in a reply.
type TableFormat string

// Enum lists the formats.
func (TableFormat) Enum() []string { return []string{"json", "markdown"} }

// TableData is a page of a table.
type TableData struct {
	Revision uint64         `json:"revision"`
	Title    string         `json:"title"`
	Columns  []table.Column `json:"columns" jsonschema:"empty with format markdown: it says them, notes their rules"`
	Lines    []table.Line   `json:"lines" jsonschema:"empty with format markdown"`
	Markdown string         `json:"markdown,omitempty"`
	Notes    []string       `json:"notes" jsonschema:"rules behind the figures, and what is not known"`
	Paging
}

// MaxTableHead caps the bytes of a table's page apart from its lines: columns, rules and notes.
const MaxTableHead = 20_000

// TablePage returns the requested part of a table. Title, columns and notes are on every page.
func TablePage(v *projections.View, t *table.Table, format TableFormat, p *Page) (TableData, error) {
	data := TableData{Revision: v.Revision, Title: t.Title, Columns: t.Columns, Notes: t.Notes}
	head := BytesOf(data)
	if head > MaxTableHead {
		return data, state.Errorf(state.OperationTooLarge,
			"the columns and notes of the table alone have %d bytes: ask for fewer parameters or categories, or "+
				"write a file with export_table", head).
			With("bytes", head).With("limit", MaxTableHead)
	}
	size := func(l table.Line) int {
		n := BytesOf(l) + lineSlack*len(l.Cells)
		if format == "markdown" {
			n = BytesOf(strings.Join(t.MarkdownCells(l), " | ")) + lineSlack*len(l.Cells)
		}
		n, head = n+head, 0 // the head counts with the first line
		return n
	}
	var lines []table.Line
	lines, data.Paging = Take(p, t.Lines, size)
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

// withRules returns the notes of a table and the rules of its columns, because a Markdown table cannot show rules.
func withRules(t *table.Table) []string {
	notes := slices.Clone(t.Notes)
	for _, c := range t.Columns {
		if c.Rule != "" {
			notes = append(notes, c.Title+": "+c.Rule)
		}
	}
	return OrEmpty(notes)
}

// lineSlack is the number of bytes that a cell may need beside its text.
const lineSlack = 2
