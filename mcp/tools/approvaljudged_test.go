package tools

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// TestWhoApprovesAMergeReadsBothSidesOfAConflict checks that an approver reads both values of each conflict, who set
// them and why, and the decision.
func TestWhoApprovesAMergeReadsBothSidesOfAConflict(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"opt"}`)
	o.ok("modify_parameter", `{"branch":"opt","element_id":"$east","parameter_name":"height","value":3000,
		"reasoning":"a taller door"}`)
	o.ok("modify_parameter", `{"element_id":"$east","parameter_name":"height","value":2900,"reasoning":"the ceiling"}`)
	o.open(helper())
	dry := o.ok("merge_branch", `{"source":"opt","dry_run":true,"reasoning":"to see"}`)
	conflict := dry.at("conflicts", 0, "conflict_id").text()
	o.ok("resolve_conflict", `{"source":"opt","conflict_id":"%s","take":"theirs","reasoning":"higher"}`, conflict)
	asked := o.refused(state.ApprovalRequired, "merge_branch", `{"source":"opt","reasoning":"ready"}`)
	told := o.ok("get_approval", `{"approval_id":"%s"}`, asked.at("approval_id").text())
	c := told.at("conflicts", 0)
	for what, want := range map[string]string{"conflict_id": conflict, "take": "theirs", "by": merge.ByRecord,
		"decided_by": "bot for local"} {
		if got := c.at(what).text(); got != want {
			t.Errorf("%s is %q, want %q", what, got, want)
		}
	}
	if says := c.at("says").text(); !strings.Contains(says, "2900") || !strings.Contains(says, "3000") {
		t.Errorf("it does not tell both values: %q", says)
	}
	if ours, theirs := c.at("ours", "reason").text(), c.at("theirs", "reason").text(); ours != "the ceiling" ||
		theirs != "a taller door" {
		t.Errorf("the reasons are %q and %q", ours, theirs)
	}
	if phrase := told.at("phrase").text(); phrase != "merge 1 change" {
		t.Errorf("a person types %q", phrase)
	}
}

// TestWhoApprovesReadsWhatChecksFindOfAChange checks that an approver reads the findings that a change adds and
// removes.
func TestWhoApprovesReadsWhatChecksFindOfAChange(t *testing.T) {
	o := newOffice(t)
	o.deskOn("main") // it stands in the northern wall
	o.open(helper("element.created"))
	asked := o.refused(state.ApprovalRequired, "delete_element", `{"element_ids":["$north"],"reasoning":"open"}`)
	told := o.ok("get_approval", `{"approval_id":"%s"}`, asked.at("approval_id").text())
	if gone := told.at("checks", "gone").number(); gone != 1 {
		t.Errorf("%v findings are gone: %v", gone, told.at("checks").value)
	}
	asked = o.refused(state.ApprovalRequired, "place_component", `{"category":"furniture","level_id":"$ground",
		"location":[0,2000,0],"width":1400,"depth":700,"height":700,"name":"Shelf","reasoning":"here"}`)
	told = o.ok("get_approval", `{"approval_id":"%s"}`, asked.at("approval_id").text())
	says := told.at("checks", "first", 0, "says").text()
	if told.at("checks", "new").number() < 1 || !strings.Contains(says, `"Shelf"`) {
		t.Errorf("of a shelf in a wall they read %v", told.at("checks").value)
	}
}

// TestAFindingMoreIsAnotherEffect checks that a repeated call with a new finding has another effect than the requested
// call, so that the request goes back.
func TestAFindingMoreIsAnotherEffect(t *testing.T) {
	o := newOffice(t)
	o.open(helper("element.created"))
	const shelf = `{"category":"furniture","level_id":"$ground","location":[3000,2000,0],"width":1400,"depth":700,
		"height":700,"reasoning":"here"%s}`
	id := o.refused(state.ApprovalRequired, "place_component", shelf, "").at("approval_id").text()
	o.open(mcp.LocalHuman())
	o.ok("place_component", `{"category":"furniture","level_id":"$ground","location":[3100,2000,0],"width":1400,
		"depth":700,"height":700,"name":"Chest"}`)
	o.open(helper("element.created"))
	refused := o.refused(state.ApprovalRequired, "place_component", shelf, `,"approval_id":"`+id+`"`)
	changed := strings.Join(texts(refused.at("changed")), "\n")
	if !strings.Contains(changed, "clash_detection") || !strings.Contains(changed, `"Chest"`) {
		t.Errorf("it goes back with %q", changed)
	}
}
