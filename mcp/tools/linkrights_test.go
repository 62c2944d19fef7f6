package tools

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/surfacetest"
)

// TestNoToolTellsOfALinkThatMayNotBeRead calls every tool of the table as a caller who may not read a linked model:
// with all models, and with an element of that model in place of every id. No reply, error or file may reveal anything
// about it.
func TestNoToolTellsOfALinkThatMayNotBeRead(t *testing.T) {
	o := newProject(t)
	o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`)
	o.ok("export_coordination_report", `{"model_id":"$model"}`)
	o.ok("create_branch", `{"model_id":"$model","name":"side"}`)
	o.ok("update_link", `{"model_id":"$model","branch":"side","link":"STR","discipline":"timber"}`)
	o.ok("share_model", `{"model_id":"$model","user":"bo","access":"edit"}`)
	o.open(person("bo"))
	secret := regexp.MustCompile(`Frame of the office|\bC1\b|\bC2\b|\bSTR\b|timber|` + o.id["structure"])
	linked := o.id["inside"]
	looked := 0
	for _, e := range o.backend.Served.Entries() {
		if e.Name == "create_project" { // it creates models from files
			continue
		}
		for _, arguments := range callsOf(t, e, o.id["model"], linked) {
			looked++
			text := textOf(o.call(e.Name, "%s", arguments))
			if found := secret.FindString(text); found != "" {
				t.Errorf("%s %s tells %q: %s", e.Name, arguments, found, text)
			}
		}
	}
	if looked < 150 {
		t.Errorf("only %d calls were made", looked)
	}
	err := filepath.WalkDir(o.out, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) == ".png" {
			return err
		}
		text, err := os.ReadFile(path)
		if found := secret.Find(text); found != nil {
			t.Errorf("%s tells %q", filepath.Base(path), found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// callsOf returns calls of a tool about a model: one with the least arguments, and one for each argument that can refer
// to an element, a branch or a revision. Calls that change the model are dry runs.
func callsOf(t *testing.T, e *mcp.Entry, model, id string) []string {
	t.Helper()
	var schema struct {
		Properties map[string]struct {
			Type any `json:"type"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(e.InputSchema, &schema); err != nil {
		t.Fatal(err)
	}
	least, err := surfacetest.Least(e.InputSchema)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]any{"model_id": model, "models": []string{"all"}, "reasoning": "why",
		"dry_run": true, "include_state_hash": true} {
		if _, takes := schema.Properties[name]; takes {
			least[name] = value
		}
	}
	out := []string{textOf(least)}
	for _, name := range []string{"element_id", "element_ids", "level_id", "room_id", "wall_id", "host_id", "ids",
		"faces_of", "source", "branch", "from"} {
		if _, takes := schema.Properties[name]; !takes {
			continue
		}
		with := map[string]any{}
		for k, v := range least {
			with[k] = v
		}
		switch {
		case slices.Contains([]string{"source", "branch"}, name):
			with[name] = "side"
		case name == "from":
			with[name] = "0"
		case name == "element_ids" || name == "ids":
			with[name] = []string{id}
		default:
			with[name] = id
		}
		out = append(out, textOf(with))
	}
	return out
}
