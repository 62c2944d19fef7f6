package tools

import (
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// TestTaskFollowsItsFinding creates a task from a finding. The task follows the model, is offered for completion when
// the finding is resolved, and for reopening when the change that resolved it is undone.
func TestTaskFollowsItsFinding(t *testing.T) {
	o := newOffice(t)
	o.make(
		"desk",
		"place_component",
		`{"category":"furniture","level_id":"$ground","location":[5950,2000,0],"width":800,"depth":600,"height":700,"name":"Desk"}`,
	)
	clash := o.ok("clash_detection", `{"source_category":"furniture","target_category":"wall"}`)
	key := clash.at("clashes", 0, "key").text()
	added := o.ok("add_task",
		`{"title":"Desk in the wall","findings":["%s"],"priority":"high","due":"2026-05-01"}`, key)
	o.id["task"] = added.at("task_id").text()
	detail := o.ok("get_task", `{"task_id":"Desk in the wall"}`)
	if detail.at("pinned").len() != 2 || detail.at("pinned", 0, "since").text() != "same" ||
		detail.at("found", 0, "status").text() != "new" || detail.at("offer").value != nil {
		t.Fatalf("a new task: %v", detail.value)
	}
	next := o.ok("task_next_actions", `{}`)
	if a := next.at("actions", 0); a.at("step").text() != "begin" ||
		!strings.Contains(a.at("why", 0).text(), "overdue") || a.at("calls", 0, "tool").text() != "update_task" {
		t.Errorf("next actions: %v", next.value)
	}
	o.ok("update_task", `{"task_id":"$task","status":"in_progress","comment":"moving it"}`)
	o.id["wall's task"] = o.ok("add_task", `{"title":"East","element_ids":["$east"]}`).at("task_id").text()
	o.ok("create_opening", `{"host_id":"$east","offset":500,"width":600,"height":600,"sill_height":900}`)
	pinned := o.ok("get_task", `{"task_id":"%s"}`, o.id["wall's task"]).at("pinned", 0)
	if pinned.at("since").text() != "changed" || pinned.at("changed_by_tool").text() != "create_opening" {
		t.Errorf("an opening was cut into the wall: %v", pinned.value)
	}
	o.refused(state.IllegalState, "complete_task", `{"task_id":"$task","evidence":{"kind":"validation_run","id":"%s"}}`,
		clash.at("validation_run_id").text())
	o.ok("move_element", `{"element_ids":["$desk"],"delta":[-1000,0,0]}`)
	o.ok("clash_detection", `{"source_category":"furniture","target_category":"wall"}`)
	detail = o.ok("get_task", `{"task_id":"$task"}`)
	if detail.at("offer", "step").text() != "complete" || detail.at("said", 0, "text").text() != "moving it" ||
		!strings.Contains(detail.at("pinned").written(), `"changed"`) {
		t.Errorf("the finding is resolved: %v", detail.value)
	}
	o.ok("complete_task", `{"task_id":"$task","note":"moved","evidence":{"kind":"finding","id":"%s"}}`, key)
	if o.ok("get_task", `{"task_id":"$task"}`).at("offer").value != nil {
		t.Error("a completed task is offered")
	}
	o.ok("undo", `{}`)
	if d := o.ok("get_task", `{"task_id":"$task"}`); d.at("offer", "step").text() != "reopen" {
		t.Errorf("the change was undone: %v", d.value)
	}
	if a := o.ok("task_next_actions", `{}`).at("actions", 0); a.at("step").text() != "reopen" ||
		a.at("calls", 0, "tool").text() != "reopen_task" {
		t.Errorf("next actions: %v", a.value)
	}
	o.ok("reopen_task", `{"task_id":"$task","reasoning":"undone"}`)
	o.ok("delete_element", `{"element_ids":["$desk"]}`)
	if d := o.ok("get_task", `{"task_id":"$task"}`); !strings.Contains(d.at("pinned").written(), `"deleted"`) {
		t.Errorf("the desk is deleted: %v", d.value)
	}
	o.refused(state.IllegalState, "reopen_task", `{"task_id":"$task"}`)
	o.refused(state.RevisionConflict, "update_task", `{"task_id":"$task","title":"x","expected_revision":1}`)
	o.refused(state.NotFound, "add_task", `{"title":"x","findings":["no such key"]}`)
	o.refused(state.NotFound, "complete_task", `{"task_id":"$task","evidence":{"kind":"event","id":"%s"}}`,
		o.id["model"])
	o.ok("delete_task", `{"task_id":"$task"}`)
	o.refused(state.NotFound, "get_task", `{"task_id":"$task"}`)
}

// TestAssigneesAreKnownOrSaidToBeText checks that an assignee without access to the model is stored as a text, with a
// warning.
func TestAssigneesAreKnownOrSaidToBeText(t *testing.T) {
	o := newOffice(t)
	told := func(tool, arguments string) bool {
		e := o.call(tool, "%s", arguments)
		if !e.Success {
			t.Fatalf("%s: %+v", arguments, e.Error)
		}
		return slices.ContainsFunc(e.Warnings, func(w mcp.Warning) bool { return w.Code == "ASSIGNEE_IS_TEXT" })
	}
	if !told("add_task", `{"title":"Order","assignee":"Glass Ltd"}`) {
		t.Error("a company passes for a person")
	}
	o.ok("share_model", `{"user":"bo","access":"edit"}`)
	if told("add_task", `{"title":"Measure","assignee":"bo"}`) || told("add_task", `{"title":"Nobody's"}`) {
		t.Error("a person passes for a text")
	}
	if !told("update_task", `{"task_id":"Measure","assignee":"Bob"}`) ||
		told("update_task", `{"task_id":"Measure","due":"2026-06-01"}`) {
		t.Error("update_task tells otherwise")
	}
}
