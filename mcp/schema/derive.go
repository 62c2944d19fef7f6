package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/geometry"
	"github.com/google/jsonschema-go/jsonschema"
)

// Enumerated is a string type with a closed list of values. Enum is called on the zero value.
type Enumerated interface{ Enum() []string }

// Described is a type that defines its own schema, as JSON. JSONSchema is called on the zero value.
type Described interface{ JSONSchema() string }

// ForInput derives the schema of a tool's arguments from its argument struct. Fields without omitempty are required,
// required strings must not be empty, and unknown names and null are refused. Fields tagged input:"-" are not
// arguments. They are parameters that only modify_parameter can set: as arguments they would take space in the context
// of every client. Texts and lists have the limits of bounds.go.
//
// words gives, by name, the descriptions of arguments whose fields have none. every names further arguments, of type
// string, that are added if the struct lacks them. These get the limits for their names but no description, because the
// server's instructions describe them once.
func ForInput(t reflect.Type, words map[string]string, every ...string) (json.RawMessage, error) {
	left := hidden(t)
	s, err := derive(t, func(s *jsonschema.Schema) {
		for _, name := range left {
			delete(s.Properties, name)
			s.PropertyOrder = slices.DeleteFunc(s.PropertyOrder, func(n string) bool { return n == name })
		}
		left = nil // they belong to the outermost struct, which comes first
		s.Types, s.Type = nil, nonNull(s)
		for name, p := range s.Properties {
			bound(name, p)
			if p.Description == "" {
				p.Description = words[name]
			}
		}
		for _, name := range s.Required {
			if p := s.Properties[name]; p.Type == "string" && p.Enum == nil && p.Format == "" && p.MinLength == nil {
				p.MinLength = jsonschema.Ptr(1)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for _, name := range every {
		if s.Properties[name] == nil {
			s.Properties[name] = &jsonschema.Schema{Type: "string"}
			bound(name, s.Properties[name])
			s.PropertyOrder = append(s.PropertyOrder, name)
		}
	}
	return json.Marshal(s)
}

// hidden returns the JSON names of the fields that are not arguments.
func hidden(t reflect.Type) []string {
	if t == nil || t.Kind() != reflect.Struct {
		return nil // derive returns the error for this
	}
	var out []string
	for _, f := range reflect.VisibleFields(t) {
		if f.Tag.Get("input") == "-" {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			out = append(out, name)
		}
	}
	return out
}

// ForOutput derives the schema of a tool's data from its data struct. A pointer without omitempty may be null; a slice
// never is.
//
// The outline is the schema that a client gets: it contains the names and types of the data's members, but not their
// contents. Every document that the whole schema allows also conforms to the outline.
func ForOutput(t reflect.Type) (whole, outline json.RawMessage, err error) {
	s, err := derive(t, func(s *jsonschema.Schema) {
		for name, p := range s.Properties {
			if !slices.Contains(s.Required, name) {
				p.Types, p.Type = nil, nonNull(p)
			}
		}
		if kind := nonNull(s); slices.Contains(s.Types, "null") && kind != "array" && kind != "" {
			orNull(s, kind)
			return
		}
		s.Types, s.Type = nil, nonNull(s)
	})
	if err != nil {
		return nil, nil, err
	}
	if whole, err = json.Marshal(s); err != nil {
		return nil, nil, err
	}
	outline, err = json.Marshal(outlined(s))
	return whole, outline, err
}

// nonNull returns the schema's only type besides null, or "" if it has none.
func nonNull(s *jsonschema.Schema) string {
	if s.Type != "" {
		return s.Type
	}
	for _, t := range s.Types {
		if t != "null" {
			return t
		}
	}
	return ""
}

// orNull changes the schema to a choice between itself and null. It avoids a list of types, because several model
// providers drop these.
func orNull(s *jsonschema.Schema, kind string) {
	value := *s
	value.Types, value.Type, value.Description = nil, kind, ""
	*s = jsonschema.Schema{Description: s.Description, AnyOf: []*jsonschema.Schema{&value, {Type: "null"}}}
}

func derive(t reflect.Type, refine func(*jsonschema.Schema)) (*jsonschema.Schema, error) {
	if t == nil || t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("schema of %v: a struct is needed", t)
	}
	known, err := knownTypes(t)
	if err != nil {
		return nil, err
	}
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: known})
	if err != nil {
		return nil, err
	}
	refineAll(s, refine)
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	return s, nil
}

// refineAll applies refine to the schema and all nested schemas, outer ones first.
func refineAll(s *jsonschema.Schema, refine func(*jsonschema.Schema)) {
	if s == nil {
		return
	}
	if isAnyValue(s.AdditionalProperties) {
		s.AdditionalProperties = &jsonschema.Schema{} // a map of any values, in the usual form
	}
	below := []*jsonschema.Schema{s.Items, s.AdditionalProperties}
	for _, p := range s.Properties {
		below = append(below, p)
	}
	refine(s)
	for _, b := range below {
		refineAll(b, refine)
	}
}

// knownTypes returns the schemas of the types, among t and the types within it, that cannot be derived from the Go
// kind.
func knownTypes(t reflect.Type) (map[reflect.Type]*jsonschema.Schema, error) {
	known := map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[geometry.Length](): {Type: "number"},
		reflect.TypeFor[geometry.Angle]():  {Type: "number"},
		reflect.TypeFor[geometry.Point2](): coordinates(2, 2),
		reflect.TypeFor[geometry.Point3](): coordinates(2, 3), // z defaults to 0
		reflect.TypeFor[time.Time]():       {Type: "string", Format: "date-time"},
		reflect.TypeFor[json.RawMessage](): anyValue(),
		reflect.TypeFor[any]():             anyValue(),
		reflect.TypeFor[json.Number]():     {Type: "number"},
		reflect.TypeFor[[]byte]():          {Type: "string", ContentEncoding: "base64"},
	}
	return known, collect(t, known, map[reflect.Type]bool{})
}

