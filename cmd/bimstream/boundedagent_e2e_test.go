//go:build linux

package main

import (
	"maps"
	"slices"
	"testing"
)

// besideTheModel are the tools that an agent with a bounded scope may always call, because these calls change no
// element. The join exists already, and the table has the values of the model.
var besideTheModel = []string{"audit_session_start", "create_branch", "import_table", "join_elements"}

// TestABoundedAgentReachesNothingElse tries every kind of change as an agent whose scope covers no part of the model,
// for each kind of bound. All changes must be refused, and only because of the scope.
func TestABoundedAgentReachesNothingElse(t *testing.T) {
	t.Parallel()
	far := arguments{"min": mm{9e6, 9e6, 0}, "max": mm{9.1e6, 9.1e6, 3000}}
	for name, scope := range map[string]arguments{"categories": {"categories": []string{"zzz"}},
		"levels": {"levels": []string{missing}}, "regions": {"regions": []arguments{far}},
		"branches": {"branch_patterns": []string{"agent/*"}}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			ann := serveAll(t, data, principal(t, "ann", "human", "", nil))
			h := buildHouse(t, ann, "Ann's house")
			h.askApproval(t, ann)
			free := arguments{"per_minute": -1, "burst": 0}
			bot := serveAll(t, data, principal(t, "bot", "agent", "ann", arguments{"dry_run_default": false,
				"permissions": arguments{"READ": arguments{}, "CREATE": scope, "MODIFY": scope, "DELETE": scope},
				"limits":      arguments{"rates": arguments{"read": free, "mutation": free, "execution": free}}}))
			before, refused := ann.where(h.Model), 0
			rows := ann.tools()
			for _, b := range h.baselines(before.Revision) {
				args := maps.Clone(b.args)
				delete(args, "expected_revision") // a changed revision must not be the reason
				if b.tool == "import_geojson" {
					args["parcel"] = true // else it only reads
				}
				a := bot.ask(b.tool, args)
				if a.Success && rows[b.tool].Meta.Category == "mutation" && !slices.Contains(besideTheModel, b.tool) {
					t.Errorf("%s is done: %s", b.tool, clip(a.Text))
				}
				if now := ann.where(h.Model); now != before {
					t.Fatalf("%s changes the model: %s", b.tool, clip(a.Text))
				}
				if a.code() == 1200 {
					refused++
				}
			}
			if refused < 40 {
				t.Errorf("only %d calls were refused for want of permission", refused)
			}
		})
	}
}
