package tools

import "testing"

// TestAFindingIsGoneWhicheverCheckFoundIt checks that a finding whose cause is gone is resolved by a repetition of the
// check that found it. Other checks had found it too, one with a greater tolerance and one of walls only. A check with
// a greater tolerance alone must not resolve it, because a smaller overlap could remain.
func TestAFindingIsGoneWhicheverCheckFoundIt(t *testing.T) {
	o := newProject(t)
	all := o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`)
	key := all.at("clashes", 0, "key").text()
	o.ok("clash_detection", `{"model_id":"$model","models":["all"],"tolerance":20}`)
	o.ok("clash_detection", `{"model_id":"$model","models":["all"],"source_category":"wall"}`)
	o.ok("add_task", `{"model_id":"$model","title":"Move C2","findings":["%s"]}`, key)
	o.ok("move_element", `{"model_id":"$structure","element_ids":["$clashing"],"delta":[0,1500,0]}`)
	o.ok("clash_detection", `{"model_id":"$model","models":["all"],"tolerance":20}`)
	if got := o.statusOf(all.at("validation_run_id").text()); got != "active" {
		t.Errorf("after the check that lets 20 mm pass the finding is %s: less of an overlap may be left", got)
	}
	o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`)
	if got := o.statusOf(all.at("validation_run_id").text()); got != "resolved" {
		t.Errorf("with its cause gone the finding is %s", got)
	}
}

// TestAFindingOfADeletedElementIsGone checks that a finding about a deleted element is resolved, whatever other checks
// found it.
func TestAFindingOfADeletedElementIsGone(t *testing.T) {
	o := newProject(t)
	o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`)
	strict := o.ok("clash_detection", `{"model_id":"$model","models":["all"],"tolerance":20}`)
	o.ok("delete_element", `{"model_id":"$structure","element_ids":["$clashing"]}`)
	o.ok("clash_detection", `{"model_id":"$model","models":["all"],"tolerance":20}`)
	if got := o.statusOf(strict.at("validation_run_id").text()); got != "resolved" {
		t.Errorf("without its column the finding is %s", got)
	}
}

// TestAnApprovedClashIsReopenedWhenItsPairChanges checks that an approved clash stays approved while its pair is
// unchanged, and is reopened when the pair changes.
func TestAnApprovedClashIsReopenedWhenItsPairChanges(t *testing.T) {
	o := newProject(t)
	first := o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`)
	run, key := first.at("validation_run_id").text(), first.at("clashes", 0, "key").text()
	o.ok("update_finding", `{"model_id":"$model","keys":["%s"],"status":"approved","reasoning":"cast in"}`, key)
	o.ok("move_element", `{"model_id":"$structure","element_ids":["$inside"],"delta":[0,100,0]}`)
	o.ok("set_properties", `{"model_id":"$structure","element_ids":["$clashing"],
		"properties":{"Office":{"Checked":true}}}`)
	o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`)
	if got := o.statusOf(run); got != "approved" {
		t.Errorf("with its pair as it was the clash is %s", got)
	}
	o.ok("move_element", `{"model_id":"$structure","element_ids":["$clashing"],"delta":[0,20,0]}`)
	o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`)
	f := o.ok("get_validation_run", `{"model_id":"$model","validation_run_id":"%s"}`, run).at("list", 0)
	if f.at("status").text() != "active" || f.at("reopened").value != true || f.at("reason").text() != "cast in" {
		t.Errorf("with its column moved the clash is %v", f.value)
	}
	o.ok("update_finding", `{"model_id":"$model","keys":["%s"],"status":"approved","reasoning":"still cast in"}`, key)
	o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`)
	if got := o.statusOf(run); got != "approved" {
		t.Errorf("approved again, the clash is %s", got)
	}
}

// statusOf returns the current status of the first finding of a run.
func (o *office) statusOf(run string) string {
	o.t.Helper()
	return o.ok("get_validation_run", `{"model_id":"$model","validation_run_id":"%s"}`, run).at("list", 0,
		"status").text()
}
