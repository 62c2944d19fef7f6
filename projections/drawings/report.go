package drawings

import (
	"context"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// SetPart is a part of a report: tables, then views, on sheets of one title. Tables without lines are left out.
type SetPart struct {
	Title  string
	Tables []*table.Table
	Views  []*View
}

// reportSize is the paper of a report, which an office prints or reads on a screen.
const reportSize = "A3"

// Report lays out parts on sheets of A3, each part on sheets of its own, numbered with a prefix. A view that does not
// fit on A3 gets a larger sheet.
func Report(ctx context.Context, source *projections.View, block TitleBlock, prefix string,
	parts []SetPart) ([]*paper.Drawing, error) {
	s := &set{ctx: ctx, source: source, block: block}
	for _, p := range parts {
		var all []*View
		for _, t := range p.Tables {
			if len(t.Lines) > 0 {
				all = append(all, TableViews(ctx, source, t)...)
			}
		}
		for _, v := range append(all, p.Views...) {
			with := append(slices.Clone(s.views), v)
			if _, err := MakeSheet(SheetSpec{Size: reportSize, Views: with, Block: block,
				Revisions: s.revisions()}); err != nil {
				s.sheet(p.Title)
			}
			s.views = append(s.views, v)
		}
		s.sheet(p.Title)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	for i := range s.specs {
		s.specs[i].Block.Number = fmt.Sprintf("%s-%03d", prefix, i+1)
	}
	out, _, err := s.made()
	return out, err
}
