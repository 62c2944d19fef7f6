package tools

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// TestPreviewsSayFromAndTo checks that a preview has the old and the new value of each changed value, including
// properties. The reply to the change itself must be brief.
func TestPreviewsSayFromAndTo(t *testing.T) {
	o := newOffice(t)
	for tool, arguments := range map[string]string{
		"modify_parameter": `{"element_id":"$door","parameter_name":"width","value":1000,"dry_run":%s}`,
		"set_properties": `{"element_ids":["$door"],"properties":{"Pset_DoorCommon":{"FireRating":"EI 30"}},
			"dry_run":%s}`,
	} {
		before, after := "900", "1000"
		if tool == "set_properties" {
			before, after = "null", "EI 30"
		}
		shown := o.ok(tool, arguments, "true").at("modified", 0, "changes").written()
		if !strings.Contains(shown, before) || !strings.Contains(shown, after) {
			t.Errorf("%s: %s, expected from %s to %s", tool, shown, before, after)
		}
		if done := o.ok(tool, arguments, "false").at("modified", 0); done.at("changes").value != nil {
			t.Errorf("%s: a brief reply has the values: %s", tool, done.written())
		}
	}
}

// TestDifferencesBeginWithASummary checks that a difference begins with a count by category, and that constraints
// follow the elements that they are about.
func TestDifferencesBeginWithASummary(t *testing.T) {
	o := newOffice(t)
	from := o.ok("model_overview", `{}`).at("revision").number()
	for _, wall := range []string{"$south", "$north", "$east"} {
		o.ok("add_constraint", `{"kind":"fixed","element_ids":["%s"]}`, wall)
	}
	o.ok("modify_parameter", `{"element_id":"$door","parameter_name":"width","value":1000}`)
	d := o.ok("diff_revisions", `{"from":%d}`, from)
	counts := map[string]string{}
	for i := range d.at("summary").len() {
		line := d.at("summary", i)
		counts[line.at("category").text()] = line.written()
	}
	if !strings.Contains(counts["constraint"], `"added":3`) || !strings.Contains(counts["door"], `"modified":1`) {
		t.Errorf("the summary is %v", counts)
	}
	changes := d.at("changes")
	for i := range changes.len() {
		if is := changes.at(i, "category").text() == "constraint"; is != (i >= changes.len()-3) {
			t.Errorf("line %d of %d is of a %s", i, changes.len(), changes.at(i, "category").text())
		}
	}
}

// TestUndoNamesTheChangeToUndoFirst checks that the refusal to undo a change names the change that must be undone
// first.
func TestUndoNamesTheChangeToUndoFirst(t *testing.T) {
	o := newOffice(t)
	o.make("wall", "create_wall",
		`{"name":"extra","level_id":"$ground","start":[0,9000],"end":[6000,9000],"height":2800,"thickness":200}`)
	made := o.ok("model_overview", `{}`).at("revision").number()
	o.ok("place_door", `{"wall_id":"$wall","offset":1000,"width":900,"height":2100}`)
	later := o.ok("model_overview", `{}`).at("revision").number()
	e := o.call("undo", `{"revision":%d}`, made)
	if e.Success {
		t.Fatal("the wall was taken back from below its door")
	}
	first, _ := e.Error.Data["undo_first"].(map[string]any)
	revision, err := strconv.Atoi(fmt.Sprint(first["revision"]))
	if err != nil || revision <= made || revision > later ||
		first["tool"] != "place_door" || !strings.Contains(e.Error.Message, "place_door") {
		t.Errorf("refused by %q with %v", e.Error.Message, first)
	}
}
