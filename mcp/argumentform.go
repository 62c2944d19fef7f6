package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// formed converts a value to the form of its schema if it has another form with the same meaning. Examples are a point
// as {x, y, z} instead of [x, y, z], and a point with height zero where the schema has none. A list or object may also
// be JSON text. It returns false if nothing was converted.
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
		if _, isObject := alone(v).(map[string]any); isObject && n.Type == "object" {
			return alone(v), true
		}
		if n.Type == "object" {
			return n.wrapped(v)
		}
		return n.inPlan(v)
	}
	return value, false
}

// alone returns the item of a list with one item, otherwise nil.
func alone(list []any) any {
	if len(list) == 1 {
		return list[0]
	}
	return nil
}

// wrapped puts a value that identifies elements into an object with the member that the schema has for it. The value
// may be one element or several, categories, or a point. wrapped returns false if the schema has no such member.
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
	case n.Properties["template"] != nil && n.Properties["category"] != nil && !isList:
		if known, ok := n.Properties["category"].enumerated(value); ok {
			value = known
		}
		return map[string]any{"category": value}, true
	}
	return value, false
}

// namesCategories reports whether all texts are categories or words for categories.
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

// inPlan removes a third coordinate of zero from a point if the schema allows only two coordinates.
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
	case "number", "integer":
		number, isRatio := strings.CutPrefix(text, "1:") // the way in which people write a scale
		return json.Number(number), isRatio && scaleNumber.MatchString(number)
	case "array":
		if list, ok := read.([]any); isJSON && ok {
			flat, _ := n.inPlan(list)
			return flat, true
		}
	case "object":
		if _, ok := read.(map[string]any); isJSON && ok {
			return read, true
		}
		if section := n.section(text); section != nil {
			return section, true
		}
		if evidence := n.evidence(text); evidence != nil {
			return evidence, true
		}
		return n.wrapped(text)
	}
	return text, false
}

// scaleNumber matches the number in a scale such as 1:50. No other text is taken for a number, because its writer may
// mean something else.
var scaleNumber = regexp.MustCompile(`^[1-9][0-9]{0,4}$`)

// sectionSize matches the size of a cross section in mm, such as 400x250, or Ø50 for a diameter.
var sectionSize = regexp.MustCompile(`^(?i)\s*(?:([0-9.]+)\s*[x×]\s*([0-9.]+)|[dø⌀∅]\s*([0-9.]+))(?:\s*mm)?\s*$`)

// isProfile reports whether a schema describes a cross section.
func (n *argumentNode) isProfile() bool {
	return n.Properties["shape"] != nil && n.Properties["diameter"] != nil
}

// section returns the cross section that a text describes, or nil.
func (n *argumentNode) section(text string) map[string]any {
	size := sectionSize.FindStringSubmatch(text)
	switch {
	case size == nil || !n.isProfile():
		return nil
	case size[3] != "":
		return map[string]any{"shape": "circle", "diameter": json.Number(size[3])}
	}
	return map[string]any{"shape": "rectangle", "width": json.Number(size[1]), "depth": json.Number(size[2])}
}

// understandShape adds the shape to a cross section that was made from arguments such as width and depth. A caller who
// gives a profile as an object has to name its shape, as the schema requires.
func (n *argumentNode) understandShape(given map[string]any) []string {
	has := func(name string) bool { return given[name] != nil }
	shape := ""
	switch {
	case !n.isProfile() || has("shape"):
	case has("diameter") && !has("width") && !has("depth"):
		shape = "circle"
	case has("width") && has("depth") && !has("diameter"):
		shape = "rectangle"
	}
	if shape == "" {
		return nil
	}
	given["shape"] = shape
	return []string{"measures without a shape as " + shape}
}

// isEvidence reports whether a schema describes the evidence with which a task is completed.
func (n *argumentNode) isEvidence() bool {
	return len(n.Properties) == 2 && n.Properties["kind"] != nil && n.Properties["id"] != nil &&
		slices.Contains(n.Properties["kind"].Enum, any("validation_run"))
}

// checkID matches the id of a check.
var checkID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// evidence returns the evidence that an id alone refers to, or nil. The key of a finding begins with the name of its
// source, and the id of a check is a UUID.
func (n *argumentNode) evidence(text string) map[string]any {
	before, _, _ := strings.Cut(text, "-")
	switch {
	case !n.isEvidence():
	case checkID.MatchString(text):
		return map[string]any{"kind": "validation_run", "id": text}
	case before != text && slices.Contains([]string{"rule", "clash", "ids"}, before):
		return map[string]any{"kind": "finding", "id": text}
	}
	return nil
}

// understandMembers replaces members that the schema lacks but callers often use by the members that they mean, and
// returns the replacements as phrases.
func (n *argumentNode) understandMembers(given map[string]any) (taken []string) {
	return slices.Concat(n.understandFilter(given), n.understandLine(given), n.understandView(given),
		n.understandKind(given))
}

