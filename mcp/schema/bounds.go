package schema

import (
	"encoding/json"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// The default sizes of arguments by section 5 of the tool contract, for types and tags without their own limits.
const (
	MaxNameLength = 250  // characters of a name, an id, a tag
	MaxTextLength = 4000 // characters of a reason, a description, a path, a cursor
	MaxItems      = 1000 // items of a list, members of a map
	MaxPoints     = 2000 // points of a line or a polygon
	MaxNesting    = 32   // nested levels of lists and objects
)

// longTexts lists the arguments that may be longer than a name and may have line ends.
var longTexts = []string{"reasoning", "thought", "description", "text", "comment", "note", "notes", "cursor",
	"file", "path", "paths", "files"}

// bound sets the default limits in the schema of an argument, and in everything below it, where there are none.
func bound(name string, s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if isAnyValue(s) {
		name = "text"
		// strict clients require a keyword
		s.AnyOf[arrayOfAny].Items = &jsonschema.Schema{Not: &jsonschema.Schema{Type: "null"}}
		s.AnyOf[arrayOfAny].MaxItems = jsonschema.Ptr(MaxPoints) // mostOf allows fewer items other than points
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

// most returns how many items a list may have: more if they are points.
func most(item *jsonschema.Schema) int {
	if item != nil && item.Type == "array" && item.MaxItems != nil && *item.MaxItems <= 3 {
		return MaxPoints
	}
	return MaxItems
}

// mostOf returns how many items a list may have if the schema does not describe its items.
func mostOf(list []any) int {
	for _, item := range list {
		if !isPoint(item) {
			return MaxItems
		}
	}
	return MaxPoints
}

// isPoint reports whether a value consists of two or three coordinates.
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

// isMap reports whether an object may have members of any name, because additionalProperties is not false.
func isMap(s *jsonschema.Schema) bool {
	return s.AdditionalProperties != nil && s.AdditionalProperties.Not == nil
}
