package server

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// serverName is the name of one of the servers among which tools are divided.
type serverName string

// Enum lists the servers.
func (serverName) Enum() []string { return app.Servers }

type findTools struct {
	Words  string          `json:"words" jsonschema:"of what you want to do"`
	Server serverName      `json:"server,omitempty" jsonschema:"only its tools"`
	Limit  mcp.Limit       `json:"limit,omitempty" jsonschema:"default 5"`
	Cursor string          `json:"cursor,omitempty"`
	Detail app.DetailLevel `json:"detail,omitempty" jsonschema:"full: whole schemas"`
}

type foundTools struct {
	Tools  []foundTool         `json:"tools" jsonschema:"the best first"`
	Usual  map[string][]string `json:"usual,omitempty" jsonschema:"by kind of tool: arguments that all found ones take besides, as those of tools/list do"`
	Others []string            `json:"others" jsonschema:"the next ones, by name"`
	Gaps   []string            `json:"gaps,omitempty" jsonschema:"of what no tool does, what there is instead"`
	app.Paging
}

type foundTool struct {
	Name        string          `json:"name"`
	Server      string          `json:"server"`
	Kind        mcp.Category    `json:"kind" jsonschema:"read, mutation or execution"`
	Listed      bool            `json:"listed" jsonschema:"tools/list shows it"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"input_schema" jsonschema:"its own arguments; with detail full all, and their largest sizes"`
	Also        []string        `json:"also,omitempty" jsonschema:"what it takes besides these and the usual ones"`
}

const (
	// FoundByDefault bounds how many tools a search shows, and foundBytes their size in bytes. The first tool is always
	// shown, whatever its size. With its other parts a reply stays within 4 kB.
	FoundByDefault = 5
	foundBytes     = 3_200

	// othersShown is how many further tools are named: names are short, and show which other tools exist.
	othersShown = 10
)

// findTools returns the tools that match the words of a call.
func (b *Backend) findTools(_ context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a findTools
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	found := b.Served.FindTools(c.Principal, a.Words, string(a.Server))
	missing := gapsIn(a.Words)
	if len(found) == 0 && len(missing) == 0 {
		return nil, state.Errorf(state.NotFound,
			"no tool speaks of %q: give other words, such as door, clash, schedule, branch or export", a.Words).
			With("servers", app.Servers)
	}
	var all []foundTool
	for _, e := range found {
		all = append(all, foundTool{e.Name, e.Server, e.Category, b.Lists(c.Principal, e.Name),
			e.Description, e.InputSchema, nil})
	}
	if a.Detail != app.DetailFull {
		b.shortenSchemas(all)
	}
	usual := usualOf(all)
	if a.Limit == 0 {
		p.Size = shownByDefault(all[min(p.Offset, len(all)):])
	}
	data := foundTools{Usual: usual, Others: []string{}, Gaps: missing}
	data.Tools, data.Paging = app.Take(p, all, app.BytesOf)
	next := len(all) - data.Left
	for _, tool := range all[next:min(len(all), next+othersShown)] {
		data.Others = append(data.Others, tool.Name)
	}
	return &mcp.Outcome{Data: data}, nil
}

// shownByDefault returns how many of the found tools a reply shows.
func shownByDefault(tools []foundTool) int {
	n, bytes := 0, 0
	for n < min(len(tools), FoundByDefault) {
		if bytes += app.BytesOf(tools[n]); bytes > foundBytes && n > 0 {
			break
		}
		n++
	}
	return max(1, n)
}

// usualOf removes the arguments that all tools of a kind have from the shared arguments of each tool, and returns the
// removed ones by kind.
func usualOf(tools []foundTool) map[string][]string {
	usual := map[string][]string{}
	for _, tool := range tools {
		if before, seen := usual[string(tool.Kind)]; seen {
			usual[string(tool.Kind)] = slices.DeleteFunc(slices.Clone(before),
				func(name string) bool { return !slices.Contains(tool.Also, name) })
			continue
		}
		usual[string(tool.Kind)] = tool.Also
	}
	for i, tool := range tools {
		tools[i].Also = slices.DeleteFunc(slices.Clone(tool.Also),
			func(name string) bool { return slices.Contains(usual[string(tool.Kind)], name) })
	}
	maps.DeleteFunc(usual, func(_ string, names []string) bool { return len(names) == 0 })
	return usual
}

