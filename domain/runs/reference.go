package runs

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// Reference refers to a value of an earlier step: $name is the element that the step made, $name.field a field of its
// data.
type Reference struct {
	Step string
	Path []string
}

func pointer(list string, i int) string { return list + "/" + strconv.Itoa(i) }

// parseReference parses a text that is a reference. A text that begins with $$ is no reference.
func parseReference(text string) (Reference, bool) {
	if !strings.HasPrefix(text, "$") || strings.HasPrefix(text, "$$") || len(text) == 1 {
		return Reference{}, false
	}
	parts := strings.Split(text[1:], ".")
	if len(parts) == 1 {
		parts = append(parts, "element_id")
	}
	return Reference{parts[0], parts[1:]}, true
}

// References returns the references in arguments, in order.
func References(args json.RawMessage) []Reference {
	var out []Reference
	_, _ = replaced(args, func(r Reference) (any, error) {
		out = append(out, r)
		return nil, nil
	})
	return out
}

// Resolve replaces references by the values of earlier steps, keeping numbers as written.
func Resolve(args json.RawMessage, results map[string]json.RawMessage) (json.RawMessage, error) {
	return replaced(args, func(r Reference) (any, error) {
		var value any
		d := json.NewDecoder(bytes.NewReader(results[r.Step]))
		d.UseNumber()
		if err := d.Decode(&value); err != nil {
			return nil, state.Errorf(state.NotFound, "step %q left no result to refer to",
				r.Step).With("step", r.Step)
		}
		for _, field := range r.Path {
			next, ok := inside(value, field)
			if !ok {
				return nil, state.Errorf(state.NotFound, "the result of step %q has no %s", r.Step,
					strings.Join(r.Path, ".")).With("step", r.Step)
			}
			value = next
		}
		return value, nil
	})
}

// inside returns a field of an object or an item of a list.
func inside(value any, field string) (any, bool) {
	switch v := value.(type) {
	case map[string]any:
		next, ok := v[field]
		return next, ok
	case []any:
		if i, err := strconv.Atoi(field); err == nil && i >= 0 && i < len(v) {
			return v[i], true
		}
	}
	return nil, false
}

func replaced(args json.RawMessage, value func(Reference) (any, error)) (json.RawMessage, error) {
	if len(args) == 0 {
		return json.RawMessage("{}"), nil
	}
	var tree any
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		return nil, state.Errorf(state.InvalidInput, "arguments that are no JSON: %w", err)
	}
	tree, err := replaceIn(tree, value)
	if err != nil {
		return nil, err
	}
	return json.Marshal(tree)
}

func replaceIn(tree any, value func(Reference) (any, error)) (any, error) {
	switch t := tree.(type) {
	case string:
		if r, ok := parseReference(t); ok {
			return value(r)
		}
		if strings.HasPrefix(t, "$$") {
			return t[1:], nil
		}
	case []any:
		for i := range t {
			next, err := replaceIn(t[i], value)
			if err != nil {
				return nil, err
			}
			t[i] = next
		}
	case map[string]any:
		for _, name := range sortedNames(t) {
			next, err := replaceIn(t[name], value)
			if err != nil {
				return nil, err
			}
			t[name] = next
		}
	}
	return tree, nil
}
