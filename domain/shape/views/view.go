package views

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Kind is the kind of a view.
type Kind string

// The kinds.
const (
	Plan        Kind = "plan"
	RoofPlan    Kind = "roof_plan"
	CeilingPlan Kind = "ceiling_plan"
	Section     Kind = "section"
	Elevation   Kind = "elevation" // of the building, or of an inside wall of a room
	Schedule    Kind = "schedule"
	Takeoff     Kind = "takeoff"
	Template    Kind = "template" // not shown: other views take the values that they leave out from it
)

// Enum lists the kinds.
func (Kind) Enum() []string {
	return []string{string(Plan), string(RoofPlan), string(CeilingPlan), string(Section), string(Elevation),
		string(Schedule), string(Takeoff), string(Template)}
}

// IsPlan reports whether views of the kind show a level.
func (k Kind) IsPlan() bool { return k == Plan || k == RoofPlan || k == CeilingPlan }

// IsTable reports whether views of the kind are tables, which have neither scale nor place.
func (k Kind) IsTable() bool { return k == Schedule || k == Takeoff }

// Side is the side from which an elevation is seen.
type Side string

// Enum lists the sides.
func (Side) Enum() []string { return []string{"north", "east", "south", "west"} }

// Scales lists the denominators of the scales that drawings may have: the scales of ISO 5455, and 25 and 250, which are
// usual in construction.
var Scales = []int64{20, 25, 50, 100, 200, 250, 500}

// View is a drawing or table of a model. Its name is unique among views. A plan shows a level, a section lies on its
// own line, and an elevation looks from a side at the building or at a wall of a room. Values that a view leaves out
// come from its template, and otherwise are the usual ones.
type View struct {
	Kind       Kind              `json:"kind" rule:"fixed"`
	OfLevelID  state.ID          `json:"of_level_id,omitempty" rule:"fixed" jsonschema:"of a plan"`
	RoomID     state.ID          `json:"room_id,omitempty" rule:"fixed" jsonschema:"of an elevation inside"`
	From       Side              `json:"from,omitempty" rule:"fixed" jsonschema:"of an elevation: the side it is seen from"`
	Start      *geometry.Point2  `json:"start,omitempty" jsonschema:"of a section, which looks to the left of start to end"`
	End        *geometry.Point2  `json:"end,omitempty"`
	Depth      geometry.Length   `json:"depth,omitempty" rule:"nonnegative" jsonschema:"of a section; default all behind"`
	CutHeight  geometry.Length   `json:"cut_height,omitempty" rule:"nonnegative" jsonschema:"of a plan, above the level; default 1200"`
	Ground     geometry.Length   `json:"ground,omitempty" jsonschema:"height of level terrain"`
	Scale      int64             `json:"scale,omitempty" jsonschema:"denominator; default 100"`
	Crop       []geometry.Point2 `json:"crop,omitempty" jsonschema:"two corners: of a plan in plan, of others along and up"`
	Layers     []string          `json:"layers,omitempty" jsonschema:"only these, with all below them"`
	Annotate   []Annotation      `json:"annotate,omitempty" jsonschema:"default all"`
	Services   bool              `json:"services,omitempty" jsonschema:"also ducts, pipes and trays"`
	AreaRule   room.AreaRule     `json:"area_rule,omitempty" jsonschema:"of rooms' areas, of a plan or takeoff"`
	Filter     *Filter           `json:"filter,omitempty" jsonschema:"what is shown of the model"`
	TemplateID state.ID          `json:"template_id,omitempty" jsonschema:"view that says what this one leaves out"`
	Table      *Table            `json:"table,omitempty" jsonschema:"of a schedule or takeoff"`
	SheetID    state.ID          `json:"sheet_id,omitempty" jsonschema:"sheet that it is placed on"`
	Detail     string            `json:"detail_number,omitempty" jsonschema:"its number on the sheet; default the next free one"`
}

// mostText is the maximum length of the texts of views and sheets that appear in marks and fields.
const mostText = 16

