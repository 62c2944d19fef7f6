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

// DefaultBlock returns the title block of a model, filled from the data of the model and its site, and the date of the
// revision.
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

// generalNotes returns the notes of a sheet: its units, what is measured, and the zero of its heights.
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

// LastRevision returns the row for a state that was not issued: its date, the user or agent of the last change, and the
// reason. It has no index, because an office assigns one when it issues, and the number of a change in the log means
// nothing on paper. A state that is not stored yet has no date.
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

// SetSpec defines a set. Without Revisions its sheets list the revision that is drawn. Since is the state of the
// previous issue: changes after it get clouds with the Index of this issue.
type SetSpec struct {
	Block     TitleBlock
	Scales    []int64
	Revisions []RevisionRow // the last one first
	Since     *projections.View
	Index     string
	Sections  []SectionLine // nil: the sections of the model, or else the main sections
}

// GeneralSet draws the general arrangement of a building. It makes a sheet for the plan of each storey at each scale,
// then the sections, the elevations and the schedules, numbered from 1. The first scale also applies to sections and
// elevations.
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
				return nil, nil, s.err // also after a cancelled call: the rest would be drawn for nothing
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

// set collects views into sheets and keeps the first error.
type set struct {
	ctx      context.Context
	source   *projections.View
	spec     SetSpec
	block    TitleBlock
	sections []SectionLine
	views    []*View
	tables   []string // the titles of the tables, for views of tables
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

// plan makes a sheet of the plan of a level. A level without walls gets a roof plan. An empty level gets no sheet,
// unless it is the highest.
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

// sheet ends a sheet. Views that do not fit together on any size of paper get a sheet each, and a view that does not
// fit alone is divided.
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

// upright makes a sheet of the sections and another of the elevations. It makes one sheet of both if that is no larger
// than the larger of the two.
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

// smallest returns the index of the smallest size that holds views, or -1 if none does.
func (s *set) smallest(views []*View) int {
	spec := SheetSpec{Views: views, Block: s.block, Revisions: s.revisions()}
	return slices.IndexFunc(Sizes[:usualSizes],
		func(size Size) bool { return (&sheetMaker{spec: spec, size: size}).layOut() })
}

// MaxSheets is the most sheets of one set: a building of 100 storeys on four sheets each.
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

// setSchedules are the schedules on the sheets of a set.
var setSchedules = []tables.Template{"door", "window", "room"}

// schedules makes sheets of the schedules and the take-off, with as many on a sheet as A2 holds.
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

// table adds the views of a table to the current sheet, or to the next one if they do not fit. Empty tables are left
// out.
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

// scheduleTitle returns the title of a sheet of tables. For parts of a single table it is the table's name and the
// numbers of the parts.
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

// made lays out the sheets and numbers them.
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

// Sections are tried at two fifths of the building first, because ridges and partitions are often in the middle.
// Further places lie a sixtieth of the building apart on either side, which is fine enough to find places between the
// walls of regular plans.
const (
	sectionParts   = 60
	firstSection   = 24
	furthestOthers = 12
)

// besideSection is the least distance between a section and a wall along it. A wall whose box across the section is at
// most thickestWall deep runs along the section; a deeper one crosses it.
const (
	besideSection = 200 * geometry.Millimetre
	thickestWall  = 800 * geometry.Millimetre
)

// sectionPlace returns the coordinate at which a section cuts. The section runs along no wall. Among such places it
// returns the first one that crosses the most walls, so that the section shows the most rooms.
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
