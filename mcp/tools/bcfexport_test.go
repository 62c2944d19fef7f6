package tools

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/render"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/bcf"
)

// topics reads the BCF file that a reply names.
func (o *office) topics(d answer) *bcf.Archive {
	o.t.Helper()
	data, err := os.ReadFile(d.at("path").text())
	if err != nil {
		o.t.Fatal(err)
	}
	a, faults, err := bcf.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(faults) > 0 {
		o.t.Fatalf("%v, %v", err, faults)
	}
	return a
}

// TestAClashBecomesATopic checks that a clash becomes a topic whose camera looks at the place of the overlap, from
// where both elements are visible.
func TestAClashBecomesATopic(t *testing.T) {
	o := roofed(t)
	o.setHeight("south", 3000)
	run := o.ok("clash_detection", `{}`)
	_, key := o.one(run)
	o.ok("update_finding", `{"keys":["%s"],"status":"reviewed","reasoning":"ask the engineer"}`, key)
	for _, version := range []bcf.Version{bcf.V21, bcf.V30} {
		d := o.ok("export_bcf", `{"validation_run_id":"%s","version":"%s"}`,
			run.at("validation_run_id").text(), version)
		a := o.topics(d)
		if len(a.Topics) != 1 || a.Version != version || d.at("findings").number() != 1 ||
			d.at("events", 0, "type").text() != "artifact.exported" {
			t.Fatalf("%s: %v", version, d.value)
		}
		topic := a.Topics[0]
		if topic.Type != "Clash" || topic.Status != "In Progress" || !strings.Contains(topic.Title, "hard clash") ||
			topic.GUID != d.at("topics", 0, "guid").text() {
			t.Errorf("topic %+v", topic)
		}
		if len(topic.Comments) != 2 || !strings.Contains(topic.Comments[0].Text, "overlap 0.24 m3") ||
			!strings.Contains(topic.Comments[1].Text, "ask the engineer") {
			t.Errorf("comments %+v", topic.Comments)
		}
		o.checkSight(topic, "south", "slab")
	}
}

// checkSight checks the only viewpoint of a topic. It must select and colour elements, have the place of the overlap in
// the middle, and have a picture.
func (o *office) checkSight(topic bcf.Topic, elements ...string) {
	o.t.Helper()
	v := topic.Viewpoints[0]
	selected := map[string]bool{}
	for _, c := range v.Selection {
		selected[c.IfcGUID] = true
	}
	for _, name := range elements {
		if !selected[ifc.GlobalID(state.ID(o.id[name]))] {
			o.t.Errorf("%s is not selected: %v", name, v.Selection)
		}
	}
	if len(v.Selection) != len(elements) || len(v.Colouring) != len(elements) || !v.Visibility.Default ||
		len(v.Snapshot) == 0 || topic.Comments[0].Viewpoint != v.GUID {
		o.t.Errorf("viewpoint %+v", v)
	}
	place := render.Vector{X: 3, Y: 0, Z: 2.9} // metres; see TestAClashLivesFromRunToRun
	way := place.Sub(render.Vector(v.Camera.Eye))
	if cosine := way.Unit().Dot(render.Vector(v.Camera.Direction)); cosine < 0.999 {
		o.t.Errorf("the camera looks past the place: %+v", v.Camera)
	}
}

// TestTopicsStay checks that exporting the same run again gives the same bytes, and that another run with the same
// findings gives the same topics. Settled findings are left out.
func TestTopicsStay(t *testing.T) {
	o := roofed(t)
	o.setHeight("south", 3000)
	first := o.ok("clash_detection", `{}`)
	_, key := o.one(first)
	export := func(run answer, more string) answer {
		return o.ok("export_bcf", `{"validation_run_id":"%s"%s}`, run.at("validation_run_id").text(), more)
	}
	before, again := export(first, ""), export(first, `,"file_name":"again.bcf"`)
	if before.at("sha256").text() != again.at("sha256").text() {
		t.Error("the same call gave other bytes")
	}
	o.setHeight("north", 3000)
	second := export(o.ok("clash_detection", `{}`), "")
	if second.at("topics_total").number() != 2 {
		t.Fatalf("two clashes: %v", second.value)
	}
	guids := second.at("topics", 0, "guid").text() + second.at("topics", 1, "guid").text()
	if !strings.Contains(guids, before.at("topics", 0, "guid").text()) {
		t.Error("the topic has another GUID")
	}
	o.ok("update_finding", `{"keys":["%s"],"status":"approved","reasoning":"as meant"}`, key)
	run := o.ok("clash_detection", `{}`)
	for more, want := range map[string]int{"": 1, `,"statuses":["approved"]`: 1, `,"keys":["` + key + `"]`: 1,
		`,"statuses":["resolved"]`: 0, `,"statuses":["new","active","approved"]`: 2,
		`,"statuses":["new","active","approved"],"group_by":"rule"`:    1,
		`,"statuses":["new","active","approved"],"group_by":"element"`: 1,
		`,"statuses":["new","active","approved"],"group_by":"level"`:   1,
		`,"statuses":["new","active","approved"],"max_topics":1`:       1} {
		if n := export(run, more).at("topics_total").number(); n != want {
			t.Errorf("%s: %d topics, want %d", more, n, want)
		}
	}
	grouped := o.topics(export(run, `,"statuses":["new","active","approved"],"group_by":"rule"`)).Topics[0]
	if len(grouped.Viewpoints) != 2 || grouped.Comments[0].Viewpoint == grouped.Comments[1].Viewpoint {
		t.Errorf("grouped: %+v", grouped)
	}
}

