package tools

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
)

// serverName is one of the servers that tools are divided among.
type serverName string

// Enum lists the servers.
func (serverName) Enum() []string { return Servers }

type findTools struct {
	Words  string      `json:"words" jsonschema:"of what you want to do"`
	Server serverName  `json:"server,omitempty" jsonschema:"only its tools"`
	Limit  mcp.Limit   `json:"limit,omitempty" jsonschema:"default 5"`
	Cursor string      `json:"cursor,omitempty"`
	Detail detailLevel `json:"detail,omitempty" jsonschema:"full: whole schemas"`
}

type foundTools struct {
	Tools  []foundTool                `json:"tools" jsonschema:"the best first"`
	Shared map[string]json.RawMessage `json:"shared,omitempty" jsonschema:"arguments that many tools take, which also names"`
	Paging
}

type foundTool struct {
	Name        string          `json:"name"`
	Server      string          `json:"server"`
	Kind        mcp.Category    `json:"kind" jsonschema:"read, mutation or execution"`
	Listed      bool            `json:"listed" jsonschema:"tools/list shows it"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"input_schema" jsonschema:"its own arguments; with detail full all"`
	Also        []string        `json:"also,omitempty" jsonschema:"what it takes of shared"`
}

// foundByDefault is how many tools a search shows: with their schemas they have some 7 kB.
const foundByDefault = 5

// findTools returns the tools that words speak of.
func (b *Backend) findTools(_ context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a findTools
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	p, err := pageOf(c)
	if err != nil {
		return nil, err
	}
	if a.Limit == 0 {
		p.size = foundByDefault
	}
	var all []foundTool
	for _, e := range b.Served.FindTools(c.Principal, a.Words, string(a.Server)) {
		all = append(all, foundTool{e.Name, e.Server, e.Category, b.Lists(c.Principal, e.Name),
			e.Description, e.InputSchema, nil})
	}
	var shared map[string]json.RawMessage
	if a.Detail != detailFull {
		shared = b.shareArguments(all)
	}
	if len(all) == 0 {
		return nil, domain.Errorf(domain.NotFound,
			"no tool speaks of %q: give other words, such as door, clash, schedule, branch or export", a.Words).
			With("servers", Servers)
	}
	data := foundTools{Shared: map[string]json.RawMessage{}}
	data.Tools, data.Paging = take(p, all, bytesOf)
	for _, tool := range data.Tools {
		for _, name := range tool.Also {
			data.Shared[name] = shared[name]
		}
	}
	return &mcp.Outcome{Data: data}, nil
}

// sharedArguments are arguments that many tools take in the same words, in the order in which they are told.
var sharedArguments = []string{"model_id", "branch", "at", "limit", "cursor", "detail", "effects", "dry_run",
	"reasoning", "expected_revision", "idempotency_key", "approval_id", "properties"}

// shareArguments takes out of the schemas of tools what other tools take in the same words too, and returns it.
func (b *Backend) shareArguments(tools []foundTool) map[string]json.RawMessage {
	usual := b.usualArguments()
	for i := range tools {
		if own, also, err := ownArguments(tools[i].InputSchema, usual); err == nil {
			tools[i].InputSchema, tools[i].Also = own, also
		}
	}
	return usual
}

// usualArguments returns the schemas of the shared arguments: of each the one that most tools have, the first of those
// that as many have.
func (b *Backend) usualArguments() map[string]json.RawMessage {
	counts, usual := map[string]map[string]int{}, map[string]json.RawMessage{}
	for _, e := range b.Served.Entries() {
		var schema argumentSchema
		if json.Unmarshal(e.InputSchema, &schema) != nil {
			continue
		}
		for _, name := range sharedArguments {
			text, takes := schema.Properties[name]
			if !takes {
				continue
			}
			if counts[name] == nil {
				counts[name] = map[string]int{}
			}
			counts[name][string(text)]++
			if counts[name][string(text)] > counts[name][string(usual[name])] {
				usual[name] = text
			}
		}
	}
	return usual
}

// argumentSchema is an input schema as it is told: no word of other arguments, which may be shared ones.
type argumentSchema struct {
	Type       string                     `json:"type"`
	Properties map[string]json.RawMessage `json:"properties"`
	Required   []string                   `json:"required,omitempty"`
}

// ownArguments takes the usual arguments out of a schema, and returns their names, but not those that a call must have.
func ownArguments(whole json.RawMessage, usual map[string]json.RawMessage) (own json.RawMessage, also []string,
	err error) {
	var schema argumentSchema
	if err := json.Unmarshal(whole, &schema); err != nil {
		return nil, nil, err
	}
	for _, name := range sharedArguments {
		if text, takes := schema.Properties[name]; takes && string(text) == string(usual[name]) &&
			!slices.Contains(schema.Required, name) {
			also = append(also, name)
			delete(schema.Properties, name)
		}
	}
	own, err = json.Marshal(schema)
	return own, also, err
}

type enableTools struct {
	Names []string `json:"names" jsonschema:"as find_tools gives them"`
}

type enabledTools struct {
	Enabled []string `json:"enabled" jsonschema:"listed from now on"`
	Already []string `json:"already" jsonschema:"were listed before"`
}

// enableTools lists tools for the caller from now on.
func (b *Backend) enableTools(_ context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a enableTools
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if len(a.Names) == 0 {
		return nil, domain.Errorf(domain.InvalidInput,
			"names is empty: give tools that find_tools named").With("parameter", "names")
	}
	data := enabledTools{}
	var err error
	if data.Enabled, err = b.Enable(c.Principal, a.Names); err != nil {
		return nil, domain.Errorf(domain.NotFound, "%s; nothing was changed: find_tools finds the names", err)
	}
	for _, name := range a.Names {
		if !slices.Contains(data.Enabled, name) && !slices.Contains(data.Already, name) {
			data.Already = append(data.Already, name)
		}
	}
	return &mcp.Outcome{Data: data}, nil
}

func toolTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{
		{Name: "find_tools", Title: "Find tools", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Finds tools that are not listed, by words such as schedule, pipe, drawing, fire, IDS, tag. " +
				"Answers each with its input schema; what many take is said once, in shared. They can be called at " +
				"once; enable_tools lists them.",
			Input: findTools{}, Output: foundTools{}, Handle: b.findTools},
		{Name: "enable_tools", Title: "Enable tools", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists more tools from now on, for clients that only call what is listed. The client is " +
				"told that its list has changed.",
			Input: enableTools{}, Output: enabledTools{}, Handle: b.enableTools},
	}
}
