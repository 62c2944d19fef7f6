package domain

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// value returns the value without surrounding white space, and a name without white space at its ends.
func (c ModifyParameter) value(facet Facet) json.RawMessage {
	value := bytes.TrimSpace(c.Value)
	var name string
	if facet == FacetName && json.Unmarshal(value, &name) == nil && string(value) != "null" {
		return mustJSON(strings.TrimSpace(name))
	}
	return value
}

// keepingMeasure returns the value of a property. A value that names no measure keeps the measure that the property
// has.
func keepingMeasure(e *Element, facet Facet, value json.RawMessage) json.RawMessage {
	name, is := strings.CutPrefix(string(facet), psetPrefix)
	if !is || isNull(value) {
		return value
	}
	set, property, _ := strings.Cut(name, ".")
	before, known := Lookup(e.Psets, set, property)
	var v PropertyValue
	if !known || json.Unmarshal(value, &v) != nil {
		return value
	}
	return mustJSON(v.inPlaceOf(before))
}

func isNull(value json.RawMessage) bool { return len(value) == 0 || string(value) == "null" }

// facet returns the facet that a parameter name means.
func (c ModifyParameter) facet(e *Element) (Facet, error) {
	if p, ok := e.Category.parameter(c.ParameterName); ok {
		if p.rules["fixed"] {
			return "", Errorf(IllegalState, "%s is set by the system and cannot be modified",
				p.Name).With("parameter", p.Name)
		}
		if o, ok := e.Params.(*Opening); ok && o.FilledBy != "" {
			return "", Errorf(IllegalState, "this opening follows the door or window in it: modify element %s instead",
				o.FilledBy).With("element_id", o.FilledBy)
		}
		return paramFacet(p.Name), nil
	}
	if facet, ok := commonParameters[c.ParameterName]; ok &&
		slices.Contains(knownParameters(e.Category), c.ParameterName) {
		if facet == FacetLevel && e.HostID != "" {
			return "", Errorf(IllegalState, "a %s is on the level of its host: modify level_id of element %s instead",
				e.Category, e.HostID).With("element_id", e.HostID)
		}
		return facet, nil
	}
	if set, property, ok := strings.Cut(c.ParameterName, "."); ok && strings.TrimSpace(set) != "" &&
		strings.TrimSpace(property) != "" {
		return Facet(psetPrefix + c.ParameterName), nil
	}
	return "", Errorf(UnknownParameter, "a %s has no parameter %q: it has %s, and properties as Pset_Name.Property",
		e.Category, c.ParameterName, strings.Join(knownParameters(e.Category), ", ")).
		With("parameter", c.ParameterName).With("known", knownParameters(e.Category))
}

// knownParameters lists the names that modify_parameter takes for a category, beside properties.
func knownParameters(c Category) []string {
	var out []string
	for _, p := range c.Parameters() {
		if !p.rules["fixed"] {
			out = append(out, p.Name)
		}
	}
	if rows[c].onLevel {
		out = append(out, "level_id")
	}
	out = append(out, "assembly_id", "material_id", "name")
	if rows[c].typed {
		out = append(out, "type_id")
	}
	return out
}

// checkValue refuses a value that does not decode, so that applying the event cannot fail.
func checkValue(e *Element, name Facet, parameter string, value json.RawMessage) error {
	switch {
	case strings.HasPrefix(string(name), psetPrefix):
		var v PropertyValue
		if err := json.Unmarshal(value, &v); err != nil && !isNull(value) {
			return Errorf(OutOfRange, "%s: %w", parameter, errPropertyValue).With("parameter", parameter)
		}
		return nil
	case strings.HasPrefix(string(name), paramPrefix):
		p, _ := e.Category.parameter(parameter)
		if isNull(value) && !p.Optional {
			return Errorf(OutOfRange, "%s of a %s cannot be cleared: give a value", parameter,
				e.Category).With("parameter", parameter)
		}
		if _, err := p.with(e.Params, value); err != nil {
			return Errorf(OutOfRange, "%s does not take the value %s: %w", parameter, value, err).With("parameter",
				parameter).With("unit", p.Unit)
		}
		return nil
	}
	return checkCommonValue(name, parameter, value)
}

func checkCommonValue(name Facet, parameter string, value json.RawMessage) error {
	var text *string
	if !isNull(value) && json.Unmarshal(value, &text) != nil {
		return Errorf(OutOfRange, "%s takes a string", parameter).With("parameter", parameter)
	}
	required := name == FacetName || name == FacetLevel
	if required && (text == nil || strings.TrimSpace(*text) == "") {
		return Errorf(OutOfRange, "%s cannot be empty", parameter).With("parameter", parameter)
	}
	return nil
}
