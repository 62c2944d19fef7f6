package tools

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestSynonymsOfArgumentsAreTaken checks that synonyms of argument names are accepted, in a call, in a query and in a
// step of a batch, with a warning. A call with other faults is refused unchanged.
func TestSynonymsOfArgumentsAreTaken(t *testing.T) {
	o := newOffice(t)
	for _, c := range [][3]string{
		{"create_wall", `{"level":"Ground","start_point":[1000,0],"end":[1000,4000],"height":2800,"thickness":100}`,
			`"level" as "level_id", "start_point" as "start"`},
		{"set_properties", `{"query":{"category":"door"},"properties":{"Pset_X":{"A":1}},"reason":"asked"}`,
			`"properties" as "psets"`},
		{"move_element", `{"element_id":"$door","delta":[100,0,0]}`, `"element_id" as "element_ids"`},
		{"create_column",
			`{"level_id":"Ground","location":[3000,2000],"height":2500,"profile":{"shape":"circle","diameter":300}}`,
			`"level_id" as "base_level"`},
		{"accessibility_check", `{"standard":"ADA","level_id":"Ground"}`, `"level_id" as "query.level_id"`},
		{"clash_detection", `{"level":"Ground"}`, `"level" as "source.level_ids"`},
		{"export_ifc", `{"schema":"IFC4.3"}`, `schema "IFC4.3" as "IFC4X3`},
		{"render_view", `{"direction":"iso"}`, `"direction" as "view"`},
		{"create_elevation", `{"direction":"South"}`, `"direction" as "from"`},
		{"query_elements", `{"category":"door"}`, `"category" as "categories"`},
		{"apply_batch",
			`{"operations":[{"tool":"place_door","args":{"wall":"north","offset":500,"width":900,"height":2100}}]}`,
			`"wall" as "wall_id"`},
		{"find_tools", `{"query":"section drawing"}`, `"query" as "words"`},
		{"move_element", `{"id":"$door","vector":[100,0],"dry_run":true}`, `"id" as "element_ids"`},
		{"create_wall", `{"level":"Ground","start":{"x":1000,"y":0},"end":{"x":1000,"y":4000,"z":0},"height":2800,` +
			`"thickness":100,"dry_run":true}`, `start as [1000,0]`},
		{"create_wall", `{"level_id":"Ground","start":"[1000,0]","end":[1000,4000],"height":2800,"thickness":100,` +
			`"dry_run":true}`, `start as [1000,0]`},
		{"modify_parameter", `{"element_id":"$door","name":"width","value":950,"dry_run":true}`,
			`"name" as "parameter_name"`},
		{"place_window", `{"host":"north","position":3000,"width":1000,"height":1000,"sill":900,"dry_run":true}`,
			`"position" as "offset"`},
		{"create_section", `{"start":[0,1000],"end":[5000,1000],"name":"A","dry_run":true}`,
			`"end" as "cut_plane.end"`},
		{"create_section", `{"start":[0,1000,0],"end":[5000,1000,0],"dry_run":true}`, `start as [0,1000]`},
		{"quantity_takeoff", `{"category":"wall","group_by":"level"}`, `"group_by" as "grouping"`},
		{"list_tasks", `{"state":"open"}`, `"state" as "statuses"`},
		{"list_tasks", `{"status":"blocked"}`, `"status" as "statuses"`},
		{"export_ifc", `{"schema":"IFC4","path":"x.ifc","dry_run":true}`, `"path" as "file_name"`},
		{"create_beam", `{"level_id":"Ground","start":[0,1000,2500],"end":[3000,1000,2500],"dry_run":true,` +
			`"profile":{"shape":"rectangle","width":100,"height":200}}`, `"height" as "depth"`},
		{"query_elements", `{"level":"Ground","category":"walls"}`, `"walls" as "wall"`},
		{"query_elements", `{"categories":["IfcDoor","Windows"]}`, `"IfcDoor" as "door"`},
		{"clash_detection", `{"source_category":"ducts","target_category":"walls"}`, `"ducts" as "duct"`},
		{"place_component", `{"category":"diffuser","level_id":"Ground","location":[1000,1000,2700],"width":300,` +
			`"depth":300,"height":100,"dry_run":true}`, `use "air_terminal"`},
		{"measure", `{"from":"$door","to":[0,0,0]}`, `to as {"point":[0,0,0]}`},
		{"clash_detection", `{"source":"ducts","target":["wall"]}`, `source as {"categories":["ducts"]}`},
		{"clash_detection", `{"source":"$door","target":["wall"]}`, `source as {"element_ids":`},
		{"generate_schedule", `{"template":"doors"}`, `template "doors" as "door"`},
		{"create_stair", `{"base_level":"Ground","top_level":"Upper","start":[1000,1000],"toward":[5000,1000],` +
			`"width":1000,"floor_opening":false,"dry_run":true}`, `floor_opening false as "none"`},
		{"diff_revisions", `{"from_revision":1,"to_revision":3}`, `"from_revision" as "from"`},
		{"define_material", `{"name":"Red","color":"#aa4433","dry_run":true}`, `"color" as "colour"`},
		{"copy_element", `{"element_ids":["$door"],"offset":[1500,0],"dry_run":true}`, `"offset" as "delta"`},
		{"spatial_query", `{"center":[1000,1000,500],"radius":1000}`, `"center" as "point"`},
		{"place_door", `{"wall_id":"north","offset":3000,"width":900,"height":2100,"swing_direction":"left",` +
			`"dry_run":true}`, `"swing_direction" as "swing"`},
		{"create_grid", `{"axes":[{"label":"Z","start":[0,-1000],"end":[0,9000]}],"dry_run":true}`,
			`"label" as "tag"`},
		{"create_column", `{"base_level":"Ground","location":[3000,2000],"height":2500,"width":300,"depth":200,` +
			`"dry_run":true}`, `without a shape as rectangle`},
		{"create_column", `{"base_level":"Ground","location":[3000,2000],"height":2500,"diameter":300,` +
			`"dry_run":true}`, `without a shape as circle`},
		{"create_column", `{"base_level":"Ground","location":[3000,2000],"height":2500,"profile":"300 x 200",` +
			`"dry_run":true}`, `"shape":"rectangle"`},
		{"create_column", `{"base_level":"Ground","location":[3000,2000],"height":2500,"dry_run":true,` +
			`"profile":{"shape":"round","diameter":300}}`, `"round" as "circle"`},
		{"create_beam", `{"level_id":"Ground","start":[0,1000,2500],"end":[3000,1000,2500],"dry_run":true,` +
			`"width":100,"height":200}`, `"height" as "profile.depth"`},
		{"create_segment", `{"system":"pipe","path":[[500,500],[2000,500]],"level_id":"Ground","offset":2500,` +
			`"profile":"Ø50","system_name":"Cold","system_use":"cold_water","dry_run":true}`,
			`"cold_water" as "domestic_cold_water"`},
		{"create_wall", `{"level_id":"Ground","points":[[1000,0],[1000,4000]],"height":2800,"thickness":100,` +
			`"dry_run":true}`, `"points" as "start" and "end"`},
		{"query_elements", `{"filter":{"category":"door","level":"Ground"}}`, `what "filter" has as arguments`},
		{"create_grid", `{"axes":[{"name":"A","start":[0,0],"end":[0,9000]}],"dry_run":true}`, `"name" as "tag"`},
		{"create_plan", `{"level_id":"Ground","scale":"1:50","dry_run":true}`, `scale as 50`},
		{"create_elevation", `{"view":"south","dry_run":true}`, `"view" as "from"`},
		{"create_sheet", `{"views":[{"kind":"plan","level_id":"Ground"},{"kind":"elevation","direction":"south"},` +
			`{"kind":"section","start":[0,1000],"end":[5000,1000],"scale":50},{"kind":"schedule","template":"door"}],` +
			`"dry_run":true}`, `a view of kind "section" in the form of its schema`},
		{"render_view", `{"view":"top view","dry_run":true}`, `"top view" as "top"`},
		{"relationship_query", `{"element_id":"$door","relationship_type":"filled_by"}`, `"filled_by" as "fills"`},
		{"egress_analysis", `{"room_id":"$hall"}`, `"room_id" as "element_ids"`},
	} {
		e := o.call(c[0], "%s", c[1])
		if text, err := json.Marshal(e.Warnings); err != nil || !e.Success ||
			!strings.Contains(strings.ReplaceAll(string(text), `\"`, `"`), c[2]) {
			t.Errorf("%s %s: %+v %s", c[0], c[1], e.Error, text)
		}
	}
	if e := o.call("element_history", `{"element_id":"$door"}`); !strings.Contains(string(e.Data), "asked") {
		t.Errorf("the reason is lost: %s", e.Data)
	}
	e := o.call("create_wall", `{"level":"Ground","wingspan":3,"start":[0,0],"end":[1,1],"height":1}`)
	if e.Error == nil || e.Error.Code != int(state.InvalidInput) || !strings.Contains(e.Error.Message, "wingspan") {
		t.Errorf("%+v", e.Error)
	}
	o.refused(state.InvalidInput, "create_wall",
		`{"level":"Ground","level_id":"Ground","start":[0,0],"end":[1,1],"height":1}`)
}

