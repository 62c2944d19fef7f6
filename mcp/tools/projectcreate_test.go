package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/xuri/excelize/v2"
)

// newProjectFiles is an office with the files of two disciplines in the folder of its exports: the building, and a frame
// with a column in its south wall.
func newProjectFiles(t *testing.T) *office {
	t.Helper()
	o := newProject(t)
	o.make("lone", "create_model", `{"name":"Nothing else"}`)
	o.ok("export_ifc", `{"model_id":"$model","schema":"IFC4","file_name":"P1-ARC-week-1.ifc"}`)
	o.ok("export_ifc", `{"model_id":"$structure","schema":"IFC4","file_name":"P1-STR-week-1.ifc"}`)
	return o
}

func TestCreateProject(t *testing.T) {
	o := newProjectFiles(t)
	models := o.ok("list_models", `{}`).at("total").number()
	shown := o.ok("create_project", `{"name":"Campus","folder":".","dry_run":true}`)
	if n := o.ok("list_models", `{}`).at("total").number(); n != models {
		t.Fatalf("a dry run made %d models", n-models)
	}
	made := o.ok("create_project", `{"name":"Campus","folder":"."}`)
	for _, p := range []answer{shown, made} {
		arc, str := p.at("models", 0), p.at("models", 1)
		if p.at("models").len() != 2 || arc.at("name").text() != "P1-ARC-week-1" ||
			arc.at("discipline").text() != "architecture" || str.at("discipline").text() != "structure" {
			t.Errorf("the models are %v", p.at("models").value)
		}
		if p.at("clashes").number() != 1 || p.at("pairs", 0, "a").text() != "architecture" ||
			p.at("pairs", 0, "b").text() != "structure" || p.at("pairs", 0, "new").number() != 1 {
			t.Errorf("the first check found %v, pairs %v", p.at("clashes").value, p.at("pairs").value)
		}
		if p.at("storeys").len() != 2 || p.at("storeys", 1, "elevation").number() != 3000 {
			t.Errorf("the storeys are %v", p.at("storeys").value)
		}
		if str.at("findings", 0, "code").text() != "STOREYS_APART" {
			t.Errorf("the structure stands to the project so: %v", str.value)
		}
	}
	o.id["project"] = made.at("model_id").text()
	links := o.ok("list_links", `{"model_id":"$project"}`)
	for i := range 2 {
		if l := links.at("links", i); l.at("loaded").value != true || l.at("state").text() != "delivery" {
			t.Errorf("link %d is %v", i, l.value)
		}
	}
	again := o.ok("clash_detection", `{"model_id":"$project","models":["all"],"group_by":"discipline"}`)
	if again.at("total").number() != 1 || again.at("clashes", 0, "status").text() != "active" {
		t.Errorf("the same check again: %v", again.value)
	}
	run := o.ok("get_validation_run", `{"model_id":"$project","validation_run_id":"%s"}`,
		made.at("validation_run_id").text())
	if run.at("state_hash").text() != o.ok("get_validation_run", `{"model_id":"$project","validation_run_id":"%s"}`,
		again.at("validation_run_id").text()).at("state_hash").text() {
		t.Error("the first check was made on another state than what is stored")
	}
	o.checkReport(made.at("report"))
	if n := o.ok("list_artifacts", `{"model_id":"$project"}`).at("total").number(); n != 2 {
		t.Errorf("%d files are recorded, want 2", n)
	}
	o.refused(state.AlreadyExists, "create_project", `{"name":"Campus","folder":"."}`)
	o.refused(state.AlreadyExists, "create_project", `{"name":"Campus 2","folder":"."}`) // the models' names
}

// checkReport holds the two files of a report to what is in them.
func (o *office) checkReport(files answer) {
	o.t.Helper()
	document, err := os.ReadFile(files.at(0, "path").text())
	if err != nil || !strings.HasPrefix(string(document), "%PDF") {
		o.t.Fatalf("the document: %.20q, %v", document, err)
	}
	book, err := excelize.OpenFile(files.at(1, "path").text())
	if err != nil {
		o.t.Fatal(err)
	}
	defer book.Close()
	want := []string{"Deliveries", "Changes", "Clashes by discipline", "Clashes", "Tasks by party", "Tasks", "Pictures"}
	if got := strings.Join(book.GetSheetList(), ","); got != strings.Join(want, ",") {
		o.t.Errorf("the workbook has %s", got)
	}
	if pictures, err := book.GetPictures("Pictures", "A2"); err != nil || len(pictures) != 1 {
		o.t.Errorf("%d pictures of the first clash, %v", len(pictures), err)
	}
}

// A file that cannot be imported leaves nothing of the others.
func TestAProjectIsMadeWholeOrNotAtAll(t *testing.T) {
	o := newProjectFiles(t)
	models := o.ok("list_models", `{}`).at("total").number()
	o.writeText(filepath.Join(o.out, "P1-MEP-week-1.ifc"), "ISO-10303-21;\nHEADER;\nnothing of the sort")
	e := o.call("create_project", `{"name":"Campus","folder":"."}`)
	if e.Success || e.Error.Code != int(state.InvalidInput) || !strings.Contains(e.Error.Message, "P1-MEP-week-1.ifc") {
		t.Errorf("a damaged file: %+v", e.Error)
	}
	if n := o.ok("list_models", `{}`).at("total").number(); n != models {
		t.Errorf("%d models are left of it", n-models)
	}
	for arguments, code := range map[string]state.Code{
		`{"name":"Campus","folder":"elsewhere"}`: state.NotFound,
		`{"name":"Campus"}`:                      state.InvalidInput,
		`{"name":"Campus","folder":".","files":[{"file":"P1-ARC-week-1.ifc"}]}`:                 state.InvalidInput,
		`{"name":"Campus","files":[{"file":"none.ifc"}]}`:                                       state.NotFound,
		`{"name":"Campus","files":[{"file":"P1-ARC-week-1.ifc","name":"Office"}]}`:              state.AlreadyExists,
		`{"name":"Office","files":[{"file":"P1-ARC-week-1.ifc"}]}`:                              state.AlreadyExists,
		`{"name":"Campus","model_id":"$model","files":[{"file":"P1-ARC-week-1.ifc"}]}`:          state.InvalidInput,
		`{"name":"Campus","files":[{"file":"P1-ARC-week-1.ifc"},{"file":"P1-ARC-week-1.ifc"}]}`: state.AlreadyExists,
	} {
		o.refused(code, "create_project", arguments)
	}
}
