package surfacetest

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// Budgets of tools/list, in bytes. A view is the part of a tool that a host shows to a model: name, description, input
// schema. Hosts warn at 10,000 tokens for all servers together, and models choose worse among many tools. A list is the
// whole reply to a client, with output schemas, titles, annotations and categories; annotations and categories take 130
// bytes of each tool. The largest view of a server has 27 kB. Of these, 11 kB are the arguments that all changes take,
// with their descriptions, and 1.4 kB the forms of openings and the edges of roofs.
const (
	ViewBudget     = 28_300 // the default tools of one server
	ListBudget     = 43_100
	CoreViewBudget = 24_400 // the core tools, which a server of all tools lists first
	CoreListBudget = 60_000
)

// Weight is the size of a selection of tools in bytes: the part that a model reads, and the whole list.
type Weight struct{ View, List int }

// Budgets reports an error for every server whose default tools exceed the budget, and for the core.
func Budgets(t testing.TB, r *mcp.Registry) {
	t.Helper()
	weights, err := Weights(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, server := range slices.Sorted(maps.Keys(weights)) {
		view, list := ViewBudget, ListBudget
		if server == coreName {
			view, list = CoreViewBudget, CoreListBudget
		}
		w := weights[server]
		t.Logf("%s: view %d of %d bytes, list %d of %d", server, w.View, view, w.List, list)
		if w.View > view || w.List > list {
			t.Errorf("%s: what a model reads weighs %d bytes, at most %d, and the list %d, at most %d: shorten "+
				"descriptions, or move tools out of the set",
				server, w.View, view, w.List, list)
		}
	}
}

// coreName is the name of the core among the names of servers.
const coreName = "core"

// Whole returns the weight of all tools, in bytes.
func Whole(r *mcp.Registry) (out Weight, err error) {
	for _, e := range r.Entries() {
		view, list, err := weigh(e)
		if err != nil {
			return Weight{}, err
		}
		out = Weight{out.View + view, out.List + list}
	}
	return out, nil
}

// Weights returns the weight of each server's default tools, and of the core.
func Weights(r *mcp.Registry) (map[string]Weight, error) {
	defaults, err := r.Select(mcp.Selection{})
	if err != nil {
		return nil, err
	}
	out := map[string]Weight{}
	add := func(name string, e *mcp.Entry) error {
		view, list, err := weigh(e)
		w := out[name]
		out[name] = Weight{w.View + view, w.List + list}
		return err
	}
	for _, e := range defaults.Entries() {
		if err := add(e.Server, e); err != nil {
			return nil, err
		}
	}
	for _, e := range r.Entries() {
		if e.Core {
			if err := add(coreName, e); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// weigh returns the bytes of a tool for a model and in a list.
func weigh(e *mcp.Entry) (view, list int, err error) {
	type shown struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		InputSchema json.RawMessage `json:"inputSchema"`
	}
	of := shown{e.Name, e.Description, e.InputSchema}
	short, err := json.Marshal(of)
	if err != nil {
		return 0, 0, err
	}
	long, err := json.Marshal(struct {
		shown
		Title        string          `json:"title"`
		OutputSchema json.RawMessage `json:"outputSchema"`
		Annotations  annotations     `json:"annotations"`
	}{of, e.Title, e.OutputSchema, annotations{e.ReadOnlyHint(), e.DestructiveHint(), e.Idempotent, e.OpenWorld}})
	return len(short), len(long) + len(",") + metaBytes(e), err
}

// metaBytes returns the size of the category of a tool in a list, and of the app that shows its results, if there is
// one.
func metaBytes(e *mcp.Entry) int {
	n := len(`,"_meta":{"category":""}`) + len(e.Category)
	if e.App != "" {
		n += len(`,"ui":{"resourceUri":""},"ui/resourceUri":""`) + 2*len(e.App)
	}
	return n
}
