package tools

import (
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// deskTest is a test for furniture in walls.
const deskTest = `{"branch":"%s","source_category":"furniture","target_category":"wall"}`

// deskOn puts a desk into a wall on a branch and returns the key of the clash.
func (o *office) deskOn(branch string) string {
	o.t.Helper()
	o.make("desk", "place_component", `{"branch":"%s","category":"furniture","level_id":"$ground",
		"location":[700,3900,0],"width":300,"depth":600,"height":700,"name":"Desk"}`, branch)
	return o.ok("clash_detection", deskTest, branch).at("clashes", 0, "key").text()
}

func (o *office) says(branch, key, status, reason string) {
	o.t.Helper()
	o.ok("update_finding", `{"branch":"%s","keys":["%s"],"status":"%s","reasoning":"%s"}`, branch, key, status, reason)
}

// saidOf runs the check on a branch and compares the status and reason of the only clash with the expected ones.
func (o *office) saidOf(branch, status, reason string) {
	o.t.Helper()
	d := o.ok("clash_detection", deskTest, branch)
	got, why := d.at("clashes", 0, "status").text(), ""
	if reason != "" {
		why = d.at("clashes", 0, "reason").text()
	}
	if got != status || why != reason {
		o.t.Errorf("on %s it is %s %q, want %s %q", branch, got, why, status, reason)
	}
}

// TestWhatWasApprovedOnABranchIsApprovedAfterItsMerge checks that a finding which a person approved on a branch is
// approved on the target once the branch is merged.
func TestWhatWasApprovedOnABranchIsApprovedAfterItsMerge(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"opt"}`)
	key := o.deskOn("opt")
	o.says("opt", key, "approved", "built in")
	for _, dry := range []string{`,"dry_run":true`, ""} {
		e := o.call("merge_branch", `{"source":"opt"%s}`, dry)
		if said := besidesDryRun(e); !e.Success || len(said) != 1 || said[0].Code != "FINDINGS_APPROVED" {
			t.Errorf("who merges is told %v %v", e.Error, e.Warnings)
		}
	}
	o.saidOf("main", "approved", "built in")
	o.ok("delete_element", `{"element_ids":["$desk"]}`)
	if d := o.ok("clash_detection", deskTest, "main"); d.at("total").number() != 0 {
		t.Fatalf("without the desk: %v", d.value)
	}
	o.ok("undo", `{}`)
	o.saidOf("main", "new", "")
}

// TestOfTwoWordsAboutAFindingTheLaterOneCountsAfterAMerge checks that a finding which the target already had is the
// same finding after a merge, and that the later of two statements counts.
func TestOfTwoWordsAboutAFindingTheLaterOneCountsAfterAMerge(t *testing.T) {
	for later, want := range map[string][2]string{"opt": {"approved", "built in"}, "main": {"active", "no, move it"}} {
		o := newOffice(t)
		key := o.deskOn("main")
		o.ok("create_branch", `{"name":"opt"}`)
		o.ok("modify_parameter",
			`{"branch":"opt","element_id":"$desk","parameter_name":"name","value":"Desk A"}`)
		o.saidOf("opt", "new", "")
		if later == "opt" {
			o.says("main", key, "active", "no, move it")
		}
		o.says("opt", key, "approved", "built in")
		if later == "main" {
			o.says("main", key, "active", "no, move it")
		}
		o.ok("merge_branch", `{"source":"opt"}`)
		o.saidOf("main", want[0], want[1])
	}
}

// TestAMergeApprovesNothingForWhoMayNotApprove checks that a person who may approve only on the branch does not approve
// on main by a merge. On main the finding gets the status reviewed.
func TestAMergeApprovesNothingForWhoMayNotApprove(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"opt"}`)
	key := o.deskOn("opt")
	limited := mcp.LocalHuman()
	limited.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {}, mcp.OpCreate: {}, mcp.OpModify: {},
		mcp.OpApprove: {BranchPatterns: []string{"opt"}}}
	o.open(limited)
	o.says("opt", key, "approved", "built in")
	o.refused(state.PermissionDenied, "update_finding",
		`{"keys":["%s"],"status":"approved","reasoning":"built in"}`, key)
	e := o.call("merge_branch", `{"source":"opt"}`)
	if !e.Success || len(e.Warnings) == 0 || e.Warnings[len(e.Warnings)-1].Code != "NOT_APPROVED" {
		t.Errorf("merged: %v %v", e.Error, e.Warnings)
	}
	o.saidOf("main", "reviewed", "built in")
}