// TestAPartOfSeveralNamesIsNone checks that a word which occurs in several values of an enumeration is refused. So is a
// single letter that is a word of one value.
func TestAPartOfSeveralNamesIsNone(t *testing.T) {
	o := newOffice(t)
	for _, c := range [][2]string{
		{"place_door", `{"wall_id":"north","offset":500,"width":900,"height":2100,"door_type":"double"}`},
		{"fire_rating_check", `{"construction_type":"A"}`},
		{"render_view", `{"view":"view"}`},
		{"create_column", `{"base_level":"Ground","location":[0,0],"height":2500,"profile":"HEA 200"}`},
		{"create_plan", `{"level_id":"Ground","scale":"half"}`},
	} {
		o.refused(state.InvalidInput, c[0], "%s", c[1])
	}
}

// TestPropertiesMayBeGivenFlat checks that properties can be given as Set.Property, and that the error for a property
// without a set shows this form.
func TestPropertiesMayBeGivenFlat(t *testing.T) {
	o := newOffice(t)
	o.ok("set_properties", `{"element_ids":["$door"],"psets":{"Pset_DoorCommon.FireRating":"EI 30",`+
		`"Pset_DoorCommon":{"IsExternal":true}}}`)
	got := o.ok("query_elements", `{"categories":["door"],"fields":["name","Pset_DoorCommon.FireRating",`+
		`"Pset_DoorCommon.IsExternal"]}`)
	if text := got.written(); !strings.Contains(text, `"EI 30",true`) || strings.Count(text, `"name"`) != 1 {
		t.Errorf("%s", text)
	}
	e := o.call("set_properties", `{"element_ids":["$door"],"psets":{"FireRating":"EI 30"}}`)
	if e.Error == nil || e.Error.Code != int(state.InvalidInput) ||
		!strings.Contains(e.Error.Message, "Pset_DoorCommon") {
		t.Errorf("%+v", e.Error)
	}
	e = o.call("modify_parameter", `{"element_id":"$door","parameter_name":"SmokeStop","value":true}`)
	if e.Error == nil || !strings.Contains(e.Error.Message, `such as "Pset_DoorCommon.SmokeStop"`) {
		t.Errorf("%+v", e.Error)
	}
}

