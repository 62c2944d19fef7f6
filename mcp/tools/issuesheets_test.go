package tools

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// TestIssuingSheets checks that an issue writes its sheets, is recorded with the sha256 of each, and names the
// revision. The next issue lists it and shows the changes since. Its files are artifacts, and its definition makes the
// same bytes again.
func TestIssuingSheets(t *testing.T) {
	o := roofed(t)
	revision := o.revision("main")
	o.ok("issue_sheets", `{"index":"A","dry_run":true}`)
	first := o.ok("issue_sheets", `{"index":"A","purpose":"for approval"}`)
	if first.at("revision").number() != revision || o.revision("main") != revision ||
		first.at("sheets_total").number() < 4 || first.at("events", 0, "type").text() != "sheets.issued" ||
		first.at("events", 1, "type").text() != "revision.tagged" ||
		len(first.at("events").value.([]any)) != first.at("sheets_total").number()+3 ||
		first.at("previous").value != nil {
		t.Fatalf("%v", first.value)
	}
	folder := filepath.Dir(o.ok("create_plan", `{"level_id":"$ground","scale":100}`).at("path").text())
	digest := func(f answer) []byte {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(folder, f.at("name").text()))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != f.at("sha256").text() ||
			f.at("size").number() != len(data) {
			t.Errorf("%v: the file has another digest", f.value)
		}
		return data
	}
	if set := digest(first.at("set")); !bytes.HasPrefix(set, []byte("%PDF")) {
		t.Error("the set is no PDF")
	}
	for n := range first.at("sheets_total").number() {
		digest(first.at("sheets", n))
		if first.at("sheets", n, "number").text() == "" || first.at("sheets", n, "title").text() == "" {
			t.Errorf("%v", first.at("sheets", n).value)
		}
	}
	if d := o.ok("list_artifacts", `{"limit":50}`); d.at("total").number() < first.at("sheets_total").number()+1 {
		t.Errorf("%d artifacts", d.at("total").number())
	}
	o.refused(state.AlreadyExists, "issue_sheets", "%s", `{"index":"A"}`)
	o.setHeight("south", 2500)
	second := o.ok(
		"issue_sheets",
		`{"index":"B","sheets":[{"views":[{"elevation":"south","scale":100},{"schedule":"door"}],"title_block":{"title":"South"}}]}`,
	)
	if second.at("previous").text() != "A" || second.at("sheets_total").number() != 1 ||
		second.at("sheets", 0, "number").text() != "GA-001" || second.at("sheets", 0, "title").text() != "South" {
		t.Errorf("%v", second.value)
	}
	digest(second.at("sheets", 0))
	if past := o.ok("create_plan", `{"level_id":"$ground","scale":100,"at":"A"}`); past.at("revision").number() !=
		revision {
		t.Errorf("the tag A names revision %d", past.at("revision").number())
	}
	for _, c := range []struct {
		code      state.Code
		arguments string
	}{
		{state.OutOfRange, `{"index":"12"}`}, {state.OutOfRange, `{"index":"C","scales":[75]}`},
		{state.OutOfRange, `{"index":"C","sheets":[{"views":[]}]}`},
		{state.OutOfRange, `{"index":"C","scales":[50],"sheets":[{"views":[{"level_id":"$ground","scale":100}]}]}`},
		{state.OutOfRange, `{"index":"C","scales":[100,100]}`},
		{state.OutOfRange, `{"index":"C","title_block":{"number":"A-1"}}`},
		{state.OutOfRange, `{"index":"C","sheets":[{"views":[{"schedule":"door","scale":50}]}]}`},
		{state.OutOfRange, `{"index":"C","sheets":[{"views":[{"elevation":"south","scale":100,"roof":true}]}]}`},
		{state.InvalidInput, `{}`}, {state.RevisionConflict, `{"index":"C","expected_revision":1}`},
	} {
		o.refused(c.code, "issue_sheets", "%s", c.arguments)
	}
}

