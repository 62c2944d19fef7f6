package coordination

import (
	"context"

	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Sheets draws the report: deliveries and changes, clashes with the matrix, pictures of clashes, tasks. Tables without
// a line are left out, but for the matrix, which then says that nothing clashes.
func (r *Report) Sheets(ctx context.Context, v *projections.View) ([]*paper.Drawing, error) {
	block := drawings.DefaultBlock(v)
	block.DocumentType, block.Status, block.Date, block.Notes = "Coordination report", "For coordination",
		date(r.At), r.compared()
	t := r.Tables()
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
