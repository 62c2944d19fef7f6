package domain

import (
	"encoding/json"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"pgregory.net/rapid"
)

// Values written without encoding/json equal its output, and are read as it reads them.
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
		got := shape.PropertyOf(v)
		if got.Raw != string(want) {
			t.Fatalf("%v is written %s instead of %s", v, got.Raw, want)
		}
		var back any
		if err := json.Unmarshal(want, &back); err != nil {
			t.Fatal(err)
		}
		if shape.PropertyValueAny(got) != back {
			t.Fatalf("%s is read as %v instead of %v", got.Raw, shape.PropertyValueAny(got), back)
		}
	})
}

// A value with a measure may be spelled in several ways. It is written in one form, also by a decoded event.
func TestPropertyValuesKeepTheirMeasure(t *testing.T) {
	const told = `{"measure":"IfcPowerMeasure","value":1500.0}`
	for _, text := range []string{told, `{ "value": 1500.0, "measure": "IfcPowerMeasure" }`} {
		var v state.PropertyValue
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if v.Raw != told || v.Measure() != "IfcPowerMeasure" || shape.PropertyValueAny(v) != 1500.0 {
			t.Errorf("%s became %s: %q %v", text, v.Raw, v.Measure(), shape.PropertyValueAny(v))
		}
	}
	if v := shape.PropertyOf(`a "," and ","value":`).WithMeasure("IfcLabel"); v.Measure() != "IfcLabel" ||
		shape.PropertyValueAny(v) != `a "," and ","value":` {
		t.Errorf("%s is read as %q %v", v.Raw, v.Measure(), shape.PropertyValueAny(v))
	}
	if v := shape.PropertyOf(2).WithMeasure("IfcLabel").WithMeasure(""); v.Raw != "2" {
		t.Errorf("a measure taken away leaves %s", v.Raw)
	}
	for _, text := range []string{`{}`, `{"value":1}`, `{"measure":"Label","value":1}`, `{"measure":"Ifc\"","value":1}`,
		`{"measure":"IfcReal","value":[1]}`,
		`{"measure":"IfcReal","value":null}`, `{"measure":"IfcReal","value":1,"unit":"mm"}`} {
		var v state.PropertyValue
		if json.Unmarshal([]byte(text), &v) == nil {
			t.Errorf("%s is taken for a value: %s", text, v.Raw)
		}
	}
}

// The scanner decodes values like encoding/json, or leaves them to it.
func TestMeasuredValuesAreDecodedAlike(t *testing.T) {
	for _, text := range []string{`{"measure":"IfcReal","value":1.5}`, `{"measure":"IfcLabel","value":"a b"}`,
		`{"measure":"IfcLogical","value":true}`} {
		s := state.Scanner{B: []byte(text)}
		got := s.PropertyValue()
		var want state.PropertyValue
		if err := json.Unmarshal([]byte(text), &want); err != nil || !s.Done() || got != want {
			t.Errorf("%s is decoded as %s (%v), want %s (%v)", text, got.Raw, s.Unsupported, want.Raw, err)
		}
	}
	for _, text := range []string{`{"measure":"Ifc-Real","value":1}`, `{"measure":"IfcReal","value":{}}`,
		`{"measure":"IfcReal","value":1,"x":2}`, `{"value":1}`} {
		s := state.Scanner{B: []byte(text)}
		if s.PropertyValue(); s.Done() {
			t.Errorf("%s is decoded by hand", text)
		}
	}
}
