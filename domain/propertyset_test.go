package domain

import (
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"testing"
)

func TestSettingPropertiesIsRefused(t *testing.T) {
	h := buildHouse(t)
	walls := []state.ID{h.id["W1"], h.id["W2"]}
	for _, c := range []struct {
		when string
		do   change.SetProperties
		want state.Code
	}{
		{"nothing is named", change.SetProperties{Material: "Core"}, state.OutOfRange},
		{"nothing is set", change.SetProperties{ElementIDs: walls}, state.OutOfRange},
		{"one does not exist", change.SetProperties{ElementIDs: []state.ID{h.id["W1"], "nothing"}, Material: "Core"},
			state.NotFound},
		{"the material does not exist", change.SetProperties{ElementIDs: walls, Material: "cheese"}, state.NotFound},
		{"the type does not exist", change.SetProperties{ElementIDs: walls, TypeID: "nothing"}, state.NotFound},
		{"the type is for another category", change.SetProperties{ElementIDs: []state.ID{h.id["S0"]},
			TypeID: h.id["EXT"]},
			state.IllegalState},
		{"a code has no system", change.SetProperties{ElementIDs: walls,
			Classification: []state.Classification{{Code: "x"}}},
			state.OutOfRange},
		{"a property has no name", change.SetProperties{ElementIDs: walls,
			Psets: shape.PropertySets{"A": {"": shape.PropertyOf(1)}}},
			state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) { h.refused(c.do, c.want) })
	}
}

func TestPropertiesAreSetOnAllOrNone(t *testing.T) {
	h := buildHouse(t)
	op := change.SetProperties{ElementIDs: []state.ID{h.id["W2"], h.id["W1"], h.id["W1"]},
		Psets:    shape.PropertySets{"Pset_A": {"b": shape.PropertyOf("c"), "a": shape.PropertyOf(1.5)}},
		Material: "Core", Classification: []state.Classification{{System: "Uniclass 2015", Code: "EF_25_10"}}}
	d, err := h.try(op)
	if err != nil || len(d.Events) != 2 {
		t.Fatalf("%d events, want one for each wall: %v", len(d.Events), err)
	}
	checkDecision(t, h.model, d)
	h.model = d.After
	if d, err = h.try(op); err != nil || len(d.Events) != 0 {
		t.Errorf("setting it again makes %d events: %v", len(d.Events), err)
	}
}

// A property keeps its measure when it is set again, unless another measure is named or the kind of value changes.
func TestAPropertyStaysOfItsMeasure(t *testing.T) {
	power := shape.PropertyOf(1500).WithMeasure("IfcPowerMeasure")
	for _, c := range []struct {
		name string
		set  state.PropertyValue
		want state.PropertyValue
	}{
		{"another number", shape.PropertyOf(1800), shape.PropertyOf(1800).WithMeasure("IfcPowerMeasure")},
		{"another measure", shape.PropertyOf(2).WithMeasure("IfcLengthMeasure"),
			shape.PropertyOf(2).WithMeasure("IfcLengthMeasure")},
		{"a text", shape.PropertyOf("none"), shape.PropertyOf("none")},
	} {
		for how, op := range map[string]func(*house) change.Operation{
			"set_properties": func(h *house) change.Operation {
				return change.SetProperties{ElementIDs: []state.ID{h.id["W1"]},
					Psets: shape.PropertySets{"A": {"Power": c.set}}}
			},
			"modify_parameter": func(h *house) change.Operation {
				return change.ModifyParameter{ElementID: h.id["W1"], ParameterName: "A.Power",
					Value: state.MustJSON(c.set)}
			},
		} {
			t.Run(c.name+" by "+how, func(t *testing.T) {
				h := buildHouse(t)
				h.do(change.SetProperties{ElementIDs: []state.ID{h.id["W1"]},
					Psets: shape.PropertySets{"A": {"Power": power}}})
				h.do(op(h))
				w, _ := h.model.Element(h.id["W1"])
				if got, _ := state.Lookup(w.Psets, "A", "Power"); got != c.want {
					t.Errorf("the value is %s, want %s", got.Raw, c.want.Raw)
				}
			})
		}
	}
}
