package change

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// DefineView adds a view that the model keeps, so that a section stays on its line when the building around it changes.
type DefineView struct {
	Kind         views.Kind         `json:"kind" jsonschema:"what it shows; a template shows nothing"`
	Name         string             `json:"name,omitempty" jsonschema:"of a section its letter; default what it is of"`
	LevelID      state.ID           `json:"level_id,omitempty" jsonschema:"of a plan"`
	RoomID       state.ID           `json:"room_id,omitempty" jsonschema:"of an elevation inside"`
	From         views.Side         `json:"from,omitempty" jsonschema:"of an elevation: the side it is seen from"`
	Start        *geometry.Point2   `json:"start,omitempty" jsonschema:"of a section, which looks to the left of start to end"`
	End          *geometry.Point2   `json:"end,omitempty"`
	Depth        geometry.Length    `json:"depth,omitempty" jsonschema:"of a section; default all behind"`
	CutHeight    geometry.Length    `json:"cut_height,omitempty" jsonschema:"of a plan; default 1200"`
	Ground       geometry.Length    `json:"ground,omitempty" jsonschema:"height of level terrain"`
	Scale        int64              `json:"scale,omitempty" jsonschema:"denominator; default 100"`
	Crop         []geometry.Point2  `json:"crop,omitempty" jsonschema:"two corners: of a plan in plan, of others along and up"`
	Layers       []string           `json:"layers,omitempty" jsonschema:"only these, with all below them"`
	Annotate     []views.Annotation `json:"annotate,omitempty" jsonschema:"default all"`
	Services     bool               `json:"services,omitempty" jsonschema:"also ducts, pipes and trays"`
	AreaRule     room.AreaRule      `json:"area_rule,omitempty" jsonschema:"of rooms' areas, of a plan or takeoff"`
	Filter       *views.Filter      `json:"filter,omitempty" jsonschema:"what is shown of the model"`
	TemplateID   state.ID           `json:"template_id,omitempty" jsonschema:"view of kind template: says what is left out here"`
	Table        *views.Table       `json:"table,omitempty" jsonschema:"of a schedule or takeoff"`
	SheetID      state.ID           `json:"sheet_id,omitempty" jsonschema:"places it there"`
	DetailNumber string             `json:"detail_number,omitempty" jsonschema:"number on the sheet"`
}

func (c DefineView) Decide(t *Transaction) error {
	v := &views.View{Kind: c.Kind, OfLevelID: c.LevelID, RoomID: c.RoomID, From: c.From, Start: c.Start, End: c.End,
		Depth: c.Depth, CutHeight: c.CutHeight, Ground: c.Ground, Scale: c.Scale, Crop: c.Crop, Layers: c.Layers,
		Annotate: c.Annotate, Services: c.Services, AreaRule: c.AreaRule, Filter: c.Filter,
		TemplateID: c.TemplateID, Table: c.Table, SheetID: c.SheetID, Detail: strings.TrimSpace(c.DetailNumber)}
	e := &state.Element{ID: t.newID(), Category: state.CategoryView, Name: strings.TrimSpace(c.Name), Params: v}
	if v.SheetID != "" && v.Detail == "" {
		v.Detail = freeDetail(t.Model, v.SheetID)
	}
	if e.Name == "" {
		e.Name = viewName(t.Model, v)
	}
	if err := views.CheckName(t.Model, e.ID, e.Name); err != nil {
		return err
	}
	return t.create(e)
}

// freeDetail returns the first detail number that no view on a sheet uses.
func freeDetail(m *state.Model, sheet state.ID) string {
	taken := map[string]bool{}
	for _, p := range views.Details(m, sheet) {
		taken[p.Number] = true
	}
	return views.FreeDetail(taken)
}

// viewName returns the default name of a view: the next letter for a section, otherwise the subject of the view.
func viewName(m *state.Model, v *views.View) string {
	free := func(name string) bool { return views.CheckName(m, "", name) == nil }
	if v.Kind == views.Section {
		for letter := 'A'; letter <= 'Z'; letter++ {
			if name := string(letter); letter != 'I' && letter != 'O' && free(name) { // I and O are read as figures
				return name
			}
		}
		return automaticName(m, state.CategoryView)
	}
	base := ofWhat(m, v)
	if base == "" {
		return automaticName(m, state.CategoryView)
	}
	name := base
	for n := 2; !free(name); n++ {
		name = numberedName(base, n)
	}
	return name
}

