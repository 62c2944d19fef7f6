package tools

import (
	"flag"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/surfacetest"
	"github.com/bimstream/bimstream/mcp/tools/server"
)

var update = flag.Bool("update", false, "accept the tools' public faces as they are")

func registry(t *testing.T) *mcp.Registry {
	t.Helper()
	r, err := mcp.NewRegistry(Table(&app.Backend{}))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFacesAreAsCommitted checks that the public face of every tool equals a committed file, so that every change of
// the contract is seen.
func TestFacesAreAsCommitted(t *testing.T) {
	surfacetest.Snapshots(t, registry(t), "../../testdata/tools", *update)
}

func TestDefaultToolsFitTheBudget(t *testing.T) { surfacetest.Budgets(t, registry(t)) }

func TestEveryParameterIsDescribed(t *testing.T) { surfacetest.Described(t, registry(t)) }

func TestDesktopClientsTakeEveryTool(t *testing.T) { surfacetest.Clients(t, registry(t)) }

// TestInstructionsFit checks the size of each server's instructions, and that they name only tools that the server has.
func TestInstructionsFit(t *testing.T) {
	all := registry(t)
	named := regexp.MustCompile("[a-z]+(_[a-z]+)+")
	for _, selection := range []mcp.Selection{
		{Set: mcp.SetFull}, {Servers: []string{"geometry"}}, {Servers: []string{"spatial"}},
		{Servers: []string{"validation"}},
		{Servers: []string{"documentation"}}, {Servers: []string{"coordination"}},
		{Servers: []string{"geometry", "coordination"}, Set: mcp.SetContract}, {ReadOnly: true},
	} {
		served, err := all.Select(selection)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []mcp.Principal{mcp.LocalHuman(), {ID: "a", Kind: mcp.KindAgent, OnBehalfOf: "u"}} {
			text := server.Instructions(p, served)
			if len(text) > mcp.MaxInstructionsBytes {
				t.Errorf("%+v: the instructions for a %s have %d bytes, hosts read %d", selection, p.Kind,
					len(text), mcp.MaxInstructionsBytes)
			}
			for _, name := range named.FindAllString(text, -1) {
				if all.Find(name) != nil && served.Find(name) == nil {
					t.Errorf("%+v: the instructions speak of %s, which is not served", selection, name)
				}
			}
		}
	}
}

func TestServersAreNamedAfterWhatTheyServe(t *testing.T) {
	for _, tt := range []struct {
		servers     []string
		name, title string
	}{
		{nil, "bimstream", "bimstream"}, {app.Servers, "bimstream", "bimstream"},
		{[]string{"spatial"}, "bimstream-spatial", "bimstream: spatial"},
		{[]string{"geometry", "spatial"}, "bimstream-geometry-spatial", "bimstream: geometry, spatial"},
	} {
		if name, title := server.Named(tt.servers); name != tt.name || title != tt.title {
			t.Errorf("%q: %q %q", tt.servers, name, title)
		}
	}
}

func TestToolsAreFoundByWords(t *testing.T) {
	r := registry(t)
	for words, want := range map[string]string{
		"door schedule": "generate_schedule", "draw a floor plan": "create_plan", "take back a change": "undo",
		"merge the option": "merge_branch",
		"ducts and pipes":  "create_segment", "fire ratings": "fire_rating_check",
		"shortest way between rooms": "path_finding", "roofs": "create_roof",
		"check against IDS": "check_ids", "clashes": "clash_detection", "who changed it and why": "element_history",
		"wheelchair": "accessibility_check",
		"windows":    "place_window", "quantities": "quantity_takeoff", "glTF": "export_mesh",
		"GIS": "export_geojson", "parcel from a map": "import_geojson",
		"external program": "check_external",
		"furniture":        "place_component", "issue the drawings": "issue_sheets",
	} {
		found := r.FindTools(mcp.LocalHuman(), words, "")
		if i := slices.IndexFunc(found, func(e *mcp.Entry) bool { return e.Name == want }); i < 0 ||
			i >= server.FoundByDefault {
			var names []string
			for _, e := range found[:min(len(found), server.FoundByDefault)] {
				names = append(names, e.Name)
			}
			t.Errorf("%q does not find %s but %v", words, want, names)
		}
	}
}

// words are the first words of tool names; a new tool uses one of them.
var words = []string{"create", "generate", "quantity", "boolean", "place", "define", "set", "join", "modify", "move",
	"copy", "delete", "apply", "list", "get", "query", "export", "import", "server", "model", "element", "room",
	"merge", "diff", "tag", "resolve", "undo", "audit", "verify", "level", "spatial", "relationship", "clash",
	"compare", "update", "measure", "path", "circulation", "adjacency", "bounding", "detect", "accessibility", "code",
	"data", "egress", "fire", "structural", "check", "ids", "issue", "find", "enable", "render", "attach", "detach",
	"add", "remove", "validate", "complete", "reopen", "task", "run", "skill", "thought", "merkle", "config", "share",
	"link", "unlink", "split", "mirror", "release"}

func TestNamesBeginWithAKnownWord(t *testing.T) {
	for _, e := range registry(t).Entries() {
		if word, _, _ := strings.Cut(e.Name, "_"); !slices.Contains(words, word) {
			t.Errorf("%s begins with %q, which no other tool does", e.Name, word)
		}
	}
}
