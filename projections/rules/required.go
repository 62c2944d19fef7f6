package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/tables"
)

// A required datum without a set has one of these meanings, tried in this order. Its spelling is free ("Height",
// "SillHeight").
//
//   - name, type, level, material and classification are required of every element; number and usage are required of
//     rooms only;
//   - system is required of ducts, pipes, trays and the elements connected to them;
//   - a parameter of some categories (height, swing) is required of elements of these categories only;
//   - any other name is a property of the category's common set, or a quantity of the element.
//
//
// A property of the common set satisfies any of these if the element has a property of that name. A common set is
// required only of elements of its category.

// appliesTo reports whether a datum can be required of elements of a category.
func appliesTo(what string, c state.Category) bool {
	set, _, both := strings.Cut(what, ".")
	if !both && systemWord(what) {
		return services.Serves(c)
	}
	if !both {
		return lettersOf(what) == "name" || parameterNamed(what, c) != "" ||
			!slices.ContainsFunc(state.Category("").Enum(),
				func(other string) bool { return parameterNamed(what, state.Category(other)) != "" })
	}
	if !strings.HasPrefix(set, "Pset_") || !strings.HasSuffix(set, "Common") {
		return true
	}
	return set == commonSets[c] || commonSets[c] == "" && !slices.Contains(slices.Collect(maps.Values(commonSets)), set)
}

// systemWord reports whether a datum names the system of ducts, pipes and the elements that they serve.
func systemWord(what string) bool {
	return lettersOf(what) == "system" || lettersOf(what) == "systemname"
}

// lettersOf returns the form of a name for comparisons: without underscores and in lower case, so that "sill_height"
// equals "SillHeight".
func lettersOf(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// parameterNamed returns the name of a category's parameter that a datum means, or "" for none.
func parameterNamed(what string, c state.Category) string {
	for _, p := range c.Parameters() {
		if lettersOf(p.Name) == lettersOf(what) {
			return p.Name
		}
	}
	return ""
}

// attributes maps the names of data that every element may have to their tests.
var attributes = map[string]func(*subjects, *state.Element) bool{
	"name":  func(_ *subjects, e *state.Element) bool { return meansSomething(e.Name) },
	"type":  func(_ *subjects, e *state.Element) bool { return e.TypeID != "" },
	"level": func(s *subjects, e *state.Element) bool { return elements.StoreyOf(s.view.Model, e) != "" },
	"material": func(s *subjects, e *state.Element) bool {
		_, lacks := s.made(e, &Rule{When: []Condition{{Key: "material", Values: []string{""}}}})
		return lacks == ""
	},
	"classification": func(_ *subjects, e *state.Element) bool {
		return slices.ContainsFunc(e.Codes, func(c state.Classification) bool { return meansSomething(c.Code) })
	},
}

// given reports whether an element has a required datum.
func (s *subjects) given(e *state.Element, what string) bool {
	set, name, both := strings.Cut(what, ".")
	if both {
		return s.hasProperty(e, set, name)
	}
	if systemWord(what) && services.SystemOf(s.view.Model, e) != "" {
		return true
	}
	if has, ok := attributes[lettersOf(what)]; ok && has(s, e) {
		return true
	}
	return s.hasProperty(e, commonSets[e.Category], what) || s.hasFigure(e, what)
}

// hasProperty reports whether an element, or its type, has a property of a set with a meaningful value.
func (s *subjects) hasProperty(e *state.Element, set, name string) bool {
	v, ok := state.Lookup(e.Psets, set, name)
	if t, typed := s.view.Model.Type(e.TypeID); !ok && typed {
		v, ok = state.Lookup(t.Psets, set, name)
	}
	text, isText := shape.PropertyValueAny(v).(string)
	return ok && (!isText || saysMore(text, name))
}

// hasFigure reports whether an element has a value for a parameter or a quantity, as a schedule shows it. A column that
// reaches to a level has a height, because the height follows from the level.
func (s *subjects) hasFigure(e *state.Element, what string) bool {
	parameter := parameterNamed(what, e.Category)
	if column, ok := e.Params.(*member.Column); ok && parameter == "height" && column.TopLevel != "" {
		return true
	}
	cell, err := tables.Value(s.view, e, what)
	if err != nil {
		return parameter != "" // the value is a list or a shape, which no schedule shows
	}
	if text, isText := cell.Any().(string); isText { // other texts are derived by a schedule, not given
		return parameter != "" && meansSomething(text)
	}
	return cell.Kind() != "" || s.hasQuantity(e, what)
}

// hasQuantity reports whether an element has a quantity of a name, such as the derived height of a room without a given
// height.
func (s *subjects) hasQuantity(e *state.Element, what string) bool {
	quantities, err := s.view.QuantitiesOf(e.ID)
	return err == nil && slices.ContainsFunc(quantities,
		func(q state.Quantity) bool { return lettersOf(q.Name) == lettersOf(what) })
}