// TestEndingsSayFormats checks that a file name without an extension gets the extension of the format. The extension
// chooses the format if the call does not.
func TestEndingsSayFormats(t *testing.T) {
	o := newOffice(t)
	for _, c := range [][3]string{
		{"create_plan", `{"level_id":"Ground","file_name":"p"}`, "p.svg"},
		{"create_plan", `{"level_id":"Ground","file_name":"q.pdf"}`, "q.pdf"},
		{"export_table", `{"template":"door","file_name":"d.csv"}`, "d.csv"},
		{"export_mesh", `{"file_name":"m.obj"}`, "m.obj"},
		{"export_ifc", `{"schema":"IFC4","file_name":"x"}`, "x.ifc"},
	} {
		if got := o.ok(c[0], "%s", c[1]).at("path").text(); !strings.HasSuffix(got, "/"+c[2]) {
			t.Errorf("%s %s: %s", c[0], c[1], got)
		}
	}
	o.refused(state.OutOfRange, "export_ifc", `{"schema":"IFC4","file_name":"x.zip"}`)
}

// TestWhatIsMeantIsWhatCanBe checks that names mean what the argument can take. If a duct has the name of its system,
// move_element moves the duct, because a system has no place. The value of the parameter profile accepts height, like
// the argument profile of a new beam.
func TestWhatIsMeantIsWhatCanBe(t *testing.T) {
	o := newOffice(t)
	o.ok("create_segment", `{"name":"Cold water","system":"pipe","level_id":"Ground","path":[[1000,9000],[4000,9000]],`+
		`"offset":1000,"profile":{"shape":"circle","diameter":54},"system_name":"Cold water",`+
		`"system_use":"domestic_cold_water"}`)
	moved := o.ok("move_element", `{"element_ids":["Cold water"],"delta":[0,100]}`)
	if got := moved.at("modified", 0, "category").text(); got != "pipe" {
		t.Errorf("%s", moved.written())
	}
	o.refused(state.InvalidInput, "delete_element", `{"element_ids":["Cold water"]}`)
	o.ok("create_beam", `{"name":"B","level_id":"Ground","start":[0,8000,2500],"end":[3000,8000,2500],`+
		`"profile":{"shape":"rectangle","width":100,"height":200}}`)
	o.ok("modify_parameter", `{"element_id":"B","parameter_name":"profile",`+
		`"value":{"shape":"rectangle","width":100,"height":300}}`)
}

