package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/mcp/schema"
)

// synonyms maps words that callers use for an argument to the argument's names, likeliest first. A word means the first
// of the names that the tool has and the call does not give. A word that is itself the name of an argument of the tool
// keeps its meaning. Ambiguous words are not listed, so they are refused with a suggestion.
var synonyms = map[string][]string{
	"reason": {"reasoning"}, "rationale": {"reasoning"}, "why": {"reasoning"},

	"element": {"element_id", "element_ids"}, "element_id": {"element_ids"},
	"elements": {"element_ids"}, "ids": {"element_ids"}, "element_ids": {"element_id"},
	"id": {"element_id", "element_ids", "task_id", "artifact_id", "validation_run_id", "run_id", "zone_id",
		"constraint_ids"},
	"category": {"categories", "query.categories"}, "categories": {"category", "query.categories"},
	"level":  {"level_id", "base_level", "level_ids", "query.level_id", "source.level_ids"},
	"levels": {"level_ids", "source.level_ids"}, "level_ids": {"source.level_ids"},
	"level_id":      {"base_level", "level_ids", "query.level_id", "source.level_ids"},
	"base_level":    {"level_id"},
	"base_level_id": {"base_level", "level_id"}, "top_level_id": {"top_level"},
	"wall": {"wall_id"}, "wall_id": {"host_id"}, "host": {"host_id", "wall_id"}, "host_id": {"wall_id"},
	"room": {"room_id"}, "room_id": {"element_ids", "element_id"},
	"zone": {"zone_id"}, "rooms": {"room_ids"}, "room_ids": {"rooms"},
	"type": {"type_id"}, "type_id": {"query.type_id"}, "type_name": {"type_id"}, "material_id": {"material"},
	"system_name": {"system_id"},
	"arguments":   {"args"}, "params": {"args"}, "steps": {"operations"},
	"task": {"task_id"}, "run": {"run_id", "validation_run_id"}, "run_id": {"validation_run_id"},
	"branch_name": {"name"}, "tag": {"name"}, "source_branch": {"source"},
	"views": {"view_ids"}, "query": {"words"}, "keywords": {"words"}, "search": {"words", "text"}, "text": {"words"},
	"state": {"status", "statuses", "states"}, "status": {"statuses", "states"},

	"properties": {"psets"}, "property_sets": {"psets", "properties"}, "psets": {"properties"},
	"parameter": {"parameter_name"}, "param": {"parameter_name"},
	"name":   {"parameter_name", "cut_plane.name", "tag"},
	"fields": {"parameters"}, "columns": {"parameters", "fields"}, "parameters": {"fields"},
	"group_by": {"grouping"}, "grouping": {"group_by"},
	"boundary": {"boundary_points"}, "points": {"boundary_points"}, "polygon": {"boundary_points"},
	"outline": {"boundary_points"}, "translation": {"delta"}, "vector": {"delta"}, "offset": {"delta"},
	"displacement": {"delta"}, "color": {"colour"}, "sheet": {"sheet_id"}, "label": {"tag"},
	"center": {"point", "location"}, "centre": {"point", "location"}, "swing_direction": {"swing"},
	"hinge_side": {"swing"}, "hinge": {"swing"},
	"start_point": {"start"}, "end_point": {"end"}, "position": {"location", "offset", "seed"},
	"start": {"cut_plane.start", "from_room"}, "end": {"cut_plane.end", "to_room"},
	"point": {"seed", "location"}, "seed_point": {"seed"},
	"location": {"seed"}, "width": {"profile.width"}, "depth": {"profile.depth"}, "diameter": {"profile.diameter"},
	"height": {"profile.depth"},
	"from":   {"from_room"}, "to": {"to_room"}, "code": {"standard"}, "view": {"from"}, "schedule": {"template"},
	"schedule_type": {"template", "category"},
	"room_name":     {"name"}, "room_number": {"number"}, "sill": {"sill_height"},
	"density": {"density_kg_m3"}, "pitch": {"slope"}, "angle": {"rotation"},
	"direction": {"view", "from"}, "view_direction": {"view", "from"}, "side": {"from"},

	"filename": {"file_name", "file"}, "file_path": {"file", "file_name"}, "format": {"schema"},
	"file": {"file_name", "artifact_id"}, "file_name": {"file", "artifact_id"}, "path": {"file_name", "file"},
	"revision": {"at"}, "tag_name": {"name"}, "from_revision": {"from"}, "to_revision": {"to"},
}

// profileSynonyms maps words to the measures of a profile.
var profileSynonyms = map[string]string{"height": "depth", "thickness": "wall_thickness"}

