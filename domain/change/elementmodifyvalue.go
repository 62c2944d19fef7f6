package change

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

// value returns the JSON value without surrounding white space. For a name it also removes white space at the ends of
// the text.
func (c ModifyParameter) value(facet state.Facet) json.RawMessage {
	value := bytes.TrimSpace(c.Value)
	var name string
	if facet == state.FacetName && json.Unmarshal(value, &name) == nil && string(value) != "null" {
		return state.MustJSON(strings.TrimSpace(name))
	}
	return value
}

// keepingMeasure returns the value of a property. A value without a measure keeps the present measure of the property.
func keepingMeasure(e *state.Element, facet state.Facet, value json.RawMessage) json.RawMessage {
	name, is := strings.CutPrefix(string(facet), state.PsetPrefix)
	if !is || isNull(value) {
		return value
	}
	set, property, _ := strings.Cut(name, ".")
	before, known := state.Lookup(e.Psets, set, property)
	var v state.PropertyValue
	if !known || json.Unmarshal(value, &v) != nil {
		return value
	}
	return state.MustJSON(shape.PropertyValueInPlaceOf(v, before))
}

func isNull(value json.RawMessage) bool { return len(value) == 0 || string(value) == "null" }

// facet returns the facet of a parameter name.
func (c ModifyParameter) facet(e *state.Element) (state.Facet, error) {
	if p, ok := e.Category.Parameter(c.ParameterName); ok {
		if p.Rules["fixed"] {
			return "", state.Errorf(state.IllegalState, "%s is set by the system and cannot be modified",
				p.Name).With("parameter", p.Name)
		}
		if o, ok := e.Params.(*fabric.Opening); ok && o.FilledBy != "" {
			return "", state.Errorf(state.IllegalState,
				"this opening follows what fills it: modify element %s instead",
				o.FilledBy).With("element_id", o.FilledBy)
		}
		return state.ParamFacet(p.Name), nil
	}
	if facet, ok := commonParameters[c.ParameterName]; ok &&
		slices.Contains(KnownParameters(e.Category), c.ParameterName) {
		if facet == state.FacetLevel && e.HostID != "" {
			return "", state.Errorf(state.IllegalState,
				"a %s is on the level of its host: modify level_id of element %s instead",
				e.Category, e.HostID).With("element_id", e.HostID)
		}
		return facet, nil
	}
	if set, property, ok := strings.Cut(c.ParameterName, "."); ok && strings.TrimSpace(set) != "" &&
		strings.TrimSpace(property) != "" {
		return state.Facet(state.PsetPrefix + c.ParameterName), nil
	}
	return "", state.Errorf(state.UnknownParameter,
		"a %s has no parameter %q: it has %s, and properties as Pset_Name.Property%s",
		e.Category, c.ParameterName, strings.Join(KnownParameters(e.Category), ", "),
		propertyMeant(e, c.ParameterName)).
		With("parameter", c.ParameterName).With("known", KnownParameters(e.Category))
}

// propertyMeant returns the end of an error message for a name without a property set, or "". It suggests a property of
// the element with that name or, if the name begins with a capital letter, a property of the common set of its
// category.
func propertyMeant(e *state.Element, name string) string {
	for _, set := range e.Psets {
		for _, p := range set.Properties {
			if strings.EqualFold(p.Name, name) {
				return fmt.Sprintf("; did you mean %q?", set.Name+"."+p.Name)
			}
		}
	}
	if name == "" || name[0] < 'A' || name[0] > 'Z' || strings.ContainsAny(name, " .") {
		return ""
	}
	set := ""
	for part := range strings.SplitSeq(string(e.Category), "_") {
		set += strings.ToUpper(part[:1]) + part[1:]
	}
	return fmt.Sprintf(", such as %q", "Pset_"+set+"Common."+name)
}

// KnownParameters lists the names that modify_parameter accepts for a category, besides properties.
func KnownParameters(c state.Category) []string {
	var out []string
	for _, p := range c.Parameters() {
		if !p.Rules["fixed"] {
			out = append(out, p.Name)
		}
	}
	if state.Rows[c].OnLevel {
		out = append(out, "level_id")
	}
	out = append(out, "assembly_id", "material_id", "name")
	if state.Rows[c].Typed {
		out = append(out, "type_id")
	}
	return out
}

// CheckValue refuses a value that cannot be decoded, so that applying the event cannot fail.
func CheckValue(e *state.Element, name state.Facet, parameter string, value json.RawMessage) error {
	switch {
	case strings.HasPrefix(string(name), state.PsetPrefix):
		var v state.PropertyValue
		if err := json.Unmarshal(value, &v); err != nil && !isNull(value) {
			return state.Errorf(state.OutOfRange, "%s: %w", parameter, state.ErrPropertyValue).With("parameter",
				parameter)
		}
		return nil
	case strings.HasPrefix(string(name), state.ParamPrefix):
		p, _ := e.Category.Parameter(parameter)
		if isNull(value) && !p.Optional {
			return state.Errorf(state.OutOfRange, "%s of a %s cannot be cleared: give a value", parameter,
				e.Category).With("parameter", parameter)
		}
		if _, err := p.With(e.Params, value); err != nil {
			return state.Errorf(state.OutOfRange, "%s does not take the value %s: %w", parameter, value,
				err).With("parameter",
				parameter).With("unit", p.Unit)
		}
		return nil
	}
	return checkCommonValue(name, parameter, value)
}

func checkCommonValue(name state.Facet, parameter string, value json.RawMessage) error {
	var text *string
	if !isNull(value) && json.Unmarshal(value, &text) != nil {
		return state.Errorf(state.OutOfRange, "%s takes a string", parameter).With("parameter", parameter)
	}
	required := name == state.FacetName || name == state.FacetLevel
	if required && (text == nil || strings.TrimSpace(*text) == "") {
		return state.Errorf(state.OutOfRange, "%s cannot be empty", parameter).With("parameter", parameter)
	}
	return nil
}
