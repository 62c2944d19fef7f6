package tools

import "testing"

// TestAComparisonDoesNotCallResolvedWhatWasNotJudged uses a bedroom of 2 x 2 m, which is too small for NDSS. Once its
// use is no longer given, no check can judge it: the findings are neither persistent nor resolved.
func TestAComparisonDoesNotCallResolvedWhatWasNotJudged(t *testing.T) {
	o := newOffice(t)
	o.make("small", "create_room",
		`{"level_id":"$ground","boundary_points":[[1000,1000],[3000,1000],[3000,3000],[1000,3000]],
			"height":2500,"name":"Bedroom"}`)
	check := func() answer {
		return o.ok("code_compliance", `{"severity_threshold":"info","standard":"NDSS","occupancy":"R-2","element_ids":["$small"]}`)
	}
	compare := func(before, after answer) answer {
		return o.ok("compare_validation_runs", `{"before":"%s","after":"%s"}`, before.at("validation_run_id").text(),
			after.at("validation_run_id").text())
	}
	first := check()
	n, key := first.at("total").number(), first.at("issues", 0, "key").text()
	if n == 0 {
		t.Fatalf("nothing is found: %v", first.value)
	}
	o.ok("modify_parameter", `{"element_id":"$small","parameter_name":"name","value":"Q7"}`)
	unknown := check()
	if unknown.at("total").number() != 0 || unknown.at("verdict").text() != "incomplete" {
		t.Fatalf("of an unknown room: %v", unknown.value)
	}
	d := compare(first, unknown)
	if d.at("unjudged").number() != n || d.at("resolved").number() != 0 ||
		d.at("findings", 0, "change").text() != "unjudged" || d.at("findings", 0, "status").text() != "new" {
		t.Errorf("compared: %v", d.value)
	}
	o.ok("modify_parameter", `{"element_id":"$small","parameter_name":"name","value":"Bedroom"}`)
	if d := check(); d.at("issues", 0, "key").text() != key || d.at("issues", 0, "status").text() != "active" {
		t.Errorf("found again: %v", d.value)
	}
	o.ok("delete_element", `{"element_ids":["$small"]}`)
	o.make("other", "create_room",
		`{"level_id":"$ground","boundary_points":[[1000,1000],[3000,1000],[3000,3000],[1000,3000]],
			"height":2500,"name":"Q7"}`)
	all := o.ok("code_compliance", `{"severity_threshold":"info","standard":"NDSS","occupancy":"R-2"}`)
	if d := compare(first, all); d.at("resolved").number() != n || d.at("unjudged").number() != 0 {
		t.Errorf("of a room that is gone: %v", d.value)
	}
}

// TestWhatAQueryLeavesOutIsNotResolved checks that if a query finds other elements later, findings about elements that
// it leaves out are not resolved.
func TestWhatAQueryLeavesOutIsNotResolved(t *testing.T) {
	o := newOffice(t)
	o.make("small", "create_room",
		`{"level_id":"$ground","boundary_points":[[1000,1000],[3000,1000],[3000,3000],[1000,3000]],
			"height":2500,"name":"Bedroom 1"}`)
	o.make("large", "create_room",
		`{"level_id":"$ground","boundary_points":[[3000,100],[5900,100],[5900,3900],[3000,3900]],
			"height":2500,"name":"Bedroom 2"}`)
	check := func() answer {
		return o.ok("code_compliance", `{"severity_threshold":"info","standard":"NDSS","occupancy":"R-2","query":{"name":"Bedroom"}}`)
	}
	first := check()
	key := first.at("issues", 0, "key").text()
	o.ok("modify_parameter", `{"element_id":"$small","parameter_name":"name","value":"Schlafzimmer"}`)
	check()
	run := o.ok("get_validation_run", `{"validation_run_id":"%s","finding":"%s"}`,
		first.at("validation_run_id").text(), key)
	if got := run.at("list", 0, "status").text(); got != "new" {
		t.Errorf("a room that was not looked at: %s", got)
	}
}
