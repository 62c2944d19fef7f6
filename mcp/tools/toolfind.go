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
	Words  string     `json:"words" jsonschema:"of what you want to do"`
	Server serverName `json:"server,omitempty" jsonschema:"only its tools"`
	Limit  mcp.Limit  `json:"limit,omitempty" jsonschema:"default 5"`
	Cursor string     `json:"cursor,omitempty"`
}

type foundTools struct {
	Tools []foundTool `json:"tools" jsonschema:"the best first"`
	Paging
}

type foundTool struct {
	Name        string          `json:"name"`
	Server      string          `json:"server"`
	Kind        mcp.Category    `json:"kind" jsonschema:"read, mutation or execution"`
	Listed      bool            `json:"listed" jsonschema:"tools/list shows it"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"input_schema"`
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
	for _, e := range b.Served.FindTools(a.Words, string(a.Server)) {
		all = append(all, foundTool{e.Name, e.Server, e.Category, b.Lists(c.Principal, e.Name), e.Description, e.InputSchema})
	}
	if len(all) == 0 {
		return nil, domain.Errorf(domain.NotFound, "no tool speaks of %q: give other words, such as door, clash, schedule, branch or export", a.Words).
			With("servers", Servers)
	}
	data := foundTools{}
	data.Tools, data.Paging = take(p, all, bytesOf)
	return &mcp.Outcome{Data: data}, nil
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
		return nil, domain.Errorf(domain.InvalidInput, "names is empty: give tools that find_tools named").With("parameter", "names")
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
		{Name: "find_tools", Title: "Find tools", Server: "coordination", Set: mcp.SetFull, Category: mcp.CategoryRead, Idempotent: true,
			Description: "Finds tools that are not listed, by words such as schedule, pipe, drawing, fire, IDS, tag. Answers each with its input schema. They can be called at once; enable_tools lists them.",
			Input:       findTools{}, Output: foundTools{}, Handle: b.findTools},
		{Name: "enable_tools", Title: "Enable tools", Server: "coordination", Set: mcp.SetFull, Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists more tools from now on, for clients that only call what is listed. The client is told that its list has changed.",
			Input:       enableTools{}, Output: enabledTools{}, Handle: b.enableTools},
	}
}
