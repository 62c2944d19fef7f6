package tools

import (
	"cmp"
	"context"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
)

// sheetSize is a size of paper.
type sheetSize string

// Enum lists the sizes.
func (sheetSize) Enum() []string { return drawings.SizeNames() }

// sheetView is one view of a sheet: a plan of a level, a section or an elevation.
type sheetView struct {
	LevelID   domain.ID              `json:"level_id,omitempty" jsonschema:"of a plan"`
	Section   *drawings.SectionLine  `json:"section,omitempty"`
	Elevation drawings.Compass       `json:"elevation,omitempty"`
	Scale     drawingScale           `json:"scale"`
	Roof      bool                   `json:"roof,omitempty" jsonschema:"plan from above"`
	Annotate  []drawings.Annotation  `json:"annotate,omitempty"`
	Sections  []drawings.SectionLine `json:"sections,omitempty" jsonschema:"marked in a plan"`
}

type createSheet struct {
	Views      []sheetView         `json:"views" jsonschema:"each with one of level_id, section, elevation"`
	TitleBlock drawings.TitleBlock `json:"title_block,omitempty"`
	Size       sheetSize           `json:"size,omitempty" jsonschema:"default the smallest that holds the views"`
	drawingCommon
}

func createSheetTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "create_sheet", Title: "Draw a sheet", Server: "documentation", Set: mcp.SetContract, Category: mcp.CategoryExecution, Operation: mcp.OpRead, Idempotent: true,
		Description: "Draws several views at their scales on a sheet with a title block (ISO 7200), the revision and a legend of hatches, to a file. Views are never shrunk: what does not fit is refused with the sizes that would do.",
		Input:       createSheet{}, Output: drawingData{}, Handle: b.createSheet,
	}
}

func (b *Backend) createSheet(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a createSheet
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if len(a.Views) == 0 {
		return nil, domain.Errorf(domain.OutOfRange, "a sheet needs at least one view").With("parameter", "views")
	}
	return b.draw(ctx, c, &a, a.drawingCommon, func(v *projections.View) (drawn, error) { return a.sheet(ctx, v) })
}

// sheet draws the views and lays them out.
func (a *createSheet) sheet(ctx context.Context, v *projections.View) (drawn, error) {
	var out drawn
	spec := drawings.SheetSpec{Size: string(a.Size), Block: a.block(v), Revisions: []drawings.RevisionRow{drawings.LastRevision(v)}}
	var names []string
	for i := range a.Views {
		view, err := a.Views[i].draw(ctx, v)
		if err != nil {
			return drawn{}, err
		}
		spec.Views = append(spec.Views, view)
		names = append(names, view.Drawing.Name)
		out.notes = append(out.notes, view.Warnings...)
	}
	spec.Block.Title = cmp.Or(spec.Block.Title, strings.Join(names, ", "))
	var err error
	out.drawing, err = drawings.MakeSheet(spec)
	return out, err
}

// block returns the title block: what was given, and what the model says for the rest.
func (a *createSheet) block(v *projections.View) drawings.TitleBlock {
	b, known := a.TitleBlock, drawings.DefaultBlock(v)
	b.Owner, b.Project, b.Address = cmp.Or(b.Owner, known.Owner), cmp.Or(b.Project, known.Project), cmp.Or(b.Address, known.Address)
	b.Creator, b.Date = cmp.Or(b.Creator, known.Creator), cmp.Or(b.Date, known.Date)
	b.DocumentType, b.Status = cmp.Or(b.DocumentType, known.DocumentType), cmp.Or(b.Status, known.Status)
	return b
}

// draw draws one view of a sheet.
func (s *sheetView) draw(ctx context.Context, v *projections.View) (*drawings.View, error) {
	given := 0
	for _, is := range []bool{s.LevelID != "", s.Section != nil, s.Elevation != ""} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return nil, domain.Errorf(domain.OutOfRange, "a view has one of level_id, section and elevation, not %d of them", given).With("parameter", "views")
	case s.Section != nil:
		return drawings.Section(ctx, v, drawings.SectionSpec{Line: *s.Section, Scale: int64(s.Scale), Annotate: s.Annotate})
	case s.Elevation != "":
		return drawings.Elevation(ctx, v, drawings.ElevationSpec{From: s.Elevation, Scale: int64(s.Scale), Annotate: s.Annotate})
	}
	return drawings.Plan(ctx, v, drawings.PlanSpec{LevelID: s.LevelID, Scale: int64(s.Scale), Roof: s.Roof, Annotate: s.Annotate, Sections: s.Sections})
}

// drawingScale is the denominator of a scale, whose schema bounds it: a fault in a list of views is told with its
// place.
type drawingScale int64

// JSONSchema returns the bounds.
func (drawingScale) JSONSchema() string { return `{"type":"integer","minimum":1,"maximum":10000}` }
