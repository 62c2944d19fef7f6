package surfacetest

import (
	"context"
	"encoding/json"
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
			Name: name, Title: name, Description: "Lists <things>.", Server: "s",
			Set: mcp.SetDefault, Category: mcp.CategoryRead,
			Input: mcp.ReadArguments{}, Output: data{},
			Handle: func(context.Context, *mcp.Call) (*mcp.Outcome, error) { return nil, nil },
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
	if text := strings.Join(faults, "\n"); err != nil || len(faults) != 2 ||
		!strings.Contains(text, "list_a: its public face changed") ||
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
		tools[0].Description, tools[0].Core = strings.Repeat("a", 500), true
		tools[1].Set = mcp.SetFull // does not count
		return tools
	}))
	if err != nil {
		t.Fatal(err)
	}
	one := light["s"].View / 3
	if got, want := heavy["s"].View, 2*one+500-len(`Lists \u003cthings\u003e.`); got != want || one < 200 {
		t.Errorf("got %d, want %d; one tool weighs %d", got, want, one)
	}
	if core := heavy["core"]; core.View != heavy["s"].View-one || core.List < core.View+500 {
		t.Errorf("the core weighs %+v of %+v", core, heavy["s"])
	}
	Budgets(t, table(t, nil))
}

func TestClientsNotice(t *testing.T) {
	faults, err := Refused(table(t, func(tools []mcp.Tool) []mcp.Tool {
		tools[0].Name = "list_" + strings.Repeat("a", MaxHostedNameBytes-4)
		return tools
	}))
	if err != nil || len(faults) != 1 || !strings.Contains(faults[0], "characters") {
		t.Errorf("%v %v", faults, err)
	}
	for _, schema := range []string{
		`{"type":"object","oneOf":[]}`, `{"type":"string"}`, `{"type":"object","properties":{"a":{"$ref":"#"}}}`,
		`{"type":"object","$schema":"x"}`,
		`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"array"}}}}}`,
		`{"type":"object","properties":{"a":{"type":["string","null"]}}}`,
		`{"type":"object","properties":{"a":{"anyOf":[{"type":"string","format":"uri"}]}}}`,
		`{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer","enum":[1]}}}}`,
		`{"type":"object","additionalProperties":{"type":"number","exclusiveMinimum":0}}`,
		`{"type":"object","properties":{"a":{"const":1}}}`,
	} {
		var s map[string]any
		if err := json.Unmarshal([]byte(schema), &s); err != nil {
			t.Fatal(err)
		}
		found := 0
		walk("", s, func(path string, s map[string]any) {
			for _, x := range refusals {
				if x.at(path, s) {
					found++
				}
			}
		})
		if found != 1 {
			t.Errorf("%s: %d refusals", schema, found)
		}
	}
}