// arrayOfAny is the index of the array type among the alternatives of anyValue.
const arrayOfAny = 4

// anyValue returns a schema that allows every JSON value by listing the types. Strict clients refuse an empty schema,
// and it gives a model no information.
func anyValue() *jsonschema.Schema {
	s := new(jsonschema.Schema)
	for _, t := range []string{"string", "number", "boolean", "object", "array", "null"} {
		alternative := &jsonschema.Schema{Type: t}
		if t == "array" {
			alternative.Items = &jsonschema.Schema{Description: "any"} // clients require the keyword
		}
		s.AnyOf = append(s.AnyOf, alternative)
	}
	return s
}

// isAnyValue reports whether a schema was made by anyValue.
func isAnyValue(s *jsonschema.Schema) bool {
	return s != nil && len(s.AnyOf) == len(anyValue().AnyOf) && s.AnyOf[0].Type == "string" &&
		s.AnyOf[arrayOfAny].Items != nil
}

func coordinates(least, most int) *jsonschema.Schema {
	return &jsonschema.Schema{
		Type: "array", Items: &jsonschema.Schema{Type: "number"},
		MinItems: jsonschema.Ptr(least), MaxItems: jsonschema.Ptr(most),
	}
}

// collect adds the schemas of t and the types within it that define their own schema.
func collect(t reflect.Type, known map[reflect.Type]*jsonschema.Schema, seen map[reflect.Type]bool) error {
	if seen[t] || known[t] != nil {
		return nil
	}
	seen[t] = true
	if s, err := spoken(t); s != nil || err != nil {
		known[t] = s
		return err
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return collect(t.Elem(), known, seen)
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(t) {
			if err := collect(f.Type, known, seen); err != nil {
				return err
			}
		}
	}
	return nil
}

// spoken returns the schema that a type defines itself, or nil.
func spoken(t reflect.Type) (*jsonschema.Schema, error) {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return nil, nil
	}
	switch v := reflect.Zero(t).Interface().(type) {
	case Described:
		s := new(jsonschema.Schema)
		if err := json.Unmarshal([]byte(v.JSONSchema()), s); err != nil {
			return nil, fmt.Errorf("schema of %v: %w", t, err)
		}
		return s, nil
	case Enumerated:
		s := &jsonschema.Schema{Type: "string"}
		for _, value := range v.Enum() {
			s.Enum = append(s.Enum, value)
		}
		return s, nil
	}
	return nil, nil
}
