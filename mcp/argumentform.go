package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// formed returns a value in the form that its schema has, where it was given in another one that means the same: a
// point as {x, y, z} for [x, y, z], or with a height of nought where that has none, and a list or an object as a text
// of JSON. False says that it is as it was.
func (n *argumentNode) formed(value any) (any, bool) {
	switch v := value.(type) {
	case string:
		return n.formedText(v)
	case map[string]any:
		if n.isPoint() {
			point, ok := pointOf(v)
			flat, _ := n.inPlan(point)
			return flat, ok
		}
	case []any:
		if n.Type == "object" {
			return n.wrapped(v)
		}
		return n.inPlan(v)
	}
	return value, false
}

// wrapped returns an object in the place of what names its elements: an element alone, a category or several of them,
// or a point. False says that the object has no such member.
func (n *argumentNode) wrapped(value any) (any, bool) {
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	if len(list) == 0 {
		return value, false
	}
	texts, numbers := 0, 0
	for _, item := range list {
		switch item.(type) {
		case string:
			texts++
		case json.Number:
			numbers++
		}
	}
	switch {
	case numbers == len(list) && n.Properties["point"] != nil:
		return map[string]any{"point": value}, true
	case texts != len(list):
		return value, false
	case n.Properties["categories"] != nil && n.namesCategories(list):
		return map[string]any{"categories": list}, true
	case n.Properties["element_ids"] != nil:
		return map[string]any{"element_ids": list}, true
	case n.Properties["element_id"] != nil && !isList:
		return map[string]any{"element_id": value}, true
	}
	return value, false
}

// namesCategories reports whether each of some texts is a category, or a word for one.
func (n *argumentNode) namesCategories(texts []any) bool {
	return !slices.ContainsFunc(texts, func(item any) bool {
		text, _ := item.(string)
		_, word := categoryOf(text)
		return !word && !state.Category(text).Known()
	})
}

func (n *argumentNode) isPoint() bool {
	return n.Type == "array" && n.Items != nil && n.Items.Type == "number"
}

// inPlan returns a point of three numbers as one of two where the schema has only those, and the third is nought.
func (n *argumentNode) inPlan(value any) (any, bool) {
	point, ok := value.([]any)
	if !ok || !n.isPoint() || n.MaxItems != 2 || len(point) != 3 {
		return value, false
	}
	z, isNumber := point[2].(json.Number)
	height, err := z.Float64()
	if !isNumber || err != nil || height != 0 {
		return value, false
	}
	return point[:2], true
}

func (n *argumentNode) formedText(text string) (any, bool) {
	var read any
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	isJSON := d.Decode(&read) == nil && !d.More()
	switch n.Type {
	case "array":
		if list, ok := read.([]any); isJSON && ok {
			flat, _ := n.inPlan(list)
			return flat, true
		}
	case "object":
		if _, ok := read.(map[string]any); isJSON && ok {
			return read, true
		}
		return n.wrapped(text)
	}
	return text, false
}

// pointOf returns the coordinates of an object that has x, y and perhaps z, and nothing else.
func pointOf(given map[string]any) (any, bool) {
	var out []any
	for _, axis := range []string{"x", "y", "z"} {
		if value, ok := given[axis]; ok {
			out = append(out, value)
		} else if axis != "z" {
			return given, false
		}
	}
	return out, len(out) == len(given)
}

// categoryArguments are the arguments that name categories, in a list or alone.
var categoryArguments = []string{"category", "categories", "source_category", "target_category"}

// categoryWords are other words for categories, and what elements are called in IFC and in other programs, without
// capitals and what parts words. Plurals need no row.
var categoryWords = map[string]state.Category{
	"slab": state.CategoryFloor, "storey": state.CategoryLevel, "story": state.CategoryLevel,
	"buildingstorey": state.CategoryLevel, "space": state.CategoryRoom, "member": state.CategoryBeam,
	"ductsegment": state.CategoryDuct, "pipesegment": state.CategoryPipe,
	"cablecarriersegment": state.CategoryCableTray, "cablecarrierfitting": state.CategoryCableTrayFitting,
	"tray": state.CategoryCableTray, "distributionsystem": state.CategorySystem,
	"furnishingelement": state.CategoryFurniture, "sanitaryterminal": state.CategorySanitary,
	"sanitaryfixture": state.CategorySanitary, "flowterminal": state.CategoryTerminal,
	"airterminal": state.CategoryTerminal, "diffuser": state.CategoryTerminal, "lightfixture": state.CategoryTerminal,
	"buildingelementproxy": state.CategoryProxy, "handrail": state.CategoryRailing, "guardrail": state.CategoryRailing,
}

// useWords are other words for uses of components.
var useWords = map[string]state.ComponentUse{
	"diffuser": "air_terminal", "grille": "air_terminal", "luminaire": "light_fixture", "light": "light_fixture",
	"lamp": "light_fixture", "wc": "toilet", "socket": "outlet",
}

// categoryOf returns the category that a word names in another way than the table does.
func categoryOf(word string) (state.Category, bool) {
	plain := strings.TrimPrefix(strings.ToLower(wordParts.Replace(word)), "ifc")
	for _, w := range []string{plain, strings.TrimSuffix(plain, "s")} {
		for _, c := range state.Categories {
			if string(c) != word && w == wordParts.Replace(string(c)) {
				return c, true
			}
		}
		if c, ok := categoryWords[w]; ok {
			return c, true
		}
	}
	return "", false
}

// understandCategory returns the value of an argument that names categories with those that the table has.
func understandCategory(value any) (understood any, taken []string) {
	switch v := value.(type) {
	case string:
		if c, ok := categoryOf(v); ok && !state.Category(v).Known() {
			return string(c), []string{fmt.Sprintf("%q as %q", v, c)}
		}
	case []any:
		out := slices.Clone(v)
		for i, item := range v {
			if text, ok := item.(string); ok {
				var said []string
				out[i], said = understandCategory(text)
				taken = append(taken, said...)
			}
		}
		return out, taken
	}
	return value, taken
}

// understandUse takes the use of a component, given as its category, for both.
func (n *argumentNode) understandUse(given map[string]any) (taken []string) {
	category, use := n.Properties["category"], n.Properties["use"]
	word, ok := given["category"].(string)
	if _, there := given["use"]; !ok || there || category == nil || use == nil ||
		slices.Contains(category.Enum, any(word)) {
		return nil
	}
	plain := strings.ToLower(word)
	meant, ok := useWords[plain]
	if !ok {
		meant = state.ComponentUse(plain)
	}
	for _, c := range state.Categories {
		if slices.Contains(state.Rows[c].Uses, string(meant)) && slices.Contains(category.Enum, any(string(c))) {
			given["category"], given["use"] = string(c), string(meant)
			return []string{fmt.Sprintf("category %q as %q with use %q", word, c, meant)}
		}
	}
	return nil
}

// saidForm says of an argument that it was taken in another form, with no more than the beginning of a long value.
func saidForm(name string, value any) string {
	const most = 60
	text, err := json.Marshal(value)
	if err != nil || len(text) > most {
		return name + " in the form of its schema"
	}
	return fmt.Sprintf("%s as %s", name, text)
}