// ofWhat returns the subject of a view in words, or "" if it has no named subject.
func ofWhat(m *state.Model, v *views.View) string {
	of, _ := m.Element(v.Mentions())
	switch {
	case v.Kind == views.Elevation && of != nil:
		return of.Name + " from the " + string(v.From)
	case v.Kind == views.Elevation && v.From != "" && v.RoomID == "":
		return strings.ToUpper(string(v.From)[:1]) + string(v.From)[1:] + " elevation"
	case !v.Kind.IsPlan() || of == nil:
		return ""
	case v.Kind == views.RoofPlan:
		return of.Name + ", roof"
	case v.Kind == views.CeilingPlan:
		return of.Name + ", ceiling"
	}
	return of.Name
}

// DefineSheet adds a sheet that the model keeps, and places views on it.
type DefineSheet struct {
	Number     string            `json:"number" jsonschema:"identification number, such as A-101"`
	Name       string            `json:"name,omitempty" jsonschema:"title; default the names of the views"`
	Size       string            `json:"size,omitempty" jsonschema:"such as A1; default the smallest that fits"`
	TitleBlock *views.TitleBlock `json:"title_block,omitempty"`
	ViewIDs    []state.ID        `json:"view_ids,omitempty" jsonschema:"placed on it in this order"`
}

func (c DefineSheet) Decide(t *Transaction) error {
	s := &views.Sheet{Number: strings.TrimSpace(c.Number), Size: strings.TrimSpace(c.Size), TitleBlock: c.TitleBlock}
	e := &state.Element{ID: t.newID(), Category: state.CategorySheet, Name: c.Name, Params: s}
	if err := views.CheckNumber(t.Model, e.ID, s.Number); err != nil {
		return err
	}
	placed, err := c.views(t.Model)
	if err != nil {
		return err
	}
	if strings.TrimSpace(e.Name) == "" {
		var names []string
		for _, v := range placed {
			names = append(names, v.Name)
		}
		e.Name = shape.OrElse(strings.Join(names, ", "), "Sheet "+s.Number)
	}
	if err := t.create(e); err != nil {
		return err
	}
	for _, v := range placed {
		detail := freeDetail(t.Model, e.ID)
		err := t.change(v, []state.Facet{state.ParamFacet("sheet_id"), state.ParamFacet("detail_number")},
			func(after *state.Element) {
				p := *after.Params.(*views.View)
				p.SheetID, p.Detail = e.ID, detail
				after.Params = &p
			})
		if err != nil {
			return err
		}
	}
	return nil
}

// views returns the views to place. It refuses a view that is on another sheet, because the view would be removed from
// that sheet.
func (c DefineSheet) views(m *state.Model) ([]*state.Element, error) {
	var out []*state.Element
	for i, id := range c.ViewIDs {
		e, err := m.FindOf(id, state.CategoryView)
		if err != nil {
			return nil, err
		}
		if slices.Contains(c.ViewIDs[:i], id) {
			return nil, state.Errorf(state.OutOfRange, "view %q is named twice: a view stands on a sheet once",
				e.Name).With("parameter", "view_ids")
		}
		if on := e.Params.(*views.View).SheetID; on != "" {
			return nil, state.Errorf(state.IllegalState,
				"view %q stands on sheet %s: take it off there first (modify_parameter sheet_id)", e.Name,
				shape.NameOf(m, on)).With("view_id", id).With("sheet_id", on)
		}
		out = append(out, e)
	}
	return out, nil
}

func checkMoveOfView(_ *state.Model, e *state.Element, c MoveElement) error {
	if c.Delta.Z != 0 && c.Delta.X == 0 && c.Delta.Y == 0 && c.Rotation == 0 {
		return state.Errorf(state.IllegalState, "a section is upright: it moves in plan").With("element_id", e.ID)
	}
	return views.CheckMove(e)
}

func (t *Transaction) checkChangedView(e *state.Element) error {
	return views.CheckName(t.Model, e.ID, e.Name)
}

func (t *Transaction) checkChangedSheet(e *state.Element) error {
	return views.CheckNumber(t.Model, e.ID, e.Params.(*views.Sheet).Number)
}

// releaseViews removes the views from a sheet before the sheet is deleted.
func (t *Transaction) releaseViews(sheet *state.Element) error {
	for _, v := range views.OnSheet(t.Model, sheet.ID) {
		err := t.change(v, []state.Facet{state.ParamFacet("sheet_id"), state.ParamFacet("detail_number")},
			func(after *state.Element) {
				p := *after.Params.(*views.View)
				p.SheetID, p.Detail = "", ""
				after.Params = &p
			})
		if err != nil {
			return err
		}
	}
	return nil
}

// refuseDeletionOfTemplate refuses to delete a template that views follow, because they would be drawn differently
// without it.
func (t *Transaction) refuseDeletionOfTemplate(e *state.Element) error {
	if following := views.Following(t.Model, e.ID); len(following) > 0 {
		return state.Errorf(state.IllegalState, "%d views follow template %q: set their template_id first",
			len(following), e.Name).With("element_id", e.ID).With("view_ids", following)
	}
	return nil
}
