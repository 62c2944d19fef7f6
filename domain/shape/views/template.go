package views

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// Annotation is a kind of text and marks in a drawing.
type Annotation string

// Enum lists the kinds of annotation.
func (Annotation) Enum() []string {
	return []string{"rooms", "dimensions", "grid", "tags", "levels", "sections", "title"}
}

// Filter selects the elements that a view shows. An element must meet all given conditions. nil and an empty filter
// select all elements.
type Filter struct {
	Categories []state.Category `json:"categories,omitempty" jsonschema:"only these"`
	Systems    []string         `json:"systems,omitempty" jsonschema:"names: of services only those of these"`
	Phases     []string         `json:"phases,omitempty" jsonschema:"of what has a Status (IFC) only these, such as EXISTING, NEW"`
	Property   string           `json:"property,omitempty" jsonschema:"Pset.Name or Pset.Name=value, which all have"`
}

// statusProperty is the property in the common sets of IFC that states whether an element is new, existing or to be
// demolished.
const statusProperty = "Status"

func (f *Filter) check() error {
	if f == nil {
		return nil
	}
	if len(f.Categories)+len(f.Systems)+len(f.Phases) == 0 && f.Property == "" {
		return state.Errorf(state.OutOfRange,
			"filter says nothing: give categories, systems, phases or property, or leave it out").With("parameter",
			"filter")
	}
	for _, c := range f.Categories {
		if !c.Known() {
			return state.Errorf(state.OutOfRange, "filter has no category %q: give some of %s", c,
				strings.Join(c.Enum(), ", ")).With("parameter", "filter").With("allowed", c.Enum())
		}
	}
	if name, _, _ := strings.Cut(f.Property, "="); f.Property != "" && !strings.Contains(name, ".") {
		return state.Errorf(state.OutOfRange, "property of a filter is %q: give Pset.Name or Pset.Name=value",
			f.Property).With("parameter", "filter")
	}
	return nil
}

// Shows reports whether an element is in a view with the filter.
func (f *Filter) Shows(m *state.Model, e *state.Element) bool {
	if f == nil {
		return true
	}
	if len(f.Categories) > 0 && !slices.Contains(f.Categories, e.Category) {
		return false
	}
	return f.inSystem(m, e) && f.inPhase(m, e) && f.hasProperty(m, e)
}

// inSystem reports whether an element is in one of the systems, or is of a category that cannot be in a system.
func (f *Filter) inSystem(m *state.Model, e *state.Element) bool {
	if len(f.Systems) == 0 {
		return true
	}
	if state.Rows[e.Category].Service == "" && e.Category != state.CategoryTerminal {
		return true
	}
	served, ok := e.Params.(state.Mentioning)
	if !ok {
		return true
	}
	system, ok := m.Element(served.Mentions())
	return ok && slices.ContainsFunc(f.Systems, func(name string) bool { return strings.EqualFold(name, system.Name) })
}

// inPhase reports whether an element is in one of the phases, or has no phase.
func (f *Filter) inPhase(m *state.Model, e *state.Element) bool {
	if len(f.Phases) == 0 {
		return true
	}
	for _, sets := range setsOf(m, e) {
		for _, set := range sets {
			value, ok := state.Lookup([]state.PropertySet{set}, set.Name, statusProperty)
			if ok && strings.HasSuffix(set.Name, "Common") {
				return slices.ContainsFunc(f.Phases,
					func(phase string) bool { return strings.EqualFold(phase, text(value)) })
			}
		}
	}
	return true
}

func (f *Filter) hasProperty(m *state.Model, e *state.Element) bool {
	if f.Property == "" {
		return true
	}
	path, wanted, given := strings.Cut(f.Property, "=")
	name, property, _ := strings.Cut(path, ".")
	for _, sets := range setsOf(m, e) {
		if value, ok := state.Lookup(sets, name, property); ok {
			return !given || strings.EqualFold(strings.TrimSpace(wanted), text(value))
		}
	}
	return false
}

// setsOf returns the property sets of an element, then the property sets of its type.
func setsOf(m *state.Model, e *state.Element) [][]state.PropertySet {
	out := [][]state.PropertySet{e.Psets}
	if t, ok := m.Type(e.TypeID); ok {
		out = append(out, t.Psets)
	}
	return out
}

// text returns a value in the form in which filters contain it.
func text(v state.PropertyValue) string { return fmt.Sprint(shape.PropertyValueAny(v)) }

// Completed returns a view in which the values that it leaves out come from its template.
func Completed(m *state.Model, v *View) *View {
	c := *v
	if t := Of(m, v.TemplateID); t != nil {
		c.Scale, c.Services = cmp.Or(v.Scale, t.Scale), v.Services || t.Services
		if v.Kind == Section {
			c.Depth = cmp.Or(v.Depth, t.Depth)
		}
		if v.Kind == Plan || v.Kind == CeilingPlan {
			c.CutHeight = cmp.Or(v.CutHeight, t.CutHeight)
		}
		if v.Kind == Plan {
			c.AreaRule = cmp.Or(v.AreaRule, t.AreaRule)
		}
		if len(v.Layers) == 0 {
			c.Layers = t.Layers
		}
		if len(v.Annotate) == 0 {
			c.Annotate = t.Annotate
		}
		if v.Filter == nil {
			c.Filter = t.Filter
		}
	}
	if c.Scale == 0 && !c.Kind.IsTable() {
		c.Scale = usualScale
	}
	return &c
}

// usualScale is the scale of views without a scale.
const usualScale = 100