// TestAWrongNameMakesNoOthersUnknown checks that a wrong name beside accepted synonyms is the only one reported.
func TestAWrongNameMakesNoOthersUnknown(t *testing.T) {
	o := newOffice(t)
	e := o.call("create_section", `{"start":[0,1000],"end":[5000,1000],"wingspan":3}`)
	if e.Error == nil || !strings.Contains(e.Error.Message, "/wingspan: unknown") ||
		strings.Contains(e.Error.Message, "/start") || strings.Contains(e.Error.Message, "/end") {
		t.Errorf("%+v", e.Error)
	}
}

// TestBriefRepliesNameNoEvents checks that batches and joins list their events only on request.
func TestBriefRepliesNameNoEvents(t *testing.T) {
	o := newOffice(t)
	o.ok("create_wall", `{"name":"part","level_id":"Ground","start":[2000,0],"end":[2000,4000],"height":2800,`+
		`"thickness":100}`)
	move := `"operations":[{"tool":"move_element","args":{"element_ids":["$door"],"delta":[10,0]}}]`
	for _, c := range [][2]string{{"apply_batch", move}, {"join_elements", `"level_id":"Ground","join_type":"auto"`},
		{"undo", `"reasoning":"a test"`}} {
		e := o.call(c[0], "%s", `{`+c[1]+`,"dry_run":true}`)
		if !e.Success || strings.Contains(string(e.Data), `"event_id"`) {
			t.Errorf("%s: %+v %s", c[0], e.Error, e.Data)
		}
		if e = o.call(c[0], "%s", `{`+c[1]+`,"dry_run":true,"detail":"full"}`); !e.Success ||
			!strings.Contains(string(e.Data), `"event_id"`) {
			t.Errorf("%s in full: %+v %s", c[0], e.Error, e.Data)
		}
	}
}

