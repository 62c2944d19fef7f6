package tools

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

var update = flag.Bool("update", false, "accept the tools' public faces as they are")

func registry(t *testing.T) *mcp.Registry {
	t.Helper()
	r, err := mcp.NewRegistry(Table(&Backend{}))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// face is what a client is shown of a tool.
type face struct {
	Name, Title, Description, Server, Set, Category string
	ReadOnly, Destructive, Idempotent, OpenWorld    bool
	InputSchema, OutputSchema                       json.RawMessage
}

const snapshots = "../../testdata/tools"

// The public face of every tool is a committed file: a change of it is a change of the contract and must be seen.
func TestFacesAreAsCommitted(t *testing.T) {
	known := map[string]bool{}
	for _, e := range registry(t).Entries() {
		known[e.Name+".json"] = true
		text, err := json.MarshalIndent(face{
			e.Name, e.Title, e.Description, e.Server, string(e.Set), string(e.Category),
			e.Category == mcp.CategoryRead, e.Destructive, e.Idempotent, e.OpenWorld, e.InputSchema, e.OutputSchema,
		}, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, '\n')
		path := filepath.Join(snapshots, e.Name+".json")
		if *update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(want, text) {
			t.Errorf("the face of %s is not the committed one: look at the difference, then make update (%v)", e.Name, err)
		}
	}
	files, err := os.ReadDir(snapshots)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !known[f.Name()] {
			t.Errorf("%s is the face of no tool", f.Name())
		}
	}
}

// modelBudget is what a model may see of one server's default tools: name, description and input schema.
const modelBudget = 14_000

func TestDefaultToolsFitTheBudget(t *testing.T) {
	for _, server := range Servers {
		selected, err := registry(t).Select(mcp.Selection{Servers: []string{server}})
		if err != nil {
			continue // a server without tools yet
		}
		sum := 0
		for _, e := range selected.Entries() {
			text, _ := json.Marshal(map[string]any{"name": e.Name, "description": e.Description, "inputSchema": e.InputSchema})
			sum += len(text)
		}
		t.Logf("%s: %d tools, %d bytes", server, len(selected.Entries()), sum)
		if sum > modelBudget {
			t.Errorf("the default tools of %s take %d bytes of a client's context, the budget is %d", server, sum, modelBudget)
		}
	}
}

func TestInstructionsFit(t *testing.T) {
	for _, p := range []mcp.Principal{mcp.LocalHuman(), {ID: "a", Kind: mcp.KindAgent, OnBehalfOf: "u"}} {
		if n := len(Instructions(p)); n > mcp.MaxInstructionsBytes {
			t.Errorf("the instructions for a %s have %d bytes, hosts read %d", p.Kind, n, mcp.MaxInstructionsBytes)
		}
	}
}

// verbs are those that tool names begin or end with; a new tool takes one of them.
var verbs = []string{"create", "place", "define", "set", "join", "modify", "move", "copy", "delete", "apply", "list", "get", "query", "export", "server", "model", "element", "room", "level", "spatial", "relationship"}

func TestNamesBeginWithAKnownWord(t *testing.T) {
	for _, e := range registry(t).Entries() {
		if word, _, _ := strings.Cut(e.Name, "_"); !slices.Contains(verbs, word) {
			t.Errorf("%s begins with %q, which no other tool does", e.Name, word)
		}
	}
}
