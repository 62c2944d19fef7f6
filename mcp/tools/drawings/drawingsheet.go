package drawings

import (
	"cmp"
	"context"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/tools/spatial"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/drawings"
	"github.com/bimstream/bimstream/projections/tables"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// sheetSize is a size of paper.
type sheetSize string

// Enum lists the sizes.
func (sheetSize) Enum() []string { return drawings.SizeNames() }

// sheetView is one view of a sheet: a plan of a level, a section, an elevation or a table.
type sheetView struct {
	ViewID     string                   `json:"view_id,omitempty" jsonschema:"of a kept view, or one drawn before, as it was asked for; only scale with it"`
	LevelID    state.ID                 `json:"level_id,omitempty" jsonschema:"of a plan"`
	Section    *drawings.SectionLine    `json:"section,omitempty"`
	Elevation  drawings.Compass         `json:"elevation,omitempty" jsonschema:"side it is seen from"`
	RoomID     state.ID                 `json:"room_id,omitempty" jsonschema:"of an elevation"`
	Schedule   *spatial.ScheduleRef     `json:"schedule,omitempty" jsonschema:"template, or as for generate_schedule; no scale"`
	Takeoff    *spatial.TakeoffQuery    `json:"takeoff,omitempty" jsonschema:"no scale"`
	Scale      drawingScale             `json:"scale,omitempty"`
	Roof       bool                     `json:"roof,omitempty" jsonschema:"plan from above"`
	Ceiling    bool                     `json:"ceiling,omitempty" jsonschema:"reflected plan"`
	Annotate   []drawings.Annotation    `json:"annotate,omitempty"`
	Sections   []drawings.SectionLine   `json:"sections,omitempty" jsonschema:"marked in a plan"`
	Elevations []drawings.ElevationMark `json:"elevations,omitempty" jsonschema:"marked in a plan"`
	Since      mcp.At                   `json:"since,omitempty" jsonschema:"changes since then in colour"`
	recorded   viewRecorded
}

type createSheet struct {
	SheetID    state.ID            `json:"sheet_id,omitempty" jsonschema:"kept sheet, in place of views"`
	Views      []sheetView         `json:"views,omitempty" jsonschema:"one of view_id, level_id, section, elevation, schedule, takeoff"`
	TitleBlock drawings.TitleBlock `json:"title_block,omitempty"`
	Size       sheetSize           `json:"size,omitempty" jsonschema:"default the smallest that fits"`
	drawingCommon
}

// sheetIssue holds what a sheet shows of its issue: the table of revisions, the state of the previous issue and the
// index of this one. A sheet that is drawn on its own has none of these. The function earlier looks up the states with
// which single views are compared.
type sheetIssue struct {
	revisions []drawings.RevisionRow
	since     *projections.View
	index     string
	approver  string // of the revision that is drawn
	earlier   func(mcp.At) (*projections.View, error)
}

func createSheetTool(b *Backend) mcp.Tool {
	return mcp.Tool{
		Name: "create_sheet", Title: "Draw a sheet", Server: "documentation", Set: mcp.SetContract,
		Category: mcp.CategoryExecution, Operation: mcp.OpRead,
		Description: "Draws several views at their scales, and tables, on a sheet with title block (ISO 7200), " +
			"revision and legend of hatches, to a file. What does not fit is refused.",
		Input: createSheet{}, Output: drawingData{}, Handle: b.createSheet,
	}
}

func (b *Backend) createSheet(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a createSheet
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if len(a.Views) == 0 && a.SheetID == "" {
		return nil, state.Errorf(state.OutOfRange,
			"a sheet needs at least one view: give views, or sheet_id of a sheet that the model keeps").With(
			"parameter", "views")
	}
	if err := b.placeViews(ctx, c, a.Views); err != nil {
		return nil, err
	}
	return b.draw(ctx, c, &a, a.drawingCommon, func(v *projections.View) (drawn,
		error) {
		approver, err := b.approverOf(ctx, v)
		if err != nil {
			return drawn{}, err
		}
		earlier := func(at mcp.At) (*projections.View, error) { return b.since(ctx, c, v, at) }
		return a.sheet(ctx, v, sheetIssue{approver: approver, earlier: earlier})
	})
}

// approverOf returns the names of those who approved the change that made a revision, for the title block.
func (b *Backend) approverOf(ctx context.Context, v *projections.View) (string, error) {
	book, err := approving.NewLog(b.Store).Book(ctx, v.ModelID)
	if err != nil {
		return "", err
	}
	return strings.Join(book.Approvers(v.LastMeta.CommandID), ", "), nil
}

// sheet draws the views and lays them out.
func (a *createSheet) sheet(ctx context.Context, v *projections.View, of sheetIssue) (drawn, error) {
	var out drawn
	if a.SheetID != "" {
		if err := a.keptSheet(v); err != nil {
			return drawn{}, err
		}
	}
	spec := drawings.SheetSpec{Size: string(a.Size), Block: withDefaults(a.TitleBlock, v, of.approver),
		Revisions: of.revisions}
	if spec.Revisions == nil {
		spec.Revisions = []drawings.RevisionRow{drawings.LastRevision(v)}
	}
	var names []string
	for i := range a.Views {
		since, err := of.comparedWith(&a.Views[i])
		if err != nil {
			return drawn{}, err
		}
		views, err := a.Views[i].draw(ctx, v, since, of.index)
		if err != nil {
			return drawn{}, err
		}
		for _, view := range views {
			spec.Views = append(spec.Views, view)
			names = append(names, view.Drawing.Name)
			out.notes = append(out.notes, view.Warnings...)
		}
	}
	spec.Block.Title = cmp.Or(spec.Block.Title, strings.Join(names, ", "))
	var err error
	out.drawing, err = drawings.MakeSheet(spec)
	return out, err
}

// comparedWith returns the state to compare a view with, or nil. A view without since is compared with the previous
// issue.
func (of sheetIssue) comparedWith(s *sheetView) (*projections.View, error) {
	switch {
	case s.Since == "":
		return of.since, nil
	case s.isTable():
		return nil, state.Errorf(state.OutOfRange, "a table is not compared: leave since out").
			With("parameter", "since")
	}
	return of.earlier(s.Since)
}

// draw draws one view of a sheet, with the changes since an earlier state: in colours or, with the index of an issue,
// in clouds. A long schedule has several parts.
func (s *sheetView) draw(ctx context.Context, v, since *projections.View, cloud string) ([]*drawings.View, error) {
	switch e, err := s.kept(v); {
	case err != nil:
		return nil, err
	case e != nil:
		return drawings.Kept{View: e, Scale: int64(s.Scale), Since: since, Cloud: cloud}.Draw(ctx, v)
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.isTable() {
		t, err := s.table(ctx, v)
		if err != nil {
			return nil, err
		}
		return drawings.TableViews(ctx, v, t), nil
	}
	view, err := s.drawn(ctx, v, since, cloud)
	if err == nil && len(s.recorded.layers) > 0 {
		err = onlyLayers(view.Drawing, s.recorded.layers)
	}
	return []*drawings.View{view}, err
}

// isTable reports whether a view is a table, which has no scale.
func (s *sheetView) isTable() bool { return s.Schedule != nil || s.Takeoff != nil }

// table makes the table of a view.
func (s *sheetView) table(ctx context.Context, v *projections.View) (*table.Table, error) {
	if s.Takeoff != nil {
		return s.Takeoff.File(ctx, v)
	}
	q, err := s.Schedule.Query()
	if err != nil {
		return nil, err
	}
	return tables.Schedule(ctx, v, q.Query())
}

// check returns an error for a view without a kind or with several kinds, and for arguments that do not suit the kind.
// A view without a scale gets the usual one.
func (s *sheetView) check() error {
	given := 0
	for _, is := range []bool{s.LevelID != "", s.Section != nil, s.Elevation != "", s.Schedule != nil,
		s.Takeoff != nil} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return state.Errorf(state.OutOfRange,
			"a view has one of view_id, level_id, section, elevation, schedule and takeoff, not %d of them",
			given).With("parameter", "views")
	case s.RoomID != "" && s.Elevation == "":
		return state.Errorf(state.OutOfRange,
			"a view with a room_id needs elevation, the side on which the viewer stands").With("parameter", "views")
	case s.isTable() && (s.Scale != 0 || len(s.Annotate) > 0):
		return state.Errorf(state.OutOfRange, "a table has neither scale nor annotations: leave them out").
			With("parameter", "views")
	case s.LevelID == "" && (s.Roof || s.Ceiling || len(s.Sections) > 0 || len(s.Elevations) > 0):
		return state.Errorf(state.OutOfRange,
			"roof, ceiling and marks (sections, elevations) are of plans: leave them out of other views").
			With("parameter", "views")
	}
	if s.Scale == 0 && !s.isTable() {
		s.Scale = usualScale
	}
	return nil
}

// drawn draws a view that has a scale.
func (s *sheetView) drawn(ctx context.Context, v, since *projections.View, cloud string) (*drawings.View, error) {
	switch {
	case s.Section != nil:
		return drawings.Section(ctx, v, drawings.SectionSpec{Line: *s.Section, Scale: int64(s.Scale),
			Depth: s.recorded.depth, Ground: s.recorded.ground, Services: s.recorded.services,
			Annotate: s.Annotate, Since: since, Cloud: cloud})
	case s.RoomID != "":
		return drawings.Interior(ctx, v, drawings.InteriorSpec{RoomID: s.RoomID, From: s.Elevation,
			Scale: int64(s.Scale), Services: s.recorded.services, Annotate: s.Annotate, Since: since, Cloud: cloud})
	case s.Elevation != "":
		return drawings.Elevation(ctx, v, drawings.ElevationSpec{From: s.Elevation, Scale: int64(s.Scale),
			Ground: s.recorded.ground, Services: s.recorded.services, Annotate: s.Annotate, Since: since, Cloud: cloud})
	}
	return drawings.Plan(ctx, v, drawings.PlanSpec{LevelID: s.LevelID, Scale: int64(s.Scale), Roof: s.Roof,
		Ceiling: s.Ceiling, CutHeight: s.recorded.cutHeight, Services: s.recorded.services,
		Annotate: s.Annotate, Sections: s.Sections, Elevations: s.Elevations, Since: since,
		Cloud: cloud})
}

// drawingScale is the denominator of a scale. Its schema sets the bounds, so that the error for a view in a list
// includes the place of the view.
type drawingScale int64

// JSONSchema returns the bounds.
func (drawingScale) JSONSchema() string { return `{"type":"integer","minimum":1,"maximum":10000}` }
