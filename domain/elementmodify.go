package domain

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// ModifyParameter sets one parameter of an element, its name, type, level, material, assembly, or a property, as
// Pset_X.Name.
type ModifyParameter struct {
	ElementID     ID              `json:"element_id"`
	ParameterName string          `json:"parameter_name" jsonschema:"e.g. height, name, type_id, Pset_X.Name"`
	Value         json.RawMessage `json:"value"`
}

// commonParameters are those of every category, by the name a caller uses.
var commonParameters = map[string]Facet{"name": FacetName, "type_id": FacetType, "level_id": FacetLevel, "material_id": FacetMaterial, "assembly_id": FacetAssembly}

// adjusting is a category in which setting one parameter decides others: a column takes a height or a top level, so that
// setting one clears the other.
type adjusting interface {
	// adjusted returns the parameters after a caller has set or cleared the named one.
	adjusted(parameter string) Params
}

func (c ModifyParameter) decide(t *transaction) error {
	e, err := t.model.find(c.ElementID)
	if err != nil {
		return err
	}
	facet, err := c.facet(e)
	if err != nil {
		return err
	}
	value := c.value(facet)
	if err := checkValue(e, facet, c.ParameterName, value); err != nil {
		return err
	}
	f, _ := facetOf(e.Category, facet)
	value = keepingMeasure(e, facet, value)
	set := func(after *Element) {
		f.set(after, value)
		t.model.adjust(after, facet, c.ParameterName)
	}
	if err := t.change(e, append([]Facet{facet}, otherParams(e.Category, facet)...), set); err != nil {
		return err
	}
	if facet == FacetLevel {
		if err := t.followLevel(e.ID); err != nil {
			return err
		}
	}
	return t.checkChanged(e.ID)
}

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

// adjust adapts what depends on the facet that was set.
func (m *Model) adjust(e *Element, facet Facet, parameter string) {
	if facet == FacetType {
		e.Params = m.underType(e)
	}
	if s, ok := e.Params.(adjusting); ok && strings.HasPrefix(string(facet), paramPrefix) {
		e.Params = s.adjusted(parameter)
	}
}

// underType returns an element's parameters without those that its type now determines.
func (m *Model) underType(e *Element) Params {
	params := e.Params
	taken := func(name string) {
		if p, ok := e.Category.parameter(name); ok {
			params, _ = p.with(params, nil)
		}
	}
	t, ok := m.Type(e.TypeID)
	if ok && len(t.Layers) > 0 {
		taken("thickness")
	}
	if ok && t.Profile != nil {
		taken("profile")
	}
	if ok && len(t.Parts) > 0 {
		for _, name := range []string{"use", "width", "depth", "height"} {
			taken(name)
		}
	}
	return params
}

func otherParams(c Category, facet Facet) []Facet {
	return slices.DeleteFunc(paramFacets(c), func(f Facet) bool { return f == facet })
}

func isNull(value json.RawMessage) bool { return len(value) == 0 || string(value) == "null" }

// facet returns the facet that a parameter name means.
func (c ModifyParameter) facet(e *Element) (Facet, error) {
	if p, ok := e.Category.parameter(c.ParameterName); ok {
		if p.rules["fixed"] {
			return "", Errorf(IllegalState, "%s is set by the system and cannot be modified", p.Name).With("parameter", p.Name)
		}
		if o, ok := e.Params.(*Opening); ok && o.FilledBy != "" {
			return "", Errorf(IllegalState, "this opening follows the door or window in it: modify element %s instead", o.FilledBy).With("element_id", o.FilledBy)
		}
		return paramFacet(p.Name), nil
	}
	if facet, ok := commonParameters[c.ParameterName]; ok && slices.Contains(knownParameters(e.Category), c.ParameterName) {
		if facet == FacetLevel && e.HostID != "" {
			return "", Errorf(IllegalState, "a %s is on the level of its host: modify level_id of element %s instead", e.Category, e.HostID).With("element_id", e.HostID)
		}
		return facet, nil
	}
	if set, property, ok := strings.Cut(c.ParameterName, "."); ok && strings.TrimSpace(set) != "" && strings.TrimSpace(property) != "" {
		return Facet(psetPrefix + c.ParameterName), nil
	}
	return "", Errorf(UnknownParameter, "a %s has no parameter %q: it has %s, and properties as Pset_Name.Property", e.Category, c.ParameterName, strings.Join(knownParameters(e.Category), ", ")).
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
			return Errorf(OutOfRange, "%s of a %s cannot be cleared: give a value", parameter, e.Category).With("parameter", parameter)
		}
		if _, err := p.with(e.Params, value); err != nil {
			return Errorf(OutOfRange, "%s does not take the value %s: %w", parameter, value, err).With("parameter", parameter).With("unit", p.Unit)
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

// followLevel moves what a host carries to the host's level.
func (t *transaction) followLevel(id ID) error {
	host, ok := t.model.Element(id)
	if !ok {
		return nil
	}
	for _, id := range t.model.HostedBy(host.ID) {
		hosted, ok := t.model.Element(id)
		if !ok || hosted.LevelID == host.LevelID {
			continue
		}
		if err := t.change(hosted, []Facet{FacetLevel}, func(e *Element) { e.LevelID = host.LevelID }); err != nil {
			return err
		}
	}
	return nil
}