// TestIssuingAnOlderStateAndABranch checks that a past state can be issued, and that a branch has the issues of its
// parent up to the fork. They are in the table of revisions, and the changes since the last of them are shown.
func TestIssuingAnOlderStateAndABranch(t *testing.T) {
	o := roofed(t)
	south := `"sheets":[{"views":[{"elevation":"south","scale":100}],"title_block":{"title":"South"}}]`
	first := o.ok("issue_sheets", `{"index":"A",%s}`, south).at("revision").number()
	o.setHeight("south", 2500)
	later := o.ok("issue_sheets", `{"index":"B",%s}`, south).at("revision").number()
	if later <= first {
		t.Fatalf("revision %d after %d", later, first)
	}
	again := o.ok("issue_sheets", `{"index":"A2","at":"A",%s}`, south)
	if again.at("revision").number() != first || again.at("previous").text() != "B" {
		t.Errorf("%v", again.value)
	}
	if at := o.ok("model_overview", `{"at":"A2"}`).at("revision").number(); at != first {
		t.Errorf("the tag A2 names revision %d, want %d", at, first)
	}
	o.refused(state.NotFound, "issue_sheets", `{"index":"C","at":"nowhere",%s}`, south)

	o.ok("create_branch", `{"name":"option","at":"%d"}`, first)
	option := o.ok("issue_sheets", `{"branch":"option","index":"O1",%s}`, south)
	if option.at("previous").text() != "A2" { // B is of a state that the branch does not have
		t.Errorf("%v", option.value)
	}
	if next := o.ok("issue_sheets", `{"index":"D",%s}`, south); next.at("previous").text() != "A2" {
		t.Errorf("main has the issue of another branch: %v", next.value)
	}

	p := person("local")
	p.Permissions = map[mcp.Operation]mcp.Scope{}
	for _, op := range []mcp.Operation{mcp.OpRead, mcp.OpCreate} {
		p.Permissions[op] = mcp.Scope{BranchPatterns: []string{"option"}}
	}
	o.open(p)
	if next := o.ok("issue_sheets", `{"branch":"option","index":"O2",%s}`, south); next.at("previous").text() != "O1" {
		t.Errorf("%v", next.value)
	}
	told := o.refused(state.NotFound, "list_artifacts", `{"branch":"option","issue":"A"}`).at("issues")
	if len(told.value.([]any)) != 2 { // O1 and O2
		t.Errorf("%v", told.value)
	}
}

// TestFilesOfAnIssue checks that the files of an issue name their sheets, and can be listed by its index.
func TestFilesOfAnIssue(t *testing.T) {
	o := roofed(t)
	made := o.ok("issue_sheets", `{"index":"A"}`)
	o.ok("create_plan", `{"level_id":"$ground","scale":100}`)
	o.ok("issue_sheets",
		`{"index":"B","sheets":[{"views":[{"elevation":"south","scale":100}],"title_block":{"title":"South"}}]}`)
	files := o.ok("list_artifacts", `{"issue":"A"}`)
	if files.at("total").number() != made.at("sheets_total").number()+1 ||
		files.at("artifacts", 0, "name").text() != made.at("set", "name").text() ||
		files.at("artifacts", 0, "sheet_number").value != nil {
		t.Errorf("%v", files.value)
	}
	for n := range made.at("sheets_total").number() {
		file, sheet := files.at("artifacts", n+1), made.at("sheets", n)
		for key, of := range map[string]string{"sheet_number": "number", "sheet_title": "title", "sha256": "sha256"} {
			if file.at(key).text() != sheet.at(of).text() {
				t.Errorf("%v is not %v", file.value, sheet.value)
			}
		}
	}
	all := o.ok("list_artifacts", `{}`) // the last one first
	if all.at("artifacts", 0, "issue").text() != "B" || all.at("artifacts", 0, "sheet_title").text() != "South" ||
		all.at("artifacts", 2, "issue").value != nil {
		t.Errorf("%v", all.value)
	}
}
