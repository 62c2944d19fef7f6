package schema

import (
	"encoding/json"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// The sizes of arguments, of section 5 of the tool contract, where a type or a tag does not say otherwise.
const (
	MaxNameLength = 250  // characters of a name, an id, a tag
	MaxTextLength = 4000 // characters of a reason, a description, a path, a cursor
	MaxItems      = 1000 // items of a list, members of a map
	MaxPoints     = 2000 // points of a line or a polygon
	MaxNesting    = 32   // levels of lists and objects in each other
)

// longTexts are the arguments that may be longer than a name, and may have line ends.
var longTexts = []string{"reasoning", "thought", "description", "text", "comment", "note", "notes", "cursor",
	"file", "path", "paths", "files"}

// bound gives a schema below the name of an argument the largest sizes, where it has none.
func bound(name string, s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if isAnyValue(s) {
		name = "text"
		// strict clients want a word
		s.AnyOf[arrayOfAny].Items = &jsonschema.Schema{Not: &jsonschema.Schema{Type: "null"}}
		s.AnyOf[arrayOfAny].MaxItems = jsonschema.Ptr(MaxPoints) // of other things than points mostOf admits fewer
	}
	for _, alternative := range s.AnyOf {
		bound(name, alternative)
	}
	switch nonNull(s) {
	case "string":
		if s.MaxLength == nil && s.Enum == nil && s.Format == "" && s.Pattern == "" {
			s.MaxLength = jsonschema.Ptr(longest(name))
		}
	case "array":
		if s.MaxItems == nil {
			s.MaxItems = jsonschema.Ptr(most(s.Items))
		}
		bound(name, s.Items)
	case "object":
		if isMap(s) && s.MaxProperties == nil {
			s.MaxProperties = jsonschema.Ptr(MaxItems)
			bound(name, s.AdditionalProperties)
		}
	}
}

func longest(name string) int {
	if slices.Contains(longTexts, name) {
		return MaxTextLength
	}
	return MaxNameLength
}

// most is how many items a list has: points are more than other things.
func most(item *jsonschema.Schema) int {
	if item != nil && item.Type == "array" && item.MaxItems != nil && *item.MaxItems <= 3 {
		return MaxPoints
	}
	return MaxItems
}

// mostOf is how many items a list has about whose items the schema says nothing.
func mostOf(list []any) int {
	for _, item := range list {
		if !isPoint(item) {
			return MaxItems
		}
	}
	return MaxPoints
}

// isPoint reports whether a value is two or three coordinates.
func isPoint(value any) bool {
	coordinates, ok := value.([]any)
	if !ok || len(coordinates) < 2 || len(coordinates) > 3 {
		return false
	}
	for _, x := range coordinates {
		switch x.(type) {
		case float64, json.Number:
		default:
			return false
		}
	}
	return true
}

// isMap reports whether an object has members of any name: additionalProperties is something else than false.
func isMap(s *jsonschema.Schema) bool {
	return s.AdditionalProperties != nil && s.AdditionalProperties.Not == nil
}
