package runs

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Playbook is a list of steps that is written once and used several times with different values.
type Playbook struct {
	Parameters []string `json:"parameters,omitempty" jsonschema:"names of values: $name in the arguments of its steps is that value"`
	Steps      []Step   `json:"steps" jsonschema:"calls, in order; $name is the result of an earlier step of the playbook"`
}

// Expanded returns the configuration with each use of a playbook replaced by its steps, and the commands of gates
// replaced by calls. A run stores this form and hashes it. If a step with the name d uses a playbook, the playbook's
// step x gets the name d/x.
func (c Config) Expanded() (Config, error) {
	books := c.Playbooks
	c.Playbooks = nil
	if err := c.expandCommands(); err != nil {
		return c, err
	}
	var steps []Step
	for i, s := range c.Steps {
		at := pointer("/steps", i)
		switch book, known := books[s.Playbook]; {
		case s.Playbook == "" && s.Tool == "", s.Playbook != "" && (s.Tool != "" || len(s.Args) > 0):
			return c, invalid(at, "a step has a tool with args, or a playbook with values in with")
		case s.Playbook == "" && len(s.With) > 0:
			return c, invalid(at+"/with", "it goes with a playbook")
		case s.Playbook == "":
			s.origin = at
			steps = append(steps, s)
		case !known:
			return c, invalid(at+"/playbook", "there is no playbook %q in playbooks", s.Playbook)
		case strings.TrimSpace(s.Name) == "":
			return c, invalid(at+"/name", "the use of a playbook has a name: its steps are called name/step")
		default:
			used, err := book.used(at, s)
			if err != nil {
				return c, err
			}
			steps = append(steps, used...)
		}
	}
	c.Steps = steps
	return c, nil
}

// used returns the steps for one use of a playbook.
func (b Playbook) used(at string, use Step) ([]Step, error) {
	if given, want := slices.Sorted(maps.Keys(use.With)),
		slices.Sorted(slices.Values(b.Parameters)); !slices.Equal(given, want) {
		return nil, invalid(at+"/with", "the playbook %q takes %q, not %q", use.Playbook, want, given)
	}
	inner := map[string]bool{}
	var out []Step
	for i, s := range b.Steps {
		if s.Playbook != "" || s.Tool == "" {
			return nil, invalid("/playbooks/"+use.Playbook+pointer("/steps", i),
				"the steps of a playbook are calls of tools")
		}
		args, err := placed(s.Args, func(text string) (any, error) { return b.place(at, use, inner, text) })
		if err != nil {
			return nil, err
		}
		s.origin = "/playbooks/" + use.Playbook + pointer("/steps", i)
		if s.Name != "" {
			inner[s.Name] = true
			s.Name = use.Name + "/" + s.Name
		}
		if s.Args = args; s.Reason == "" {
			s.Reason = use.Reason
		}
		out = append(out, s)
	}
	return out, nil
}

// place returns the replacement of a text in the arguments of a playbook's step: the value of a parameter, a reference
// to another step of the playbook, or the text itself.
func (b Playbook) place(at string, use Step, inner map[string]bool, text string) (any, error) {
	r, is := parseReference(text)
	switch {
	case !is:
		return text, nil
	case inner[r.Step]:
		return "$" + use.Name + "/" + text[1:], nil
	case !slices.Contains(b.Parameters, r.Step):
		return nil, invalid(at+"/playbook", "%s in the playbook %q is neither a parameter nor an earlier step of it",
			text, use.Playbook)
	}
	value, err := decoded(use.With[r.Step])
	if err != nil {
		return nil, invalid(at+"/with/"+r.Step, "give JSON")
	}
	_, field, has := strings.Cut(text, ".")
	if reference, ok := value.(string); has && ok && strings.HasPrefix(reference, "$") {
		return reference + "." + field, nil
	}
	if has {
		return nil, invalid(at+"/with/"+r.Step, "the playbook takes a field of it: give a reference to a step")
	}
	return value, nil
}

// placed replaces texts anywhere in JSON by values.
func placed(args json.RawMessage, value func(string) (any, error)) (json.RawMessage, error) {
	if len(args) == 0 {
		return args, nil
	}
	tree, err := decoded(args)
	if err == nil {
		tree, err = placedIn(tree, value)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(tree)
}

func placedIn(tree any, value func(string) (any, error)) (next any, err error) {
	switch t := tree.(type) {
	case string:
		return value(t)
	case []any:
		for i := range t {
			if t[i], err = placedIn(t[i], value); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for _, name := range sortedNames(t) {
			if t[name], err = placedIn(t[name], value); err != nil {
				return nil, err
			}
		}
	}
	return tree, nil
}

// decoded reads JSON, keeping numbers as written.
func decoded(text json.RawMessage) (tree any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = d.Decode(&tree)
	return tree, err
}
