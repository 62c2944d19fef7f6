package tools

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/projections/validation"
)

// TestADoorIsCountedOnTheStoreyOntoWhichItOpens checks a door that opens upstairs, in a wall that stands on the storey
// below: it is counted, listed and contained upstairs.
func TestADoorIsCountedOnTheStoreyOntoWhichItOpens(t *testing.T) {
	o := newOffice(t)
	o.make("tall", "create_wall",
		`{"name":"tall","level_id":"$ground","start":[0,9000],"end":[6000,9000],"height":6000,"thickness":200}`)
	o.make("below", "place_door", `{"wall_id":"$tall","offset":1000,"width":900,"height":2100}`)
	o.make("above", "place_door", `{"wall_id":"$tall","offset":1000,"width":900,"height":2100,"sill_height":3000}`)
	all := 0
	for i, want := range []int{2, 1} {
		level, elements, doors := o.ok("model_overview", `{}`).at("levels", i), 0, 0
		for k := range level.at("counts").len() {
			n := level.at("counts", k, "count").number()
			if elements += n; level.at("counts", k, "category").text() == "door" {
				doors = n
			}
		}
		if doors != want || elements != level.at("elements").number() {
			t.Errorf("level %d: %v, want %d doors", i, level.value, want)
		}
		all += elements
	}
	if listed := o.ok("query_elements", `{"level_id":"$ground"}`).at("total").number() +
		o.ok("query_elements", `{"level_id":"$upper"}`).at("total").number(); listed != all {
		t.Errorf("%d elements are counted, %d listed", all, listed)
	}
	for level, doors := range map[string]int{"$ground": 2, "$upper": 1} {
		if n := o.ok("query_elements", `{"level_id":"%s","categories":["door"]}`,
			level).at("total").number(); n != doors {
			t.Errorf("%s lists %d doors, want %d", level, n, doors)
		}
	}
	if in := o.ok("relationship_query",
		`{"element_id":"$above","relationship_type":"contained"}`).written(); !strings.Contains(in, `"Upper"`) ||
		strings.Contains(in, `"Ground"`) {
		t.Errorf("it is contained in %s", in)
	}
}

// TestRunsOfEveryKindAreListed checks that runs can be listed by every tool that records checks, and that each list has
// only the runs of its tool.
func TestRunsOfEveryKindAreListed(t *testing.T) {
	o := newOffice(t)
	o.withIDS(same)
	o.checker("nothing", "exit 0")
	arguments := map[validation.Tool]string{
		validation.VerifyIFC: `{"file":"office.ifc"}`, validation.CheckIDS: `{"ids":"office.ids"}`,
		validation.CodeCompliance: `{"standard":"IBC","severity_threshold":"info"}`,
		validation.ExternalCheck:  `{"command":"nothing"}`,
	}
	for _, tool := range validation.Tools {
		args := arguments[tool]
		if args == "" {
			args = `{}`
		}
		id := o.ok(string(tool), "%s", args).at("validation_run_id").text()
		listed := o.ok("list_validation_runs", `{"tool":"%s"}`, tool)
		if listed.at("total").number() != 1 || id == "" || listed.at("runs", 0, "validation_run_id").text() != id ||
			listed.at("runs", 0, "tool").text() != string(tool) {
			t.Errorf("%s recorded %q and lists %v", tool, id, listed.value)
		}
	}
	if n := o.ok("list_validation_runs", `{}`).at("total").number(); n != len(validation.Tools) {
		t.Errorf("%d runs of %d kinds", n, len(validation.Tools))
	}
}
