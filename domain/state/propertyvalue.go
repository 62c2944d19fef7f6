package state

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
)

// PropertyValue is a string, a number or a boolean, with its measure if known. Its JSON is the scalar alone, or
// {"measure":"IfcPowerMeasure","value":1500}. Numbers keep the digits with which they were written.
//
// The measure is the name of an IFC defined type. It determines the unit: millimetres for lengths, m2 for areas, m3 for
// volumes, degrees for plane angles, and the coherent SI unit for all others.
type PropertyValue struct{ Raw string } // the JSON, without spaces around or between its parts

var ErrPropertyValue = errors.New(
	`a property value is a string, a number or a boolean, or one of these with its IFC measure: {"measure":"IfcPowerMeasure","value":1500}`,
)

// The parts of the JSON of a value with a measure.
const (
	measureBefore = `{"measure":"`
	measureAfter  = `","value":`
)

// maxMeasureName is the maximum length of a measure's name. The longest in IFC4X3 has 47 characters.
const maxMeasureName = 64

// isMeasureName reports whether a text can be the name of an IFC defined type: Ifc, then letters and digits.
func isMeasureName(s string) bool {
	if len(s) <= len("Ifc") || len(s) > maxMeasureName || !strings.HasPrefix(s, "Ifc") {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			return false
		}
	}
	return true
}

// Parts returns the measure, "" for none, and the JSON of the scalar.
func (v PropertyValue) Parts() (measure, scalar string) {
	if rest, has := strings.CutPrefix(v.Raw, measureBefore); has {
		if measure, scalar, has = strings.Cut(rest, measureAfter); has {
			return measure, scalar[:len(scalar)-1]
		}
	}
	return "", v.Raw
}

// Measure returns the IFC defined type of the value, such as IfcLengthMeasure, or "" if it is unknown.
func (v PropertyValue) Measure() string {
	measure, _ := v.Parts()
	return measure
}

// WithMeasure returns the value with a measure. If measure is not a valid name, it returns the value without a measure.
func (v PropertyValue) WithMeasure(measure string) PropertyValue {
	_, scalar := v.Parts()
	if !isMeasureName(measure) {
		return PropertyValue{scalar}
	}
	return PropertyValue{measureBefore + measure + measureAfter + scalar + "}"}
}

// MarshalJSON writes the scalar, with its measure if it has one.
func (v PropertyValue) MarshalJSON() ([]byte, error) {
	if v.Raw == "" {
		return []byte("null"), nil
	}
	return []byte(v.Raw), nil
}

// UnmarshalJSON reads a scalar, or an object of a measure and a scalar, and refuses anything else.
func (v *PropertyValue) UnmarshalJSON(b []byte) error {
	if b = bytes.TrimSpace(b); len(b) == 0 || b[0] != '{' {
		return v.unmarshalScalar(b)
	}
	var told struct {
		Measure string          `json:"measure"`
		Value   json.RawMessage `json:"value"`
	}
	reader := json.NewDecoder(bytes.NewReader(b))
	reader.DisallowUnknownFields()
	if reader.Decode(&told) != nil || !isMeasureName(told.Measure) ||
		v.unmarshalScalar(bytes.TrimSpace(told.Value)) != nil {
		return ErrPropertyValue
	}
	*v = v.WithMeasure(told.Measure)
	return nil
}

func (v *PropertyValue) unmarshalScalar(b []byte) error {
	var value any
	if json.Unmarshal(b, &value) != nil { // also a number outside the range of floats
		return ErrPropertyValue
	}
	switch value := value.(type) {
	case string:
		v.Raw = string(MustJSON(value))
	case float64, bool:
		v.Raw = string(b)
	default:
		return ErrPropertyValue
	}
	return nil
}

// JSONSchema returns the schema of a property value.
func (PropertyValue) JSONSchema() string {
	return `{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"object"}]}`
}
