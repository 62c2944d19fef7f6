package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// fileReads are all calls that read a file by its name, which replaces %s.
var fileReads = [][2]string{
	{"verify_ifc", `{"file":"%s"}`}, {"import_ifc", `{"file":"%s","dry_run":true}`},
	{"check_ids", `{"ids":"%s"}`}, {"check_ids", `{"ids":"own.ids","file":"%s"}`},
	{"import_bcf", `{"file":"%s","dry_run":true}`}, {"import_table", `{"file":"%s","dry_run":true}`},
	{"code_compliance", `{"standard":"IBC","severity_threshold":"info","rules_file":"%s"}`},
	{"run_start", `{"configuration":{"name":"r","gates":[{"name":"g","tool":"check_ids","args":{"ids":"%s"}}]}}`},
}

// readingWithin returns a user with a scope of READ and all permissions to change.
func readingWithin(user string, s mcp.Scope) mcp.Principal {
	p := person(user)
	p.Permissions = map[mcp.Operation]mcp.Scope{mcp.OpRead: s, mcp.OpCreate: {}, mcp.OpModify: {}, mcp.OpDelete: {}}
	return p
}

// TestFilesOfWhatMayNotBeReadAreNotThere checks that a file is hidden from callers who may not read all of its model
// and branch. No tool finds it by any name, and no reply mentions it.
func TestFilesOfWhatMayNotBeReadAreNotThere(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"hidden"}`)
	o.ok("export_ifc", `{"schema":"IFC4","branch":"hidden","file_name":"Zebra.ifc"}`)
	o.ok("ids_from_model", `{"branch":"hidden","file_name":"Zebra.ids"}`)
	o.ok("export_bcf", `{"validation_run_id":"%s","file_name":"Zebra.bcf"}`,
		o.ok("clash_detection", `{"branch":"hidden"}`).at("validation_run_id").text())
	o.ok("export_table", `{"branch":"hidden","category":"wall","format":"csv","file_name":"Zebra.csv"}`)
	o.ok("export_ifc", `{"schema":"IFC4","file_name":"open.ifc"}`)
	o.gateFile("own.ids", idsOf("IFCWALL", "FireRating"))
	if err := os.Link(filepath.Join(o.out, "Zebra.ifc"), filepath.Join(o.out, "linked.ifc")); err != nil {
		t.Skip("no hard links here")
	}
	out := o.out
	for name, c := range map[string]struct {
		p    mcp.Principal
		open bool // whether the file of the main branch is visible
	}{
		"main alone": {readingWithin("local", mcp.Scope{BranchPatterns: []string{"main"}}), true},
		"one level":  {readingWithin("local", mcp.Scope{Levels: []string{o.id["ground"]}}), false},
	} {
		t.Run(name, func(t *testing.T) {
			o.t = t
			o.open(c.p)
			o.backend.OutDir, o.out = out, out
			for _, call := range fileReads {
				for _, file := range []string{"Zebra.ifc", "Zebra.ids", "Zebra.bcf", "Zebra.csv", "linked.ifc",
					"sub/../Zebra.ifc", filepath.Join(out, "Zebra.ifc")} {
					missing := strings.NewReplacer("Zebra", "Nowhere", "linked", "nowhere").Replace(file)
					got, want := told(t, o.call(call[0], call[1], file)), told(t, o.call(call[0], call[1], missing))
					if strings.ReplaceAll(got, file, missing) != want {
						t.Errorf("%s of a hidden file: %s\nof none: %s", call[0], got, want)
					}
					if strings.Contains(strings.ReplaceAll(got, file, ""), "Zebra") {
						t.Errorf("%s names a hidden file: %s", call[0], got)
					}
				}
			}
			if files := told(t, o.call("list_files", `{}`)); strings.Contains(files, "Zebra") ||
				c.open && (!strings.Contains(files, "open.ifc") || !strings.Contains(files, "own.ids")) {
				t.Errorf("listed: %s", files)
			}
			if e := o.call("verify_ifc", `{"file":"open.ifc"}`); e.Success != c.open {
				t.Errorf("the file of the main branch: %s", told(t, e))
			}
		})
	}
}

// TestWhoWasUnsharedReadsNoFileOfTheModel checks that a user whose share has ended can read no file of the model, not
// even their own.
func TestWhoWasUnsharedReadsNoFileOfTheModel(t *testing.T) {
	o := newOffice(t)
	out := o.out
	as := func(p mcp.Principal) {
		t.Helper()
		o.open(p)
		o.backend.OutDir, o.out = out, out
	}
	for i, access := range []string{"read", "none", "read"} {
		as(mcp.LocalHuman())
		o.ok("share_model", `{"user":"bo","access":"%s"}`, access)
		as(person("bo"))
		if i == 0 {
			o.ok("export_ifc", `{"schema":"IFC4","file_name":"mine.ifc"}`)
		}
		files := o.ok("list_files", `{}`).at("files").len()
		e := o.call("verify_ifc", `{"file":"mine.ifc"}`)
		if there := access == "read"; e.Success != there || (files == 1) != there {
			t.Errorf("with access %s: %d files, %s", access, files, told(t, e))
		}
	}
}

// TestAnInputFolderAroundTheOutputFolderListsNothingOfIt checks that an operator's folder that contains the output
// folder lists only the files there that may be read.
func TestAnInputFolderAroundTheOutputFolderListsNothingOfIt(t *testing.T) {
	o := newOffice(t)
	o.backend.InDirs = []string{filepath.Dir(o.out)}
	o.ok("export_ifc", `{"schema":"IFC4","file_name":"local.ifc"}`)
	out, in := o.out, o.backend.InDirs
	o.open(person("bo"))
	o.backend.OutDir, o.backend.InDirs = out, in
	if text := told(t, o.call("list_files", `{}`)); strings.Contains(text, "local.ifc") {
		t.Errorf("listed: %s", text)
	}
}

// TestAHiddenFileIsNotReplaced checks that the name of a hidden file counts as taken: the file of a caller who may not
// see it gets a number, and the hidden file stays.
func TestAHiddenFileIsNotReplaced(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"hidden"}`)
	made := o.ok("export_ifc", `{"schema":"IFC4","branch":"hidden","file_name":"same.ifc"}`)
	out := o.out
	o.open(readingWithin("local", mcp.Scope{BranchPatterns: []string{"main"}}))
	o.backend.OutDir, o.out = out, out
	other := o.ok("export_ifc", `{"schema":"IFC2X3","file_name":"same.ifc"}`)
	if got := filepath.Base(other.at("path").text()); got != "same-2.ifc" {
		t.Errorf("written to %s", got)
	}
	o.open(mcp.LocalHuman())
	o.backend.OutDir, o.out = out, out
	if sha := o.ok("verify_ifc", `{"file":"same.ifc"}`).at("sha256").text(); sha != made.at("sha256").text() {
		t.Error("the hidden file is another one")
	}
	again := o.ok("export_ifc", `{"schema":"IFC4","branch":"main","file_name":"same.ifc"}`)
	if got := filepath.Base(again.at("path").text()); got != "same.ifc" {
		t.Errorf("who may read both gets %s", got)
	}
	// now it is a file of the main branch
	o.open(readingWithin("local", mcp.Scope{BranchPatterns: []string{"main"}}))
	o.backend.OutDir, o.out = out, out
	o.ok("verify_ifc", `{"file":"same.ifc"}`)
}
