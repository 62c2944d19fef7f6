package spatial

import (
	"encoding/json"
	"maps"

	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// PartEcho is a part of an element with a fixed shape, such as a flight of a stair or a plate of a curtain wall.
type PartEcho struct {
	PartID         state.ID               `json:"part_id" jsonschema:"that its GlobalId stands for"`
	Name           string                 `json:"name"`
	IfcClass       string                 `json:"ifc_class,omitempty"`
	PredefinedType string                 `json:"predefined_type,omitempty"`
	ObjectType     string                 `json:"object_type,omitempty"`
	Tag            string                 `json:"tag,omitempty"`
	MaterialID     state.ID               `json:"material_id,omitempty"`
	Psets          []state.PropertySet    `json:"psets,omitempty"`
	Classification []state.Classification `json:"classification,omitempty"`
}

// parts lists the parts of an element, a page at a time, in place of the list that its parameters hold.
func (d *ElementDetail) parts(v *projections.View, e *state.Element, p *app.Page) error {
	params := e.Params
	if f := state.FixedOf(e); f != nil && len(f.Parts) > 0 {
		shown, paging := app.Take(p, f.Parts, func(part state.FixedPart) int { return app.BytesOf(partEcho(part)) })
		for _, part := range shown {
			d.Parts = append(d.Parts, partEcho(part))
		}
		d.PartPaging = app.PartPaging(paging)
		whole := *f
		whole.Parts = nil
		params = e.WithFixed(&whole).Params
	}
	text, err := json.Marshal(params)
	if err == nil && state.FixedOf(e) != nil {
		text, err = besideFixed(e, text)
	}
	if err == nil {
		text, err = p.WithoutHidden(v, text)
	}
	if err != nil {
		return err
	}
	if d.Parts != nil { // the cursor pages the parts
		d.Params, d.Long, err = app.Beginnings(text, app.LongListBytes)
		return err
	}
	return d.page(text, p)
}

// page adds the parameters and the property sets, with a page of their long lists. Property sets that fit beside the
// rest of the reply are shown whole.
func (d *ElementDetail) page(params json.RawMessage, p *app.Page) error {
	values := []app.PagedValue{{Text: params}}
	sets := []struct {
		pointer string
		list    *[]state.PropertySet
	}{{"/psets", &d.Psets}, {"/type_psets", &d.TypePsets}}
	paged := app.BytesOf(d.Psets)+app.BytesOf(d.TypePsets) > app.ListPageBytes
	for _, s := range sets {
		text, err := json.Marshal(*s.list)
		if err != nil {
			return err
		}
		values = append(values, app.PagedValue{Pointer: s.pointer, Text: text})
	}
	if !paged {
		values = values[:1]
	}
	told, paging, err := app.PageOfValues(values, p)
	if err != nil {
		return err
	}
	d.Params, d.Long, d.PartPaging = values[0].Text, told, paging
	for i, v := range values[1:] {
		*sets[i].list = nil
		if err := json.Unmarshal(v.Text, sets[i].list); err != nil {
			return err
		}
	}
	return nil
}

// besideFixed removes the parameters that a fixed shape replaces.
func besideFixed(e *state.Element, params []byte) ([]byte, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(params, &all); err != nil {
		return nil, err
	}
	maps.DeleteFunc(all, func(name string, _ json.RawMessage) bool { return !elements.ElementHasParameter(e, name) })
	return json.Marshal(all)
}

func partEcho(p state.FixedPart) PartEcho {
	return PartEcho{p.ID, p.Name, p.IfcClass, p.PredefinedType, p.ObjectType, p.Tag, p.MaterialID, p.Psets, p.Codes}
}
