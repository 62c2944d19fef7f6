package domain

import (
	"slices"
	"strings"
)

// SetProperties sets property sets, classification, material or type of elements, all or none of them.
type SetProperties struct {
	ElementIDs     []ID             `json:"element_ids"`
	Psets          PropertySets     `json:"psets,omitempty"`
	Classification []Classification `json:"classification,omitempty" jsonschema:"replaces what was there"`
	Material       string           `json:"material,omitempty" jsonschema:"id or name"`
	TypeID         ID               `json:"type_id,omitempty"`
}

func (c SetProperties) decide(t *transaction) error {
	if err := c.check(); err != nil {
		return err
	}
	var material ID
	if err := t.model.takeMaterial(&material, c.Material); err != nil {
		return err
	}
	ids := slices.Clone(c.ElementIDs)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	sets := c.Psets.sorted()
	carriers := t.model.carriers(ids...)
	for _, id := range ids {
		e, err := t.model.find(id)
		if err != nil {
			return err
		}
		facets := append(c.facets(sets), paramFacets(e.Category)...)
		if err := t.change(e, facets, func(after *Element) { c.apply(t.model, after, material, sets) }); err != nil {
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
		return Errorf(OutOfRange, "element_ids is empty: name the elements").With("parameter", "element_ids")
	}
	if len(c.Psets) == 0 && len(c.Classification) == 0 && c.Material == "" && c.TypeID == "" {
		return Errorf(OutOfRange, "nothing to set: give psets, classification, material or type_id")
	}
	for _, code := range c.Classification {
		if strings.TrimSpace(code.System) == "" || strings.TrimSpace(code.Code) == "" {
			return Errorf(OutOfRange, "a classification needs a system and a code").With("parameter", "classification")
		}
	}
	return c.Psets.check()
}

func (c SetProperties) facets(sets []PropertySet) []Facet {
	out := []Facet{FacetClassification, FacetMaterial, FacetType, FacetOrigin}
	for _, set := range sets {
		for _, p := range set.Properties {
			out = append(out, Facet(psetPrefix+set.Name+"."+p.Name))
		}
	}
	return out
}

func (c SetProperties) apply(m *Model, e *Element, material ID, sets []PropertySet) {
	for _, set := range sets {
		for _, p := range set.Properties {
			before, _ := Lookup(e.Psets, set.Name, p.Name)
			value := p.Value.inPlaceOf(before)
			e.Psets = withProperty(e.Psets, set.Name, p.Name, &value)
		}
	}
	if len(c.Classification) > 0 {
		e.Codes = slices.Clone(c.Classification)
	}
	if material != "" {
		e.MaterialID = material
	}
	if material != "" || c.TypeID != "" { // the type or material decides on its looks
		e.Origin = e.Origin.with(func(o *Origin) { o.Styles, o.Material = nil, "" })
	}
	if c.TypeID != "" {
		e.TypeID = c.TypeID
		e.Params = m.underType(e)
	}
}
