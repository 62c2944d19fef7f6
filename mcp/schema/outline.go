package schema

import "github.com/google/jsonschema-go/jsonschema"

// outlined returns the names and types of an object's members. What is in lists and objects is left out: a list of
// tools with whole schemas was four times as long, and no client used it. Nor does it say that there is nothing else:
// what a later build adds must not fail the replies of a client that keeps the list.
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

// typeOf returns the type of a value alone.
func typeOf(s *jsonschema.Schema) *jsonschema.Schema {
	out := &jsonschema.Schema{Type: s.Type}
	for _, alternative := range s.AnyOf {
		out.AnyOf = append(out.AnyOf, typeOf(alternative))
	}
	return out
}
