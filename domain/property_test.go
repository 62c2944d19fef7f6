package domain

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// What is written without encoding/json is what that writes, and is read as that reads it.
func TestPropertyValuesAreJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(
			rapid.String().AsAny(), rapid.StringMatching(`[ -~]*`).AsAny(),
			rapid.StringMatching(`[a-zA-Z0-9 _.-]*`).AsAny(),
			rapid.Bool().AsAny(), rapid.Float64().AsAny(),
		).Draw(t, "value")
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got := PropertyOf(v)
		if got.raw != string(want) {
			t.Fatalf("%v is written %s instead of %s", v, got.raw, want)
		}
		var back any
		if err := json.Unmarshal(want, &back); err != nil {
			t.Fatal(err)
		}
		if got.Any() != back {
			t.Fatalf("%s is read as %v instead of %v", got.raw, got.Any(), back)
		}
	})
}

// A value with a measure is read however it is spelled, and is told in one form; a decoded event has the same.
func TestPropertyValuesKeepTheirMeasure(t *testing.T) {
	const told = `{"measure":"IfcPowerMeasure","value":1500.0}`
	for _, text := range []string{told, `{ "value": 1500.0, "measure": "IfcPowerMeasure" }`} {
		var v PropertyValue
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if v.raw != told || v.Measure() != "IfcPowerMeasure" || v.Any() != 1500.0 {
			t.Errorf("%s became %s: %q %v", text, v.raw, v.Measure(), v.Any())
		}
	}
	if v := PropertyOf(`a "," and ","value":`).WithMeasure("IfcLabel"); v.Measure() != "IfcLabel" ||
		v.Any() != `a "," and ","value":` {
		t.Errorf("%s is read as %q %v", v.raw, v.Measure(), v.Any())
	}
	if v := PropertyOf(2).WithMeasure("IfcLabel").WithMeasure(""); v.raw != "2" {
		t.Errorf("a measure taken away leaves %s", v.raw)
	}
	for _, text := range []string{`{}`, `{"value":1}`, `{"measure":"Label","value":1}`, `{"measure":"Ifc\"","value":1}`,
		`{"measure":"IfcReal","value":[1]}`,
		`{"measure":"IfcReal","value":null}`, `{"measure":"IfcReal","value":1,"unit":"mm"}`} {
		var v PropertyValue
		if json.Unmarshal([]byte(text), &v) == nil {
			t.Errorf("%s is taken for a value: %s", text, v.raw)
		}
	}
}

// What is decoded by hand is what encoding/json decodes, or is left to it.
func TestMeasuredValuesAreDecodedAlike(t *testing.T) {
	for _, text := range []string{`{"measure":"IfcReal","value":1.5}`, `{"measure":"IfcLabel","value":"a b"}`,
		`{"measure":"IfcLogical","value":true}`} {
		s := scanner{b: []byte(text)}
		got := s.propertyValue()
		var want PropertyValue
		if err := json.Unmarshal([]byte(text), &want); err != nil || !s.done() || got != want {
			t.Errorf("%s is decoded as %s (%v), want %s (%v)", text, got.raw, s.unsupported, want.raw, err)
		}
	}
	for _, text := range []string{`{"measure":"Ifc-Real","value":1}`, `{"measure":"IfcReal","value":{}}`,
		`{"measure":"IfcReal","value":1,"x":2}`, `{"value":1}`} {
		s := scanner{b: []byte(text)}
		if s.propertyValue(); s.done() {
			t.Errorf("%s is decoded by hand", text)
		}
	}
}
