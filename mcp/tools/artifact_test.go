package tools

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/files"
	"github.com/bimstream/bimstream/projections"
)

// TestArtifactsAreReadAsTheyWereMade checks that a file made by a tool is listed and can be read, in parts. A file that
// was overwritten or removed is reported as such, with the call that makes the same bytes again.
func TestArtifactsAreReadAsTheyWereMade(t *testing.T) {
	o := newOffice(t)
	made := o.ok("export_ifc", `{"schema":"IFC4","file_name":"a.ifc"}`)
	o.ok("create_plan", `{"level_id":"$ground","scale":100,"format":"png","file_name":"p.png"}`)
	list := o.ok("list_artifacts", `{}`)
	ifc, png := list.at("artifacts", 1), list.at("artifacts", 0)
	if list.at("total").number() != 2 || ifc.at("name").text() != "a.ifc" || ifc.at("state").text() != "there" ||
		ifc.at("parameters", "file_name").text() != "a.ifc" {
		t.Fatalf("listed: %v", list.value)
	}
	read := func(id, field string) (all string) {
		cursor := ""
		for {
			d := o.ok("get_artifact", `{"artifact_id":"%s"%s}`, id, cursor)
			all += d.at(field).text()
			if d.at("next_cursor").text() == "" {
				return all
			}
			cursor = `,"cursor":"` + d.at("next_cursor").text() + `"`
		}
	}
	path := made.at("path").text()
	want, err := os.ReadFile(path)
	if err != nil || read(ifc.at("artifact_id").text(), "text") != string(want) {
		t.Errorf("the IFC file comes back as another (%v)", err)
	}
	picture, err := os.ReadFile(filepath.Join(filepath.Dir(path), "p.png"))
	if got, bad := base64.StdEncoding.DecodeString(read(png.at("artifact_id").text(), "base64")); err != nil ||
		bad != nil || string(got) != string(picture) {
		t.Errorf("the picture comes back as another (%v, %v)", err, bad)
	}
	if err := os.WriteFile(path, append(want[:len(want)-1:len(want)-1], 'x'), 0o644); err != nil {
		t.Fatal(err)
	}
	if e := o.refused(state.IllegalState, "get_artifact", `{"artifact_id":"%s"}`,
		ifc.at("artifact_id").text()); e.at("state").text() != "changed" {
		t.Errorf("a changed file: %v", e.value)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	e := o.refused(state.IllegalState, "get_artifact", `{"artifact_id":"%s"}`, ifc.at("artifact_id").text())
	if e.at("state").text() != "gone" || e.at("allowed", 0).text() != "export_ifc" {
		t.Errorf("a removed file: %v", e.value)
	}
	if again := o.ok("export_ifc", `{"schema":"IFC4","file_name":"a.ifc","at":"%d"}`,
		e.at("revision").number()); again.at("sha256").text() != ifc.at("sha256").text() {
		t.Error("the call makes other bytes")
	}
	o.refused(state.NotFound, "get_artifact", `{"artifact_id":"%s"}`, o.id["model"])
}

// TestAPageOfAFileIsOfTheOneThatWasBegun checks that a further page of a file belongs to the file of the first page: a
// later file of the same name does not continue it.
func TestAPageOfAFileIsOfTheOneThatWasBegun(t *testing.T) {
	o := newOffice(t)
	o.ok("export_ifc", `{"schema":"IFC4","file_name":"a.ifc"}`)
	next := o.ok("get_artifact", `{"artifact_id":"a.ifc"}`).at("next_cursor").text()
	o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"name","value":"Another"}`)
	o.ok("export_ifc", `{"schema":"IFC2X3","file_name":"a.ifc"}`)
	if e := o.refused(state.IllegalState, "get_artifact", `{"artifact_id":"a.ifc","cursor":"%s"}`,
		next); e.at("state").text() != "text_changed" {
		t.Errorf("a page of another file: %v", e.value)
	}
}

// TestArtifactsArePruned checks that old files are removed if their call makes them again. Other files stay, above all
// those of issues, which no call makes again.
func TestArtifactsArePruned(t *testing.T) {
	o := newOffice(t)
	plan := o.ok("create_plan", `{"level_id":"$ground","scale":100,"format":"svg","file_name":"p.svg"}`)
	o.ok("add_task", `{"title":"t","element_ids":["$south"]}`)
	o.ok("export_bcf", `{"all_tasks":true,"no_snapshots":true,"file_name":"t.bcf"}`)
	o.ok("issue_sheets", `{"index":"A","sheets":[{"views":[{"level_id":"$ground","scale":100}]}]}`)
	o.ok("export_bcf", `{"validation_run_id":"%s","file_name":"r.bcf"}`,
		o.ok("clash_detection", `{}`).at("validation_run_id").text())
	o.ok("create_plan", `{"level_id":"$ground","scale":50,"format":"svg","file_name":"mine.svg"}`)
	if err := os.WriteFile(filepath.Join(o.out, "mine.svg"), []byte("somebody's own"), 0o644); err != nil {
		t.Fatal(err)
	}
	b := &app.Backend{Store: o.store, Live: projections.NewLive(o.store), OutDir: o.out}
	for _, c := range []struct {
		before time.Time
		dry    bool
		want   int
	}{{o.clock.Add(-time.Hour), false, 0}, {o.clock.Add(time.Hour), true, 1}, {o.clock.Add(time.Hour), false, 1},
		{o.clock.Add(time.Hour), false, 0}} {
		gone, err := files.New(b).PruneArtifacts(t.Context(), c.before, c.dry)
		if err != nil || len(gone) != c.want || c.want == 1 && gone[0].Name != "p.svg" {
			t.Errorf("%+v: %v, %v", c, gone, err)
		}
	}
	list := o.ok("list_artifacts", `{}`).at("artifacts")
	for i, want := range []string{"changed true", "there false", "there false", "there false", "there false",
		"gone true"} {
		if got := fmt.Sprint(list.at(i, "state").text(), " ", list.at(i, "can_be_made_again").value); got != want {
			t.Errorf("artifact %d is %s, not %s", i, got, want)
		}
	}
	if again := o.ok("create_plan", `{"level_id":"$ground","scale":100,"format":"svg","file_name":"p.svg"}`); again.at(
		"sha256").text() != plan.at("sha256").text() {
		t.Error("the call makes other bytes")
	}
}
