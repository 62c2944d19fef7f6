package domain

import "testing"

func TestSettingPropertiesIsRefused(t *testing.T) {
	h := buildHouse(t)
	walls := []ID{h.id["W1"], h.id["W2"]}
	for _, c := range []struct {
		when string
		do   SetProperties
		want Code
	}{
		{"nothing is named", SetProperties{Material: "Core"}, OutOfRange},
		{"nothing is set", SetProperties{ElementIDs: walls}, OutOfRange},
		{"one does not exist", SetProperties{ElementIDs: []ID{h.id["W1"], "nothing"}, Material: "Core"}, NotFound},
		{"the material does not exist", SetProperties{ElementIDs: walls, Material: "cheese"}, NotFound},
		{"the type does not exist", SetProperties{ElementIDs: walls, TypeID: "nothing"}, NotFound},
		{"the type is for another category", SetProperties{ElementIDs: []ID{h.id["S0"]}, TypeID: h.id["EXT"]},
			IllegalState},
		{"a code has no system", SetProperties{ElementIDs: walls, Classification: []Classification{{Code: "x"}}},
			OutOfRange},
		{"a property has no name", SetProperties{ElementIDs: walls, Psets: PropertySets{"A": {"": PropertyOf(1)}}},
			OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) { h.refused(c.do, c.want) })
	}
}

func TestPropertiesAreSetOnAllOrNone(t *testing.T) {
	h := buildHouse(t)
	op := SetProperties{ElementIDs: []ID{h.id["W2"], h.id["W1"], h.id["W1"]},
		Psets:    PropertySets{"Pset_A": {"b": PropertyOf("c"), "a": PropertyOf(1.5)}},
		Material: "Core", Classification: []Classification{{System: "Uniclass 2015", Code: "EF_25_10"}}}
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

// A property that is set anew stays of its measure, unless another is named or the kind of value is another one.
func TestAPropertyStaysOfItsMeasure(t *testing.T) {
	power := PropertyOf(1500).WithMeasure("IfcPowerMeasure")
	for _, c := range []struct {
		name string
		set  PropertyValue
		want PropertyValue
	}{
		{"another number", PropertyOf(1800), PropertyOf(1800).WithMeasure("IfcPowerMeasure")},
		{"another measure", PropertyOf(2).WithMeasure("IfcLengthMeasure"),
			PropertyOf(2).WithMeasure("IfcLengthMeasure")},
		{"a text", PropertyOf("none"), PropertyOf("none")},
	} {
		for how, op := range map[string]func(*house) Operation{
			"set_properties": func(h *house) Operation {
				return SetProperties{ElementIDs: []ID{h.id["W1"]}, Psets: PropertySets{"A": {"Power": c.set}}}
			},
			"modify_parameter": func(h *house) Operation {
				return ModifyParameter{ElementID: h.id["W1"], ParameterName: "A.Power", Value: mustJSON(c.set)}
			},
		} {
			t.Run(c.name+" by "+how, func(t *testing.T) {
				h := buildHouse(t)
				h.do(SetProperties{ElementIDs: []ID{h.id["W1"]}, Psets: PropertySets{"A": {"Power": power}}})
				h.do(op(h))
				w, _ := h.model.Element(h.id["W1"])
				if got, _ := Lookup(w.Psets, "A", "Power"); got != c.want {
					t.Errorf("the value is %s, want %s", got.raw, c.want.raw)
				}
			})
		}
	}
}
