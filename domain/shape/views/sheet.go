package views

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// TitleBlock holds the fields of the title block of a sheet, after ISO 7200.
type TitleBlock struct {
	Owner        string `json:"owner,omitempty" jsonschema:"default the model's organization"`
	Project      string `json:"project,omitempty" jsonschema:"default the model's name"`
	Address      string `json:"address,omitempty" jsonschema:"default the site's"`
	Title        string `json:"title,omitempty" jsonschema:"default the names of the views"`
	Number       string `json:"number,omitempty" jsonschema:"identification number"`
	Creator      string `json:"creator,omitempty" jsonschema:"default the model's author"`
	Approver     string `json:"approver,omitempty" jsonschema:"default the revision's"`
	DocumentType string `json:"document_type,omitempty" jsonschema:"default general arrangement"`
	Status       string `json:"status,omitempty" jsonschema:"default preliminary"`
	Date         string `json:"date,omitempty" jsonschema:"of issue; default that of the revision"`
	Sheet        string `json:"sheet,omitempty" jsonschema:"such as 2 / 5"`
	Notes        string `json:"notes,omitempty" jsonschema:"lines"`
}

// Sheet is a sheet of drawings in a model. Its name is its title, and no other sheet has its number. It does not list
// its views: each view stores the id of its sheet and its own number on the sheet. So two branches can each place a
// view without a conflict.
type Sheet struct {
	Number     string      `json:"number" jsonschema:"identification number, such as A-101"`
	Size       string      `json:"size,omitempty" jsonschema:"such as A1; default the smallest that fits"`
	TitleBlock *TitleBlock `json:"title_block,omitempty" jsonschema:"what differs from that of all sheets"`
}

// Check refuses a sheet without a number, and a number that is too long for the marks of views.
func (s *Sheet) Check(_ *state.Model, _ *state.Element) error {
	switch {
	case strings.TrimSpace(s.Number) == "":
		return state.Errorf(state.OutOfRange, "a sheet needs a number, such as A-101").With("parameter", "number")
	case len([]rune(s.Number)) > mostText:
		return state.Errorf(state.OutOfRange,
			"the number of a sheet has more than %d letters: marks have no place for it",
			mostText).With("parameter", "number")
	case s.TitleBlock != nil && *s.TitleBlock == (TitleBlock{}):
		return state.Errorf(state.OutOfRange, "title_block says nothing: leave it out").With("parameter", "title_block")
	case s.TitleBlock != nil && (s.TitleBlock.Number != "" || s.TitleBlock.Title != ""):
		return state.Errorf(state.OutOfRange,
			"number and title of a sheet are its own number and name: leave them out of title_block").With("parameter",
			"title_block")
	}
	return nil
}

func (s *Sheet) Moved(state.Transform) state.Params { return s }

func (*Sheet) Anchor(*state.Model, *state.Element) geometry.Point3 { return geometry.Point3{} }

func (*Sheet) Centre() geometry.Point2 { return geometry.Point2{} }

func (*Sheet) FixedField() **state.FixedShape { return nil }

func (s *Sheet) NumberKey() state.ID { return state.ID(s.Number) }

func (s *Sheet) Label() string { return s.Number }

func (s *Sheet) Key(*state.Element) (state.Facet, string) {
	return state.ParamFacet("number"), s.Number
}

// Unkeyed returns the sheet itself, because every sheet must have a number.
func (s *Sheet) Unkeyed() state.Params { return s }

// CheckNumber refuses a number that another sheet has, because the number identifies a drawing (ISO 7200).
func CheckNumber(m *state.Model, self state.ID, number string) error {
	for _, e := range Sheets(m) {
		if e.ID != self && strings.EqualFold(e.Params.(*Sheet).Number, number) {
			return state.Errorf(state.AlreadyExists, "sheet %s is %q: give another number", number, e.Name).With(
				"sheet_id", e.ID)
		}
	}
	return nil
}

