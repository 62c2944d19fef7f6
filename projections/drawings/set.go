package drawings

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/tables"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// DefaultBlock returns the title block of a model: what it and its site say, and the date of the revision.
func DefaultBlock(v *projections.View) TitleBlock {
	info := v.Model.Info()
	b := TitleBlock{
		Owner: info.Organization, Project: info.Name, Creator: info.Author,
		DocumentType: "General arrangement", Status: "Preliminary",
		Date: v.At.UTC().Format("2006-01-02"), Notes: generalNotes(v),
	}
	if e, ok := v.Model.Element(info.SiteID); ok {
		if s, ok := e.Params.(*shape.Site); ok {
			b.Address = s.Address
		}
	}
	return b
}

// generalNotes say in which units a sheet is, what is measured and what the zero of its heights is.
func generalNotes(v *projections.View) string {
	zero := "the origin of the model"
	if e, ok := v.Model.Element(v.Model.Info().SiteID); ok {
		if s, ok := e.Params.(*shape.Site); ok && s.CRS != "" {
			zero = height(s.OrthogonalHeight) + " m in " + s.CRS
		}
	}
	return "Dimensions in millimetres, heights in metres; ±0.000 is " + zero + ".\n" +
		"Walls and rooms are measured between faces as they are modelled, openings without frames.\n" +
		"Do not scale off this sheet: figured dimensions hold."
}

// LastRevision returns the row of a state that was not issued: its date, for whom it was last changed and why. It has
// no index: an office gives those when it issues, and the number of a change in the log says nothing on paper. A state
// that is not stored yet has no date.
func LastRevision(v *projections.View) RevisionRow {
	by := cmp.Or(v.LastMeta.UserID, v.LastMeta.AgentID)
	change := v.LastMeta.Reasoning
	if change == "" {
		change = v.LastMeta.Tool
	}
	row := RevisionRow{Change: change, By: by}
	if !v.At.IsZero() {
		row.Date = v.At.UTC().Format("2006-01-02")
	}
	return row
}

// SetSpec defines a set. Without Revisions its sheets list the revision that is drawn; with Since, the state of the
// issue before, what changed has clouds with the Index of this one.
type SetSpec struct {
	Block     TitleBlock
	Scales    []int64
	Revisions []RevisionRow // the last one first
	Since     *projections.View
	Index     string
	Sections  []SectionLine // nil: those that the model keeps, else main sections
}

// GeneralSet draws the general arrangement of a building: a sheet for the plan of each storey at each scale, one for
// the sections, one for the elevations, and sheets of schedules, numbered from 1. The first scale is that of sections
// and elevations too.
func GeneralSet(ctx context.Context, v *projections.View, spec SetSpec) ([]*paper.Drawing, []Warning, error) {
	if err := ready(ctx, v, spec.Since); err != nil {
		return nil, nil, err
	}
	s := &set{ctx: ctx, source: v, spec: spec, block: spec.Block, sections: spec.Sections}
	if s.sections == nil {
		s.sections = KeptSections(v.Model)
	}
	if len(s.sections) == 0 {
		s.sections = MainSections(v)
	}
	scales := spec.Scales
	for _, scale := range scales {
		for _, l := range shape.Levels(v.Model) {
			if s.plan(l, scale); s.err != nil {
				return nil, nil, s.err // of a call that was cancelled too: what follows would be made for nothing
			}
		}
	}
	for _, line := range s.sections {
		s.add(Section(ctx, v, SectionSpec{Line: line, Scale: scales[0], Since: spec.Since, Cloud: spec.Index}))
		if s.err != nil {
			return nil, nil, s.err
		}
	}
	sections := s.views
	s.views = nil
	if s.err != nil {
		return nil, nil, s.err
	}
	for _, from := range []Compass{South, East, North, West} {
		s.add(Elevation(ctx, v, ElevationSpec{From: from, Scale: scales[0], Since: spec.Since, Cloud: spec.Index}))
		if s.err != nil {
			return nil, nil, s.err
		}
	}
	s.upright(sections, s.views)
	s.schedules()
	return s.made()
}

// set collects views into sheets, and the first error.
type set struct {
	ctx      context.Context
	source   *projections.View
	spec     SetSpec
	block    TitleBlock
	sections []SectionLine
	views    []*View
	tables   []string // of which the views are, where they are tables
	specs    []SheetSpec
	warnings []Warning
	err      error
}

func (s *set) add(v *View, err error) {
	if err != nil {
		if s.err == nil {
			s.err = err
		}
		return
	}
	s.views = append(s.views, v)
	s.warnings = append(s.warnings, v.Warnings...)
}

