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

// What a required datum without a set means, in this order, however it is spelt ("Height", "SillHeight"):
//
//   - name, type, level, material and classification are what they say, of every element; number and usage are those of
//     rooms, of others they are not required;
//   - system is that of ducts, pipes, trays and what is connected to them;
//   - a parameter of some categories (height, swing) is required of elements of these, and of no others;
//   - a property of the category's common set, or a quantity that the element has, for all else.
//
// A property of the common set counts for any of these where the element has one of that name. The common set of a
// category is of its elements alone: of others it is not required.

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

// systemWord reports whether a datum is the system that ducts, pipes and what they serve are in.
func systemWord(what string) bool {
	return lettersOf(what) == "system" || lettersOf(what) == "systemname"
}

// lettersOf returns a name as it is compared: words may be parted by strokes or by capitals.
func lettersOf(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// parameterNamed returns the name of the parameter that a datum is in a category, "" for none.
func parameterNamed(what string, c state.Category) string {
	for _, p := range c.Parameters() {
		if lettersOf(p.Name) == lettersOf(what) {
			return p.Name
		}
	}
	return ""
}

// attributes are the data that every element may have, by the letters of their names.
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

// hasProperty reports whether an element, or its type, has a property of a set with a value that means something.
func (s *subjects) hasProperty(e *state.Element, set, name string) bool {
	v, ok := state.Lookup(e.Psets, set, name)
	if t, typed := s.view.Model.Type(e.TypeID); !ok && typed {
		v, ok = state.Lookup(t.Psets, set, name)
	}
	text, isText := shape.PropertyValueAny(v).(string)
	return ok && (!isText || saysMore(text, name))
}

// hasFigure reports whether an element has a value for a parameter or a quantity, as a schedule shows it. A column that
// reaches to a level has the height that follows from that.
func (s *subjects) hasFigure(e *state.Element, what string) bool {
	parameter := parameterNamed(what, e.Category)
	if column, ok := e.Params.(*member.Column); ok && parameter == "height" && column.TopLevel != "" {
		return true
	}
	cell, err := tables.Value(s.view, e, what)
	if err != nil {
		return parameter != "" // a list, or a shape, which no schedule can show
	}
	if text, isText := cell.Any().(string); isText { // what other texts a schedule shows is derived
		return parameter != "" && meansSomething(text)
	}
	return cell.Kind() != "" || s.hasQuantity(e, what)
}

// hasQuantity reports whether an element has a quantity of a name, such as the height of a room that nobody gave one.
func (s *subjects) hasQuantity(e *state.Element, what string) bool {
	quantities, err := s.view.QuantitiesOf(e.ID)
	return err == nil && slices.ContainsFunc(quantities,
		func(q state.Quantity) bool { return lettersOf(q.Name) == lettersOf(what) })
}