// valueSynonyms maps other names to values of enumerations, in upper case and without separators. IFC4X3 or IFC 4.3
// commonly means the schema of its second addendum, which is the ISO standard (ISO 16739-1:2024). IFC4 means the schema
// of its second addendum with a technical corrigendum, and IFC2X3 the schema with TC1. A view that is called only
// isometric is seen from the default direction, the south-east.
var valueSynonyms = map[string]string{
	"IFC43": "IFC4X3_ADD2", "4X3": "IFC4X3_ADD2", "43": "IFC4X3_ADD2",
	"IFC4X3ADD2": "IFC4X3_ADD2", "IFC43ADD2": "IFC4X3_ADD2", "IFC4320": "IFC4X3_ADD2", "4320": "IFC4X3_ADD2",
	"IFC4ADD2": "IFC4", "IFC4ADD2TC1": "IFC4", "IFC40": "IFC4", "4": "IFC4", "40": "IFC4", "IFC4021": "IFC4",
	"4021":  "IFC4",
	"IFC23": "IFC2X3", "2X3": "IFC2X3", "23": "IFC2X3", "IFC2X3TC1": "IFC2X3", "IFC23TC1": "IFC2X3",
	"IFC2301": "IFC2X3", "2301": "IFC2X3",
	"ISO": "iso_se", "ISOMETRIC": "iso_se", "3D": "iso_se",
	"RECTANGULAR": "rectangle", "SQUARE": "rectangle", "ROUND": "circle", "CIRCULAR": "circle",
	"RHS": "rectangle_hollow", "SHS": "rectangle_hollow", "CHS": "circle_hollow",
	"WASTE": "sanitary", "SOIL": "sanitary", "SEWAGE": "sanitary", "DRAINAGE": "sanitary", "POWER": "electrical",
	"SPRINKLER": "fire_protection", "DOUBLELEAF": "double_door", "SINGLELEAF": "single_swing",
	"LSHAPED": "quarter_turn", "USHAPED": "half_turn", "DOGLEG": "half_turn", "PARTITION": "partitioning",
	"FILLEDBY": "fills", "VOIDEDBY": "voids", "BOUNDEDBY": "bounds", "CONTAINS": "contained", "JOINEDTO": "joined",
	"CONNECTEDTO": "connected",
}

// itemNames are the members that may be given as plain text. If the items of a list are objects with such a member, a
// text in place of an object is its value.
var itemNames = []string{"view_id"}

// wordParts removes the separators of words, for comparing different spellings of a value.
var wordParts = strings.NewReplacer(".", "", "_", "", "-", "", " ", "")

// argumentNode holds the parts of a schema that describe its arguments.
type argumentNode struct {
	Type       string                   `json:"type"`
	Enum       []any                    `json:"enum"`
	MaxItems   int                      `json:"maxItems"`
	Properties map[string]*argumentNode `json:"properties"`
	Items      *argumentNode            `json:"items"`
}

// Understand returns arguments with synonyms replaced by the names of a schema, and phrases about the replacements.
// Both are unchanged if there was no synonym. It does not validate.
func Understand(inputSchema, arguments json.RawMessage) (understood json.RawMessage, taken []string) {
	var node argumentNode
	var given map[string]any
	d := json.NewDecoder(bytes.NewReader(arguments))
	d.UseNumber()
	if json.Unmarshal(inputSchema, &node) != nil || d.Decode(&given) != nil {
		return arguments, nil
	}
	if taken = node.understand(given); len(taken) == 0 {
		return arguments, nil
	}
	text, err := json.Marshal(given)
	if err != nil {
		return arguments, nil
	}
	return text, taken
}

// understand renames the members of an object and of nested objects.
func (n *argumentNode) understand(given map[string]any) (taken []string) {
	taken = append(n.understandUse(given), understandProfile(given)...)
	taken = append(taken, n.understandMembers(given)...)
	_, hasProfile := given["profile"]
	for _, name := range slices.Sorted(maps.Keys(given)) {
		below := n.Properties[name]
		if below != nil {
			taken = append(taken, below.understandValue(name, given)...)
		}
		if below != nil && below.accepts(given[name]) {
			continue
		}
		for _, meant := range n.synonymsOf(name) {
			target, place, last := n.meant(given, meant)
			if target == nil || !target.accepts(given[name]) {
				continue
			}
			if value, fits := target.fitting(given[name]); fits {
				delete(given, name)
				place()[last] = value
				taken = append(taken, fmt.Sprintf("%q as %q", name, meant))
				taken = append(taken, target.understandValue(last, place())...)
			}
			break
		}
	}
	if profile, made := given["profile"].(map[string]any); made && !hasProfile && n.Properties["profile"] != nil {
		taken = append(taken, n.Properties["profile"].understandShape(profile)...)
	}
	return taken
}

