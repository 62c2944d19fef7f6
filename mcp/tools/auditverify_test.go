package tools

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// TestVerificationCountsNoRecordsOfOthers checks that verifying streams does not reveal the number of tasks that a
// caller may not see, but still reports whether they are intact. The same holds for streams that only a model's owner
// knows, and those that name other branches. The person who runs the server sees everything.
func TestVerificationCountsNoRecordsOfOthers(t *testing.T) {
	o := newOffice(t)
	o.ok("share_model", `{"user":"bo","access":"comment"}`)
	o.ok("create_branch", `{"name":"secret"}`)
	told := func(who mcp.Principal) map[string]uint64 {
		t.Helper()
		o.open(who)
		is, out := o.ok("audit_verify_chain", `{"model_id":"$model"}`), map[string]uint64{}
		if is.at("intact").value != true {
			t.Errorf("%s is told %v", who.ID, is.value)
		}
		for i := range is.at("streams").len() {
			one := is.at("streams", i)
			_, name, _ := strings.Cut(strings.TrimPrefix(one.at("stream").text(), "model."), ".")
			n, counted := one.at("events").value.(float64)
			if hashed := one.at("head_hash").value != nil; counted != hashed {
				t.Errorf("%s: %v", name, one.value)
			}
			out[name] = uint64(n)
		}
		return out
	}
	bounded := mcp.LocalHuman()
	bounded.ID, bounded.Kind, bounded.OnBehalfOf = "bot", mcp.KindAgent, "local"
	bounded.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {BranchPatterns: []string{"main"}}}
	others := map[string]mcp.Principal{"bo": person("bo"), "bot": bounded}
	before := map[string]map[string]uint64{}
	o.open(mcp.LocalHuman())
	o.ok("add_task", `{"title":"mine alone"}`)
	for name, who := range others {
		before[name] = told(who)
	}
	o.open(mcp.LocalHuman())
	o.ok("add_task", `{"title":"another one"}`)
	o.ok("tag_revision", `{"name":"v1","branch":"secret"}`)
	if all := told(mcp.LocalHuman()); all["tasks"] != 2 || all["register"] == 0 || all["branch.main"] == 0 {
		t.Errorf("who runs the server is told %v", all)
	}
	for name, who := range others {
		after := told(who)
		if _, there := after["tasks"]; !there || after["branch.main"] == 0 {
			t.Errorf("%s is told of %v", name, after)
		}
		for stream, n := range after {
			if n != before[name][stream] {
				t.Errorf("%s is told that %s has %d records, after %d", name, stream, n, before[name][stream])
			}
		}
	}
	o.open(person("cy"))
	o.refused(state.NotFound, "audit_verify_chain", `{"model_id":"$model"}`)
}
