package domain

import (
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/views"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// sectionAt creates a section along y that is stored in the model.
func sectionAt(name string, x int64) change.DefineView {
	start, end := mm(x, 9000), mm(x, -1000)
	return change.DefineView{Kind: views.Section, Name: name, Start: &start, End: &end, Scale: 50}
}

// A section keeps its place when the partition beside it moves. Moving the section itself moves only its line.
func TestASectionStaysWhereItWasPut(t *testing.T) {
	h := buildHouse(t)
	id := h.do(sectionAt("", 3000))
	before, _ := h.model.Element(id)
	if before.Name != "A" {
		t.Errorf("the first section is named %q", before.Name)
	}
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["P3"]}, Delta: geometry.Point3{Y: geometry.MM(-300)}})
	after, _ := h.model.Element(id)
	if before != after {
		t.Errorf("the section changed with a wall: %+v", after.Params)
	}
	h.do(change.MoveElement{ElementIDs: []state.ID{id}, Delta: geometry.Point3{X: geometry.MM(500)}})
	after, _ = h.model.Element(id)
	if v := after.Params.(*views.View); *v.Start != mm(3500, 9000) || *v.End != mm(3500, -1000) {
		t.Errorf("the moved section runs from %v to %v", v.Start, v.End)
	}
	h.refused(change.MoveElement{ElementIDs: []state.ID{id}, Delta: geometry.Point3{Z: 1000}}, state.IllegalState)
	h.refused(change.CopyElement{ElementIDs: []state.ID{id}, Delta: &geometry.Point3{X: 1000}}, state.IllegalState)
	second := h.do(sectionAt("", 4000))
	if e, _ := h.model.Element(second); e.Name != "B" {
		t.Errorf("the second section is named %q", e.Name)
	}
	h.refused(sectionAt("a", 5000), state.AlreadyExists)
}

// Each kind of view refuses parameters of other kinds, and requires its own.
func TestAViewIsOfOneKind(t *testing.T) {
	h := buildHouse(t)
	plan := func(f func(*change.DefineView)) change.DefineView {
		c := change.DefineView{Kind: views.Plan, LevelID: h.id["Ground"]}
		f(&c)
		return c
	}
	start, bare := mm(0, 0), &views.Filter{Property: "Status"}
	for name, c := range map[string]change.DefineView{
		"a plan of nothing":           {Kind: views.Plan},
		"a section without an end":    {Kind: views.Section, Start: &start},
		"a plan with a line":          plan(func(c *change.DefineView) { c.Start = &start }),
		"a scale that nobody uses":    plan(func(c *change.DefineView) { c.Scale = 70 }),
		"a detail without a sheet":    plan(func(c *change.DefineView) { c.DetailNumber = "2" }),
		"an annotation there is not":  plan(func(c *change.DefineView) { c.Annotate = []views.Annotation{"stars"} }),
		"a property without a set":    plan(func(c *change.DefineView) { c.Filter = bare }),
		"a schedule of nothing":       {Kind: views.Schedule},
		"a template that has a place": {Kind: views.Template, Name: "T", LevelID: h.id["Ground"]},
	} {
		if _, err := h.try(c); state.CodeOf(err) != state.OutOfRange {
			t.Errorf("%s: %v", name, err)
		}
	}
	h.refused(change.DefineView{Kind: views.Section, Start: &start, End: &start}, state.DegenerateGeometry)
	flat := []geometry.Point2{mm(0, 0), mm(0, 5)}
	h.refused(plan(func(c *change.DefineView) { c.Crop = flat }), state.DegenerateGeometry)
	h.refused(plan(func(c *change.DefineView) { c.SheetID = "nowhere" }), state.NotFound)
	h.refused(plan(func(c *change.DefineView) { c.TemplateID = h.do(sectionAt("", 0)) }), state.OutOfRange)
}

// TestASheetNumbersItsViews checks that a view keeps its number when other views are removed from the sheet, and that
// views remain when their sheet is deleted.
func TestASheetNumbersItsViews(t *testing.T) {
	h := buildHouse(t)
	plan := h.do(change.DefineView{Kind: views.Plan, LevelID: h.id["Ground"]})
	section := h.do(sectionAt("", 3000))
	sheet := h.do(change.DefineSheet{Number: "A-101", ViewIDs: []state.ID{plan, section}})
	for id, want := range map[state.ID]string{plan: "1", section: "2"} {
		e, _ := h.model.Element(id)
		if detail, on := views.Reference(h.model, e); detail != want || on != "A-101" {
			t.Errorf("%s is %s/%s", e.Name, detail, on)
		}
	}
	h.do(change.ModifyParameter{ElementID: plan, ParameterName: "sheet_id", Value: []byte(`""`)})
	e, _ := h.model.Element(section)
	if detail, _ := views.Reference(h.model, e); detail != "2" {
		t.Errorf("the section became detail %s", detail)
	}
	h.refused(change.DefineView{Kind: views.Elevation, From: "north", SheetID: sheet, DetailNumber: "2"},
		state.AlreadyExists)
	h.refused(change.DefineSheet{Number: "a-101"}, state.AlreadyExists)
	h.refused(change.DefineSheet{Number: "A-102", ViewIDs: []state.ID{section}}, state.IllegalState)
	h.do(change.DeleteElement{ElementIDs: []state.ID{sheet}})
	e, _ = h.model.Element(section)
	if v := e.Params.(*views.View); v.SheetID != "" || v.Detail != "" {
		t.Errorf("the section is still on %s", v.SheetID)
	}
}

// A view is deleted with its level or room and restored with it. A template cannot be deleted while views use it.
func TestViewsGoWithWhatTheyAreOf(t *testing.T) {
	h := buildHouse(t)
	level := h.do(change.CreateLevel{Name: "Attic", Elevation: geometry.MM(9000)})
	of := h.do(change.DefineView{Kind: views.Plan, LevelID: level})
	inside := h.do(change.DefineView{Kind: views.Elevation, RoomID: h.id["001"], From: "north"})
	h.do(change.DeleteElement{ElementIDs: []state.ID{level}})
	h.do(change.DeleteElement{ElementIDs: []state.ID{h.id["001"]}})
	for _, id := range []state.ID{of, inside} {
		if _, ok := h.model.Element(id); ok {
			t.Errorf("view %s is there without what it is of", id)
		}
	}
	template := h.do(change.DefineView{Kind: views.Template, Name: "Ducts", Scale: 50, Services: true})
	follows := h.do(change.DefineView{Kind: views.Plan, LevelID: h.id["Ground"], TemplateID: template})
	v := views.Completed(h.model, views.Of(h.model, follows))
	if v.Scale != 50 || !v.Services {
		t.Errorf("the view is 1:%d, services %t", v.Scale, v.Services)
	}
	h.refused(change.DeleteElement{ElementIDs: []state.ID{template}}, state.IllegalState)
	h.do(change.DeleteElement{ElementIDs: []state.ID{template, follows}})
}

// Sheets are listed in the order in which people read their numbers.
func TestSheetsComeByTheirNumbers(t *testing.T) {
	h := buildHouse(t)
	for _, number := range []string{"A-10", "A-2", "S-1", "A-2b"} {
		h.do(change.DefineSheet{Number: number})
	}
	var got []string
	for _, e := range views.Sheets(h.model) {
		got = append(got, e.Params.(*views.Sheet).Number)
	}
	if want := []string{"A-2", "A-2b", "A-10", "S-1"}; !slices.Equal(got, want) {
		t.Errorf("the sheets are %v, not %v", got, want)
	}
}
