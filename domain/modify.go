package domain

import (
	"encoding/json"
	"slices"
	"strings"
)

// ModifyParameter sets one parameter of an element, its name, type, level, material, or a property as Pset_X.Name.
type ModifyParameter struct {
	ElementID     ID              `json:"element_id"`
	ParameterName string          `json:"parameter_name" jsonschema:"e.g. height, name, type_id, Pset_X.Name"`
	Value         json.RawMessage `json:"value"`
}

// commonParameters are those of every category, by the name a caller uses.
var commonParameters = map[string]Facet{"name": FacetName, "type_id": FacetType, "level_id": FacetLevel, "material_id": FacetMaterial}

func (c ModifyParameter) decide(t *transaction) error {
	e, err := t.model.find(c.ElementID)
	if err != nil {
		return err
	}
	name, err := c.facet(e)
	if err != nil {
		return err
	}
	if err := checkValue(e, name, c.ParameterName, c.Value); err != nil {
		return err
	}
	f, _ := facetOf(e.Category, name)
	if err := t.modify(e, []Facet{name}, func(after *Element) { f.set(after, c.Value) }); err != nil {
		return err
	}
	return t.checkModified(e.ID)
}

// facet answers the facet that a parameter name means.
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
	if facet, ok := commonParameters[c.ParameterName]; ok {
		return facet, nil
	}
	if set, property, ok := strings.Cut(c.ParameterName, "."); ok && set != "" && property != "" {
		return Facet(psetPrefix + c.ParameterName), nil
	}
	return "", Errorf(UnknownParameter, "a %s has no parameter %q: it has %s, and properties as Pset_Name.Property", e.Category, c.ParameterName, strings.Join(knownParameters(e.Category), ", ")).
		With("parameter", c.ParameterName).With("known", knownParameters(e.Category))
}

func knownParameters(c Category) []string {
	var out []string
	for _, p := range c.Parameters() {
		if !p.rules["fixed"] {
			out = append(out, p.Name)
		}
	}
	common := []string{"name", "material_id"}
	if rows[c].onLevel {
		common = append(common, "level_id")
	}
	if rows[c].typed {
		common = append(common, "type_id")
	}
	slices.Sort(common)
	return append(out, common...)
}

// checkValue refuses a value that does not decode, so that applying the event cannot fail.
func checkValue(e *Element, name Facet, parameter string, value json.RawMessage) error {
	clear := len(value) == 0 || string(value) == "null"
	switch {
	case strings.HasPrefix(string(name), psetPrefix):
		var v PropertyValue
		if !clear && json.Unmarshal(value, &v) != nil {
			return Errorf(OutOfRange, "%s: %w", parameter, errPropertyValue).With("parameter", parameter)
		}
		return nil
	case strings.HasPrefix(string(name), paramPrefix):
		p, _ := e.Category.parameter(parameter)
		if clear && !p.Optional {
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
	if json.Unmarshal(value, &text) != nil {
		return Errorf(OutOfRange, "%s takes a string", parameter).With("parameter", parameter)
	}
	required := name == FacetName || name == FacetLevel
	if required && (text == nil || strings.TrimSpace(*text) == "") {
		return Errorf(OutOfRange, "%s cannot be empty", parameter).With("parameter", parameter)
	}
	return nil
}

// checkModified holds a changed element against what only the whole model knows.
func (t *transaction) checkModified(id ID) error {
	e, ok := t.model.Element(id)
	if !ok {
		return nil
	}
	switch p := e.Params.(type) {
	case *Wall:
		if _, err := t.model.WallPlan(e.ID); err != nil {
			return err
		}
	case *Room:
		if err := t.model.checkRoomNumber(e.LevelID, e.ID, p.Number); err != nil {
			return err
		}
		if p.Seed != nil {
			t.warnUnbounded(e)
		}
	}
	return t.followLevel(e)
}

// followLevel moves what a host carries to the host's level.
func (t *transaction) followLevel(host *Element) error {
	for _, id := range t.model.HostedBy(host.ID) {
		hosted, ok := t.model.Element(id)
		if !ok || hosted.LevelID == host.LevelID {
			continue
		}
		if err := t.modify(hosted, []Facet{FacetLevel}, func(e *Element) { e.LevelID = host.LevelID }); err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) warnUnbounded(e *Element) {
	if shape, err := t.model.RoomShape(e, t.model.WallsOn(e.LevelID)); err == nil && !shape.Bounded {
		t.warn("ROOM_UNBOUNDED", map[string]any{"room_id": e.ID}, "room %q has no closed ring of walls around it", e.Name)
	}
}
