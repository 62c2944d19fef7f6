package shape

import (
	"encoding/json"
	"strconv"

	"github.com/bimstream/bimstream/domain/state"
)

// PropertyValueInPlaceOf returns the value that takes the place of another one: of the other's measure, where it names
// none itself and is of the same kind.
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
