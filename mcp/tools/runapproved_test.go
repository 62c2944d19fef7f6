package tools

import "testing"

// TestAGateDoesNotCountWhatIsApprovedOnTheBase checks that a finding approved on the base counts as approved on the
// branch of a run. It counts neither for the gates nor for the fixes.
func TestAGateDoesNotCountWhatIsApprovedOnTheBase(t *testing.T) {
	o := newDesks(t, 2)
	const test = `{"source_category":"furniture","target_category":"wall"}`
	first := o.ok("clash_detection", test)
	if first.at("total").number() != 2 {
		t.Fatalf("two desks stand in a wall: %v", first.value)
	}
	o.ok("update_finding", `{"keys":["%s"],"status":"approved","reasoning":"built in"}`,
		first.at("clashes", 0, "key").text())
	d := o.ok("run_start", `{"configuration":{"name":"tidy up","auto_fix":true,"gates":[
		{"name":"clashes","tool":"clash_detection","args":%s}]}}`, test)
	if d.at("state").text() != "ready_to_merge" || d.at("fix_attempts").number() != 1 ||
		d.at("report", 0, "counting").number() != 0 {
		t.Errorf("one of two clashes is approved on the base: %v", d.value)
	}
}
