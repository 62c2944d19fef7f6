package mcp

import (
	"context"
	"strings"
	"testing"
)

func TestRefusedTools(t *testing.T) {
	good := func() Tool {
		return Tool{
			Name: "do_it", Title: "Do", Description: "Does it.", Server: "s", Set: SetDefault, Category: CategoryRead,
			Input: ReadArguments{}, Output: listData{},
			Handle: func(context.Context, *Call) (*Outcome, error) { return nil, nil },
		}
	}
	type recursive struct {
		Below []recursive `json:"below"`
	}
	type broken struct {
		A badSchema `json:"a"`
	}
	tests := []struct {
		name   string
		change func(*Tool)
		want   string
	}{
		{"good", func(*Tool) {}, ""},
		{"no input schema", func(t *Tool) { t.Input = nil }, "without schemas"},
		{"no output schema", func(t *Tool) { t.Output = nil }, "without schemas"},
		{"input is no struct", func(t *Tool) { t.Input = 7 }, "a struct is needed"},
		{"recursive schema", func(t *Tool) { t.Output = recursive{} }, "cycle"},
		{"schema that does not compile", func(t *Tool) { t.Input = broken{} }, "compile schema"},
		{"name", func(t *Tool) { t.Name = "DoIt" }, "snake case"},
		{"long name", func(t *Tool) { t.Name = strings.Repeat("a", MaxNameBytes+1) }, "snake case"},
		{"long description", func(t *Tool) { t.Description = strings.Repeat("a", MaxDescriptionBytes+1) }, "601 bytes"},
		{"no description", func(t *Tool) { t.Description = "" }, "0 bytes"},
		{"no title", func(t *Tool) { t.Title = "" }, "title"},
		{"set", func(t *Tool) { t.Set = "some" }, "unknown set"},
		{"category", func(t *Tool) { t.Category = "write" }, "unknown category"},
		{"destructive read", func(t *Tool) { t.Destructive = true }, "cannot be destructive"},
		{"no handler", func(t *Tool) { t.Handle = nil }, "handler"},
		{"mutation without the common arguments", func(t *Tool) { t.Category = CategoryMutation },
			"embed MutationArguments"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tool := good()
			tt.change(&tool)
			r, err := NewRegistry([]Tool{tool})
			if err == nil {
				err = r.Check()
			}
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
	if _, err := NewRegistry([]Tool{good(), good()}); err == nil {
		t.Error("two tools with one name")
	}
}

type badSchema string

func (badSchema) JSONSchema() string { return `{"type":"strong"}` }

func TestSelection(t *testing.T) {
	tools := (&toy{}).tools()[:4] // add_thing, remove_thing, purge_things, list_things
	tools[0].Set, tools[1].Set, tools[2].Set = SetContract, SetFull, SetDefault
	tools[3].Server = "others"
	r, err := NewRegistry(tools)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		s    Selection
		want string
		err  string
	}{
		{Selection{}, "add_thing list_things purge_things", ""},
		{Selection{Set: SetContract}, "add_thing", ""},
		{Selection{Set: SetFull}, "add_thing list_things purge_things remove_thing", ""},
		{Selection{Set: SetFull, ReadOnly: true}, "list_things", ""},
		{Selection{Servers: []string{"toys"}}, "add_thing purge_things", ""},
		{Selection{Exclude: []string{"add_thing"}}, "list_things purge_things", ""},
		{Selection{Only: []string{"remove_thing"}}, "remove_thing", ""},
		{Selection{Only: []string{"remove_thing"}, ReadOnly: true}, "", ""},
		{Selection{Set: "all"}, "", "unknown set"},
		{Selection{Servers: []string{"toy"}}, "", `did you mean "toys"`},
		{Selection{Exclude: []string{"addThing"}}, "", `did you mean "add_thing"`},
		{Selection{Only: []string{"zzz"}}, "", `unknown tool "zzz"`},
	}
	for _, tt := range tests {
		got, err := r.Select(tt.s)
		if err != nil {
			if tt.err == "" || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%+v: %v", tt.s, err)
			}
			continue
		}
		var names []string
		for _, e := range got.Entries() {
			names = append(names, e.Name)
			if got.Find(e.Name) != e {
				t.Errorf("%s is listed and not found", e.Name)
			}
		}
		if strings.Join(names, " ") != tt.want || tt.err != "" {
			t.Errorf("%+v: %v, want %s%s", tt.s, names, tt.want, tt.err)
		}
	}
}

func TestConfigsThatAreRefused(t *testing.T) {
	s := startToy(t)
	for name, change := range map[string]func(*Config){
		"no registry":  func(c *Config) { c.Registry = nil },
		"no store":     func(c *Config) { c.Store = nil },
		"no name":      func(c *Config) { c.Name = "" },
		"principal":    func(c *Config) { c.Principal = Principal{} },
		"instructions": func(c *Config) { c.Instructions = strings.Repeat("a", MaxInstructionsBytes+1) },
		"ids":          func(c *Config) { c.NewID = func() string { return "1" } },
	} {
		c := s.config
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
