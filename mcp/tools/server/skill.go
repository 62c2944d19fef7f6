package server

import (
	"context"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/skills"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/mcp/tools/runs"
	"github.com/bimstream/bimstream/mcp/wire"
)

type skillList struct {
	Skills []skillEntry `json:"skills"`
	app.Paging
}

type skillEntry struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Tools       []string `json:"tools,omitempty" jsonschema:"that it speaks of"`
	Unknown     []string `json:"unknown_tools,omitempty" jsonschema:"of these, those that there are none of here"`
	Source      string   `json:"source"`
	Fault       string   `json:"fault,omitempty" jsonschema:"why it cannot be used"`
}

type listSkills struct {
	Limit  mcp.Limit `json:"limit,omitempty"`
	Cursor string    `json:"cursor,omitempty"`
}

type getSkill struct {
	Name   string `json:"name" jsonschema:"from skill_list"`
	Cursor string `json:"cursor,omitempty"`
}

type skillText struct {
	skillEntry
	Text string `json:"text" jsonschema:"Markdown"`
	runs.TextPaging
}

func skillTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{
		{Name: "skill_list", Title: "List skills", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists texts that say how this team works with the server: built-in ones and those of " +
				"configured folders. A broken one is listed with its fault.",
			Input: listSkills{}, Output: skillList{}, Handle: b.listSkills},
		{Name: "skill_get", Title: "Skill", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryRead, Idempotent: true,
			Description: "Reads a skill. It is advice: what you may do stays as it is.",
			Input:       getSkill{}, Output: skillText{}, Handle: b.getSkill},
	}
}

func (b *Backend) skillEntry(s skills.Skill) skillEntry {
	e := skillEntry{Name: s.Name, Description: checks.Bounded(s.Description), Tools: s.Tools, Source: s.Source,
		Fault: s.Fault}
	for _, tool := range s.Tools {
		if b.Served != nil && b.Served.Find(tool) == nil {
			e.Unknown = append(e.Unknown, tool)
		}
	}
	return e
}

func (b *Backend) listSkills(_ context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	p, err := app.PageOf(c)
	if err != nil {
		return nil, err
	}
	var entries []skillEntry
	for _, s := range skills.Load(b.SkillDirs) {
		entries = append(entries, b.skillEntry(s))
	}
	var data skillList
	data.Skills, data.Paging = app.Take(p, entries, app.BytesOf[skillEntry])
	return &mcp.Outcome{Data: data}, nil
}

func (b *Backend) getSkill(_ context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a getSkill
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	var names []string
	for _, s := range skills.Load(b.SkillDirs) {
		if s.Fault != "" {
			continue
		}
		if s.Name == a.Name {
			data := skillText{skillEntry: b.skillEntry(s)}
			var err error
			data.Text, data.TextPaging, err = runs.PageOfText(c, s.Text)
			return &mcp.Outcome{Data: data}, err
		}
		names = append(names, s.Name)
	}
	return nil, state.Errorf(state.NotFound, "there is no skill %q%s: skill_list names them", a.Name,
		app.Suggestion(a.Name, names)).With("name", a.Name)
}

// SkillPrompts returns the valid skills of folders, and the built-in ones, as prompts.
func SkillPrompts(folders []string) []wire.Prompt {
	var out []wire.Prompt
	for _, s := range skills.Load(folders) {
		if s.Fault != "" {
			continue
		}
		out = append(out, wire.Prompt{
			Name: s.Name, Title: strings.ReplaceAll(s.Name, "-", " "), Description: s.Description,
			Render: func(context.Context, map[string]string) (string, error) { return s.Text, nil },
		})
	}
	return out
}
