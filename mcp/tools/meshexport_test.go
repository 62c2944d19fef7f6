package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestExportingMeshes checks that each format is written to the output folder and recorded, and that a revision always
// gives the same bytes.
func TestExportingMeshes(t *testing.T) {
	o := roofed(t)
	before := o.revision("main")
	digests := map[string]string{}
	for _, format := range []string{"glb", "obj", "stl", "ply"} {
		d := o.ok("export_mesh", `{"format":"%s"}`, format)
		file, err := os.ReadFile(d.at("path").text())
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(file)
		if digests[format] = d.at("sha256").text(); hex.EncodeToString(sum[:]) != digests[format] ||
			len(file) != d.at("size").number() {
			t.Errorf("%s: the file is another one than the answer says: %v", format, d.value)
		}
		if d.at("elements").number() != 6 || d.at("triangles").number() == 0 || d.at("left_out_total").number() != 0 ||
			d.at("events", 0, "type").text() != "artifact.exported" ||
			!strings.HasSuffix(d.at("path").text(), "."+format) {
			t.Errorf("%s: %v", format, d.value)
		}
	}
	o.setHeight("south", 2500)
	for format, want := range digests {
		if now := o.ok("export_mesh", `{"format":"%s","file_name":"now.%s"}`, format,
			format); now.at("sha256").text() == want {
			t.Errorf("%s: the change is not in the file", format)
		}
		if past := o.ok("export_mesh", `{"format":"%s","file_name":"past.%s","at":"%d"}`, format, format,
			before); past.at("sha256").text() != want || past.at("revision").number() != before {
			t.Errorf("%s: the revision gives other bytes: %v", format, past.value)
		}
	}
	if n := o.ok("export_mesh", `{"categories":["floor"],"origin":[1000,0,0]}`).at("elements").number(); n != 1 {
		t.Errorf("%d floors", n)
	}
}

func TestExportingMeshesThatCannotBe(t *testing.T) {
	o := newOffice(t)
	for _, c := range []struct {
		code      state.Code
		arguments string
	}{
		{state.InvalidInput, `{"format":"dwg"}`},
		{state.OutOfRange, `{"categories":["wal"]}`},
		{state.OutOfRange, `{"format":"stl","file_name":"x.obj"}`},
		{state.PathNotAllowed, `{"file_name":"../x.glb"}`},
		{state.NotFound, `{"element_ids":["nobody"]}`},
		{state.NotFound, `{"level_ids":["$south"]}`},
		{state.EmptyResult, `{"categories":["roof"]}`},
		{state.OutOfModelBounds, `{"origin":[1e12,0,0]}`},
	} {
		o.refused(c.code, "export_mesh", "%s", c.arguments)
	}
	path := o.ok("export_mesh", `{"file_name":"once.glb"}`).at("path").text()
	if parts, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".export-*")); len(parts) > 0 {
		t.Errorf("left behind: %v", parts)
	}
}
