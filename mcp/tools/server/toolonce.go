package server

import (
	"encoding/json"
	"maps"
	"slices"
)

// worthNaming is the size in bytes from which a repeated schema is replaced by the name of its first occurrence: "as
// start" with its quotes takes less.
const worthNaming = 60

// toldOnce returns a schema in which equal forms of several arguments appear once. Further arguments have the
// description "as" with the name of the first, in alphabetical order. Most are points and enumerations of views.
func toldOnce(schema json.RawMessage) (json.RawMessage, error) {
	var whole map[string]any
	if err := json.Unmarshal(schema, &whole); err != nil {
		return nil, err
	}
	told := map[string]string{}
	tellProperties(whole, told)
	return json.Marshal(whole)
}

// tellProperties replaces the properties of an object whose form is already in told, and adds the others to told.
func tellProperties(object map[string]any, told map[string]string) {
	properties, _ := object["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		argument, ok := properties[name].(map[string]any)
		if !ok {
			continue
		}
		form := maps.Clone(argument)
		delete(form, "description")
		text, err := json.Marshal(form)
		if err != nil || len(text) < worthNaming {
			continue
		}
		if first, before := told[string(text)]; before {
			properties[name] = sameAs(first, argument["description"])
			continue
		}
		told[string(text)] = name
		tellProperties(argument, told)
		if items, ok := argument["items"].(map[string]any); ok {
			tellProperties(items, told)
		}
	}
}

// sameAs returns the description of an argument that takes the same form as another one.
func sameAs(first string, description any) map[string]any {
	words := "as " + first
	if own, ok := description.(string); ok && own != "" {
		words = own + "; " + words
	}
	return map[string]any{"description": words}
}

// withoutInnerWords returns a schema without the descriptions of members of arguments. Their names and forms stay, and
// so do references to an equal argument.
func withoutInnerWords(schema json.RawMessage) json.RawMessage {
	var whole map[string]any
	if json.Unmarshal(schema, &whole) != nil {
		return schema
	}
	properties, _ := whole["properties"].(map[string]any)
	for _, argument := range properties {
		leaveOutWords(argument, false)
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return schema
	}
	return text
}

// leaveOutWords removes the descriptions of members, except of a member that has only a description.
func leaveOutWords(schema any, member bool) {
	s, ok := schema.(map[string]any)
	if !ok {
		return
	}
	if member && len(s) > 1 {
		delete(s, "description")
	}
	leaveOutWords(s["items"], member)
	properties, _ := s["properties"].(map[string]any)
	for _, inner := range properties {
		leaveOutWords(inner, true)
	}
}
