package tools

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// newProject returns an office with a second model, of its structure: a column in the hall, and one that stands in its
// south wall.
func newProject(t *testing.T) *office {
	t.Helper()
	o := newOffice(t)
	o.make("structure", "create_model", `{"name":"Frame of the office"}`)
	o.make("base", "create_level", `{"model_id":"$structure","name":"Ground","elevation":0}`)
	o.make("top", "create_level", `{"model_id":"$structure","name":"Upper","elevation":3040}`)
	o.make("inside", "create_column", `{"model_id":"$structure","level_id":"$base","location":[3000,2500],
		"height":2800,"profile":{"shape":"rectangle","width":300,"depth":300},"name":"C1"}`)
	o.make("clashing", "create_column", `{"model_id":"$structure","level_id":"$base","location":[3000,0],
		"height":2800,"profile":{"shape":"rectangle","width":300,"depth":300},"name":"C2"}`)
	o.make("link", "link_model", `{"model_id":"$model","linked_model":"Frame of the office","name":"STR",
		"discipline":"structure"}`)
	return o
}

func TestQuestionsAcrossLinkedModels(t *testing.T) {
	o := newProject(t)
	link := o.ok("list_links", `{"model_id":"$model"}`).at("links", 0)
	if link.at("loaded").value != true || link.at("linked_model").text() != "Frame of the office" ||
		link.at("findings", 0, "code").text() != "STOREYS_APART" {
		t.Errorf("the link is %v", link.value)
	}
	alone := o.ok("query_elements", `{"model_id":"$model"}`).at("total").number()
	list := o.ok("query_elements", `{"model_id":"$model","models":["own","STR"],"categories":["column","wall"]}`)
	models := map[string]string{}
	for i := range list.at("elements").len() {
		e := list.at("elements", i)
		models[e.at("name").text()] = e.at("model").text()
	}
	if len(models) != 6 || models["C1"] != "STR" || models["south"] != "" {
		t.Errorf("elements are of models %v", models)
	}
	if n := o.ok("query_elements", `{"model_id":"$model","models":["structure"],"categories":["column","wall"]}`).
		at("total").number(); n != 2 {
		t.Errorf("%v elements of the structure alone, want 2", n)
	}
	if n := o.ok("query_elements", `{"model_id":"$model"}`).at("total").number(); n != alone {
		t.Error("a question about the model alone tells of others")
	}
	if c := o.ok("get_element", `{"model_id":"$model","models":["all"],"element_id":"C1"}`); c.at(
		"model").text() != "STR" ||
		c.at("level_id").text() != o.id["ground"] {
		t.Errorf("C1 is %v", c.value)
	}
	clash := o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`)
	if clash.at("total").number() != 1 {
		t.Fatalf("clashes: %v", clash.value)
	}
	var of []string
	for i := range 2 {
		of = append(of, clash.at("clashes", 0, "elements", i, "name").text()+"/"+
			clash.at("clashes", 0, "elements", i).at("model").text())
	}
	if slices.Sort(of); !slices.Equal(of, []string{"C2/STR", "south/"}) {
		t.Errorf("the clash is of %v", of)
	}
	if n := o.ok("clash_detection", `{"model_id":"$model"}`).at("total").number(); n != 0 {
		t.Errorf("%v clashes of the model alone", n)
	}
	key := clash.at("clashes", 0, "key").text()
	again := o.ok("clash_detection", `{"model_id":"$model","models":["STR","own"]}`)
	if again.at("clashes", 0, "key").text() != key || again.at("clashes", 0, "status").text() != "active" {
		t.Errorf("after a check of the model alone the clash is %v", again.at("clashes", 0).value)
	}
	matrix := o.ok("clash_detection", `{"model_id":"$model","models":["all"],"group_by":"discipline"}`)
	if matrix.at("groups", 0, "group").text() != "own + structure" || matrix.at("groups", 0, "clashes").number() != 1 {
		t.Errorf("the matrix is %v", matrix.at("groups").value)
	}
	for sets, want := range map[string]int{`"source":{"models":["own"]},"target":{"models":["structure"]}`: 1,
		`"source":{"models":["STR"]},"target":{"models":["STR"]}`: 0} {
		n := o.ok("clash_detection", `{"model_id":"$model","models":["all"],%s}`, sets).at("total").number()
		if n != want {
			t.Errorf("%s: %d clashes, want %d", sets, n, want)
		}
	}
	o.refused(state.NotFound, "clash_detection", `{"model_id":"$model","source":{"models":["STR"]}}`)
	box := o.ok("spatial_query", `{"model_id":"$model","models":["all"],
		"bounds":{"min":[2900,2400,0],"max":[3100,2600,1000]},"categories":["column"]}`)
	if box.at("hits", 0, "element_id").text() != o.id["inside"] || box.at("hits", 0).at("model").text() != "STR" {
		t.Errorf("found %v", box.value)
	}
	if n := o.ok("generate_schedule", `{"model_id":"$model","models":["all"],"category":"column",
		"parameters":["name","model"]}`); !strings.Contains(textOf(n.value), "STR") {
		t.Errorf("the schedule of columns is %v", n.value)
	}
	room := o.ok("room_analysis", `{"model_id":"$model","models":["all"],"room_id":"hall"}`)
	if c := room.at("contents", 0); room.at("contents").len() != 1 || c.at("model").text() != "STR" ||
		c.at("category").text() != "column" || c.at("count").number() != 1 {
		t.Errorf("in the hall stands %v", room.at("contents").value)
	}
	if n := o.ok("room_analysis", `{"model_id":"$model","room_id":"hall"}`).at("contents").len(); n != 0 {
		t.Errorf("%v kinds of elements in the hall of the model alone", n)
	}
	over := o.ok("model_overview", `{"model_id":"$model","models":["all"],"include_state_hash":true}`)
	if part := over.at("models", 0); part.at("model").text() != "STR" || part.at("elements").number() < 2 ||
		over.at("totals", "elements").number() != alone+part.at("elements").number() {
		t.Errorf("the overview of all is %v", over.value)
	}
	if over.at("state_hash").text() != o.ok("model_overview",
		`{"model_id":"$model","include_state_hash":true}`).at("state_hash").text() {
		t.Error("the state hash of the model is another one when it is asked about with what it links")
	}
	completeness := o.ok("data_completeness", `{"model_id":"$model","models":["all"],"required_params":["type"]}`)
	if !strings.Contains(textOf(completeness.value), o.id["inside"]) {
		t.Errorf("completeness tells nothing of C1: %v", completeness.value)
	}
	// The linked model changes before the second check.
	o.ok("move_element", `{"model_id":"$structure","element_ids":["$clashing"],"delta":[0,1500,0]}`)
	if n := o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`).at("total").number(); n != 0 {
		t.Errorf("%v clashes once the column is moved in its own model", n)
	}
}

