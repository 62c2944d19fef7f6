package tools

import (
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// helper returns an agent that may do everything but decide, and whose calls are no dry runs by default.
func helper(requires ...string) mcp.Principal {
	dry := false
	return mcp.Principal{ID: "bot", Kind: mcp.KindAgent, OnBehalfOf: "local",
		DryRunDefault: mcp.DryRunDefault{Mutation: &dry, Execution: &dry},
		Permissions: map[mcp.Operation]mcp.Scope{mcp.OpRead: {}, mcp.OpCreate: {}, mcp.OpModify: {},
			mcp.OpDelete: {}},
		RequiresApproval: requires}
}

// also returns the sentences about a request that a person reads beside the elements.
func (o *office) also(asked answer) []string {
	o.t.Helper()
	told := o.ok("get_approval", `{"approval_id":"%s"}`, asked.at("approval_id").text())
	return texts(told.at("also"))
}

func texts(list answer) []string {
	var out []string
	all, _ := list.value.([]any)
	for _, one := range all {
		out = append(out, one.(string))
	}
	return out
}

// TestEveryEventThatNeedsApprovalIsAskedFor checks that a type of event that needs approval requires a request,
// whatever tool appends it, even in another stream than the branch.
func TestEveryEventThatNeedsApprovalIsAskedFor(t *testing.T) {
	o := newOffice(t)
	key := o.deskOn("main")
	o.ok("create_branch", `{"name":"opt"}`)
	o.ok("modify_parameter", `{"branch":"opt","element_id":"$east","parameter_name":"height","value":3000}`)
	o.ok("modify_parameter", `{"element_id":"$east","parameter_name":"height","value":2900}`)
	conflict := o.ok("merge_branch", `{"source":"opt","dry_run":true}`).at("conflicts", 0, "conflict_id").text()
	o.open(helper("finding.updated", "conflict.resolved"))
	asked := o.refused(state.ApprovalRequired, "update_finding",
		`{"keys":["%s"],"status":"reviewed","reasoning":"seen"}`, key)
	told := o.ok("get_approval", `{"approval_id":"%s","drawing":true}`, asked.at("approval_id").text())
	if also := texts(told.at("also")); len(also) != 1 || also[0] != "hard of north and Desk is reviewed" &&
		also[0] != "hard of Desk and north is reviewed" {
		t.Errorf("the person reads %q", also)
	}
	if told.at("drawing", "missing").text() == "" || told.at("events", "finding.updated").number() != 1 {
		t.Errorf("of a word about a finding they read %v", told.value)
	}
	o.refused(state.ApprovalRequired, "resolve_conflict",
		`{"source":"opt","conflict_id":"%s","take":"theirs","reasoning":"higher"}`, conflict)
}

// TestWhoApprovesAMergeReadsThatApprovalsOfFindingsComeAlong checks that approving a merge also approves the findings
// that others approved on its branch, and that the approver reads this.
func TestWhoApprovesAMergeReadsThatApprovalsOfFindingsComeAlong(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"opt"}`)
	key := o.deskOn("opt")
	o.says("opt", key, "approved", "built in")
	o.open(helper())
	asked := o.refused(state.ApprovalRequired, "merge_branch", `{"source":"opt","reasoning":"ready"}`)
	also := o.also(asked)
	if len(also) != 1 || !strings.Contains(also[0], "1 findings that are approved on the source") {
		t.Errorf("the person reads %q", also)
	}
}

// TestWhoApprovesAnUndoReadsWhatItTakesBack checks that a request to undo describes the change to undo, because the
// last change may soon be another one.
func TestWhoApprovesAnUndoReadsWhatItTakesBack(t *testing.T) {
	o := newOffice(t)
	o.open(helper())
	asked := o.refused(state.ApprovalRequired, "undo", `{"reasoning":"not wanted"}`)
	if also := o.also(asked); !slices.Equal(also, []string{"takes back create_room by local, revision 17"}) {
		t.Errorf("the person reads %q", also)
	}
}

// TestWhoApprovesReadsThatARoomLosesItsArea checks that a value which a change removes from an element is reported as
// removed.
func TestWhoApprovesReadsThatARoomLosesItsArea(t *testing.T) {
	o := newOffice(t)
	o.open(helper())
	asked := o.refused(state.ApprovalRequired, "delete_element", `{"element_ids":["$west"],"reasoning":"open"}`)
	told := o.ok("get_approval", `{"approval_id":"%s"}`, asked.at("approval_id").text())
	for i := range 5 {
		if e := told.at("affected", i); e.at("element_id").text() == o.id["hall"] {
			if change := e.at("change").text(); !strings.Contains(change, "area 22.04 -> none") {
				t.Errorf("of the room they read %q", change)
			}
			return
		}
	}
	t.Errorf("the room is not told: %v", told.value)
}