// Sheets returns the sheets of a model in the order of their numbers: A-2 comes before A-10.
func Sheets(m *state.Model) []*state.Element {
	var out []*state.Element
	for _, id := range m.OfCategory(state.CategorySheet) {
		if e, ok := m.Element(id); ok {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b *state.Element) int {
		one, two := a.Params.(*Sheet).Number, b.Params.(*Sheet).Number
		return cmp.Or(compareNumbers(one, two), strings.Compare(one, two), strings.Compare(string(a.ID), string(b.ID)))
	})
	return out
}

// compareNumbers compares texts, with runs of digits compared as numbers.
func compareNumbers(a, b string) int {
	one, two := parts(a), parts(b)
	for i := range min(len(one), len(two)) {
		x, failed := strconv.Atoi(one[i])
		y, failure := strconv.Atoi(two[i])
		if failed == nil && failure == nil && x != y {
			return cmp.Compare(x, y)
		}
		if c := strings.Compare(one[i], two[i]); c != 0 && (failed != nil || failure != nil) {
			return c
		}
	}
	return cmp.Compare(len(one), len(two))
}

// parts returns the runs of digits and of other characters in a text.
func parts(s string) []string {
	var out []string
	digits := false
	for i, r := range s {
		if is := unicode.IsDigit(r); i == 0 || is != digits {
			out, digits = append(out, ""), is
		}
		out[len(out)-1] += string(r)
	}
	return out
}

// OnSheet returns the views that are placed on a sheet, in the order of their numbers there. Views without a number
// come last, by name.
func OnSheet(m *state.Model, sheet state.ID) []*state.Element {
	var out []*state.Element
	for _, id := range m.Mentioning(sheet) {
		if e, ok := m.Element(id); ok {
			if v, is := e.Params.(*View); is && v.SheetID == sheet {
				out = append(out, e)
			}
		}
	}
	slices.SortFunc(out, func(a, b *state.Element) int {
		one, two := a.Params.(*View).Detail, b.Params.(*View).Detail
		if (one == "") != (two == "") {
			return strings.Compare(two, one)
		}
		return cmp.Or(compareNumbers(one, two), strings.Compare(a.Name, b.Name),
			strings.Compare(string(a.ID), string(b.ID)))
	})
	return out
}

// Placed is a view on a sheet, with its number there.
type Placed struct {
	View   *state.Element
	Number string
}

// Details returns the views of a sheet, each with a number: its own, or the lowest number that no other view has.
func Details(m *state.Model, sheet state.ID) []Placed {
	on := OnSheet(m, sheet)
	taken := map[string]bool{}
	for _, e := range on {
		taken[e.Params.(*View).Detail] = true
	}
	out := make([]Placed, len(on))
	for i, e := range on {
		out[i] = Placed{e, e.Params.(*View).Detail}
		if out[i].Number == "" {
			out[i].Number = FreeDetail(taken)
			taken[out[i].Number] = true
		}
	}
	slices.SortStableFunc(out, func(a, b Placed) int { return compareNumbers(a.Number, b.Number) })
	return out
}

// FreeDetail returns the lowest number that is not taken.
func FreeDetail(taken map[string]bool) string {
	for n := 1; ; n++ {
		if s := strconv.Itoa(n); !taken[s] {
			return s
		}
	}
}

// Reference returns the number of a view on its sheet and the sheet's number, as marks show them. Both are empty for a
// view that is on no sheet.
func Reference(m *state.Model, view *state.Element) (detail, sheet string) {
	v, ok := view.Params.(*View)
	if !ok || v.SheetID == "" {
		return "", ""
	}
	on, ok := m.Element(v.SheetID)
	if !ok {
		return "", ""
	}
	for _, p := range Details(m, v.SheetID) {
		if p.View.ID == view.ID {
			return p.Number, on.Params.(*Sheet).Number
		}
	}
	return "", ""
}
