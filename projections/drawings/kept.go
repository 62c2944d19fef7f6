package drawings

import (
	"context"
	"math"
	"slices"
	"strconv"

	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/tables"
)

// Shown holds the settings of a view in the model other than its place. The zero value changes nothing.
type Shown struct {
	Title  string            // in place of the usual one
	Detail string            // the number of the view on its sheet; "" for a view on no sheet
	Filter *views.Filter     // the elements to show; nil for all
	Crop   []geometry.Point2 // two corners in the frame of the view; nil for the whole view
}

// titleOr returns the title of the view, or the usual title if it has none.
func (s Shown) titleOr(usual string) string {
	if s.Title != "" {
		return s.Title
	}
	return usual
}

// reference is the place of a drawn view: its number on a sheet, and the number of the sheet. The zero value means that
// the view is on no sheet.
type reference struct{ detail, sheet string }

// Kept defines how a view of the model is drawn. Since is an earlier state whose differences are shown, or nil. The
// differences are in colours or, with the index of an issue in Cloud, in clouds.
type Kept struct {
	View  *state.Element
	Scale int64 // 0: its own
	Since *projections.View
	Cloud string
}

// Draw draws the view in a state. A long table has several parts. ILLEGAL_STATE reports that the view is a template,
// which cannot be drawn.
func (k Kept) Draw(ctx context.Context, source *projections.View) ([]*View, error) {
	v := views.Completed(source.Model, k.View.Params.(*views.View))
	if k.Scale != 0 {
		v.Scale = k.Scale
	}
	if v.Kind.IsTable() {
		return k.table(ctx, source, v)
	}
	view, err := k.drawn(ctx, source, v)
	if err == nil && len(v.Layers) > 0 {
		KeepLayers(view.Drawing, v.Layers)
	}
	return []*View{view}, err
}

// shown returns the settings of the view other than its place.
func (k Kept) shown(m *state.Model, v *views.View) Shown {
	s := Shown{Title: k.View.Name, Filter: v.Filter, Crop: v.Crop}
	s.Detail, _ = views.Reference(m, k.View)
	if v.Kind == views.Section && len([]rune(k.View.Name)) <= letterLength {
		s.Title = "" // Section A-A
	}
	return s
}

// letterLength is the greatest length of a section name that counts as a letter: A and B1 count, A-A does not.
const letterLength = 2

func (k Kept) drawn(ctx context.Context, source *projections.View, v *views.View) (*View, error) {
	shown := k.shown(source.Model, v)
	switch {
	case v.Kind == views.Section:
		return Section(ctx, source, SectionSpec{Line: SectionLine{Name: k.View.Name, Start: *v.Start, End: *v.End},
			Scale: v.Scale, Depth: v.Depth, Ground: v.Ground, Annotate: v.Annotate, Services: v.Services,
			Since: k.Since, Cloud: k.Cloud, Shown: shown})
	case v.RoomID != "":
		return Interior(ctx, source, InteriorSpec{RoomID: v.RoomID, From: Compass(v.From), Scale: v.Scale,
			Annotate: v.Annotate, Services: v.Services, Since: k.Since, Cloud: k.Cloud, Shown: shown})
	case v.Kind == views.Elevation:
		return Elevation(ctx, source, ElevationSpec{From: Compass(v.From), Scale: v.Scale, Ground: v.Ground,
			Annotate: v.Annotate, Services: v.Services, Since: k.Since, Cloud: k.Cloud, Shown: shown})
	case v.Kind.IsPlan():
		return Plan(ctx, source, PlanSpec{LevelID: v.OfLevelID, Scale: v.Scale, CutHeight: v.CutHeight,
			Roof: v.Kind == views.RoofPlan, Ceiling: v.Kind == views.CeilingPlan, Annotate: v.Annotate,
			Services: v.Services, AreaRule: v.AreaRule, Since: k.Since, Cloud: k.Cloud, Shown: shown})
	}
	return nil, state.Errorf(state.IllegalState, "%q is a template: draw a view that follows it", k.View.Name).With(
		"view_id", k.View.ID).With("state", string(v.Kind)).With("allowed", []string{})
}

// table draws the views of a table that the model keeps.
func (k Kept) table(ctx context.Context, source *projections.View, v *views.View) ([]*View, error) {
	t := v.Table
	if t == nil {
		t = &views.Table{}
	}
	if v.Kind == views.Takeoff {
		made, err := tables.Takeoff(ctx, source, t.Categories, tables.Grouping(t.Grouping), v.AreaRule)
		if err != nil {
			return nil, err
		}
		return TableViews(ctx, source, made), nil
	}
	made, err := tables.Schedule(ctx, source, queryOf(t))
	if err != nil {
		return nil, err
	}
	return TableViews(ctx, source, made), nil
}

// queryOf returns the query of a schedule. It converts a filter value that looks like a number or a truth value.
func queryOf(t *views.Table) tables.Query {
	q := tables.Query{Template: tables.Template(t.Template), Category: t.Category, Parameters: t.Parameters,
		SortBy: t.SortBy, GroupBy: t.GroupBy, Summary: t.Summary, NoTotals: t.NoTotals}
	for _, f := range t.Filters {
		filter := tables.Filter{Field: f.Field, Operator: tables.Operator(f.Operator)}
		if n, err := strconv.ParseFloat(f.Value, 64); err == nil && !math.IsNaN(n) && !math.IsInf(n, 0) {
			filter.Value = n
		} else if is, err := strconv.ParseBool(f.Value); err == nil {
			filter.Value = is
		} else if f.Value != "" {
			filter.Value = f.Value
		}
		q.Filters = append(q.Filters, filter)
	}
	return q
}

