package tools

import (
	"reflect"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
)

// TestNamesStandForIDs checks that a name or number can replace an id in any argument.
func TestNamesStandForIDs(t *testing.T) {
	o := newOffice(t)
	for _, c := range []struct{ tool, arguments string }{
		{"create_wall",
			`{"name":"middle","level_id":"Ground","start":[3000,0],"end":[3000,4000],"height":2800,"thickness":100}`},
		{"join_elements", `{"element_ids":["middle","south"],"join_type":"auto","priority":"south"}`},
		{"place_door", `{"wall_id":"MIDDLE","offset":500,"width":900,"height":2100,"name":"D2"}`},
		{"modify_parameter", `{"element_id":"D2","parameter_name":"width","value":800}`},
		{"modify_parameter", `{"element_id":"middle","parameter_name":"level_id","value":"Upper"}`},
		{"room_analysis", `{"room_id":"1"}`},
		{"get_element", `{"element_id":"Hall"}`},
		{"get_element", `{"element_id":"D1"}`}, // the mark of "Door 1"
		{"level_elements", `{"level_id":"ground"}`},
		{"query_elements", `{"level_id":"Upper","host_id":"middle"}`},
		{"element_history", `{"element_id":"south"}`},
		{"model_overview", `{"model_id":"Office"}`},
		{"apply_batch",
			`{"operations":[{"tool":"create_level","args":{"name":"Attic","elevation":6000}},{"tool":"create_room","args":{"name":"Loft","level_id":"Attic","boundary_points":[[0,0],[3000,0],[3000,3000]],"height":2400}}]}`},
		{"delete_element", `{"element_ids":["Loft"]}`},
	} {
		o.ok(c.tool, "%s", c.arguments)
	}
}

// TestAnElementBeforeAMaterialOfItsName checks that a change takes a name for the name of an element, even if a
// material has the same name. A query may mean either of them.
func TestAnElementBeforeAMaterialOfItsName(t *testing.T) {
	o := newOffice(t)
	o.ok("define_material", `{"name":"south"}`)
	o.make("middle", "create_wall",
		`{"name":"middle","level_id":"Ground","start":[3000,0],"end":[3000,4000],"height":2800,"thickness":100}`)
	o.ok("join_elements", `{"element_ids":["middle","south"],"join_type":"auto","priority":"south"}`)
	o.ok("copy_element", `{"element_ids":["south"],"delta":[0,9000,0]}`)
	o.ok("modify_parameter", `{"element_id":"middle","parameter_name":"material_id","value":"south"}`)
	several := o.refused(state.InvalidInput, "get_element", `{"element_id":"south"}`)
	if several.at("candidates").len() != 2 {
		t.Errorf("candidates: %s", several.written())
	}
}

// TestReferencesThatFindNothingLeadOn checks that a name with several matches is refused with all of them, and a name
// without a match with a similar one.
func TestReferencesThatFindNothingLeadOn(t *testing.T) {
	o := newOffice(t)
	o.make("twin", "create_wall",
		`{"name":"south","level_id":"$upper","start":[0,0],"end":[4000,0],"height":2800,"thickness":100}`)
	several := o.refused(state.InvalidInput, "get_element", `{"element_id":"south"}`)
	if several.at("candidates").len() != 2 || several.at("candidates", 0, "level").text() != "Ground" ||
		several.at("candidates", 1, "id").text() != o.id["twin"] {
		t.Errorf("candidates: %s", several.written())
	}
	before := o.revision("main")
	o.ok("delete_element", `{"element_ids":["$twin"]}`)
	o.ok("create_branch", `{"name":"option"}`)
	o.make(
		"extra",
		"create_wall",
		`{"branch":"option","name":"far off","level_id":"$upper","start":[0,0],"end":[4000,0],"height":2800,"thickness":100}`,
	)
	for arguments, want := range map[string]string{
		`{"element_id":"$twin"}`:           "it was deleted",
		`{"element_id":"$hall","at":"5"}`:  "it was created at revision",
		`{"element_id":"Hall","at":"5"}`:   "it was created at revision",
		`{"element_id":"far off"}`:         `on branch "option"`,
		`{"element_id":"$extra"}`:          `on branch "option"`,
		`{"element_id":"Hal"}`:             `did you mean "Hall"?`,
		`{"element_id":"$hall","at":"x@"}`: "at is",
	} {
		if e := o.call("get_element", "%s", arguments); e.Success || !strings.Contains(e.Error.Message, want) {
			t.Errorf("get_element %s: %+v, want %q", arguments, e.Error, want)
		}
	}
	if o.ok("get_element", `{"element_id":"$twin","at":"main@%d"}`, before).at("name").text() != "south" {
		t.Error("main@revision does not show the state")
	}
	o.refused(state.IllegalState, "get_element", `{"element_id":"$hall","at":"option@3"}`)
}

// TestALevelThatIsNotThereIsToldWithThoseThatAre checks that the error for an unknown level lists the existing levels,
// and suggests a similar name.
func TestALevelThatIsNotThereIsToldWithThoseThatAre(t *testing.T) {
	o := newOffice(t)
	for level, want := range map[string]string{
		"EG":    `the levels are "Ground", "Upper"`,
		"Groud": `did you mean "Ground"?`,
	} {
		for tool, arguments := range map[string]string{
			"create_wall": `{"level_id":%q,"start":[0,0],"end":[4000,0],"height":2800,"thickness":100}`,
			"create_column": `{"base_level":%q,"location":[900,900],"height":2000,
				"profile":{"shape":"circle","diameter":200}}`,
			"level_elements": `{"level_id":%q}`,
			"create_plan":    `{"level_id":%q}`,
			"render_view":    `{"level_ids":[%q]}`,
		} {
			if e := o.call(tool, arguments, level); e.Success || !strings.Contains(e.Error.Message, want) {
				t.Errorf("%s on %s: %+v, want %q", tool, level, e.Error, want)
			}
		}
	}
}