// TestRulesAndIssuesBecomeTopics checks that a finding of a rule and an issue that the caller gives also become topics.
func TestRulesAndIssuesBecomeTopics(t *testing.T) {
	o := roofed(t)
	run := o.ok("data_completeness", `{"required_params":["Pset_WallCommon.FireRating"]}`)
	d := o.ok("export_bcf", `{"validation_run_id":"%s","max_topics":3,"no_snapshots":true}`,
		run.at("validation_run_id").text())
	for _, topic := range o.topics(d).Topics {
		if len(topic.Viewpoints) != 1 || topic.Viewpoints[0].Snapshot != nil ||
			topic.Description == "" || topic.Type == "Clash" {
			t.Errorf("topic %+v", topic)
		}
	}
	if d.at("topics_total").number() == 0 {
		t.Error("no topics of a check of rules")
	}
	issues := o.topics(o.ok(
		"export_bcf",
		`{"issues":[{"title":"Move this","element_ids":["$south"],"location":[3000,0,1000],"type":"Request","urgency":"Low","assigned_to":"bo"},{"title":"No place"},{"title":"Here","location":[3000,2000,1000]}]}`,
	))
	if len(issues.Topics) != 3 {
		t.Fatalf("%+v", issues.Topics)
	}
	for _, topic := range issues.Topics {
		if placed := topic.Title != "No place"; placed != (len(topic.Viewpoints) == 1) ||
			placed && len(topic.Viewpoints[0].Snapshot) < 1000 ||
			topic.Title == "Move this" && (topic.AssignedTo != "bo" || topic.Type != "Request") {
			t.Errorf("issue %+v", topic)
		}
	}
}

func TestBCFThatCannotBe(t *testing.T) {
	o := roofed(t)
	run := o.ok("clash_detection", `{}`).at("validation_run_id").text()
	for _, c := range []struct {
		code      state.Code
		arguments string
	}{
		{state.InvalidInput, `{}`},
		{state.InvalidInput, `{"validation_run_id":"` + run + `","issues":[{"title":"x"}]}`},
		{state.InvalidInput, `{"issues":[{"title":"x"},{"title":"x"}]}`},
		{state.NotFound, `{"validation_run_id":"nobody"}`},
		{state.BranchMismatch, `{"validation_run_id":"` + run + `","branch":"other"}`},
		{state.OutOfRange, `{"validation_run_id":"` + run + `","at":1}`},
		{state.NotFound, `{"validation_run_id":"` + run + `","keys":["nothing"]}`},
		{state.NotFound, `{"issues":[{"title":"x","element_ids":["nobody"]}]}`},
		{state.OutOfModelBounds, `{"issues":[{"title":"x","location":[99999999,0,0]}]}`},
		{state.OutOfRange, `{"validation_run_id":"` + run + `","max_topics":0}`},
		{state.OutOfRange, `{"validation_run_id":"` + run + `","file_name":"x.zip"}`},
		{state.PathNotAllowed, `{"validation_run_id":"` + run + `","file_name":"../x.bcf"}`},
	} {
		o.refused(c.code, "export_bcf", "%s", c.arguments)
	}
}

// TestViewpointsOfAMovedBuilding checks the viewpoints of a building that an import moved. Exported viewpoints are in
// the coordinates of the file, and imported ones are converted into the coordinates of the model.
func TestViewpointsOfAMovedBuilding(t *testing.T) {
	o := roofed(t)
	o.setHeight("south", 3000)
	run := o.ok("clash_detection", `{}`)
	camera := func() bcf.Point {
		d := o.ok("export_bcf", `{"validation_run_id":"%s"}`, run.at("validation_run_id").text())
		return o.topics(d).Topics[0].Viewpoints[0].Camera.Eye
	}
	near := camera()
	site := o.ok("query_elements", `{"model_id":"$model","categories":["site"]}`).at("elements", 0, "element_id").text()
	o.ok("modify_parameter", `{"element_id":"%s","parameter_name":"offset_x","value":312000000}`, site)
	o.ok("modify_parameter", `{"element_id":"%s","parameter_name":"offset_y","value":5996000000}`, site)
	run = o.ok("clash_detection", `{}`)
	far := camera()
	const slack = 1e-3 // metres
	if math.Abs(far.X-near.X-312000) > slack || math.Abs(far.Y-near.Y-5996000) > slack || far.Z != near.Z {
		t.Errorf("the camera was at %v, is at %v", near, far)
	}
}

// TestTheCameraOfATaskLooksAtIt checks that the camera of a task looks at the task's elements, which lie far from the
// model's origin.
func TestTheCameraOfATaskLooksAtIt(t *testing.T) {
	o := newOffice(t)
	far := o.ok("create_column", `{"base_level":"Ground","location":[90000,40000],"height":3000,`+
		`"profile":{"shape":"circle","diameter":300}}`).at("element_id").text()
	o.ok("add_task", `{"title":"Look","element_ids":["%s"]}`, far)
	topics := o.topics(o.ok("export_bcf", `{"all_tasks":true}`)).Topics
	if len(topics) != 1 || len(topics[0].Viewpoints) != 1 {
		t.Fatalf("%+v", topics)
	}
	camera := topics[0].Viewpoints[0].Camera
	way := render.Vector{X: 90, Y: 40, Z: 1.5}.Sub(render.Vector(camera.Eye))
	if way.Length() > 30 || way.Unit().Dot(render.Vector(camera.Direction)) < 0.999 {
		t.Errorf("the camera is at %v and looks to %v", camera.Eye, camera.Direction)
	}
}
