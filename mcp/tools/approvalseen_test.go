package tools

import (
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// TestRequestsAboutBranchesThatMayNotBeReadAreNotThere checks that a person who may not read a branch does not see a
// request about it, nor its name and reason.
func TestRequestsAboutBranchesThatMayNotBeReadAreNotThere(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"secret"}`)
	o.open(helper())
	hidden := o.refused(state.ApprovalRequired, "delete_element",
		`{"branch":"secret","element_ids":["$door"],"reasoning":"whoever knows"}`).at("approval_id").text()
	open := o.refused(state.ApprovalRequired, "delete_element",
		`{"element_ids":["$door"],"reasoning":"not wanted"}`).at("approval_id").text()
	if d := o.ok("list_approvals", `{}`); d.at("total").number() != 2 {
		t.Errorf("who asked sees %v", d.value)
	}
	reader := mcp.LocalHuman()
	reader.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {BranchPatterns: []string{"main"}}, mcp.OpApprove: {}}
	o.open(reader)
	d := o.ok("list_approvals", `{}`)
	if d.at("total").number() != 1 || d.at("approvals", 0, "approval_id").text() != open {
		t.Errorf("who reads main alone sees %v", d.value)
	}
	o.refused(state.NotFound, "get_approval", `{"approval_id":"%s"}`, hidden)
	o.ok("get_approval", `{"approval_id":"%s"}`, open)
}

// TestAFindingIsApprovedWithinTheScopeOfWhoDoes checks that a person who may approve only for doors and walls cannot
// approve a finding about furniture, neither directly nor by a merge.
func TestAFindingIsApprovedWithinTheScopeOfWhoDoes(t *testing.T) {
	o := newOffice(t)
	key := o.deskOn("main")
	o.ok("create_branch", `{"name":"opt"}`)
	o.ok("modify_parameter", `{"branch":"opt","element_id":"$desk","parameter_name":"name","value":"Desk A"}`)
	o.saidOf("opt", "new", "")
	o.says("opt", key, "approved", "built in")
	within := func(categories ...string) {
		p := mcp.LocalHuman()
		p.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {}, mcp.OpModify: {}, mcp.OpCreate: {},
			mcp.OpApprove: {Categories: categories}}
		o.open(p)
	}
	const approve = `{"keys":["%s"],"status":"approved","reasoning":"built in"}`
	within("wall", "door")
	o.refused(state.PermissionDenied, "update_finding", approve, key)
	within("wall", "furniture")
	o.ok("update_finding", approve, key)
	o.says("main", key, "active", "no")
	o.says("opt", key, "approved", "built in, really")
	within("door")
	o.ok("merge_branch", `{"source":"opt"}`)
	o.saidOf("main", "reviewed", "built in, really")
}
