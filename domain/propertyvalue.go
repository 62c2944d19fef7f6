package domain

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// PropertyValue is a string, a number or a boolean, with its measure if that is known. Its JSON is the scalar alone, or
// {"measure":"IfcPowerMeasure","value":1500}. Numbers keep the digits they were written with.
//
// The measure is the name of a defined type of IFC. The unit follows from it: millimetres for lengths, m2 for areas, m3
// for volumes, degrees for plane angles, and the coherent SI unit for all others.
type PropertyValue struct{ raw string } // the JSON, without spaces around or between its parts

var errPropertyValue = errors.New(
	`a property value is a string, a number or a boolean, or one of these with its IFC measure: {"measure":"IfcPowerMeasure","value":1500}`)

// The pieces of the JSON of a value with a measure.
const (
	measureBefore = `{"measure":"`
	measureAfter  = `","value":`
)

// maxMeasureName is the greatest length of a measure's name: the longest of IFC4X3 has 47 characters.
const maxMeasureName = 64

// isMeasureName reports whether a text can be the name of a defined type of IFC: Ifc, then letters and digits.
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

// parts returns the measure, "" for none, and the JSON of the scalar.
func (v PropertyValue) parts() (measure, scalar string) {
	if rest, has := strings.CutPrefix(v.raw, measureBefore); has {
		if measure, scalar, has = strings.Cut(rest, measureAfter); has {
			return measure, scalar[:len(scalar)-1]
		}
	}
	return "", v.raw
}

// Measure returns the defined type of IFC that the value is of, such as IfcLengthMeasure; "" if it is unknown.
func (v PropertyValue) Measure() string {
	measure, _ := v.parts()
	return measure
}

// WithMeasure returns the value as one of a measure, "" for none. A name that no defined type can have is dropped.
func (v PropertyValue) WithMeasure(measure string) PropertyValue {
	_, scalar := v.parts()
	if !isMeasureName(measure) {
		return PropertyValue{scalar}
	}
	return PropertyValue{measureBefore + measure + measureAfter + scalar + "}"}
}

// inPlaceOf returns the value that takes the place of another one: of the other's measure, where it names none itself
// and is of the same kind.
func (v PropertyValue) inPlaceOf(before PropertyValue) PropertyValue {
	measure, scalar := before.parts()
	if measure == "" || v.Measure() != "" || kindOf(scalar) != kindOf(v.raw) {
		return v
	}
	return v.WithMeasure(measure)
}

// kindOf returns the kind of a JSON scalar: s for a string, b for a boolean, n for a number.
func kindOf(scalar string) byte {
	switch {
	case scalar == "":
		return 0
	case scalar[0] == '"':
		return 's'
	case scalar[0] == 't' || scalar[0] == 'f':
		return 'b'
	}
	return 'n'
}

// MarshalJSON writes the scalar, with its measure if it has one.
func (v PropertyValue) MarshalJSON() ([]byte, error) {
	if v.raw == "" {
		return []byte("null"), nil
	}
	return []byte(v.raw), nil
}

// UnmarshalJSON reads a scalar, or an object of a measure and a scalar; all else is refused.
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
		return errPropertyValue
	}
	*v = v.WithMeasure(told.Measure)
	return nil
}

func (v *PropertyValue) unmarshalScalar(b []byte) error {
	var value any
	if json.Unmarshal(b, &value) != nil { // also a number beyond all floats
		return errPropertyValue
	}
	switch value := value.(type) {
	case string:
		v.raw = string(mustJSON(value))
	case float64, bool:
		v.raw = string(b)
	default:
		return errPropertyValue
	}
	return nil
}

// Any returns the value as a string, a float64 or a bool.
func (v PropertyValue) Any() any {
	_, scalar := v.parts()
	if plain, ok := plainScalar(scalar); ok {
		return plain
	}
	var out any
	if json.Unmarshal([]byte(scalar), &out) != nil {
		return nil
	}
	return out
}

// plainScalar returns a value that means what it shows: true and false, and texts without anything that JSON may write
// otherwise.
func plainScalar(raw string) (any, bool) {
	switch last := len(raw) - 1; {
	case raw == "true":
		return true, true
	case raw == "false":
		return false, true
	case last > 0 && raw[0] == '"' && isPlain(raw[1:last]):
		return raw[1:last], true
	}
	return nil, false
}

// isPlain reports whether JSON writes a text as it is, between quotes.
func isPlain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		}
	}
	return true
}

// PropertyOf makes a value from a string, a number or a boolean.
func PropertyOf(v any) PropertyValue {
	switch v := v.(type) {
	case bool:
		return PropertyValue{strconv.FormatBool(v)}
	case string:
		if isPlain(v) {
			return PropertyValue{`"` + v + `"`}
		}
	}
	return PropertyValue{string(mustJSON(v))}
}

// JSONSchema states what a property value may be.
func (PropertyValue) JSONSchema() string {
	return `{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"object"}]}`
}