// plan makes a sheet of the plan of a level: from above where no walls stand on it, and none where there is nothing.
func (s *set) plan(l *state.Element, scale int64) {
	walls, roofs := 0, 0
	for _, id := range s.source.Model.OnLevel(l.ID) {
		switch e, _ := s.source.Model.Element(id); e.Category {
		case state.CategoryWall, state.CategoryCurtainWall, state.CategoryColumn:
			walls++
		case state.CategoryRoof, state.CategoryFloor:
			roofs++
		}
	}
	levels := shape.Levels(s.source.Model)
	last := levels[len(levels)-1].ID == l.ID
	if walls == 0 && roofs == 0 && !last {
		return
	}
	s.add(Plan(s.ctx, s.source, PlanSpec{LevelID: l.ID, Scale: scale, Roof: walls == 0, Sections: s.sections,
		Elevations: []ElevationMark{{From: South}, {From: East}, {From: North}, {From: West}},
		Since:      s.spec.Since, Cloud: s.spec.Index}))
	s.sheet("Plan " + l.Name)
}

// sheet ends a sheet. Views that fit on no size of paper have one each, and a view that does not is divided.
func (s *set) sheet(title string) {
	if len(s.views) == 0 {
		return
	}
	views := s.views
	if s.views = nil; s.fit(views) {
		s.put(title, views)
		return
	}
	for _, v := range views {
		own := title
		if len(views) > 1 {
			own = v.Drawing.Name
		}
		parts := []*View{v}
		if !s.fit(parts) {
			parts = v.Divide()
		}
		for i, part := range parts {
			name := own
			if len(parts) > 1 {
				name = fmt.Sprintf("%s, part %d of %d", own, i+1, len(parts))
			}
			s.put(name, []*View{part})
		}
	}
}

// upright makes a sheet of the sections and one of the elevations, or one of both where that is no larger.
func (s *set) upright(sections, elevations []*View) {
	both := slices.Concat(sections, elevations)
	if at := s.smallest(both); at >= 0 && at <= max(s.smallest(sections), s.smallest(elevations)) {
		s.views = both
		s.sheet("Sections and elevations")
		return
	}
	s.views = sections
	s.sheet("Sections")
	s.views = elevations
	s.sheet("Elevations")
}

// fit reports whether views fit together on a sheet of some size.
func (s *set) fit(views []*View) bool { return s.smallest(views) >= 0 }

// smallest returns the place of the smallest size that holds views, -1 where none does.
func (s *set) smallest(views []*View) int {
	spec := SheetSpec{Views: views, Block: s.block, Revisions: s.revisions()}
	return slices.IndexFunc(Sizes[:usualSizes],
		func(size Size) bool { return (&sheetMaker{spec: spec, size: size}).layOut() })
}

// MaxSheets bounds the sheets of one set: a building of 100 storeys on four sheets each.
const MaxSheets = 400

// put adds a sheet, or sets an error if the set is full.
func (s *set) put(title string, views []*View) {
	if len(s.specs) >= MaxSheets {
		if s.err == nil {
			s.err = state.Errorf(state.OperationTooLarge, "the set would have more than %d sheets: give smaller "+
				"scales, such as 1:200, or draw single views with create_sheet", MaxSheets).With("limit", MaxSheets)
		}
		return
	}
	block := s.block
	block.Title = title
	s.specs = append(s.specs, SheetSpec{Views: views, Block: block, Revisions: s.revisions()})
}

// setSchedules are the schedules that a set has on sheets.
var setSchedules = []tables.Template{"door", "window", "room"}

// schedules makes sheets of the schedules and the take-off, as many on one as it holds up to A2.
func (s *set) schedules() {
	for _, name := range setSchedules {
		if s.err != nil {
			return
		}
		t, err := tables.Schedule(s.ctx, s.source, tables.Query{Template: name})
		s.table(t, err)
	}
	t, err := tables.Takeoff(s.ctx, s.source, nil, tables.ByMaterial, "")
	s.table(t, err)
	s.sheet(s.scheduleTitle())
}

// table adds a table's views to the sheet that is being filled, or to the next one. What lists nothing is left out.
func (s *set) table(t *table.Table, err error) {
	switch {
	case err != nil && s.err == nil:
		s.err = err
		return
	case s.err != nil || len(t.Lines) == 0:
		return
	}
	for _, v := range TableViews(s.ctx, s.source, t) {
		if len(s.views) > 0 {
			if _, err := MakeSheet(SheetSpec{Size: "A2", Views: append(slices.Clone(s.views), v), Block: s.block,
				Revisions: s.revisions()}); err != nil {
				s.sheet(s.scheduleTitle())
			}
		}
		s.views, s.tables = append(s.views, v), append(s.tables, t.Title)
	}
}

