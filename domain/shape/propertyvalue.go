package shape

import (
	"encoding/json"
	"strconv"

	"github.com/bimstream/bimstream/domain/state"
)

// PropertyValueInPlaceOf returns the value v that replaces another one. If v names no measure and both values are of
// the same kind, v takes the measure of the value that it replaces.
func PropertyValueInPlaceOf(v state.PropertyValue, before state.PropertyValue) state.PropertyValue {
	measure, scalar := before.Parts()
	if measure == "" || v.Measure() != "" || kindOf(scalar) != kindOf(v.Raw) {
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

// PropertyValueAny returns the value as a string, a float64 or a bool.
func PropertyValueAny(v state.PropertyValue) any {
	_, scalar := v.Parts()
	if plain, ok := plainScalar(scalar); ok {
		return plain
	}
	var out any
	if json.Unmarshal([]byte(scalar), &out) != nil {
		return nil
	}
	return out
}

// plainScalar returns the value of a JSON scalar that is true, false, or a text without escapes. The second result is
// false for other scalars.
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

// isPlain reports whether JSON writes a text unchanged between quotes.
func isPlain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		}
	}
	return true
}

// PropertyOf returns the value for a string, a number or a boolean.
func PropertyOf(v any) state.PropertyValue {
	switch v := v.(type) {
	case bool:
		return state.PropertyValue{Raw: strconv.FormatBool(v)}
	case string:
		if isPlain(v) {
			return state.PropertyValue{Raw: `"` + v + `"`}
		}
	}
	return state.PropertyValue{Raw: string(state.MustJSON(v))}
}
