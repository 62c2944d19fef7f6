package change

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// ModifyParameter sets one parameter of one or several elements, of all or of none: its name, type, level, material,
// assembly, or a property written as Pset_X.Name.
type ModifyParameter struct {
	ElementID     state.ID        `json:"element_id,omitempty"`
	ElementIDs    []state.ID      `json:"element_ids,omitempty"`
	ParameterName string          `json:"parameter_name" jsonschema:"e.g. height, name, level_id, type_id, Pset_X.Name"`
	Value         json.RawMessage `json:"value"`
}

// commonParameters maps the parameter names common to all categories to their facets.
var commonParameters = map[string]state.Facet{"name": state.FacetName, "type_id": state.FacetType,
	"level_id":    state.FacetLevel,
	"material_id": state.FacetMaterial, "assembly_id": state.FacetAssembly}

// adjusting is a category in which setting one parameter changes others. For example, a column has either a height or a
// top level, so setting one clears the other.
type adjusting interface {
	// Adjusted returns the parameters after a caller has set or cleared the named one.
	Adjusted(parameter string) state.Params
}

func (c ModifyParameter) Decide(t *Transaction) error {
	ids := slices.Clone(c.ElementIDs)
	if c.ElementID != "" {
		ids = append(ids, c.ElementID)
	}
	if len(ids) == 0 || (c.ElementID != "" && len(ids) > 1) {
		return state.Errorf(state.InvalidInput,
			"give element_id or element_ids: which elements to change").With("parameter",
			"element_id")
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	carriers := carriersOf(t.Model, ids...)
	for _, id := range ids {
		if err := c.modify(t, id); err != nil {
			return err
		}
	}
	if err := t.carry(carriers); err != nil {
		return err
	}
	return t.checkChanged(ids...) // all at once, so that rooms that change level with their walls find them there
}

// modify sets the parameter of one element. Its dependents are checked later.
func (c ModifyParameter) modify(t *Transaction, id state.ID) error {
	e, err := t.Model.Find(id)
	if err != nil {
		return err
	}
	facet, err := c.facet(e)
	if err != nil {
		return err
	}
	value := c.value(facet)
	if err := CheckValue(e, facet, c.ParameterName, value); err != nil {
		return err
	}
	f, _ := state.FacetOf(e.Category, facet)
	value = keepingMeasure(e, facet, value)
	set := func(after *state.Element) {
		f.Set(after, value)
		adjust(t.Model, after, facet, c.ParameterName)
	}
	if err := t.change(e, append([]state.Facet{facet}, otherParams(e.Category, facet)...), set); err != nil {
		return err
	}
	if facet == state.FacetLevel {
		return t.followLevel(e.ID)
	}
	return t.holdInWall(e)
}

// adjust updates the parameters that depend on the facet that was set.
func adjust(m *state.Model, e *state.Element, facet state.Facet, parameter string) {
	if facet == state.FacetType {
		e.Params = underType(m, e)
	}
	if s, ok := e.Params.(adjusting); ok && strings.HasPrefix(string(facet), state.ParamPrefix) {
		e.Params = s.Adjusted(parameter)
	}
}

// underType returns an element's parameters without those that its type now determines.
func underType(m *state.Model, e *state.Element) state.Params {
	params := e.Params
	taken := func(name string) {
		if p, ok := e.Category.Parameter(name); ok {
			params, _ = p.With(params, nil)
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

func otherParams(c state.Category, facet state.Facet) []state.Facet {
	return slices.DeleteFunc(shape.ParamFacets(c), func(f state.Facet) bool { return f == facet })
}

// followLevel moves the hosted elements of a host to the host's level.
func (t *Transaction) followLevel(id state.ID) error {
	host, ok := t.Model.Element(id)
	if !ok {
		return nil
	}
	for _, id := range t.Model.HostedBy(host.ID) {
		hosted, ok := t.Model.Element(id)
		if !ok || hosted.LevelID == host.LevelID {
			continue
		}
		if err := t.change(hosted, []state.Facet{state.FacetLevel},
			func(e *state.Element) { e.LevelID = host.LevelID }); err != nil {
			return err
		}
	}
	return nil
}