// TestWhatAnElementLacksIsNotTheElement checks that an element that lacks a reference is not itself reported as
// missing.
func TestWhatAnElementLacksIsNotTheElement(t *testing.T) {
	o := newOffice(t)
	o.make("post", "create_column", `{"name":"post","base_level":"$ground","top_level":"$upper","location":[900,900],
		"profile":{"shape":"circle","diameter":200}}`)
	e := o.call("copy_element", `{"element_ids":["post"],"delta":[0,0,0],"to_level":"Upper"}`)
	const want = "before it is copied"
	if e.Success || !strings.HasSuffix(e.Error.Message, want) {
		t.Errorf("a copy without a level for its top: %+v, want %q at the end", e.Error, want)
	}
}

// TestEveryIDOfEveryToolTakesAName checks that every argument of every tool that takes an id also takes a name.
func TestEveryIDOfEveryToolTakesAName(t *testing.T) {
	checked := 0
	var walk func(tool string, t reflect.Type)
	for _, tool := range Table(&app.Backend{}) {
		walk = func(tool string, in reflect.Type) {
			for in.Kind() == reflect.Pointer || in.Kind() == reflect.Slice {
				in = in.Elem()
			}
			if in.Kind() != reflect.Struct {
				return
			}
			for _, f := range reflect.VisibleFields(in) {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if named := strings.HasSuffix(name, "_id") ||
					strings.HasSuffix(name, "_ids"); named && f.Tag.Get("input") != "-" {
					kind := f.Type
					for kind.Kind() == reflect.Slice || kind.Kind() == reflect.Pointer {
						kind = kind.Elem()
					}
					if kind == app.IdType {
						checked++
					} else if !notElements[name] {
						t.Errorf("%s: %s is a %s, in which no name is looked up", tool, name, f.Type)
					}
				}
				if !f.Anonymous {
					walk(tool, f.Type)
				}
			}
		}
		walk(tool.Name, reflect.TypeOf(tool.Input))
	}
	if checked < 40 {
		t.Errorf("only %d arguments were looked at", checked)
	}
}

// notElements are arguments with ids of other objects than elements, types and materials. Models have a name too
// (Backend.ModelNamed), and tasks a title; runs, findings, conflicts and artifacts have none.
var notElements = map[string]bool{"model_id": true, "conflict_id": true, "validation_run_id": true, "run_id": true,
	"since_run_id": true, "approval_id": true, "rule_ids": true,
	"task_id": true, "task_ids": true, "artifact_id": true, "session_id": true, "event_id": true, "view_id": true}

// TestADryRunShowsTheIDsOfTheCommit checks that a dry run returns the ids that the same call makes on the same state.
func TestADryRunShowsTheIDsOfTheCommit(t *testing.T) {
	o := newOffice(t)
	batch := `{"operations":[{"tool":"create_wall","ref":"w","args":{"level_id":"Ground","start":[0,9000],"end":[5000,9000],"height":2500,"thickness":200}},{"tool":"place_door","ref":"d","args":{"wall_id":"$w","offset":500,"width":900,"height":2100}}],"dry_run":%t}`
	seen, made := o.ok("apply_batch", batch, true), o.ok("apply_batch", batch, false)
	for i := range 2 {
		if a, b := seen.at("created", i, "element_id").text(),
			made.at("created", i, "element_id").text(); a != b || a == "" {
			t.Errorf("the dry run showed %s, the commit made %s", a, b)
		}
	}
	wall := `{"level_id":"Ground","start":[0,12000],"end":[5000,12000],"height":2500,"thickness":200}`
	if a, b := o.ok("create_wall", "%s", wall), o.ok("create_wall", "%s", wall); a.at("element_id").text() ==
		b.at("element_id").text() {
		t.Error("two calls made one wall")
	}
	if created := made.at("created", 1, "category").text(); created != "door" {
		t.Errorf("$d stands for a %s", created)
	}
}

// TestNamesAreTakenByWhatTheArgumentNeeds checks that, of a level and a room with the same name, an argument that ends
// in level_id means the level.
func TestNamesAreTakenByWhatTheArgumentNeeds(t *testing.T) {
	o := newOffice(t)
	o.make("attic", "create_level", `{"name":"Attic","elevation":6000}`)
	o.ok("set_properties", `{"element_ids":["$hall"],"psets":{"A":{"x":1}}}`)
	o.ok("modify_parameter", `{"element_id":"$hall","parameter_name":"name","value":"Attic"}`)
	o.ok("render_view", `{"width":64,"height":64,"view":"top","cut_level_id":"Attic"}`)
	o.ok("room_analysis", `{"room_id":"Attic"}`)
	if got, narrow := app.NeededBy("any_end_level_ids"); !narrow || got[0] != state.CategoryLevel {
		t.Errorf("any_end_level_ids needs %v", got)
	}
	if _, narrow := app.NeededBy("element_ids"); narrow {
		t.Error("element_ids is taken for one that needs something")
	}
}