// understandProfile replaces synonyms in the value of a profile parameter.
func understandProfile(given map[string]any) (taken []string) {
	value, isObject := given["value"].(map[string]any)
	if name := given["parameter_name"]; !isObject || name != "profile" && given["name"] != "profile" {
		return nil
	}
	for _, word := range slices.Sorted(maps.Keys(profileSynonyms)) {
		meant := profileSynonyms[word]
		if _, there := value[meant]; !there && value[word] != nil {
			value[meant] = value[word]
			delete(value, word)
			taken = append(taken, fmt.Sprintf("%q as %q", word, meant))
		}
	}
	return taken
}

// accepts reports whether a text is a value of an argument's enumeration, or of its items' enumeration. It is true if
// there is no enumeration.
func (n *argumentNode) accepts(value any) bool {
	known := n.Enum
	if n.Type == "array" && n.Items != nil {
		known = n.Items.Enum
	}
	text, isText := value.(string)
	if len(known) == 0 || !isText || slices.Contains(known, value) {
		return true
	}
	_, ok := (&argumentNode{Enum: known}).enumerated(text)
	return ok
}

// synonymsOf returns the names that a word may mean in an object.
func (n *argumentNode) synonymsOf(word string) []string {
	if meant := profileSynonyms[word]; meant != "" && n.Properties["flange_thickness"] != nil {
		return []string{meant}
	}
	return synonyms[word]
}

// understandValue converts the value of an argument to the form and the enumeration values of its schema.
func (n *argumentNode) understandValue(name string, given map[string]any) (taken []string) {
	if value, ok := n.formed(given[name]); ok {
		given[name] = value
		taken = append(taken, saidForm(name, value))
	}
	if value, ok := n.enumerated(given[name]); ok {
		taken = append(taken, fmt.Sprintf("%s %s as %q", name, written(given[name]), value))
		given[name] = value
	}
	if slices.Contains(categoryArguments, name) {
		value, said := understandCategory(given[name])
		given[name], taken = value, append(taken, said...)
	}
	return append(taken, n.understandBelow(given[name])...)
}

// meant returns the schema of an argument by its name, which may be OBJECT.NAME for a member of an object. place
// returns the object that contains the argument, which it creates if the call has none, and last is the name within
// that object. target is nil if the schema has no such argument, or the call already gives it.
func (n *argumentNode) meant(given map[string]any, name string) (target *argumentNode, place func() map[string]any,
	last string) {
	outer, last, below := strings.Cut(name, ".")
	if !below {
		if _, there := given[name]; there {
			return nil, nil, ""
		}
		return n.Properties[name], func() map[string]any { return given }, name
	}
	object := n.Properties[outer]
	inner, isObject := given[outer].(map[string]any)
	if _, there := given[outer]; object == nil || there && !isObject {
		return nil, nil, ""
	}
	if _, there := inner[last]; there {
		return nil, nil, ""
	}
	return object.Properties[last], func() map[string]any {
		if inner == nil {
			inner = map[string]any{}
			given[outer] = inner
		}
		return inner
	}, last
}

// switched returns the value that a bool means in an enumeration of two values, one of which is none.
func (n *argumentNode) switched(on bool) (string, bool) {
	if len(n.Enum) != 2 || !slices.Contains(n.Enum, any("none")) {
		return "", false
	}
	for _, known := range n.Enum {
		if known, ok := known.(string); ok && on == (known != "none") {
			return known, true
		}
	}
	return "", false
}

// enumerated returns the value of an enumeration that a text means, allowing other case, spaces, the plural, and
// synonyms.
func (n *argumentNode) enumerated(value any) (string, bool) {
	if on, ok := value.(bool); ok {
		return n.switched(on)
	}
	text, ok := value.(string)
	if !ok || len(n.Enum) == 0 || slices.Contains(n.Enum, value) {
		return "", false
	}
	for _, known := range n.Enum {
		if known, ok := known.(string); ok && (schema.SameLetters(text, known) ||
			schema.SameLetters(strings.TrimSuffix(text, "s"), known)) {
			return known, true
		}
	}
	meant, ok := valueSynonyms[wordParts.Replace(strings.ToUpper(text))]
	if ok && slices.Contains(n.Enum, any(meant)) {
		return meant, true
	}
	return n.abridged(text)
}

// leastAbridged is the minimum length of a text that may abbreviate a value. Shorter texts are often numbers or
// letters.
const leastAbridged = 3