// Check refuses a view without the place that its kind needs, with the place of another kind, or with invalid values.
func (v *View) Check(m *state.Model, e *state.Element) error {
	for _, check := range []func() error{
		v.checkPlace, v.AreaRule.Check, v.checkExtent, v.checkScale, v.checkTexts, v.Filter.check, v.checkTable,
		func() error { return v.checkReferences(m, e) }} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// place is a parameter that only some kinds of views have.
type place struct {
	name  string
	given bool
	of    bool
	needs bool
}

// checkPlace refuses a view that lacks a parameter that its kind needs, or that has a parameter that its kind does not
// have.
func (v *View) checkPlace() error {
	section, template := v.Kind == Section, v.Kind == Template
	measures := v.Kind == Plan || v.Kind == Takeoff || template
	for _, p := range []place{
		{"of_level_id", v.OfLevelID != "", v.Kind.IsPlan(), true},
		{"from", v.From != "", v.Kind == Elevation, true},
		{"room_id", v.RoomID != "", v.Kind == Elevation, false},
		{"start", v.Start != nil, section, true},
		{"end", v.End != nil, section, true},
		{"depth", v.Depth != 0, section || template, false},
		{"cut_height", v.CutHeight != 0, v.Kind == Plan || v.Kind == CeilingPlan || template, false},
		{"area_rule", v.AreaRule != "", measures, false},
		{"ground", v.Ground != 0, section || v.Kind == Elevation && v.RoomID == "", false},
		{"crop", len(v.Crop) > 0, !template && !v.Kind.IsTable(), false},
		{"table", v.Table != nil, v.Kind.IsTable(), v.Kind == Schedule},
		{"template_id", v.TemplateID != "", !template && !v.Kind.IsTable(), false},
		{"sheet_id", v.SheetID != "", !template, false},
		{"detail_number", v.Detail != "", v.SheetID != "", false},
	} {
		switch {
		case p.given && !p.of:
			return state.Errorf(state.OutOfRange, "a view of kind %s has no %s: leave it out", v.Kind, p.name).
				With("parameter", p.name)
		case p.of && p.needs && !p.given:
			return state.Errorf(state.OutOfRange, "a view of kind %s needs %s", v.Kind, p.name).With("parameter",
				p.name)
		}
	}
	return nil
}

// checkExtent refuses a section without length, and a crop without area.
func (v *View) checkExtent() error {
	if v.Kind == Section && geometry.Distance(*v.Start, *v.End) < geometry.Millimetre {
		return state.Errorf(state.DegenerateGeometry,
			"the section starts where it ends: start and end must differ").With("parameter", "end")
	}
	if len(v.Crop) == 0 {
		return nil
	}
	if len(v.Crop) != 2 || v.Crop[0].X == v.Crop[1].X || v.Crop[0].Y == v.Crop[1].Y {
		return state.Errorf(state.DegenerateGeometry,
			"crop has two opposite corners of a rectangle: give [[x, y], [x, y]]").With("parameter", "crop")
	}
	return nil
}

func (v *View) checkScale() error {
	if v.Scale == 0 || slices.Contains(Scales, v.Scale) && !v.Kind.IsTable() {
		return nil
	}
	if v.Kind.IsTable() {
		return state.Errorf(state.OutOfRange, "a table has no scale: leave scale out").With("parameter", "scale")
	}
	return state.Errorf(state.OutOfRange, "1:%d is no scale of drawings: give one of %v", v.Scale,
		Scales).With("parameter", "scale").With("allowed", Scales)
}

func (v *View) checkTexts() error {
	if len([]rune(v.Detail)) > mostText {
		return state.Errorf(state.OutOfRange, "detail_number has more than %d letters: marks have no place for it",
			mostText).With("parameter", "detail_number")
	}
	for _, a := range v.Annotate {
		if !slices.Contains(a.Enum(), string(a)) {
			return state.Errorf(state.OutOfRange, "annotate has no item %q: give some of %s", a,
				strings.Join(a.Enum(), ", ")).With("parameter", "annotate").With("allowed", a.Enum())
		}
	}
	return nil
}

// checkReferences refuses a level, room, template or sheet that does not exist, and a number that another view of the
// sheet has.
func (v *View) checkReferences(m *state.Model, e *state.Element) error {
	for _, r := range []struct {
		id state.ID
		of state.Category
	}{{v.OfLevelID, state.CategoryLevel}, {v.RoomID, state.CategoryRoom}, {v.TemplateID, state.CategoryView},
		{v.SheetID, state.CategorySheet}} {
		if r.id == "" {
			continue
		}
		if _, err := m.FindOf(r.id, r.of); err != nil {
			return err
		}
	}
	if t := Of(m, v.TemplateID); t != nil && t.Kind != Template {
		return state.Errorf(state.OutOfRange, "a view takes what it leaves out from a view of kind template, not %s",
			t.Kind).With("parameter", "template_id")
	}
	if v.Detail == "" {
		return nil
	}
	for _, other := range OnSheet(m, v.SheetID) {
		if p := other.Params.(*View); other.ID != e.ID && p.Detail == v.Detail {
			return state.Errorf(state.AlreadyExists,
				"view %q has number %s on that sheet: give another detail_number, or none", other.Name,
				v.Detail).With("parameter", "detail_number").With("view_id", other.ID)
		}
	}
	return nil
}

// Mentions returns the level or room that the view shows.
func (v *View) Mentions() state.ID {
	if v.RoomID != "" {
		return v.RoomID
	}
	return v.OfLevelID
}

// MentionsToo returns the sheet that the view is placed on.
func (v *View) MentionsToo() state.ID { return v.SheetID }

// Moved moves the line of a section. Other views follow the element that they show.
func (v *View) Moved(t state.Transform) state.Params {
	if v.Kind != Section {
		return v
	}
	c := *v
	start, end := t.Plan(*v.Start), t.Plan(*v.End)
	c.Start, c.End = &start, &end
	return &c
}

// CheckMove refuses to move a view that is not a section, because it has no place of its own.
func CheckMove(e *state.Element) error {
	if v, ok := e.Params.(*View); ok && v.Kind == Section {
		return nil
	}
	return state.Errorf(state.IllegalState, "a %s has no place of its own: only the line of a section moves",
		e.Category).With("element_id", e.ID)
}

// CheckCopy refuses copies, because a copy would be the same drawing twice.
func CheckCopy(e *state.Element) error {
	return state.Errorf(state.IllegalState, "a %s cannot be copied: define another one", e.Category).With(
		"element_id", e.ID)
}

// Anchor returns the start of a section. Other views have no place.
func (v *View) Anchor(*state.Model, *state.Element) geometry.Point3 {
	if v.Start == nil {
		return geometry.Point3{}
	}
	return v.Start.At(0)
}

// Centre returns the middle of a section's line.
func (v *View) Centre() geometry.Point2 {
	if v.Start == nil || v.End == nil {
		return geometry.Point2{}
	}
	return geometry.Point2{X: (v.Start.X + v.End.X) / 2, Y: (v.Start.Y + v.End.Y) / 2}
}

func (*View) FixedField() **state.FixedShape { return nil }

// Adjusted clears the number of a view that is placed on another sheet, because the number belongs to the previous
// sheet.
func (v *View) Adjusted(parameter string) state.Params {
	if parameter != "sheet_id" || v.Detail == "" {
		return v
	}
	c := *v
	c.Detail = ""
	return &c
}

func (*View) Key(e *state.Element) (state.Facet, string) { return state.FacetName, e.Name }

func (v *View) Unkeyed() state.Params { return v }

// CheckName refuses a name that another view has, because marks and people identify views by name.
func CheckName(m *state.Model, self state.ID, name string) error {
	for _, id := range m.OfCategory(state.CategoryView) {
		if e, ok := m.Element(id); ok && id != self && strings.EqualFold(e.Name, name) {
			return state.Errorf(state.AlreadyExists, "a view named %q exists: use its id or another name", e.Name).With(
				"view_id", id)
		}
	}
	return nil
}

// Of returns the view with an id, or nil for none.
func Of(m *state.Model, id state.ID) *View {
	if e, ok := m.Element(id); ok {
		if v, is := e.Params.(*View); is {
			return v
		}
	}
	return nil
}

// IsTemplate reports whether an element is a view of kind template.
func IsTemplate(e *state.Element) bool {
	v, ok := e.Params.(*View)
	return ok && v.Kind == Template
}

// All returns the views of a model by name.
func All(m *state.Model) []*state.Element {
	var out []*state.Element
	for _, id := range m.OfCategory(state.CategoryView) {
		if e, ok := m.Element(id); ok {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b *state.Element) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// About returns the views that show a level or room. They are deleted with it.
func About(m *state.Model, id state.ID) []state.ID {
	return slices.DeleteFunc(m.Mentioning(id), func(by state.ID) bool {
		v := Of(m, by)
		return v == nil || v.Mentions() != id
	})
}

// Following returns the views that have a template.
func Following(m *state.Model, template state.ID) []state.ID {
	return slices.DeleteFunc(m.OfCategory(state.CategoryView), func(id state.ID) bool {
		v := Of(m, id)
		return v == nil || v.TemplateID != template
	})
}
