package schema

import "github.com/google/jsonschema-go/jsonschema"

// outlined returns the names and types of an object's members, without the contents of lists and objects. A list of
// tools with whole schemas was four times as long, and no client used them. The outline allows further members, so that
// replies of a later build do not fail at a client that caches the list.
func outlined(s *jsonschema.Schema) *jsonschema.Schema {
	out := &jsonschema.Schema{Type: s.Type, Properties: map[string]*jsonschema.Schema{}, PropertyOrder: s.PropertyOrder}
	if len(s.Properties) == 0 {
		out.AdditionalProperties = s.AdditionalProperties
	}
	for name, p := range s.Properties {
		out.Properties[name] = typeOf(p)
	}
	return out
}

// typeOf returns a schema with only the type of a value.
func typeOf(s *jsonschema.Schema) *jsonschema.Schema {
	out := &jsonschema.Schema{Type: s.Type}
	for _, alternative := range s.AnyOf {
		out.AnyOf = append(out.AnyOf, typeOf(alternative))
	}
	return out
}
