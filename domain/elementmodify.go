package domain

import (
	"encoding/json"
	"slices"
	"strings"
)

// ModifyParameter sets one parameter of an element, or of several, all or none of them: its name, type, level,
// material, assembly, or a property, as Pset_X.Name.
type ModifyParameter struct {
	ElementID     ID              `json:"element_id,omitempty"`
	ElementIDs    []ID            `json:"element_ids,omitempty"`
	ParameterName string          `json:"parameter_name" jsonschema:"e.g. height, name, level_id, type_id, Pset_X.Name"`
	Value         json.RawMessage `json:"value"`
}

// commonParameters are those of every category, by the name a caller uses.
var commonParameters = map[string]Facet{"name": FacetName, "type_id": FacetType, "level_id": FacetLevel,
	"material_id": FacetMaterial, "assembly_id": FacetAssembly}

// adjusting is a category in which setting one parameter decides others: a column takes a height or a top level, so
// that setting one clears the other.
type adjusting interface {
	// adjusted returns the parameters after a caller has set or cleared the named one.
	adjusted(parameter string) Params
}

func (c ModifyParameter) decide(t *transaction) error {
	ids := slices.Clone(c.ElementIDs)
	if c.ElementID != "" {
		ids = append(ids, c.ElementID)
	}
	if len(ids) == 0 || (c.ElementID != "" && len(ids) > 1) {
		return Errorf(InvalidInput, "give element_id or element_ids: which elements to change").With("parameter",
			"element_id")
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	carriers := t.model.carriers(ids...)
	for _, id := range ids {
		if err := c.modify(t, id); err != nil {
			return err
		}
	}
	if err := t.carry(carriers); err != nil {
		return err
	}
	return t.checkChanged(ids...) // all of them: rooms that go to another level with their walls find these there
}

// modify sets the parameter of one element; what depends on it is checked later.
func (c ModifyParameter) modify(t *transaction, id ID) error {
	e, err := t.model.find(id)
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
		return t.followLevel(e.ID)
	}
	return t.holdInWall(e)
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
