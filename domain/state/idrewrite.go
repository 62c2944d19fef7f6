package state

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// WithIDs returns a copy of an element, type or material in which ids are replaced by others throughout. It works on
// the stored form.
func WithIDs[T any](v *T, to map[ID]ID) *T {
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(MustJSON(v)))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil {
		panic(fmt.Sprintf("domain: %T does not decode: %v", v, err))
	}
	out := new(T)
	if err := json.Unmarshal(MustJSON(withIDs(tree, to)), out); err != nil {
		panic(fmt.Sprintf("domain: %T with other ids does not decode: %v", v, err))
	}
	return out
}

func withIDs(tree any, to map[ID]ID) any {
	switch v := tree.(type) {
	case map[string]any:
		for name, member := range v {
			v[name] = withIDs(member, to)
		}
	case []any:
		for i := range v {
			v[i] = withIDs(v[i], to)
		}
	case string:
		if other, ok := to[ID(v)]; ok {
			return string(other)
		}
	}
	return tree
}