// scheduleTitle returns the title of a sheet of tables: of parts of one of them its name, and which they are.
func (s *set) scheduleTitle() string {
	titles := slices.Compact(s.tables)
	s.tables = nil
	if len(titles) != 1 || len(s.views) == 0 {
		return "Schedules"
	}
	first, last := s.views[0].Drawing.Name, s.views[len(s.views)-1].Drawing.Name
	if first == last {
		return first
	}
	var from, to, of int
	if n, _ := fmt.Sscanf(strings.TrimPrefix(first, titles[0]), " (%d of %d)", &from, &of); n != 2 {
		return titles[0]
	}
	_, _ = fmt.Sscanf(strings.TrimPrefix(last, titles[0]), " (%d of %d)", &to, &of)
	return fmt.Sprintf("%s (%d to %d of %d)", titles[0], from, to, of)
}

// revisions returns the rows of the table of revisions.
func (s *set) revisions() []RevisionRow {
	if s.spec.Revisions != nil {
		return s.spec.Revisions
	}
	return []RevisionRow{LastRevision(s.source)}
}

// made lays the sheets out, numbered.
func (s *set) made() ([]*paper.Drawing, []Warning, error) {
	if s.err != nil {
		return nil, nil, s.err
	}
	var out []*paper.Drawing
	for i, spec := range s.specs {
		if err := s.ctx.Err(); err != nil {
			return nil, nil, err
		}
		spec.Block.Sheet = fmt.Sprintf("%d / %d", i+1, len(s.specs))
		if spec.Block.Number == "" {
			spec.Block.Number = fmt.Sprintf("GA-%03d", i+1)
		}
		d, err := MakeSheet(spec)
		if err != nil && s.err == nil {
			s.err = fmt.Errorf("sheet %q: %w", spec.Block.Title, err)
		}
		out = append(out, d)
	}
	if s.err != nil {
		return nil, nil, s.err
	}
	return out, s.warnings, nil
}

// MainSections returns a section along the building and one across it, near its middle.
func MainSections(v *projections.View) []SectionLine {
	box := buildingBox(v)
	const beyond = 1 * geometry.Metre
	y := sectionPlace(v, box, func(p geometry.Point3) geometry.Length { return p.Y })
	x := sectionPlace(v, box, func(p geometry.Point3) geometry.Length { return p.X })
	return []SectionLine{
		{Name: "A", Start: geometry.Point2{X: box.Min.X - beyond, Y: y},
			End: geometry.Point2{X: box.Max.X + beyond, Y: y}},
		{Name: "B", Start: geometry.Point2{X: x, Y: box.Max.Y + beyond},
			End: geometry.Point2{X: x, Y: box.Min.Y - beyond}},
	}
}

// Sections are tried at two fifths of the building first, beside the middle, where ridges and partitions often are,
// then ever further from there, by a sixtieth to either side. Sixty parts have places between the walls of regular
// plans.
const (
	sectionParts   = 60
	firstSection   = 24
	furthestOthers = 12
)

// Around a section no wall runs along it this near, and a wall of at most this thickness runs along it if it does not
// cross it.
const (
	besideSection = 200 * geometry.Millimetre
	thickestWall  = 800 * geometry.Millimetre
)

// sectionPlace returns where a section cuts, by a coordinate: it runs along no wall, and of such places it is the first
// that crosses the most walls, so that it shows most rooms.
func sectionPlace(v *projections.View, box geometry.Box, of func(geometry.Point3) geometry.Length) geometry.Length {
	lo, size := of(box.Min), of(box.Max)-of(box.Min)
	walls := v.Spatial().Within(v.Model.Bounds(), state.CategoryWall, state.CategoryCurtainWall)
	best, most := lo+size*firstSection/sectionParts, -1
	for i := range geometry.Length(2*furthestOthers + 1) {
		part := firstSection + (i+1)/2
		if i%2 == 0 {
			part = firstSection - i/2
		}
		at, crossed := lo+size*part/sectionParts, 0
		for _, w := range walls {
			from, to := of(w.Bounds.Min), of(w.Bounds.Max)
			if at < from-besideSection || at > to+besideSection {
				continue
			}
			if to-from <= thickestWall {
				crossed = -1
				break
			}
			crossed++
		}
		if crossed > most {
			best, most = at, crossed
		}
	}
	return best
}