// TestColumnsGoByUsualWords checks that columns accept usual words too. The area of a room is that of room_analysis,
// and a property that occurs in only one set needs no set.
func TestColumnsGoByUsualWords(t *testing.T) {
	o := newOffice(t)
	o.ok("set_properties", `{"element_ids":["$door"],"psets":{"Pset_DoorCommon":{"FireRating":"EI 30"}}}`)
	doors := o.ok("generate_schedule", `{"category":"door","parameters":["name","FireRating","area"]}`)
	if line := doors.at("lines", 0, "cells").written(); !strings.Contains(line, `"EI 30",1.89`) {
		t.Errorf("%s", doors.written())
	}
	o.ok("define_material", `{"name":"Brick"}`)
	o.ok("define_type", `{"name":"Thick","category":"wall","thickness":365,"material":"Brick"}`)
	o.ok("create_wall",
		`{"name":"typed","level_id":"Upper","start":[0,0],"end":[4000,0],"height":2800,"type_id":"Thick"}`)
	if typed := o.ok("query_elements", `{"name":"typed","fields":["thickness"]}`).at("rows",
		0, 2).number(); typed != 365 {
		t.Errorf("a wall of a type of 365 mm is %d mm thick", typed)
	}
	rows := o.ok("query_elements", `{"categories":["room"],"fields":["area_m2","volume"]}`).at("rows", 0)
	room := o.ok("room_analysis", `{"room_id":"$hall"}`)
	if rows.at(2).written() != room.at("area_m2").written() || rows.at(3).written() != room.at("volume_m3").written() {
		t.Errorf("%s, and room_analysis tells %s", rows.written(), room.written())
	}
	o.ok("create_column",
		`{"base_level":"Ground","location":[1000,1000],"height":2000,"profile":{"shape":"I",`+
			`"width":200,"depth":190,"web_thickness":6,"flange_thickness":10}}`)
	column := o.ok("query_elements", `{"categories":["column"],"fields":["profile","depth","net_volume","length"]}`)
	if text := column.at("rows", 0).written(); !strings.Contains(text, `"i 200 x 190",190,`) ||
		!strings.HasSuffix(text, `,2]`) {
		t.Errorf("%s", text)
	}
	o.ok("set_properties", `{"element_ids":["$door"],"psets":{"Pset_Own":{"FireRating":"none"}}}`)
	for _, name := range []string{"FireRating", "Wingspan"} { // in two sets, and in none
		o.refused(state.OutOfRange, "generate_schedule", `{"category":"door","parameters":["%s"]}`, name)
	}
	o.ok("query_elements", `{"at":"main"}`)
	if n := o.ok("query_elements", `{"property":"Pset_Own.FireRating=none"}`).at("total").number(); n != 1 {
		t.Errorf("%v doors have no rating", n)
	}
	o.refused(state.InvalidInput, "query_elements", `{"property":"Pset_Own.FireRating=none","value":"none"}`)
}

// TestFindToolsSaysWhatThereIsNot checks that a search for a capability that no tool has returns the alternative.
func TestFindToolsSaysWhatThereIsNot(t *testing.T) {
	o := newOffice(t)
	for words, instead := range map[string]string{"draw a dormer": "attach",
		"elevator": "shaft", "dormer window": "place_skylight", "rooflights": "place_skylight",
		"velux": "place_skylight"} {
		if told := o.ok("find_tools", `{"words":"%s"}`, words).at("gaps").written(); !strings.Contains(told, instead) {
			t.Errorf("%s: %s", words, told)
		}
	}
	if told := o.ok("find_tools", `{"words":"carport walls"}`).written(); strings.Contains(told, `"gaps"`) {
		t.Errorf("a gap where there is none: %s", told)
	}
}

// TestFoundToolsAreShort checks that the default reply of find_tools is short.
func TestFoundToolsAreShort(t *testing.T) {
	o := newOffice(t)
	for _, words := range []string{"duct pipe system air terminal", "sheet drawing plan section pdf",
		"import an IFC file, verify it", "schedule of doors, export to Excel", "branch merge conflict tag",
		"issue_sheets", "create_sheet", "define_view", "wall", "constraint clearance", "clash"} {
		const most = 3_700 // with its envelope less than 4 kB
		if text := o.ok("find_tools", `{"words":"%s"}`, words).written(); len(text) > most {
			t.Errorf("%q: %d bytes, at most %d", words, len(text), most)
		} else {
			t.Logf("%q: %d bytes", words, len(text))
		}
	}
}