// message returns the message of a call that must be refused as NOT_FOUND.
func (o *office) message(tool, arguments string) string {
	o.t.Helper()
	e := o.call(tool, "%s", arguments)
	if e.Success || e.Error.Code != int(state.NotFound) {
		o.t.Fatalf("%s: want NOT_FOUND, got %+v", tool, e.Error)
	}
	return e.Error.Message
}

// TestFilesAndChecksAcrossLinkedModels checks that every tool with the argument models works, and that its files
// contain the linked elements.
func TestFilesAndChecksAcrossLinkedModels(t *testing.T) {
	o := newProject(t)
	for _, call := range []struct{ tool, arguments string }{
		{"level_elements", `"level_id":"Ground"`},
		{"relationship_query", `"element_id":"hall","relationship_type":"any"`},
		{"bounding_analysis", `"element_id":"C2"`},
		{"adjacency_matrix", `"level_id":"Ground"`},
		{"detect_rooms", `"all":true`},
		{"circulation_check", `"level_id":"Ground","start":[1000,2000],"end":[5000,2000]`},
		{"measure", `"from":{"element_id":"C1"},"to":{"element_id":"south"}`},
		{"code_compliance", `"standard":"IBC","severity_threshold":"info"`},
		{"structural_check", `"severity_threshold":"info"`},
		{"quantity_takeoff", `"grouping":"level"`},
		{"create_plan", `"level_id":"Ground"`},
		{"create_section", `"cut_plane":{"name":"A","start":[3000,-1000],"end":[3000,5000]}`},
		{"create_elevation", `"from":"south"`},
		{"render_view", `"width":100,"height":100`},
		{"export_mesh", `"format":"obj"`},
		{"export_table", `"category":"column","parameters":["name","model"],"format":"csv"`},
	} {
		e := o.call(call.tool, `{"model_id":"$model","models":["all"],%s}`, call.arguments)
		if !e.Success {
			t.Errorf("%s: %s %s %v", call.tool, e.Error.Name, e.Error.Message, e.Error.Data)
		}
	}
	for ending, want := range map[string]string{"*.obj": "C1", "*.csv": "STR"} {
		found, err := filepath.Glob(filepath.Join(o.out, ending))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %v %v", ending, found, err)
		}
		if !strings.Contains(o.readText(found[0]), want) {
			t.Errorf("%s does not hold %s", found[0], want)
		}
	}
	o.refused(state.InvalidInput, "create_plan",
		`{"model_id":"$model","models":["all"],"level_id":"Ground","since":"3"}`)
	o.writeText(filepath.Join(o.out, "house.ids"), o.readText("../../testdata/ids/house.ids"))
	applicable := func(models string) (n int) {
		report := o.ok("check_ids", `{"model_id":"$model","ids":"house.ids","models":["%s"]}`, models)
		for i := range report.at("specifications").len() {
			n += report.at("specifications", i, "applicable").number()
		}
		return n
	}
	if alone, all := applicable("own"), applicable("all"); all < alone {
		t.Errorf("the document applies to %d elements of the model and %d of all", alone, all)
	}
	run := o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`).at("validation_run_id").text()
	topics := o.topics(o.ok("export_bcf", `{"model_id":"$model","validation_run_id":"%s"}`, run))
	if len(topics.Topics) != 1 {
		t.Errorf("%d topics, want that of the clash", len(topics.Topics))
	} else if files := topics.Topics[0].Files; len(files) != 2 || files[0].IfcProject == files[1].IfcProject {
		t.Errorf("the header names %+v, want both models", files)
	}
}

func TestLinkedElementsAreChangedInTheirModel(t *testing.T) {
	o := newProject(t)
	before := o.ok("model_overview", `{"model_id":"$structure","include_state_hash":true}`).at("state_hash").text()
	for tool, arguments := range map[string]string{
		"move_element":     `{"model_id":"$model","element_ids":["$inside"],"delta":[10,0,0]}`,
		"modify_parameter": `{"model_id":"$model","element_id":"$inside","parameter_name":"height","value":2500}`,
		"delete_element":   `{"model_id":"$model","element_ids":["$inside"]}`,
	} {
		message := o.message(tool, arguments)
		if !strings.Contains(message, "Frame of the office") || !strings.Contains(message, "add_task") {
			t.Errorf("%s says %q", tool, message)
		}
		task := o.refused(state.NotFound, tool, "%s", arguments).at("task")
		made := o.ok(task.at("tool").text(), "%s", textOf(task.at("arguments").value))
		task = o.ok("get_task", `{"model_id":"$structure","task_id":"%s"}`, made.at("task_id").text())
		if text := textOf(task.value); !strings.Contains(text, o.id["inside"]) || !strings.Contains(text, tool) {
			t.Errorf("the task that %s proposes is %s", tool, text)
		}
	}
	message := o.message("get_element", `{"model_id":"$model","element_id":"$inside"}`)
	if !strings.Contains(message, `models "STR"`) {
		t.Errorf("get_element says %q", message)
	}
	if o.ok("model_overview", `{"model_id":"$structure","include_state_hash":true}`).at("state_hash").text() != before {
		t.Error("a refused change reached the linked model")
	}
}

// TestLinksOfADay checks that a query about a past day uses the links of that day, with live links in their state then.
func TestLinksOfADay(t *testing.T) {
	o := newProject(t)
	linked := o.ok("model_overview", `{"model_id":"$model"}`).at("revision").number()
	o.ok("move_element", `{"model_id":"$structure","element_ids":["$clashing"],"delta":[0,1500,0]}`)
	o.ok("unlink_model", `{"model_id":"$model","link":"STR"}`)
	if n := o.ok("list_links", `{"model_id":"$model"}`).at("links").len(); n != 0 {
		t.Errorf("%d links after the last one was ended", n)
	}
	if n := o.ok("list_links", `{"model_id":"$model","at":"%v"}`, linked).at("links").len(); n != 1 {
		t.Errorf("%d links at revision %v, want one", n, linked)
	}
	if n := o.ok("clash_detection", `{"model_id":"$model","at":"%v","models":["all"]}`, linked).at("total").
		number(); n != 1 {
		t.Errorf("%v clashes at revision %v, want the one of that day", n, linked)
	}
	o.refused(state.NotFound, "query_elements", `{"model_id":"$model","models":["STR"]}`)
	o.ok("undo", `{"model_id":"$model"}`)
	if link := o.ok("list_links", `{"model_id":"$model"}`).at("links", 0, "link_id").text(); link == "" {
		t.Error("undo does not bring the link back")
	}
	o.ok("undo", `{"model_id":"$model"}`)
	// a branch may link another state
	o.ok("tag_revision", `{"model_id":"$structure","name":"Issue 1"}`)
	o.ok("delete_element", `{"model_id":"$structure","element_ids":["$clashing","$inside"]}`)
	o.ok("create_branch", `{"model_id":"$model","name":"old"}`)
	o.ok("link_model", `{"model_id":"$model","branch":"old","linked_model":"$structure","state":"Issue 1",
		"name":"Then"}`)
	if n := o.ok("query_elements", `{"model_id":"$model","branch":"old","models":["then"],"categories":["column"]}`).
		at("total").number(); n != 2 {
		t.Errorf("%v columns at the tag, want 2", n)
	}
	o.ok("update_link", `{"model_id":"$model","branch":"old","link":"Then","state":"live"}`)
	if n := o.ok("query_elements", `{"model_id":"$model","branch":"old","models":["then"],"categories":["column"]}`).
		at("total").number(); n != 0 {
		t.Errorf("%v columns now, want none", n)
	}
	o.refused(state.NotFound, "update_link", `{"model_id":"$model","branch":"old","link":"Then","state":"Issue 9"}`)
	o.refused(state.NotFound, "link_model", `{"model_id":"$model","linked_model":"$structure","state":"delivery"}`)
}

// TestALinkTellsNothingOfAModelThatMayNotBeRead checks that a caller who may read the model and not a linked one learns
// that there is a link, and nothing else: not by a list, a count, an error, a name, a check or a file.
func TestALinkTellsNothingOfAModelThatMayNotBeRead(t *testing.T) {
	o := newProject(t)
	run := o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`).at("validation_run_id").text()
	made := o.ok("export_table", `{"model_id":"$model","models":["all"],"category":"column","parameters":["name"]}`)
	o.ok("export_coordination_report", `{"model_id":"$model"}`)
	o.ok("export_table", `{"model_id":"$model","category":"wall","parameters":["name"]}`)
	o.ok("share_model", `{"model_id":"$model","user":"bo","access":"edit"}`)
	o.open(person("bo"))
	if n := o.ok("list_artifacts", `{"model_id":"$model"}`).at("total").number(); n != 1 {
		t.Errorf("%d files are told of, want the one of the model alone", n)
	}
	o.refused(state.NotFound, "get_artifact", `{"model_id":"$model","artifact_id":"%s"}`,
		made.at("events", 0, "event_id").text())
	o.refused(state.IllegalState, "export_coordination_report", `{"model_id":"$model"}`)
	o.refused(state.NotFound, "export_coordination_report", `{"model_id":"$model","validation_run_id":"%s"}`, run)
	said := ""
	for _, call := range []struct{ tool, arguments string }{
		{"list_links", `{"model_id":"$model"}`},
		{"query_elements", `{"model_id":"$model","models":["all"],"limit":500}`},
		{"model_overview", `{"model_id":"$model"}`},
		{"clash_detection", `{"model_id":"$model","models":["all"]}`},
		{"generate_schedule", `{"model_id":"$model","models":["all"],"category":"column","parameters":["name"]}`},
		{"quantity_takeoff", `{"model_id":"$model","models":["all"]}`},
		{"data_completeness", `{"model_id":"$model","models":["all"]}`},
		{"list_events", `{"model_id":"$model","detailed":true,"limit":500}`},
		{"list_audit", `{}`},
		{"list_approvals", `{"model_id":"$model"}`},
		{"undo", `{"model_id":"$model","dry_run":true}`},
		{"list_models", `{}`},
		{"list_validation_runs", `{"model_id":"$model"}`},
		{"diff_revisions", `{"model_id":"$model","from":"0","to":"1000000"}`},
		{"render_view", `{"model_id":"$model","models":["all"]}`},
		{"create_plan", `{"model_id":"$model","models":["all"],"level_id":"Ground"}`},
		{"export_mesh", `{"model_id":"$model","models":["all"],"format":"obj"}`},
		{"query_elements", `{"model_id":"$model","models":["STR"]}`},
		{"query_elements", `{"model_id":"$model","models":["structure"]}`},
		{"query_elements", `{"model_id":"$model","models":["no such"]}`},
		{"get_element", `{"model_id":"$model","models":["all"],"element_id":"$inside"}`},
		{"move_element", `{"model_id":"$model","element_ids":["$inside"],"delta":[1,0,0]}`},
		{"update_link", `{"model_id":"$model","link":"STR","state":"live"}`},
		{"link_model", `{"model_id":"$model","linked_model":"$structure"}`},
		{"get_validation_run", `{"model_id":"$model","validation_run_id":"` + run + `"}`},
		{"export_bcf", `{"model_id":"$model","validation_run_id":"` + run + `"}`},
	} {
		e := o.call(call.tool, "%s", call.arguments)
		text := textOf(e)
		for what, secret := range map[string]string{"name": "Frame of the office", "discipline": `"structure"`,
			"elements": "C1", "an element": "C2"} {
			asked := strings.Contains(call.arguments, strings.Trim(secret, `"`))
			if strings.Contains(text, secret) && !asked {
				t.Errorf("%s %s tells the %s: %s", call.tool, call.arguments, what, text)
			}
		}
		said += text
	}
	if strings.Contains(said, "STR\"") && strings.Contains(said, `"name":"STR"`) {
		t.Error("the name of the link is told")
	}
	link := o.ok("list_links", `{"model_id":"$model"}`).at("links", 0).value.(map[string]any)
	if len(link) != 3 || link["loaded"] != false {
		t.Errorf("of the link is told %v", link)
	}
	err := filepath.WalkDir(o.out, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, secret := range []string{"Frame of the office", "C1", "C2", o.id["inside"]} {
			if strings.Contains(string(text), secret) && filepath.Ext(path) != ".png" {
				t.Errorf("%s tells %s", filepath.Base(path), secret)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := textOf(o.refused(state.NotFound, "query_elements", `{"model_id":"$model","models":["no such"]}`).value)
	got := textOf(o.refused(state.NotFound, "query_elements", `{"model_id":"$model","models":["STR"]}`).value)
	if strings.ReplaceAll(got, "STR", "no such") != want {
		t.Errorf("a link that may not be known is refused as %s, none as %s", got, want)
	}
	// once it is shared it is visible
	o.open(mcp.LocalHuman())
	o.ok("share_model", `{"model_id":"$structure","user":"bo","access":"read"}`)
	o.open(person("bo"))
	if n := o.ok("list_artifacts", `{"model_id":"$model"}`).at("total").number(); n < 4 {
		t.Errorf("%d files are told of once the linked model is shared", n)
	}
	if n := o.ok("clash_detection", `{"model_id":"$model","models":["all"]}`).at("total").number(); n != 1 {
		t.Errorf("%v clashes once the linked model is shared", n)
	}
}

// TestABoundedReaderIsToldOfNoLinkedModel checks that a caller who may read only a part of the models sees no linked
// model.
func TestABoundedReaderIsToldOfNoLinkedModel(t *testing.T) {
	o := newProject(t)
	p := person("local")
	p.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: {Categories: []string{"wall", "column"}}}
	o.open(p)
	text := textOf(o.ok("query_elements", `{"model_id":"$model","models":["all"]}`).value)
	if strings.Contains(text, "C1") || strings.Contains(text, "STR") {
		t.Errorf("told %s", text)
	}
}

// textOf returns a value as JSON.
func textOf(v any) string { return string(app.MustEncode(v)) }
