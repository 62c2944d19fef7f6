package tools

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// TestARunDoesNotTellOfABaseThatItsReaderMayNotRead checks that a caller who may read the branch of a run but not its
// base sees the run. The name and revision of the base, and messages about it, are hidden in the list, the state, the
// report, the configuration and the log.
func TestARunDoesNotTellOfABaseThatItsReaderMayNotRead(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"zebra"}`)
	started := o.ok(
		"run_start",
		`{"configuration":{"name":"R","base":"zebra","branch":"run/seen","gates":[{"name":"clashes","tool":"clash_detection"}]}}`,
	)
	run := started.at("run_id").text()
	agent := mcp.Principal{ID: "bot", Kind: mcp.KindAgent, OnBehalfOf: "local",
		Permissions: map[mcp.Operation]mcp.Scope{mcp.OpRead: {}, mcp.OpCreate: {}, mcp.OpModify: {}}}
	o.open(agent)
	if e := o.call("run_open_merge", `{"run_id":"%s","dry_run":false,"reasoning":"done"}`, run); e.Success {
		t.Fatalf("an agent merges without a person: %+v", e)
	}
	agent.Permissions[mcp.OpRead] = mcp.Scope{BranchPatterns: []string{"run/*"}}
	o.open(agent)
	for _, call := range [][2]string{
		{"run_list", `{}`}, {"run_status", `{"run_id":"` + run + `"}`},
		{"run_artifact", `{"run_id":"` + run + `"}`},
		{"run_artifact", `{"run_id":"` + run + `","name":"configuration"}`},
		{"run_artifact", `{"run_id":"` + run + `","name":"log"}`},
		{"run_validate", `{"run_id":"` + run + `","dry_run":true,"reasoning":"look"}`},
		{"run_open_merge", `{"run_id":"` + run + `","dry_run":true,"reasoning":"look"}`},
	} {
		e := o.call(call[0], "%s", call[1])
		if text := told(t, e); strings.Contains(text, "zebra") || strings.Contains(text, "base_revision") {
			t.Errorf("%s %s tells of the base: %.900s", call[0], call[1], text)
		}
		if merges := call[0] == "run_open_merge"; merges != (e.Error != nil) ||
			merges && state.Code(e.Error.Code) != state.PermissionDenied {
			t.Errorf("%s %s: %+v", call[0], call[1], e.Error)
		}
	}
	agent.Permissions[mcp.OpRead] = mcp.Scope{}
	o.open(agent)
	if base := o.ok("run_status", `{"run_id":"%s"}`, run).at("base").text(); base != "zebra" {
		t.Errorf("who may read the base is told %q", base)
	}
}
