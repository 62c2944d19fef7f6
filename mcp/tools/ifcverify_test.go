package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// exported exports the office as IFC.
func (o *office) exported() (path, text string) {
	o.t.Helper()
	path = o.ok("export_ifc", `{"schema":"IFC4","file_name":"office.ifc"}`).at("path").text()
	data, err := os.ReadFile(path)
	if err != nil {
		o.t.Fatal(err)
	}
	return path, string(data)
}

func TestVerifyIFC(t *testing.T) {
	o := newOffice(t)
	path, text := o.exported()
	good := o.ok("verify_ifc", `{"file":"office.ifc"}`)
	if good.at("valid").value != true || good.at("schema").text() != "IFC4" ||
		good.at("rules", "passed").number() == 0 || good.at("rules", "failed").number() > 1 {
		t.Errorf("our own file: %v", good.value)
	}
	wrong := strings.Replace(text, ".ELEMENT.", ".NOTHING.", 2)
	write(t, filepath.Join(filepath.Dir(path), "wrong.ifc"), wrong)
	bad := o.ok("verify_ifc", `{"file":"wrong.ifc","severity":"standard","limit":1}`)
	if bad.at("valid").value != false || bad.at("total").number() < 2 ||
		bad.at("sha256").text() == good.at("sha256").text() {
		t.Errorf("a damaged file: %v", bad.value)
	}
	seen := bad.at("total").number()
	for n := 1; n < seen; n++ { // nothing is left out
		bad = o.ok("verify_ifc", `{"file":"wrong.ifc","severity":"standard","limit":1,"cursor":"%s"}`,
			bad.at("next_cursor").text())
		if bad.at("findings", 0, "rule").text() == "" {
			t.Fatalf("page %d: %v", n, bad.value)
		}
	}
	cursor := o.ok("verify_ifc", `{"file":"wrong.ifc","limit":1}`).at("next_cursor").text()
	write(t, filepath.Join(filepath.Dir(path), "wrong.ifc"), text)
	if e := o.call("verify_ifc", `{"file":"wrong.ifc","cursor":"%s"}`, cursor); !e.Success || len(e.Warnings) != 1 ||
		e.Warnings[0].Code != "FILE_CHANGED" {
		t.Errorf("a page of a file that has changed: %+v", e)
	}
	rules := o.ok("verify_ifc", `{"file":"office.ifc","list":"rules","rules":["PJS003","HDR001"],"limit":1}`)
	if rules.at("total").number() != 2 || rules.at("outcomes", 0, "status").text() == "" ||
		rules.at("next_cursor").text() == "" {
		t.Errorf("rules: %v", rules.value)
	}
	o.refused(state.OutOfRange, "verify_ifc", `{"file":"office.ifc","rules":["PJS999"]}`)
}

// TestVerifyIFCIsRecorded checks that a check is recorded as a validation run of the model and can be read again. A
// later page is of the same run. For a file of no model nothing is recorded, which a warning reports.
func TestVerifyIFCIsRecorded(t *testing.T) {
	o := newOffice(t)
	path, text := o.exported()
	write(t, filepath.Join(filepath.Dir(path), "wrong.ifc"), strings.Replace(text, ".ELEMENT.", ".NOTHING.", 2))
	checked := o.ok("verify_ifc", `{"file":"wrong.ifc","limit":1}`)
	id := checked.at("validation_run_id").text()
	run := o.ok("get_validation_run", `{"validation_run_id":"%s"}`, id)
	if run.at("tool").text() != "verify_ifc" || run.at("summary", "valid").value != false ||
		run.at("summary", "sha256").text() != checked.at("sha256").text() {
		t.Errorf("the run is %v", run.value)
	}
	if run.at("total").number() != checked.at("total").number() || run.at("list", 0, "finding", "rule").text() == "" ||
		run.at("list", 0, "status").text() != "new" {
		t.Errorf("the findings are %v", run.at("list").value)
	}
	runs := o.ok("list_validation_runs", `{"tool":"verify_ifc"}`).at("total").number()
	if runs != 1 {
		t.Errorf("%d runs of verify_ifc are listed", runs)
	}
	if n := o.ok("list_validation_runs", `{"tool":"clash_detection"}`).at("total").number(); n != 0 {
		t.Errorf("%d runs of clash_detection are listed", n)
	}
	o.ok("verify_ifc", `{"file":"wrong.ifc","limit":1,"cursor":"%s"}`, checked.at("next_cursor").text())
	if n := o.ok("list_validation_runs", `{}`).at("total").number(); n != runs {
		t.Errorf("%d runs after the second page, %d before", n, runs)
	}
	o.ok("create_model", `{"name":"Another"}`)
	if e := o.call("verify_ifc", `{"file":"wrong.ifc"}`); !e.Success || len(e.Warnings) != 1 ||
		e.Warnings[0].Code != "NOT_RECORDED" {
		t.Errorf("a file of one of two models: %+v", e)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyIFCReadsAllowedFoldersOnly(t *testing.T) {
	o := newOffice(t)
	path, text := o.exported()
	out := filepath.Dir(path)
	elsewhere := filepath.Join(t.TempDir(), "secret.ifc")
	write(t, elsewhere, text)
	if err := os.Symlink(elsewhere, filepath.Join(out, "link.ifc")); err != nil {
		t.Skip("no links here")
	}
	for _, file := range []string{elsewhere, "link.ifc", "../secret.ifc", filepath.Join(out, "..", "secret.ifc"),
		"/etc/passwd", out + "x/office.ifc"} {
		o.refused(state.PathNotAllowed, "verify_ifc", `{"file":"%s"}`, file)
	}
	o.refused(state.NotFound, "verify_ifc", `{"file":"none.ifc"}`)
	o.refused(state.InvalidInput, "verify_ifc", `{"file":"."}`)
	if !o.ok("verify_ifc", `{"file":"%s"}`, path).at("valid").value.(bool) {
		t.Error("a file in the output folder by its full path")
	}
}
