package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// schemaNode is the part of a JSON schema that the tools' schemas use.
type schemaNode struct {
	Type       string                 `json:"type"`
	Properties map[string]*schemaNode `json:"properties"`
	Required   []string               `json:"required"`
	Items      *schemaNode            `json:"items"`
	Additional json.RawMessage        `json:"additionalProperties"`
	AnyOf      []*schemaNode          `json:"anyOf"`
	Enum       []any                  `json:"enum"`
	MinLength  *int                   `json:"minLength"`
	MaxLength  *int                   `json:"maxLength"`
	MaxMembers *int                   `json:"maxProperties"`
	MinItems   *int                   `json:"minItems"`
	MaxItems   *int                   `json:"maxItems"`
	Minimum    *float64               `json:"minimum"`
	Maximum    *float64               `json:"maximum"`
}

// closed reports whether the schema is an object that accepts only the listed names.
func (n *schemaNode) closed() bool { return n.Type == "object" && string(n.Additional) == "false" }

// names returns the object's property names in order.
func (n *schemaNode) names() []string {
	var out []string
	for name := range n.Properties {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// fault is a baseline with one wrong value, and the expected answer.
type fault struct {
	what    string
	tool    string
	args    any
	codes   []int  // one of them is expected
	pointer string // of an expected issue if the schema refuses it with code 1000
}

// place is a value within the arguments of a call.
type place struct {
	tool     string
	root     arguments
	path     []string // tokens of the JSON pointer
	schema   *schemaNode
	value    any
	required bool
}

func (p place) pointer() string { return pointerOf(p.path) }

func pointerOf(path []string) string {
	var b strings.Builder
	for _, token := range path {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(token))
	}
	return b.String()
}

// name returns the place's property name; for an item of a list, the name of the list.
func (p place) name() string {
	for _, token := range slices.Backward(p.path) {
		if _, err := strconv.Atoi(token); err != nil {
			return token
		}
	}
	return ""
}

// set returns the arguments with another value at the place.
func (p place) set(value any) arguments { return edited(p.root, p.path, value, false) }

// edited returns a deep copy of the arguments with the value at a path replaced, or removed.
func edited(root arguments, path []string, value any, remove bool) arguments {
	fresh := copied(root).(arguments)
	var at any = fresh
	for _, token := range path[:len(path)-1] {
		switch v := at.(type) {
		case arguments:
			at = v[token]
		case []any:
			i, _ := strconv.Atoi(token)
			at = v[i]
		}
	}
	last := path[len(path)-1]
	switch v := at.(type) {
	case arguments:
		if v[last] = value; remove {
			delete(v, last)
		}
	case []any:
		i, _ := strconv.Atoi(last)
		v[i] = value
	}
	return fresh
}

// copied returns a deep copy in the form of decoded JSON, with whole numbers as they are written.
func copied(v any) any {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	out, err := decodeJSON(text)
	if err != nil {
		panic(err)
	}
	return out
}

// walk visits every value of the arguments with its schema. In a list it visits only the first and the last item.
func walk(p place, visit func(place)) {
	visit(p)
	switch v := p.value.(type) {
	case arguments:
		for _, name := range p.schema.names() {
			if member, ok := v[name]; ok {
				walk(place{p.tool, p.root, append(slices.Clone(p.path), name), p.schema.Properties[name], member,
					slices.Contains(p.schema.Required, name)}, visit)
			}
		}
	case []any:
		if p.schema.Items == nil {
			return
		}
		for i, item := range v {
			if i == 0 || i == len(v)-1 {
				walk(place{p.tool, p.root, append(slices.Clone(p.path), strconv.Itoa(i)),
					p.schema.Items, item, false}, visit)
			}
		}
	}
}

// faultsOf returns every single fault that the schema and the names of a tool's arguments suggest.
func faultsOf(b baseline, schema *schemaNode) []fault {
	root := copied(b.args).(arguments)
	var out []fault
	walk(place{tool: b.tool, root: root, schema: schema, value: root}, func(p place) {
		for _, f := range slices.Concat(p.shapeFaults(), p.typeFaults(), p.numberFaults(),
			p.emptyFaults(), p.referenceFaults()) {
			f.tool = b.tool
			out = append(out, f)
		}
	})
	return out
}

const invalidInput = 1000

// shapeFaults are missing and unknown names, lists of the wrong length and values outside an enumeration.
func (p place) shapeFaults() []fault {
	var out []fault
	schemaFault := func(what string, args any, pointer string) {
		out = append(out, fault{what: what, args: args, codes: []int{invalidInput}, pointer: pointer})
	}
	for _, name := range p.schema.Required {
		path := append(slices.Clone(p.path), name)
		schemaFault("without "+pointerOf(path), edited(p.root, path, nil, true), pointerOf(path))
	}
	if p.schema.closed() {
		path := append(slices.Clone(p.path), "unexpected")
		schemaFault("with "+pointerOf(path), edited(p.root, path, 1, false), pointerOf(path))
	}
	if len(p.schema.Enum) > 0 {
		schemaFault(p.pointer()+" is not in the enumeration", p.set("nonsense"), p.pointer())
	}
	if list, ok := p.value.([]any); ok {
		if p.schema.MinItems != nil && *p.schema.MinItems == len(list) {
			schemaFault(p.pointer()+" is too short", p.set(list[1:]), p.pointer())
		}
		if p.schema.MaxItems != nil && *p.schema.MaxItems == len(list) {
			more := list[0]
			if _, isNumber := more.(json.Number); isNumber { // a height of 0 is not valid
				more = 7
			}
			schemaFault(p.pointer()+" is too long", p.set(append(slices.Clone(list), more)), p.pointer())
		}
	}
	return out
}

// typeFaults are values of every other JSON type, among them texts that are not numbers.
func (p place) typeFaults() []fault {
	if len(p.path) == 0 || p.schema.Type == "" {
		return nil
	}
	others := []struct {
		kind  string
		value any
	}{
		{"string", "text"}, {"number", 7}, {"boolean", true}, {"object", arguments{}},
		{"array", []any{}}, {"null", nil},
		{"string", "NaN"}, {"string", "Infinity"}, {"string", "12"}, {"number", 7.5},
	}
	var out []fault
	for _, other := range others {
		fits := other.kind == p.schema.Type || other.kind == "number" && p.schema.Type == "integer" && other.value == 7
		if fits || other.kind == "boolean" && p.schema.isSwitch() {
			continue
		}
		f := fault{what: fmt.Sprintf("%s is %v", p.pointer(), short(other.value)),
			args: p.set(other.value), codes: []int{invalidInput}, pointer: p.pointer()}
		if other.kind == "string" && p.schema.standsForIDs() {
			f.codes, f.pointer = append([]int{invalidInput}, valueCodes...), ""
		}
		out = append(out, f)
	}
	return out
}

// isSwitch reports whether the schema is an enumeration of two values, one of them "none". Such an argument also
// accepts true and false.
func (n *schemaNode) isSwitch() bool { return len(n.Enum) == 2 && slices.Contains(n.Enum, any("none")) }

// standsForIDs reports whether the schema is an object with an id. In place of such an object the id alone is accepted,
// as a text.
func (n *schemaNode) standsForIDs() bool {
	return slices.ContainsFunc([]string{"view_id", "element_id", "element_ids"}, func(name string) bool {
		return n.Type == "object" && n.Properties[name] != nil
	})
}

// valueCodes are the codes of values that fit the schema but not the model.
var valueCodes = []int{1003, 1100, 1104, 1300}

// numberFaults are numbers that no model can hold.
func (p place) numberFaults() []fault {
	var out []fault
	if _, isNumber := p.value.(json.Number); !isNumber || len(p.path) == 0 {
		return nil
	}
	codes, pointer := valueCodes, ""
	if p.schema.Type == "integer" || strings.HasSuffix(p.pointer(), "revision") { // which may be a string too
		codes, pointer = []int{invalidInput}, p.pointer()
	}
	for _, number := range []json.Number{"1e300", "-1e300"} {
		out = append(out, fault{what: fmt.Sprintf("%s is %s", p.pointer(), number), args: p.set(number),
			codes: codes, pointer: pointer})
	}
	return out
}

// emptyFaults are empty values of required texts and lists.
func (p place) emptyFaults() []fault {
	switch {
	case !p.required:
		return nil
	case p.schema.Type == "string" && len(p.schema.Enum) == 0:
		return []fault{
			{what: p.pointer() + " is empty", args: p.set(""), codes: []int{invalidInput}, pointer: p.pointer()},
			{what: p.pointer() + " is blank", args: p.set(" \t"), codes: []int{1000, 1002, 1003, 1100, 1300}},
		}
	case p.schema.Type == "array" && p.schema.MinItems == nil:
		return []fault{{what: p.pointer() + " is empty", args: p.set([]any{}), codes: []int{1000, 1003, 1100}}}
	}
	return nil
}

// missing is an id that no object has and that is no valid name.
const missing = "7b1f7c2e-5c55-4c3e-9a53-0d5f6f0a4b11"

var namesThings = regexp.MustCompile(`(^|_)(id|ids|level|material|priority)$`)

// special are values of arguments that are refused with error codes of their own.
var special = map[string][]struct {
	value any
	codes []int
}{
	"branch":            {{"no-such-branch", []int{1300}}},
	"at":                {{"999999", []int{1300}}, {"yesterday", []int{1300}}, {"-1", []int{1000}}},
	"expected_revision": {{999999, []int{1301}}},
	"file_name": {{"../escape.ifc", []int{1206}}, {"/tmp/escape.ifc", []int{1206}},
		{`..\escape.ifc`, []int{1206}}, {"model.txt", []int{1003}}},
	"types":          {{[]string{"element.exploded"}, []int{1003}}},
	"categories":     {{[]string{"spaceship"}, []int{1000, 1003}}},
	"colour":         {{"red", []int{1003}}},
	"shape":          {{"blob", []int{1000, 1003, 1100}}},
	"tool":           {{"model_overview", []int{1000}}, {"apply_batch", []int{1000}}, {"create_wal", []int{1000}}},
	"parameter_name": {{"colour", []int{1002}}},
	"limit":          {{0, []int{1000}}, {501, []int{1000}}},
}

// referenceFaults are ids of missing objects, and values that are invalid for the argument with this name.
func (p place) referenceFaults() []fault {
	var out []fault
	_, isText := p.value.(string)
	if isText && namesThings.MatchString(p.name()) && len(p.schema.Enum) == 0 {
		for _, value := range []string{missing, "no such thing"} {
			out = append(out, fault{what: p.pointer() + " names nothing: " + value,
				args: p.set(value), codes: p.notFound()})
		}
	}
	for _, s := range special[p.name()] {
		if isText && (p.name() == "types" || p.name() == "categories") {
			continue // an item of the list
		}
		if !isText && p.name() == "at" {
			continue // a place, not a state
		}
		if p.tool == "list_audit" && p.name() == "tool" {
			continue // the audit records calls of any tool
		}
		out = append(out, fault{what: fmt.Sprintf("%s is %v", p.pointer(), s.value),
			args: p.set(s.value), codes: s.codes})
	}
	return out
}

// notFound returns the codes that are expected for an id of no object. Two arguments have further codes. The wall that
// runs through a joint must be one of the joined walls. The list of elements that may be deleted is compared with the
// elements that would be deleted.
func (p place) notFound() []int {
	switch p.name() {
	case "priority":
		return []int{1003, 1300}
	case "expected_ids":
		return []int{1105, 1300}
	}
	return []int{1300}
}

// manyFaults returns a call with as many faults as the schema allows. Each optional argument has a value of another
// type, each required one is missing, and one is unknown. The answer must report all of them.
func manyFaults(tool string, schema *schemaNode) (arguments, []string) {
	args, pointers := arguments{"unexpected": 1}, []string{"/unexpected"}
	for _, name := range schema.names() {
		p := schema.Properties[name]
		switch {
		case slices.Contains(schema.Required, name):
		case p.Type == "":
			continue
		case p.Type == "boolean":
			args[name] = "text"
		case p.isSwitch():
			args[name] = 7
		default:
			args[name] = true
		}
		pointers = append(pointers, "/"+name)
	}
	slices.Sort(pointers)
	return args, pointers
}

func revision64(r uint64) string { return strconv.FormatUint(r, 10) }
