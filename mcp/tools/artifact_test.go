package tools

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/domain"
)

// A file that a tool made is listed and read again, in parts; one that was overwritten or removed is said to be so,
// with the call that makes the same bytes again.
func TestArtifactsAreReadAsTheyWereMade(t *testing.T) {
	o := newOffice(t)
	made := o.ok("export_ifc", `{"schema":"IFC4","file_name":"a.ifc"}`)
	o.ok("create_plan", `{"level_id":"$ground","scale":100,"format":"png","file_name":"p.png"}`)
	list := o.ok("list_artifacts", `{}`)
	ifc, png := list.at("artifacts", 1), list.at("artifacts", 0)
	if list.at("total").number() != 2 || ifc.at("name").text() != "a.ifc" || ifc.at("state").text() != "there" || ifc.at("parameters", "file_name").text() != "a.ifc" {
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
	if got, bad := base64.StdEncoding.DecodeString(read(png.at("artifact_id").text(), "base64")); err != nil || bad != nil || string(got) != string(picture) {
		t.Errorf("the picture comes back as another (%v, %v)", err, bad)
	}
	if err := os.WriteFile(path, append(want[:len(want)-1:len(want)-1], 'x'), 0o644); err != nil {
		t.Fatal(err)
	}
	if e := o.refused(domain.IllegalState, "get_artifact", `{"artifact_id":"%s"}`, ifc.at("artifact_id").text()); e.at("state").text() != "changed" {
		t.Errorf("a changed file: %v", e.value)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	e := o.refused(domain.IllegalState, "get_artifact", `{"artifact_id":"%s"}`, ifc.at("artifact_id").text())
	if e.at("state").text() != "gone" || e.at("allowed", 0).text() != "export_ifc" {
		t.Errorf("a removed file: %v", e.value)
	}
	if again := o.ok("export_ifc", `{"schema":"IFC4","file_name":"a.ifc","at":"%d"}`, e.at("revision").number()); again.at("sha256").text() != ifc.at("sha256").text() {
		t.Error("the call makes other bytes")
	}
	o.refused(domain.NotFound, "get_artifact", `{"artifact_id":"%s"}`, o.id["model"])
}