// KeptSections returns the sections that a model keeps, by name.
func KeptSections(m *state.Model) []SectionLine {
	sections, _ := keptMarks(m)
	return sections
}

// keptMarks returns the marks of the sections and elevations that a model keeps, by name.
func keptMarks(m *state.Model) (sections []SectionLine, elevations []ElevationMark) {
	for _, e := range views.All(m) {
		v, on := e.Params.(*views.View), reference{}
		switch v.Kind {
		case views.Section:
			on.detail, on.sheet = views.Reference(m, e)
			sections = append(sections, SectionLine{e.Name, *v.Start, *v.End, on})
		case views.Elevation:
			on.detail, on.sheet = views.Reference(m, e)
			elevations = append(elevations, ElevationMark{Compass(v.From), v.RoomID, on})
		}
	}
	return sections, elevations
}

// shownOf returns the elements that the view shows.
func (v *view) shownOf(elements []*state.Element) []*state.Element {
	if v.shown.Filter == nil {
		return elements
	}
	return slices.DeleteFunc(slices.Clone(elements),
		func(e *state.Element) bool { return !v.shown.Filter.Shows(v.model, e) })
}

// keepShown removes the marks of elements that the view does not show: their symbols, tags and stamps.
func (v *view) keepShown() {
	if v.shown.Filter == nil {
		return
	}
	hidden := func(id string) bool {
		e, ok := v.model.Element(state.ID(id))
		return ok && !v.shown.Filter.Shows(v.model, e)
	}
	v.drawing.Items = slices.DeleteFunc(v.drawing.Items, func(i paper.Item) bool {
		of := i.Elements
		if i.Element != "" {
			of = []string{i.Element}
		}
		return len(of) > 0 && !slices.ContainsFunc(of, func(id string) bool { return !hidden(id) })
	})
}

// crop cuts everything drawn so far at the crop of the view, and draws the frame of the crop.
func (v *view) crop() {
	if len(v.shown.Crop) != 2 || v.cropped {
		return
	}
	v.cropped = true
	a, b := v.at(v.shown.Crop[0]), v.at(v.shown.Crop[1])
	lo, hi := min2(a, b), max2(a, b)
	items := v.drawing.Items
	v.drawing.Items = nil
	for _, i := range items {
		v.goOn()
		for _, m := range paper.Clip(i.Mark, lo, hi) {
			part := i
			part.Mark = m
			v.drawing.Items = append(v.drawing.Items, part)
		}
	}
	v.add(layerOther, paper.ClassMark, nil, paper.Stroke{Points: geometry.Rectangle(lo, hi).Outer, Closed: true,
		Pen: paper.Pen13, Pattern: paper.Dashed})
}

// bubbleLeast is the radius of the circle of a reference with a short number.
const bubbleLeast = 5 * geometry.Millimetre

// referenceBubble draws the reference of a marked view: a circle with the view's number above a line and the sheet's
// number below. The circle stands at a distance from a point in a direction (dx, dy) of length one.
func (p *plan) referenceBubble(layer string, from paper.Point, dx, dy, off float64, on reference) {
	radius := max(bubbleLeast, paper.Regular.Width(on.sheet, textSmall)/2+geometry.Millimetre,
		paper.SemiBold.Width(on.detail, textName)/2+geometry.Millimetre)
	at := move(from, dx*(off+float64(radius)), dy*(off+float64(radius)))
	pen := p.pen(bubble)
	p.add(layer, paper.ClassMark, nil, paper.Arc{Centre: at, Radius: radius, Sweep: geometry.FullTurn, Pen: pen})
	p.add(layer, paper.ClassMark, nil, paper.Stroke{Points: []paper.Point{{X: at.X - radius, Y: at.Y},
		{X: at.X + radius, Y: at.Y}}, Pen: pen})
	box := boxAround(at, 2*radius, 2*radius)
	p.placer.take(box)
	p.placer.framed = append(p.placer.framed, box)
	write := func(s string, y, height geometry.Length, face paper.Face) {
		p.add(layer, paper.ClassText, nil, paper.Text{At: paper.Point{X: at.X, Y: at.Y + y}, String: s, Height: height,
			Face: face, Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle}})
	}
	write(on.detail, radius*2/5, textName, paper.SemiBold)
	write(on.sheet, -radius*2/5, textSmall, paper.Regular)
}

// detailNumber draws the number of a view on its sheet in a circle before the title. It returns by how much the title
// is set back for the circle.
func (v *view) detailNumber(at paper.Point) geometry.Length {
	radius := max(bubbleLeast, paper.SemiBold.Width(v.shown.Detail, textTitle)/2+geometry.Millimetre)
	centre := paper.Point{X: at.X + radius, Y: at.Y - 2500}
	v.add(layerTitle, paper.ClassMark, nil, paper.Arc{Centre: centre, Radius: radius, Sweep: geometry.FullTurn,
		Pen: v.pen(bubble)})
	v.text(layerTitle, nil, paper.Text{At: centre, String: v.shown.Detail, Height: textTitle, Face: paper.SemiBold,
		Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle}})
	return 2*radius + 2*geometry.Millimetre
}
