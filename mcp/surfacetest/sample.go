package surfacetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// node is the part of a JSON Schema that this package uses.
type node struct {
	Type                 string           `json:"type"`
	Enum                 []any            `json:"enum"`
	Const                any              `json:"const"`
	Format               string           `json:"format"`
	Pattern              string           `json:"pattern"`
	Minimum              *float64         `json:"minimum"`
	ExclusiveMinimum     *float64         `json:"exclusiveMinimum"`
	Maximum              *float64         `json:"maximum"`
	MinLength            int              `json:"minLength"`
	MaxLength            *int             `json:"maxLength"`
	MinItems             int              `json:"minItems"`
	MaxItems             *int             `json:"maxItems"`
	Items                *node            `json:"items"`
	Properties           map[string]*node `json:"properties"`
	Required             []string         `json:"required"`
	AdditionalProperties json.RawMessage  `json:"additionalProperties"`
	AnyOf                []*node          `json:"anyOf"`
	OneOf                []*node          `json:"oneOf"`
}

func parseSchema(text json.RawMessage) (*node, error) {
	n := new(node)
	if err := json.Unmarshal(text, n); err != nil {
		return nil, fmt.Errorf("read a schema: %w", err)
	}
	return n, nil
}

// Least returns the smallest arguments that a schema admits: the required members, each with its first or least value.
func Least(schema json.RawMessage) (map[string]any, error) {
	n, err := parseSchema(schema)
	if err != nil {
		return nil, err
	}
	out, ok := n.least().(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the schema is none of an object: %.60s", schema)
	}
	return out, nil
}

func (n *node) least() any {
	switch alternatives := slices.Concat(n.AnyOf, n.OneOf); {
	case n.Const != nil:
		return n.Const
	case len(n.Enum) > 0:
		return n.Enum[0]
	case len(alternatives) > 0:
		return alternatives[0].least()
	}
	switch n.Type {
	case "object":
		out := map[string]any{}
		for _, name := range n.Required {
			out[name] = n.Properties[name].least()
		}
		return out
	case "array":
		out := []any{}
		for i := range n.MinItems {
			out = append(out, n.Items.leastAt(i))
		}
		return out
	case "string":
		return n.leastText()
	case "boolean":
		return false
	case "null":
		return nil
	}
	return n.leastNumber()
}

// leastAt is least with numbers that differ from item to item, so that points of a list do not coincide.
func (n *node) leastAt(i int) any {
	if n == nil {
		return nil
	}
	if n.Type == "number" && n.Minimum == nil {
		return i + 1
	}
	return n.least()
}

func (n *node) leastText() string {
	switch n.Format {
	case "uuid":
		return "00000000-0000-7000-8000-000000000001"
	case "date-time":
		return "2026-01-01T00:00:00Z"
	}
	return strings.Repeat("1", max(1, n.MinLength))
}

func (n *node) leastNumber() any {
	switch {
	case n.Minimum != nil:
		return *n.Minimum
	case n.ExclusiveMinimum != nil:
		return *n.ExclusiveMinimum + 1
	case n.Maximum != nil:
		return min(1, *n.Maximum)
	}
	return 1
}
