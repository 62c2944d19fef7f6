package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fileNames returns the names of the files that list_files shows to a caller.
func fileNames(s *server) string {
	var list struct {
		Files []struct {
			File string `json:"file"`
		} `json:"files"`
	}
	s.must("list_files", arguments{"folder": "output", "ending": ".ifc"}, &list)
	var out []string
	for _, f := range list.Files {
		out = append(out, f.File)
	}
	return strings.Join(out, " ")
}

// why returns the part of an error message before the list of the caller's files.
func why(a answer) string {
	words, _, _ := strings.Cut(a.Error.Message, "; there are")
	return words
}

// TestFilesBelongToWhoMadeThem lets two users and the person who runs the server export under the same name. A user
// must be unable to read the other's file by name, by path or by address, unless the model is shared.
func TestFilesBelongToWhoMadeThem(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	rights := arguments{"READ": arguments{}, "CREATE": arguments{}, "MODIFY": arguments{},
		"DELETE": arguments{}, "APPROVE": arguments{}}
	ann := serveAll(t, data, principal(t, "ann", "human", "", arguments{"permissions": rights}))
	bob := serveAll(t, data, principal(t, "bob.b", "human", "", nil))
	bot := serveAll(t, data, principal(t, "bot", "agent", "ann", nil))
	local := serveAll(t, data)
	h := buildHouse(t, ann, "Ann's house")
	other := buildHouse(t, bob, "Bob's house")
	var ours, theirs exportedFile
	ann.must("export_ifc", arguments{"model_id": h.Model, "schema": "IFC4", "file_name": "house.ifc"}, &ours)
	bob.must("export_ifc", arguments{"model_id": other.Model, "schema": "IFC4", "file_name": "house.ifc"}, &theirs)
	if ours.Path == theirs.Path || ours.SHA256 == theirs.SHA256 {
		t.Fatalf("one file of two owners: %+v, %+v", ours, theirs)
	}
	if got := fileNames(ann) + ", " + fileNames(bob) + ", " + fileNames(bot); got != "house.ifc, house.ifc, house.ifc" {
		t.Errorf("listed: %s", got)
	}
	if got := fileNames(local); strings.Count(got, "house.ifc") != 2 {
		t.Errorf("the person who runs the server is told of %q", got)
	}
	var read struct {
		SHA256 string `json:"sha256"`
	}
	bob.must("verify_ifc", arguments{"file": "house.ifc"}, &read)
	if read.SHA256 != theirs.SHA256 {
		t.Error("bob's name is another's file")
	}
	out := filepath.Dir(filepath.Dir(filepath.Dir(ours.Path)))
	relative, err := filepath.Rel(filepath.Dir(theirs.Path), ours.Path)
	if err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(filepath.Dir(ours.Path), "none.ifc")
	for _, file := range []string{ours.Path, "users/ann/house.ifc", relative, missing, filepath.Join(out, "house.ifc"),
		filepath.Join(out, "none.ifc")} {
		there, not := bob.ask("verify_ifc", arguments{"file": file}),
			bob.ask("verify_ifc", arguments{"file": strings.Replace(file, "house", "nowhr", 1)})
		if there.Success || there.code() != not.code() ||
			strings.ReplaceAll(why(there), "house.ifc", "nowhr.ifc") != why(not) {
			t.Errorf("bob reads %s: %s, and what is not there: %s", file, there.Text, not.Text)
		}
	}
	var list struct {
		Artifacts []struct {
			URI string `json:"uri"`
		} `json:"artifacts"`
	}
	ann.must("list_artifacts", arguments{"model_id": h.Model}, &list)
	address := list.Artifacts[0].URI
	if a := bob.ask("verify_ifc", arguments{"file": address}); a.code() != 1300 {
		t.Errorf("bob reads by address: %s", a.Text)
	}
	ann.do("share_model", arguments{"model_id": h.Model, "user": "bob.b", "access": "read"})
	bob.must("verify_ifc", arguments{"file": address}, &read)
	if read.SHA256 != ours.SHA256 {
		t.Error("what was shared is another file")
	}
	local.must("verify_ifc", arguments{"file": "users/ann/house.ifc"}, nil)
	bot.must("verify_ifc", arguments{"file": "house.ifc"}, nil)
}

// TestNamesOfFilesAreNotOverwritten checks that an export replaces only files that were made for the same model.
func TestNamesOfFilesAreNotOverwritten(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data)
	h := buildHouse(t, s, "One")
	second := buildHouse(t, s, "Two")
	mine := filepath.Join(data, "out", "mine.svg")
	if err := os.MkdirAll(filepath.Dir(mine), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	plan := arguments{"model_id": h.Model, "level_id": h.Ground, "scale": 100, "format": "svg", "file_name": "mine.svg"}
	var drawn exportedFile
	if s.must("create_plan", plan, &drawn); filepath.Base(drawn.Path) != "mine-2.svg" {
		t.Errorf("beside a file of the operator: %+v", drawn)
	}
	if got := string(readFile(t, mine)); got != "mine" {
		t.Errorf("the file is %q now", got)
	}
	s.must("export_ifc", arguments{"model_id": h.Model, "schema": "IFC4", "file_name": "a.ifc"}, nil)
	s.must("export_ifc", arguments{"model_id": h.Model, "file_name": "a.ifc", "schema": "IFC2X3"}, nil)
	var beside, same exportedFile
	s.must("export_ifc", arguments{"model_id": second.Model, "schema": "IFC4", "file_name": "a.ifc"}, &beside)
	s.must("export_ifc", arguments{"model_id": second.Model, "schema": "IFC4", "file_name": "a.ifc"}, &same)
	if filepath.Base(beside.Path) != "a-2.ifc" || beside != same {
		t.Errorf("beside a file of another model: %+v, again %+v", beside, same)
	}
	var first, again, other exportedFile
	s.must("export_ifc", arguments{"model_id": h.Model, "schema": "IFC4"}, &first)
	s.must("export_ifc", arguments{"model_id": h.Model, "schema": "IFC4"}, &again)
	s.must("export_ifc", arguments{"model_id": h.Model, "schema": "IFC2X3"}, &other)
	if first != again || other.Path == first.Path {
		t.Errorf("without a name: %+v, again %+v, another schema %+v", first, again, other)
	}
}