// abridged returns the value of an enumeration whose name contains all words of a text: "cold_water" means
// domestic_cold_water. Among several it takes the one with the fewest other words; ok is false if this is not unique. A
// last word such as roof in "hip roof" is ignored.
func (n *argumentNode) abridged(text string) (found string, ok bool) {
	words := strings.FieldsFunc(strings.ToLower(text), partsWords)
	if last := len(words) - 1; last > 0 && slices.Contains(namedThings, words[last]) {
		words = words[:last]
	}
	if len(strings.Join(words, "")) < leastAbridged {
		return "", false
	}
	fewest, several := 0, false
	for _, known := range n.Enum {
		known, isText := known.(string)
		all := strings.FieldsFunc(strings.ToLower(known), partsWords)
		if !isText || slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(all, w) }) {
			continue
		}
		switch {
		case found == "" || len(all) < fewest:
			found, fewest, several = known, len(all), false
		case len(all) == fewest:
			several = true
		}
	}
	return found, found != "" && !several
}

// namedThings are words that callers often add to a value.
var namedThings = []string{"door", "window", "roof", "wall", "stair", "ramp", "view", "shape", "profile"}

func partsWords(r rune) bool { return strings.ContainsRune(" _-.", r) }

func (n *argumentNode) understandBelow(value any) (taken []string) {
	switch v := value.(type) {
	case map[string]any:
		if len(n.Properties) > 0 {
			taken = n.understand(v)
		}
	case []any:
		for i, item := range v {
			if n.Items == nil {
				break
			}
			if point, ok := n.Items.formed(item); ok && n.Items.Type == "array" {
				v[i] = point
				taken = append(taken, saidForm("a point", point))
				continue
			}
			if name := n.Items.itemName(item); name != "" {
				v[i] = map[string]any{name: item}
				taken = append(taken, fmt.Sprintf("%q as {%s: %q}", item, name, item))
				continue
			}
			taken = append(taken, n.Items.understandBelow(item)...)
		}
	}
	return taken
}

// written returns a text in quotes, and any other value as it is.
func written(value any) string {
	if text, ok := value.(string); ok {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprint(value)
}

// itemName returns the member that a plain text sets in place of an object, or "" if there is none.
func (n *argumentNode) itemName(item any) string {
	if _, isText := item.(string); !isText || n.Type != "object" {
		return ""
	}
	for _, name := range itemNames {
		if n.Properties[name] != nil {
			return name
		}
	}
	return ""
}

// fitting converts the value of a synonym to the type of its name: a single value to a list of one, and the reverse.
func (n *argumentNode) fitting(value any) (any, bool) {
	list, isList := value.([]any)
	switch {
	case n.Type == "array" && !isList:
		return []any{value}, true
	case n.Type != "array" && isList && len(list) == 1:
		return list[0], true
	}
	return value, n.Type == "array" || !isList
}

// understandArguments replaces synonyms in invalid arguments by the names that they mean, and reports whether the
// result is valid.
func (cc *chainCall) understandArguments() bool {
	text, taken := Understand(cc.entry.InputSchema, cc.call.Arguments)
	if len(taken) == 0 {
		return false
	}
	parsed := schema.Parse(text)
	if len(cc.entry.input.validator().CheckArguments(parsed)) > 0 {
		return false
	}
	cc.call.Arguments, cc.call.parsed, cc.parsed, cc.taken = text, parsed, parsed, taken
	cc.call.Common.Reasoning = cc.server.commonArguments(cc.entry, text).Reasoning
	return true
}

// speaksLoosely reports whether valid arguments may contain synonyms in values that the schema does not describe:
// categories, and the measures of a profile in a parameter's value.
func speaksLoosely(arguments json.RawMessage) bool {
	return bytes.Contains(arguments, []byte("categor")) ||
		bytes.Contains(arguments, []byte(`"profile"`)) && bytes.Contains(arguments, []byte(`"value"`))
}

// leftToRefuse returns the faults that remain when synonyms are replaced, because synonyms alone would be accepted. It
// returns all faults if the replacement leaves no fault, or no fewer.
func (cc *chainCall) leftToRefuse(issues []issue) []issue {
	text, taken := Understand(cc.entry.InputSchema, cc.call.Arguments)
	if len(taken) == 0 {
		return issues
	}
	left := cc.entry.input.validator().CheckArguments(schema.Parse(text))
	if len(left) == 0 || len(left) >= len(issues) {
		return issues
	}
	return left
}

// SynonymsTaken returns the warning for a call whose arguments contained synonyms.
func SynonymsTaken(taken []string) Warning {
	return Warning{"NAME_TAKEN_AS", "arguments were taken by the names and values that they have here: " +
		strings.Join(taken, ", "), map[string]any{}}
}
