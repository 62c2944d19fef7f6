package coordination

import (
	"context"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// Sheets draws the report: deliveries and changes, clashes with the matrix, pictures of clashes, tasks. Empty tables
// are left out, except the matrix, which then reports that nothing clashes.
func (r *Report) Sheets(ctx context.Context, v *projections.View) ([]*paper.Drawing, error) {
	block := drawings.DefaultBlock(v)
	block.DocumentType, block.Status, block.Date, block.Notes = "Coordination report", "For coordination",
		date(r.At), r.compared()
	t := r.Tables()
	for i := range t {
		t[i] = printed(t[i])
	}
	parts := []drawings.SetPart{
		{Title: "Deliveries and changes", Tables: t[:2]},
		{Title: "Clashes", Tables: t[2:4]},
		{Title: "Clashes in plan"},
		{Title: "Tasks", Tables: t[4:]},
	}
	for _, c := range r.Clashes {
		if c.Picture != nil {
			parts[2].Views = append(parts[2].Views, c.Picture)
		}
	}
	return drawings.Report(ctx, v, block, "CR", parts)
}

// printedLines is the greatest number of lines of a table that the sheets show: 50 views of a table's 60 lines. A set
// has at most 400 sheets, and nobody reads ten thousand clashes on paper.
const printedLines = 3000

// printed returns a table with the lines that the sheets show. A note gives the number of the lines left out.
func printed(t *table.Table) *table.Table {
	if len(t.Lines) <= printedLines {
		return t
	}
	out := *t
	out.Lines = t.Lines[:printedLines]
	out.Notes = append(slices.Clone(t.Notes), fmt.Sprintf(
		"The first %d of %d lines. The workbook of this report has all.", printedLines, len(t.Lines)))
	return &out
}
