package importer

import (
	"reflect"
	"strings"
)

// fieldOrder returns the JSON names of a struct's fields in their order.
func fieldOrder(v any) []string {
	t := reflect.TypeOf(v)
	out := make([]string, 0, t.NumField())
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		out = append(out, name)
	}
	return out
}
