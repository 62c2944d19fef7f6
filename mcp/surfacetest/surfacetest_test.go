package surfacetest

import (
	"context"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

type data struct {
	Names []string `json:"names"`
}

func table(t *testing.T, change func([]mcp.Tool) []mcp.Tool) *mcp.Registry {
	t.Helper()
	var tools []mcp.Tool
	for _, name := range []string{"list_a", "list_b", "list_c"} {
		tools = append(tools, mcp.Tool{
			Name: name, Title: name, Description: "Lists <things>.", Server: "s", Set: mcp.SetDefault, Category: mcp.CategoryRead,
			Input: mcp.ReadArguments{}, Output: data{}, Handle: func(context.Context, *mcp.Call) (*mcp.Outcome, error) { return nil, nil },
		})
	}
	if change != nil {
		tools = change(tools)
	}
	r, err := mcp.NewRegistry(tools)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSnapshotsNotice(t *testing.T) {
	dir := t.TempDir()
	if faults, err := Compare(table(t, nil), dir); err != nil || len(faults) != 3 {
		t.Errorf("no files: %v %v", faults, err)
	}
	Snapshots(t, table(t, nil), dir, true) // accepted as they are, they are equal
	changed := table(t, func(tools []mcp.Tool) []mcp.Tool {
		tools[0].Description += " Changed."
		return tools[:2]
	})
	faults, err := Compare(changed, dir)
	if text := strings.Join(faults, "\n"); err != nil || len(faults) != 2 || !strings.Contains(text, "list_a: its public face changed") ||
		!strings.Contains(text, "list_c.json: snapshot of a tool that is gone") {
		t.Errorf("%v %v", faults, err)
	}
	Snapshots(t, changed, dir, true)
}

func TestWeights(t *testing.T) {
	light, err := Weights(table(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	heavy, err := Weights(table(t, func(tools []mcp.Tool) []mcp.Tool {
		tools[0].Description = strings.Repeat("a", 500)
		tools[1].Set = mcp.SetFull // does not count
		return tools
	}))
	if err != nil {
		t.Fatal(err)
	}
	one := light["s"] / 3
	if got, want := heavy["s"], 2*one+500-len(`Lists \u003cthings\u003e.`); got != want || one < 200 {
		t.Errorf("got %d, want %d; one tool weighs %d", got, want, one)
	}
	Budgets(t, table(t, nil))
}