// TestAFindingThatCameByAMergeIsThere checks that a finding of a merged branch can get a status before the target was
// checked, and can belong to a task.
func TestAFindingThatCameByAMergeIsThere(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"opt"}`)
	key := o.deskOn("opt")
	o.says("opt", key, "approved", "built in")
	o.ok("merge_branch", `{"source":"opt"}`)
	task := o.ok("add_task", `{"title":"look again","findings":["%s"]}`, key)
	if task.at("task", "elements").number() != 2 {
		t.Errorf("the task: %v", task.value)
	}
	o.says("main", key, "active", "no, move it")
	o.saidOf("main", "active", "no, move it")
}

// TestABranchHasWhatWasSaidOfTheStateThatItIsForkedOff checks that a branch has the statements about findings of the
// state that it is forked from. Later statements on one of the two branches do not count on the other, until a merge.
func TestABranchHasWhatWasSaidOfTheStateThatItIsForkedOff(t *testing.T) {
	o := newOffice(t)
	key := o.deskOn("main")
	before := o.revision("main")
	o.ok("modify_parameter", `{"element_id":"$desk","parameter_name":"name","value":"Desk A"}`)
	o.says("main", key, "approved", "built in")
	o.ok("create_branch", `{"name":"past","at":%d}`, before)
	o.saidOf("past", "new", "")
	o.ok("create_branch", `{"name":"opt"}`)
	o.saidOf("opt", "approved", "built in")
	o.ok("create_branch", `{"name":"more","branch":"opt"}`)
	o.says("main", key, "active", "no, move it")
	o.saidOf("more", "approved", "built in")
	o.ok("modify_parameter", `{"branch":"more","element_id":"$desk","parameter_name":"name","value":"Desk B"}`)
	o.ok("merge_branch", `{"source":"more"}`)
	o.saidOf("main", "active", "no, move it")
}

// TestAGateHearsTheLastWord checks that the latest statement counts for a gate, on the branch or on its base.
func TestAGateHearsTheLastWord(t *testing.T) {
	o := newOffice(t)
	key := o.deskOn("main")
	o.says("main", key, "approved", "built in")
	run := o.ok("run_start", `{"configuration":{"name":"r","gates":[{"name":"g","tool":"clash_detection",
		"args":{"source_category":"furniture","target_category":"wall"}}]}}`)
	if run.at("report", 0, "counting").number() != 0 {
		t.Fatalf("approved on the base: %v", run.value)
	}
	id, branch := run.at("run_id").text(), run.at("branch").text()
	counting := func() int {
		return o.ok("run_validate", `{"run_id":"%s"}`, id).at("report", 0, "counting").number()
	}
	o.says("main", key, "active", "no, move it")
	if n := counting(); n != 1 {
		t.Errorf("taken back on the base: %d count", n)
	}
	o.says(branch, key, "approved", "it stays")
	if n := counting(); n != 0 {
		t.Errorf("approved on the branch: %d count", n)
	}
}

// TestAnUndoneMergeLeavesNoApproval checks that statements from a branch count on the target only while the merge
// stands. After an undo nothing is approved there, and a check that finds the clash reports a new finding.
func TestAnUndoneMergeLeavesNoApproval(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"opt"}`)
	key := o.deskOn("opt")
	o.says("opt", key, "approved", "built in")
	o.ok("merge_branch", `{"source":"opt"}`)
	for _, dry := range []string{`"dry_run":true`, ""} {
		e := o.call("undo", `{%s}`, dry)
		if said := besidesDryRun(e); !e.Success || len(said) != 1 || said[0].Code != "FINDINGS_RETURNED" {
			t.Errorf("who takes it back is told %v %v", e.Error, e.Warnings)
		}
	}
	o.saidOf("opt", "approved", "built in")
	o.deskOn("main")
	o.saidOf("main", "active", "")
}

// TestATaskHearsThatAMergeIsTakenBack checks that a task about a finding that came by a merge is offered for completion
// once the merge is undone.
func TestATaskHearsThatAMergeIsTakenBack(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"opt"}`)
	key := o.deskOn("opt")
	o.says("opt", key, "reviewed", "to be moved")
	o.ok("merge_branch", `{"source":"opt"}`)
	task := o.ok("add_task", `{"title":"move it","findings":["%s"]}`, key).at("task", "task_id").text()
	if d := o.ok("get_task", `{"task_id":"%s"}`, task); d.at("found", 0, "status").text() != "reviewed" {
		t.Errorf("merged: %v", d.value)
	}
	o.ok("undo", `{}`)
	d := o.ok("get_task", `{"task_id":"%s"}`, task)
	if d.at("found", 0, "status").text() != "resolved" || d.at("offer", "step").text() != "complete" {
		t.Errorf("taken back: %v", d.value)
	}
	o.ok("complete_task", `{"task_id":"%s","evidence":{"kind":"finding","id":"%s"}}`, task, key)
}

// TestAnUndoneMergeLeavesWhatWasSaidBefore checks that after an undone merge an older finding of the target has its
// earlier status again.
func TestAnUndoneMergeLeavesWhatWasSaidBefore(t *testing.T) {
	o := newOffice(t)
	key := o.deskOn("main")
	o.says("main", key, "reviewed", "seen")
	o.ok("create_branch", `{"name":"opt"}`)
	o.ok("modify_parameter", `{"branch":"opt","element_id":"$desk","parameter_name":"name","value":"Desk A"}`)
	o.saidOf("opt", "reviewed", "seen")
	o.says("opt", key, "approved", "built in")
	o.ok("merge_branch", `{"source":"opt"}`)
	o.saidOf("main", "approved", "built in")
	o.ok("undo", `{}`)
	o.saidOf("main", "reviewed", "seen")
}
