package change

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// SetProperties sets property sets, classification, material or type of elements, all or none of them.
type SetProperties struct {
	ElementIDs     []state.ID             `json:"element_ids"`
	Psets          shape.PropertySets     `json:"psets,omitempty"`
	Classification []state.Classification `json:"classification,omitempty" jsonschema:"replaces what was there"`
	Material       string                 `json:"material,omitempty" jsonschema:"id or name"`
	TypeID         state.ID               `json:"type_id,omitempty"`
}

func (c SetProperties) Decide(t *Transaction) error {
	if err := c.check(); err != nil {
		return err
	}
	var material state.ID
	if err := shape.TakeMaterial(t.Model, &material, c.Material); err != nil {
		return err
	}
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	sets := c.Psets.Sorted()
	carriers := carriersOf(t.Model, ids...)
	for _, id := range ids {
		e, err := t.Model.Find(id)
		if err != nil {
			return err
		}
		facets := append(c.facets(sets), shape.ParamFacets(e.Category)...)
		if err := t.change(e, facets, func(after *state.Element) {
			c.apply(t.Model, after, material,
				sets)
		}); err != nil {
			return err
		}
	}
	if c.TypeID == "" {
		return nil
	}
	if err := t.carry(carriers); err != nil {
		return err
	}
	return t.checkChanged(ids...)
}

func (c SetProperties) check() error {
	if len(c.ElementIDs) == 0 {
		return state.Errorf(state.OutOfRange, "element_ids is empty: name the elements").With("parameter",
			"element_ids")
	}
	if len(c.Psets) == 0 && len(c.Classification) == 0 && c.Material == "" && c.TypeID == "" {
		return state.Errorf(state.OutOfRange, "nothing to set: give psets, classification, material or type_id")
	}
	for _, code := range c.Classification {
		if strings.TrimSpace(code.System) == "" || strings.TrimSpace(code.Code) == "" {
			return state.Errorf(state.OutOfRange, "a classification needs a system and a code").With("parameter",
				"classification")
		}
	}
	return c.Psets.Check()
}

func (c SetProperties) facets(sets []state.PropertySet) []state.Facet {
	out := []state.Facet{state.FacetClassification, state.FacetMaterial, state.FacetType, state.FacetOrigin}
	for _, set := range sets {
		for _, p := range set.Properties {
			out = append(out, state.Facet(state.PsetPrefix+set.Name+"."+p.Name))
		}
	}
	return out
}

func (c SetProperties) apply(m *state.Model, e *state.Element, material state.ID, sets []state.PropertySet) {
	for _, set := range sets {
		for _, p := range set.Properties {
			before, _ := state.Lookup(e.Psets, set.Name, p.Name)
			value := shape.PropertyValueInPlaceOf(p.Value, before)
			e.Psets = state.WithProperty(e.Psets, set.Name, p.Name, &value)
		}
	}
	if len(c.Classification) > 0 {
		e.Codes = slices.Clone(c.Classification)
	}
	if material != "" {
		e.MaterialID = material
	}
	if material != "" || c.TypeID != "" { // the type or material decides on its looks
		e.Origin = e.Origin.With(func(o *state.Origin) { o.Styles, o.DrawnStyles, o.Material = nil, nil, "" })
	}
	if c.TypeID != "" {
		e.TypeID = c.TypeID
		e.Params = underType(m, e)
	}
}
