package domain

import (
	"encoding/json"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"testing"
)

// A Tag identifies one element, so copies have no Tag, wherever the Tag is stored. The originals keep their Tags.
func TestCopiesHaveNoTag(t *testing.T) {
	h := buildHouse(t)
	wall, door, stair := h.id["W1"], h.id["D1"], h.foreignStair(h.id["Ground"])
	chair := h.do(change.PlaceComponent{Category: "furniture", LevelID: h.id["Ground"], Component: crate(1000, 1000)})
	h.do(change.ModifyParameter{ElementID: chair, ParameterName: "tag", Value: json.RawMessage(`"400001"`)})
	e, _ := h.model.Element(door)
	for _, id := range []state.ID{wall, door, e.FillsID} {
		h.do(change.SetProperties{ElementIDs: []state.ID{id},
			Psets: shape.PropertySets{shape.AttributeSet: {shape.AttributeTag: shape.PropertyOf("400002"),
				shape.AttributeDescription: shape.PropertyOf("dry")}}})
	}
	d, err := h.try(change.CopyElement{ElementIDs: []state.ID{wall, stair, chair}, Delta: delta(0, 50000, 0)})
	if err != nil {
		t.Fatal(err)
	}
	words := 0
	for _, event := range d.Events {
		made, ok := state.CreatedBy(event)
		if !ok {
			continue
		}
		if tag := tagsOf(made); tag != "" {
			t.Errorf("a copied %s has the Tag %s", made.Category, tag)
		}
		if _, kept := state.Lookup(made.Psets, shape.AttributeSet, shape.AttributeDescription); kept {
			words++
		}
	}
	if words != 3 {
		t.Errorf("%d of 3 copies have their Description", words)
	}
	for _, id := range []state.ID{wall, door, stair, chair} {
		if e, _ := d.After.Element(id); tagsOf(e) == "" {
			t.Errorf("the original %s has lost its Tag", e.Category)
		}
	}
}

// tagsOf returns the concatenated Tags of an element and its parts.
func tagsOf(e *state.Element) string {
	out := ""
	if v, ok := state.Lookup(e.Psets, shape.AttributeSet, shape.AttributeTag); ok {
		out, _ = shape.PropertyValueAny(v).(string)
	}
	if c, ok := e.Params.(*component.Component); ok {
		out += c.Tag
	}
	if f := state.FixedOf(e); f != nil {
		out += f.Tag
		for _, p := range f.Parts {
			out += p.Tag
		}
	}
	return out
}