// understandFilter moves the members of a filter object to the arguments, if the schema has them there.
func (n *argumentNode) understandFilter(given map[string]any) (taken []string) {
	for _, word := range []string{"filter", "filters", "query", "where"} {
		inner, isObject := given[word].(map[string]any)
		if !isObject || n.Properties[word] != nil || n.Properties["categories"] == nil {
			continue
		}
		for name, value := range inner {
			if _, there := given[name]; there {
				return taken
			}
			given[name] = value
		}
		delete(given, word)
		taken = append(taken, fmt.Sprintf("what %q has as arguments", word))
	}
	return taken
}

// understandLine takes a list of two points as start and end.
func (n *argumentNode) understandLine(given map[string]any) []string {
	if n.Properties["start"] == nil || n.Properties["end"] == nil || given["start"] != nil || given["end"] != nil {
		return nil
	}
	for _, word := range []string{"points", "path", "line"} {
		if points, isList := given[word].([]any); isList && len(points) == 2 && n.Properties[word] == nil {
			given["start"], given["end"] = points[0], points[1]
			delete(given, word)
			return []string{fmt.Sprintf("%q as \"start\" and \"end\"", word)}
		}
	}
	return nil
}

// understandKind takes a member such as validation_run as the kind of evidence, and its value as the id.
func (n *argumentNode) understandKind(given map[string]any) []string {
	if !n.isEvidence() || len(given) != 1 {
		return nil
	}
	for _, known := range n.Properties["kind"].Enum {
		known, _ := known.(string)
		for _, word := range []string{known, known + "_id", known + "_key"} {
			if id := given[word]; id != nil {
				delete(given, word)
				given["kind"], given["id"] = known, id
				return []string{fmt.Sprintf("%q as kind and id", word)}
			}
		}
	}
	return nil
}

// understandView takes a view of a sheet that is given by its kind, and brings it into the form of the schema.
func (n *argumentNode) understandView(given map[string]any) []string {
	if n.Properties["takeoff"] == nil || n.Properties["elevation"] == nil || n.Properties["section"] == nil {
		return nil
	}
	word := "kind"
	if given[word] == nil {
		word = "type"
	}
	kind, _ := given[word].(string)
	rest := maps.Clone(given)
	delete(rest, word)
	view := viewOfKind(kind, rest)
	if view == nil {
		return nil
	}
	clear(given)
	maps.Copy(given, view)
	return []string{fmt.Sprintf("a view of %s %q in the form of its schema", word, kind)}
}

// viewOfKind returns a view of a sheet from its kind and its other members. It returns nil for an unknown kind.
func viewOfKind(kind string, rest map[string]any) map[string]any {
	switch plain := wordParts.Replace(strings.ToLower(kind)); plain {
	case "plan", "floorplan":
		return rest
	case "roofplan", "ceilingplan", "reflectedceilingplan":
		member := "roof"
		if plain != "roofplan" {
			member = "ceiling"
		}
		rest[member] = true
		return rest
	case "elevation":
		return collected(rest, "elevation", "from", "direction", "side", "view")
	case "section":
		return collected(rest, "section", "cut_plane")
	case "schedule", "takeoff":
		return collected(rest, plain, "template")
	}
	return nil
}

// collected returns a view that has the given member. The value of the member is the value of the first given word,
// otherwise an object of all members except the scale.
func collected(rest map[string]any, member string, words ...string) map[string]any {
	if rest[member] != nil {
		return rest
	}
	for _, word := range words {
		if value := rest[word]; value != nil {
			delete(rest, word)
			rest[member] = value
			return rest
		}
	}
	scale, scaled := rest["scale"]
	delete(rest, "scale")
	out := map[string]any{member: rest}
	if scaled {
		out["scale"] = scale
	}
	return out
}

// pointOf returns the coordinates of an object that has only the members x, y and optionally z.
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

// categoryArguments lists the arguments that take a category or a list of categories.
var categoryArguments = []string{"category", "categories", "source_category", "target_category"}

// categoryWords maps other words to categories, including the names of IFC and of other programs, in lower case and
// without separators. Plurals need no entry.
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

// useWords maps other words to uses of components.
var useWords = map[string]state.ComponentUse{
	"diffuser": "air_terminal", "grille": "air_terminal", "luminaire": "light_fixture", "light": "light_fixture",
	"lamp": "light_fixture", "wc": "toilet", "socket": "outlet",
}

// categoryOf returns the category that a word means, if it is not spelled as the category itself.
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

// understandCategory replaces words by categories in the value of an argument that takes categories, and returns the
// replacements as phrases.
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

// understandUse handles a component's use that is given as its category: it sets both the category and the use.
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

// saidForm returns a phrase which states that an argument was taken in another form. It leaves out a long value.
func saidForm(name string, value any) string {
	const most = 60
	text, err := json.Marshal(value)
	if err != nil || len(text) > most {
		return name + " in the form of its schema"
	}
	return fmt.Sprintf("%s as %s", name, text)
}
