package tools

import (
	"fmt"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// lacking returns the names of the findings of a data check.
func (o *office) lacking(args string, a ...any) []string {
	o.t.Helper()
	d := o.ok("data_completeness", args, a...)
	var names []string
	for i := range d.at("issues").len() {
		names = append(names, d.at("issues", i, "elements", 0, "name").text())
	}
	slices.Sort(names)
	return names
}

// TestRequiredDataAreAskedOfEveryCategory checks that required data are checked in every category that can have them,
// and in no other.
func TestRequiredDataAreAskedOfEveryCategory(t *testing.T) {
	o := newOffice(t)
	o.make("rail", "create_railing",
		`{"name":"Rail","level_id":"Ground","path":[[1000,1000,0],[3000,1000,0]],"height":1100}`)
	o.make("desk", "place_component",
		`{"name":"Desk","category":"furniture","level_id":"Ground","location":[3000,2000],`+
			`"width":1600,"depth":800,"height":720}`)
	for args, want := range map[string]string{
		`"required_params":["Asset.Tag"],"query":{"categories":["furniture"]}`:      "[Desk]",
		`"required_params":["Asset.Tag"],"query":{"categories":["railing","room"]}`: "[Hall Rail]",
		`"required_params":["Asset.Tag"],"element_ids":["Desk","south"]`:            "[Desk south]",
		`"required_params":["Asset.Tag"]`: "[Desk Door 1 Ground Hall " +
			"Rail Upper east north south west]",
		`"required_params":["Pset_WallCommon.FireRating"]`:                             "[east north south west]",
		`"required_params":["Pset_RailingCommon.IsExternal"]`:                          "[Rail]",
		`"required_params":["number"]`:                                                 "[]",
		`"required_params":["usage"],"query":{"level_id":"Ground"}`:                    "[Hall]",
		`"required_params":["Asset.Tag"],"query":{"name":"south"}`:                     "[south]",
		`"required_params":["Asset.Tag"],"query":{"level_id":"Upper"}`:                 "[Upper]",
		`"required_params":["name"],"query":{"level_id":"Ground"}`:                     "[]",
		`"required_params":["Asset.Tag"],"query":{"categories":["site","constraint"]}`: "[Site]",
	} {
		if got := fmt.Sprint(o.lacking("%s", `{`+args+`}`)); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
	d := o.ok("data_completeness", `{"required_params":["Asset.Tag"],"element_ids":["Desk"]}`)
	if got := d.at("issues", 0, "required").text(); got != "Asset.Tag" {
		t.Errorf("required is %q", got)
	}
	if got := d.at("verdict").text(); got != "fail" {
		t.Errorf("what is required lacks, and the verdict is %q", got)
	}
	if got := o.ok("data_completeness", `{"element_ids":["south"]}`).at("verdict").text(); got != "pass" {
		t.Errorf("what is usual lacks, and the verdict is %q", got)
	}
	o.refused(state.InvalidInput, "data_completeness", `{"element_ids":["Desk"],"query":{"level_id":"Ground"}}`)
	o.refused(state.NotFound, "data_completeness", `{"query":{"categories":["beam"]}}`)
	o.refused(state.InvalidInput, "data_completeness", `{"query":{}}`)
	for _, blank := range []string{"", " ", "Pset_WallCommon.", ".FireRating", "name ", "foo", "system"} {
		o.refused(state.InvalidInput, "data_completeness", `{"required_params":[%q]}`, blank)
	}
}

// TestAPropertysNameIsNoValue checks that a value equal to the property's name, which templates leave there, counts as
// missing. A name that only the model knows can be required.
func TestAPropertysNameIsNoValue(t *testing.T) {
	o := newOffice(t)
	for value, want := range map[string]int{"Fire Rating": 1, "FIRE_RATING": 1, "Enter fire rating": 1,
		"[Fire Rating value]": 1, "REI 60": 0, "Fire rated": 0, "none": 0} {
		o.ok("set_properties", `{"element_ids":["$south"],"psets":{"Pset_WallCommon":{"FireRating":%q}}}`, value)
		d := o.ok("data_completeness", `{"element_ids":["$south"],"required_params":["Pset_WallCommon.FireRating"]}`)
		if got := d.at("issues").len(); got != want {
			t.Errorf("with %q there are %d findings, want %d", value, got, want)
		}
	}
	o.ok("set_properties", `{"element_ids":["$south"],"psets":{"Office":{"Asset":"12"}}}`)
	o.ok("data_completeness", `{"element_ids":["$south"],"required_params":["asset"]}`)
}

// TestChecksOfRulesAreOfAQuery checks that every check of rules accepts a query, and that its record contains the
// query, not all elements found.
func TestChecksOfRulesAreOfAQuery(t *testing.T) {
	o := newOffice(t)
	o.make("narrow", "place_door", `{"name":"Narrow","wall_id":"north","offset":1000,"width":700,"height":2100}`)
	narrow := `{"standard":"ADA","rule_ids":["ADA-404.2.3"],"detail":"full","query":%s}`
	for query, want := range map[string]int{`{"categories":["door"]}`: 2,
		`{"name":"Narrow"}`: 1, `{"level_id":"Ground"}`: 2,
		`{"name":"Door 1"}`: 1} {
		if d := o.ok("accessibility_check", narrow, query); d.at("total").number() != want {
			t.Errorf("of %s: %v", query, d.value)
		}
	}
	d := o.ok("accessibility_check", narrow, `{"categories":["wall"]}`)
	if reason := d.at("not_applicable", 0, "reason").text(); reason !=
		"nothing of the kind is among the elements that are checked" {
		t.Errorf("the reason is %q", reason)
	}
	run := o.ok("get_validation_run", `{"validation_run_id":"%s"}`, d.at("validation_run_id").text())
	if run.at("parameters", "query", "categories", 0).text() != "wall" ||
		run.at("parameters", "element_ids").value != nil {
		t.Errorf("on record is %v", run.at("parameters").value)
	}
	for _, tool := range []string{"code_compliance", "fire_rating_check", "egress_analysis", "structural_check",
		"model_quality", "validate_constraints"} {
		standard := map[bool]string{true: `"standard":"IBC","severity_threshold":"info",`}[tool == "code_compliance"]
		all := o.ok(tool, `{%s"detail":"full"}`, standard)
		of := o.ok(tool, `{%s"detail":"full","query":{"level_id":"Ground"}}`, standard)
		if a, b := all.at("total").number(), of.at("total").number(); a != b {
			t.Errorf("%s: %d findings of the model, %d of its one storey", tool, a, b)
		}
		if got := o.ok(tool, `{%s"query":{"name":"Narrow"}}`, standard); got.at("total").number() >
			all.at("total").number() {
			t.Errorf("%s: %v", tool, got.value)
		}
	}
}

// TestListsOfACheckAreSets checks that an element named twice is checked once, and that the order of a list does not
// change the test: a later check in another order resolves findings.
func TestListsOfACheckAreSets(t *testing.T) {
	o := newOffice(t)
	o.make("narrow", "place_door", `{"name":"Narrow","wall_id":"north","offset":1000,"width":700,"height":2100}`)
	check := func(elements, rules string) answer {
		return o.ok("accessibility_check", `{"element_ids":%s,"rule_ids":%s,"detail":"full"}`, elements, rules)
	}
	once := check(`["Narrow","Door 1"]`, `["ADA-404.2.3","ADM2-T2a"]`)
	twice := check(`["Door 1","Narrow","Narrow"]`, `["ADM2-T2a","ADA-404.2.3","ADM2-T2a"]`)
	if a, b := once.at("total").number(), twice.at("total").number(); a == 0 || a != b {
		t.Errorf("%d findings, %d where an element is named twice", a, b)
	}
	of := func(d answer) string {
		return o.ok("get_validation_run", `{"validation_run_id":"%s"}`, d.at("validation_run_id").text()).
			at("test").text()
	}
	if of(once) != of(twice) {
		t.Error("another order is another test")
	}
	data := func(required string) answer {
		return o.ok("data_completeness", `{"element_ids":["Narrow"],"required_params":%s}`, required)
	}
	if of(data(`["name","type"]`)) != of(data(`["type","name","type"]`)) {
		t.Error("another order of required data is another test")
	}
}

// TestRoomsAreDetectedOnAllLevels checks that detect_rooms looks at all levels if the call names none.
func TestRoomsAreDetectedOnAllLevels(t *testing.T) {
	o := newOffice(t)
	for i, line := range []string{"[0,0],\"end\":[3000,0]", "[3000,0],\"end\":[3000,3000]",
		"[3000,3000],\"end\":[0,3000]",
		"[0,3000],\"end\":[0,0]"} {
		o.ok("create_wall", `{"name":"u%d","level_id":"Upper","start":%s,"height":2800,"thickness":200}`, i, line)
	}
	o.ok("join_elements", `{"element_ids":["u0","u1","u2","u3"]}`)
	d := o.ok("detect_rooms", `{"all":true}`)
	if d.at("total").number() != 2 || d.at("with_room").number() != 1 ||
		d.at("enclosed", 0, "level").text() != "Ground" || d.at("enclosed", 1, "level").text() != "Upper" {
		t.Errorf("found %v", d.value)
	}
	if d := o.ok("detect_rooms", `{}`); d.at("total").number() != 1 ||
		d.at("enclosed", 0, "level_id").text() != o.id["upper"] {
		t.Errorf("found %v", d.value)
	}
}

// TestATableIsAskedForAsAScheduleIs checks that a table can be described like a schedule or in an object of its own,
// with the same file as result.
func TestATableIsAskedForAsAScheduleIs(t *testing.T) {
	o := newOffice(t)
	flat := o.ok("export_table", `{"category":"door","parameters":["mark","width"],"format":"csv","file_name":"a.csv"}`)
	nested := o.ok("export_table", `{"schedule":{"category":"door","parameters":["mark","width"]},"format":"csv",`+
		`"file_name":"b.csv"}`)
	if flat.at("sha256").text() != nested.at("sha256").text() {
		t.Errorf("%v and %v", flat.value, nested.value)
	}
	takeoff := o.ok("export_table", `{"takeoff":{"grouping":"level"},"format":"csv","file_name":"c.csv"}`)
	for i, made := range []answer{flat, nested, takeoff} {
		recorded := []string{"schedule.generated", "schedule.generated", "artifact.exported"}[i]
		if got := made.at("events", 0, "type").text(); got != recorded {
			t.Errorf("table %d is recorded as %s, want %s", i, got, recorded)
		}
	}
	o.refused(state.InvalidInput, "export_table", `{}`)
	o.refused(state.InvalidInput, "export_table", `{"category":"door","takeoff":{}}`)
	o.refused(state.InvalidInput, "export_table", `{"category":"door","schedule":{"category":"wall"}}`)
}

// TestRequiredDataMayBeAttributesAndParameters checks that an attribute or a parameter of an element counts as given,
// however it is spelt, and is not searched in property sets. Data that only elements of other categories can have are
// not required.
func TestRequiredDataMayBeAttributesAndParameters(t *testing.T) {
	o := newOffice(t)
	o.make("rail", "create_railing",
		`{"name":"Rail","level_id":"Ground","path":[[1000,1000,0],[3000,1000,0]],"height":1100}`)
	o.ok("set_properties",
		`{"element_ids":["south"],"classification":[{"system":"Uniclass 2015","code":"EF_25_10"}]}`)
	o.ok("set_properties", `{"element_ids":["north"],"classification":[{"system":"Uniclass 2015","code":"tbd"}]}`)
	o.make("post", "create_column", `{"name":"Post","location":[2000,2000],"base_level":"Ground",`+
		`"top_level":"Upper","profile":{"shape":"rectangle","width":300,"depth":300}}`)
	walls := `"query":{"categories":["wall"]}`
	for args, want := range map[string]string{
		`"required_params":["height"],` + walls:                           "[]",
		`"required_params":["Height"],` + walls:                           "[]",
		`"required_params":["Name","LEVEL"],` + walls:                     "[]",
		`"required_params":["NetVolume","length"],` + walls:               "[]",
		`"required_params":["height","start"]`:                            "[]",
		`"required_params":["classification"],` + walls:                   "[east north west]",
		`"required_params":["level"],"query":{"categories":["door"]}`:     "[]",
		`"required_params":["swing"],` + walls:                            "[]",
		`"required_params":["sill_height"]`:                               "[]",
		`"required_params":["FireRating"],` + walls:                       "[east north south west]",
		`"required_params":["Number"],` + walls:                           "[]",
		`"required_params":["path"],"query":{"categories":["railing"]}`:   "[]",
		`"required_params":["height"],"query":{"categories":["railing"]}`: "[]",
	} {
		if got := fmt.Sprint(o.lacking("%s", `{`+args+`}`)); got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
	d := o.ok("data_completeness", `{"required_params":["swing"],"element_ids":["south"]}`)
	if got := d.at("verdict").text(); got != "nothing_checked" {
		t.Errorf("a wall has no swing, and the verdict is %q", got)
	}
}

// TestPlaceholdersAreNotGiven checks that placeholder texts count as missing, however they are written.
func TestPlaceholdersAreNotGiven(t *testing.T) {
	o := newOffice(t)
	for value, given := range map[string]bool{
		"": false, "?": false, "???": false, "t.b.d.": false, "T.B.D": false, "tbd": false, "TBD.": false,
		"t.b.c.": false, "not applicable": false, "Not Applicable": false, "not available": false, "N.A.": false,
		"n/a": false, "N / A": false, "-": false, "–": false, "—": false, "---": false, "_": false, "...": false,
		"…": false, "XXX": false, "to be determined": false, "To be confirmed": false, "not defined": false,
		"not specified": false, "undefined": false, "unknown": false, "<unnamed>": false, "Nicht definiert": false,
		"unbekannt": false, "*": false, "$": false, ".": false, "(tbd)": false, "[TBD]": false, "#N/A": false,
		"NULL": false, "EI 30": true, "0": true, "X": true, "no": true, "A": true, "-/60/60": true,
		"tbd by supplier": true, "NA 5": true, "XX-01": true, "XX": true, "none": true, "✓": true, "+": true,
		"1": true, "Unknown Pleasures": true,
	} {
		o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"Asset.Tag","value":%q}`, value)
		lacking := o.lacking(`{"required_params":["Asset.Tag"],"element_ids":["$south"]}`)
		if (len(lacking) == 0) != given {
			t.Errorf("%q: given is %v, want %v", value, !given, given)
		}
	}
}
