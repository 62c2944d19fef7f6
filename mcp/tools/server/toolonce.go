package server

import (
	"encoding/json"
	"maps"
	"slices"
)

// worthNaming is the size in bytes from which on a schema that was told before is named in place of being told again:
// "as start" with its quotes takes less.
const worthNaming = 60

// toldOnce returns a schema in which what several arguments take alike is told once: further ones say "as" and the name
// of the first, in the order of the names. Points and enumerations of views are the usual ones.
func toldOnce(schema json.RawMessage) (json.RawMessage, error) {
	var whole map[string]any
	if err := json.Unmarshal(schema, &whole); err != nil {
		return nil, err
	}
	told := map[string]string{}
	tellProperties(whole, told)
	return json.Marshal(whole)
}

// tellProperties tells the properties of an object, each as its name says.
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

// sameAs describes an argument that takes what another one takes.
func sameAs(first string, description any) map[string]any {
	words := "as " + first
	if own, ok := description.(string); ok && own != "" {
		words = own + "; " + words
	}
	return map[string]any{"description": words}
}

// withoutInnerWords returns a schema without what describes members of arguments: their names and forms stay. What one
// is the same as is told on.
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

// leaveOutWords leaves out the descriptions of members, and of a member itself that says more than that.
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
