package tools

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/surfacetest"
)

var update = flag.Bool("update", false, "accept the tools' public faces as they are")

func registry(t *testing.T) *mcp.Registry {
	t.Helper()
	r, err := mcp.NewRegistry(Table(&Backend{}))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	return r
}

// The public face of every tool is a committed file: a change of it is a change of the contract and must be seen.
func TestFacesAreAsCommitted(t *testing.T) {
	surfacetest.Snapshots(t, registry(t), "../../testdata/tools", *update)
}

func TestDefaultToolsFitTheBudget(t *testing.T) { surfacetest.Budgets(t, registry(t)) }

func TestInstructionsFit(t *testing.T) {
	for _, p := range []mcp.Principal{mcp.LocalHuman(), {ID: "a", Kind: mcp.KindAgent, OnBehalfOf: "u"}} {
		if n := len(Instructions(p)); n > mcp.MaxInstructionsBytes {
			t.Errorf("the instructions for a %s have %d bytes, hosts read %d", p.Kind, n, mcp.MaxInstructionsBytes)
		}
	}
}

// words are those that tool names begin with; a new tool takes one of them.
var words = []string{"create", "generate", "quantity", "boolean", "place", "define", "set", "join", "modify", "move", "copy", "delete", "apply", "list", "get", "query", "export", "import", "server", "model", "element", "room", "merge", "diff", "tag", "resolve", "undo", "audit", "verify", "level", "spatial", "relationship", "clash", "compare", "update", "measure", "path", "circulation", "adjacency", "bounding", "detect", "accessibility", "code", "data", "egress", "fire", "structural", "check", "ids"}

func TestNamesBeginWithAKnownWord(t *testing.T) {
	for _, e := range registry(t).Entries() {
		if word, _, _ := strings.Cut(e.Name, "_"); !slices.Contains(words, word) {
			t.Errorf("%s begins with %q, which no other tool does", e.Name, word)
		}
	}
}
