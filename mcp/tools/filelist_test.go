package tools

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestFilesAreListedAndNamedInErrors checks that files are listed by folder, under the name that tools accept. The
// error for a missing file must list the existing ones.
func TestFilesAreListedAndNamedInErrors(t *testing.T) {
	o := newOffice(t)
	input := t.TempDir()
	o.backend.InDirs = []string{input}
	exported := o.ok("export_ifc", `{"schema":"IFC4","file_name":"office.ifc"}`)
	text, err := os.ReadFile(exported.at("path").text())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(input, "arch"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"arch/consultant.ifc": text,
		".hidden.ifc": text, "notes.txt": []byte("n")} {
		if err := os.WriteFile(filepath.Join(input, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files := func(arguments string) string {
		var out []string
		list := o.ok("list_files", "%s", arguments)
		for i := range list.at("files").len() {
			out = append(out, list.at("files", i, "folder").text()+":"+list.at("files", i, "file").text())
		}
		return strings.Join(out, " ")
	}
	if got, want := files("{}"), "output:office.ifc input:arch/consultant.ifc input:notes.txt"; got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
	if got, want := files(`{"folder":"input","ending":".ifc"}`), "input:arch/consultant.ifc"; got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
	if sha := o.ok("verify_ifc", `{"file":"arch/consultant.ifc"}`).at("sha256").text(); sha !=
		exported.at("sha256").text() {
		t.Errorf("the file read by its name in the input folder has %s", sha)
	}
	refused := o.refused(state.NotFound, "verify_ifc", `{"file":"ofice.ifc"}`)
	if got := fmt.Sprint(refused.at("files").value); got != "[office.ifc arch/consultant.ifc]" ||
		refused.at("folders", 1, "files").number() != 2 {
		t.Errorf("the error names %s, %v", got, refused.value)
	}
	refused = o.refused(state.NotFound, "import_ifc", `{"file":"consultant.ifc"}`) // without its folder
	if got := fmt.Sprint(refused.at("files").value); got != "[arch/consultant.ifc office.ifc]" {
		t.Errorf("the error names %s first", got)
	}
	o.refused(state.PathNotAllowed, "import_ifc", `{"file":"../x.ifc"}`)
}

// TestAnExportSaysItsVerdict checks that an export reports its checks, and that the rules hold; a finding of verify_ifc
// names the element.
func TestAnExportSaysItsVerdict(t *testing.T) {
	o := newOffice(t)
	exported := o.ok("export_ifc", `{"schema":"IFC4X3_ADD2","file_name":"office.ifc"}`)
	verdict := exported.at("verdict")
	if verdict.at("valid").value != true || verdict.at("rules_broken").number() != 0 ||
		verdict.at("checked").len() != 4 {
		t.Errorf("verdict: %v", verdict.value)
	}
	found := o.ok("verify_ifc", `{"file":"office.ifc","severity":"industry_practice"}`)
	for i := range found.at("findings").len() {
		if f := found.at("findings", i); f.at("entity").text() == "IfcBuilding" && f.at("element_id").text() != "" &&
			f.at("name").text() == "Building" {
			return
		}
	}
	t.Errorf("no finding names the building: %v", found.at("findings").value)
}
