package mcp

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
)

// zeroTag marks a field of arguments for which 0 is not a valid value but would mean the default: `zero:"refused"`.
// Explicit arguments are never replaced by defaults, so an explicit 0 is refused.
const zeroTag = "zero"

// neverZero caches, for each argument struct, the names of the fields with zeroTag.
var neverZero sync.Map

// refuseZeros returns an error for an argument that is 0 but must not be.
func refuseZeros(raw json.RawMessage, into any) error {
	names := namesNeverZero(reflect.TypeOf(into))
	if len(names) == 0 {
		return nil
	}
	var given map[string]json.RawMessage
	if json.Unmarshal(raw, &given) != nil {
		return nil // decoding reports the error
	}
	for _, name := range names {
		if n, err := strconv.ParseFloat(string(given[name]), 64); err == nil && n == 0 {
			return state.Errorf(state.OutOfRange, "%s is 0: give more than 0, or leave it out for its default", name).
				With("parameter", name)
		}
	}
	return nil
}

func namesNeverZero(t reflect.Type) []string {
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return nil
	}
	if names, ok := neverZero.Load(t); ok {
		return names.([]string)
	}
	var names []string
	for _, field := range reflect.VisibleFields(t.Elem()) {
		if field.Tag.Get(zeroTag) == "refused" {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	neverZero.Store(t, names)
	return names
}