// sharedArguments are arguments that many tools describe in the same words, in the order of replies.
var sharedArguments = []string{"model_id", "branch", "at", "limit", "cursor", "detail", "effects", "dry_run",
	"reasoning", "expected_revision", "idempotency_key", "approval_id", "properties"}

// shortenSchemas shortens the schemas of tools. It replaces shared arguments by their names, and removes what a caller
// need not know to make a call.
func (b *Backend) shortenSchemas(tools []foundTool) {
	usual := b.usualArguments()
	for i := range tools {
		if own, also, err := ownArguments(tools[i].InputSchema, usual); err == nil {
			tools[i].InputSchema, tools[i].Also = own, also
		}
		if app.BytesOf(tools[i]) > foundBytes {
			tools[i].InputSchema = withoutInnerWords(tools[i].InputSchema)
		}
	}
}

// usualArguments returns the usual schema of each shared argument: the one that most tools have, and in case of a tie
// the first to reach that count.
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

// argumentSchema is the part of an input schema that is shown. It does not mention that other arguments are refused,
// because shared arguments are left out.
type argumentSchema struct {
	Type       string                     `json:"type"`
	Properties map[string]json.RawMessage `json:"properties"`
	Required   []string                   `json:"required,omitempty"`
}

// ownArguments removes the usual arguments from a schema, and returns their names. Required arguments stay.
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
	for name, text := range schema.Properties {
		var argument any
		if err := json.Unmarshal(text, &argument); err != nil {
			return nil, nil, err
		}
		if schema.Properties[name], err = json.Marshal(withoutSizes(argument)); err != nil {
			return nil, nil, err
		}
	}
	if own, err = json.Marshal(schema); err != nil {
		return nil, nil, err
	}
	own, err = toldOnce(own)
	return own, also, err
}

// fewValues is how many values of an enumeration are shown: only the list of all categories has more.
const fewValues = 30

// sizes are the keywords of schemas for upper bounds that are far larger than usual values: a call beyond them gets an
// error. The sizes of points stay.
var sizes = []string{"minLength", "maxLength", "maxItems", "maxProperties"}

// withoutSizes returns a decoded schema without upper bounds of sizes, and without the note that other properties are
// refused.
func withoutSizes(schema any) any {
	switch s := schema.(type) {
	case []any:
		for i := range s {
			s[i] = withoutSizes(s[i])
		}
	case map[string]any:
		properties, object := s["properties"].(map[string]any)
		for name := range properties {
			properties[name] = withoutSizes(properties[name])
		}
		for _, word := range sizes {
			if _, point := s["minItems"]; !point {
				delete(s, word)
			}
		}
		if values, _ := s["enum"].([]any); len(values) > fewValues {
			delete(s, "enum")
			s["description"] = fmt.Sprintf("%v: one of %d, such as wall, door, room, duct", s["description"],
				len(values))
		}
		if _, open := s["additionalProperties"].(map[string]any); !open {
			delete(s, "additionalProperties")
		}
		for name := range s {
			if name != "properties" || !object {
				s[name] = withoutSizes(s[name])
			}
		}
	}
	return schema
}

type enableTools struct {
	Names []string `json:"names" jsonschema:"as find_tools gives them"`
}

type enabledTools struct {
	Enabled []string `json:"enabled" jsonschema:"listed from now on"`
	Already []string `json:"already" jsonschema:"were listed before"`
}

// enableTools adds tools to the caller's list of tools from now on.
func (b *Backend) enableTools(_ context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a enableTools
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if len(a.Names) == 0 {
		return nil, state.Errorf(state.InvalidInput,
			"names is empty: give tools that find_tools named").With("parameter", "names")
	}
	data := enabledTools{}
	var err error
	if data.Enabled, err = b.Enable(c.Principal, a.Names); err != nil {
		return nil, state.Errorf(state.NotFound, "%s; nothing was changed: find_tools finds the names", err)
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
			Description: "Finds tools not listed, by words such as schedule, pipe, IDS. " +
				"Returns each with its arguments, ready to call; enable_tools lists them.",
			Input: findTools{}, Output: foundTools{}, Handle: b.findTools},
		{Name: "enable_tools", Title: "Enable tools", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists more tools, for clients that only call what is listed.",
			Input:       enableTools{}, Output: enabledTools{}, Handle: b.enableTools},
	}
}
