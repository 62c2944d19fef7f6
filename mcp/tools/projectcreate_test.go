package tools

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/xuri/excelize/v2"
)

// newProjectFiles returns an office with the files of two disciplines in its output folder: the building, and a frame
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
	o.refused(state.AlreadyExists, "create_project", `{"name":"Campus 2","folder":"."}`) // the models' names are taken
}

// checkReport checks the contents of the two files of a report.
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

// TestAProjectIsMadeWholeOrNotAtAll checks that if one file cannot be imported, none of the others is kept.
func TestAProjectIsMadeWholeOrNotAtAll(t *testing.T) {
	o := newProjectFiles(t)
	models := o.ok("list_models", `{}`).at("total").number()
	o.writeText(filepath.Join(o.out, "P1-MEP-week-1.ifc"), "ISO-10303-21;\nHEADER;\nnothing of the sort")
	e := o.call("create_project", `{"name":"Campus","folder":"."}`)
	if e.Success || e.Error.Code != int(state.InvalidInput) || !strings.Contains(e.Error.Message, "P1-MEP-week-1.ifc") {
		t.Errorf("a damaged file: %+v", e.Error)
	}
	if n := strings.Count(e.Error.Message, "nothing was imported"); n != 1 {
		t.Errorf("it says %d times that nothing was imported: %s", n, e.Error.Message)
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
		o.refused(code, "create_project", "%s", arguments)
	}
	if e := o.call("create_project", `{"name":"Campus","folder":"elsewhere"}`); !strings.Contains(e.Error.Message,
		"there is no folder") {
		t.Errorf("of a folder that is not there: %s", e.Error.Message)
	}
}

// fullStore refuses appends of a project while full is set, but accepts models.
type fullStore struct {
	eventstore.Store
	full bool
}

func (s *fullStore) Append(ctx context.Context, parts ...eventstore.Append) ([]eventstore.Result, error) {
	for _, p := range parts {
		for _, e := range p.Events {
			if s.full && e.Type == "model.linked" {
				return nil, eventstore.ErrFull
			}
		}
	}
	return s.Store.Append(ctx, parts...)
}

// TestAProjectGoesOnWhereItStopped checks that a call that the store stopped half way reports the models that were
// created, and resumes when it is repeated.
func TestAProjectGoesOnWhereItStopped(t *testing.T) {
	o := newProjectFiles(t)
	store := &fullStore{o.backend.Store, true}
	o.backend.Store = store
	const call = `{"name":"Campus","folder":".","idempotency_key":"once"}`
	e := o.call("create_project", call)
	if e.Success || e.Error.Code != int(state.StorageFull) ||
		!strings.Contains(e.Error.Message, "2 of 2 models stand") {
		t.Fatalf("a full store: %+v", e.Error)
	}
	o.refused(state.AlreadyExists, "create_project", `{"name":"Campus","folder":"."}`)
	store.full = false
	made := o.ok("create_project", call)
	for i := range 2 {
		if m := made.at("models", i); m.at("resumed").value != true {
			t.Errorf("model %d was made anew: %v", i, m.value)
		}
	}
	if n := o.ok("list_links", `{"model_id":"%s"}`, made.at("model_id").text()).at("total").number(); n != 2 {
		t.Errorf("%d links", n)
	}
}

// TestCoordinationReport plays a coordinator's second week: a delivery resolves one clash and causes another.
func TestCoordinationReport(t *testing.T) {
	o := newProjectFiles(t)
	made := o.ok("create_project", `{"name":"Campus","folder":"."}`)
	o.id["project"], o.id["frame"] = made.at("model_id").text(), made.at("models", 1, "linked_model_id").text()
	first := o.ok("get_validation_run", `{"model_id":"$project","validation_run_id":"%s"}`,
		made.at("validation_run_id").text()).at("list", 0, "key").text()
	o.ok("add_task", `{"model_id":"$project","title":"Move C2 out of the wall","assignee":"str-engineer",
		"findings":["%s"],"due":"2026-05-01"}`, first)
	o.ok("move_element", `{"model_id":"$structure","element_ids":["$clashing"],"delta":[0,1500,0]}`)
	o.ok("move_element", `{"model_id":"$structure","element_ids":["$inside"],"delta":[0,1500,0]}`)
	o.ok("export_ifc", `{"model_id":"$structure","schema":"IFC4","file_name":"P1-STR-week-2.ifc"}`)
	o.ok("import_ifc", `{"model_id":"$frame","file":"P1-STR-week-2.ifc","delivery":"week-2"}`)
	o.ok("clash_detection", `{"model_id":"$project","models":["all"]}`)
	r := o.ok("export_coordination_report", `{"model_id":"$project"}`)
	if p := r.at("pairs", 0); r.at("pairs").len() != 1 || p.at("new").number() != 1 || p.at("gone").number() != 1 ||
		p.at("open").number() != 0 || p.at("a").text() != "architecture" || p.at("b").text() != "structure" {
		t.Errorf("the pairs are %v", r.at("pairs").value)
	}
	if m := r.at("models", 1); m.at("delivery").text() != "week-2" || m.at("file").text() != "P1-STR-week-2.ifc" ||
		!strings.Contains(textOf(m.at("lines").value), "moved") {
		t.Errorf("the structure came so: %v", m.value)
	}
	if m := r.at("models", 0); m.at("delivery").text() != "first file" ||
		!strings.Contains(textOf(m.at("lines").value), "as before") {
		t.Errorf("the building came so: %v", m.value)
	}
	if p := r.at("parties", 0); p.at("party").text() != "str-engineer" || p.at("open").number() != 1 ||
		p.at("overdue").number() != 1 {
		t.Errorf("the parties are %v", r.at("parties").value)
	}
	o.checkReport(r.at("files"))
	book, err := excelize.OpenFile(r.at("files", 1, "path").text())
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows("Clashes")
	if err != nil || len(rows) != 3 || rows[1][1] != "new" || rows[2][1] != "gone" || rows[2][2] != "resolved" {
		t.Errorf("the clashes are %v, %v", rows, err)
	}
	if last := rows[len(rows)-1]; last[17] != "str-engineer" || last[18] != "Move C2 out of the wall" {
		t.Errorf("in the court of %v", last)
	}
	lone := o.call("export_coordination_report", `{"model_id":"$lone"}`)
	if lone.Success || lone.Error.Code != int(state.IllegalState) {
		t.Errorf("a report of what was not checked: %+v", lone.Error)
	}
	o.refused(state.OutOfRange, "export_coordination_report", `{"model_id":"$project","pictures":1000}`)
	shown := o.ok("export_coordination_report", `{"model_id":"$project","pictures":0,"dry_run":true}`)
	if shown.at("pictures").number() != 0 || shown.at("files").len() != 2 {
		t.Errorf("without pictures: %v", shown.value)
	}
	again := o.ok("export_coordination_report", `{"model_id":"$project"}`)
	if again.at("files", 0, "path").text() == r.at("files", 0, "path").text() {
		t.Error("another report has taken the place of the first")
	}
}
