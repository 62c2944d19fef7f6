package tools

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/domain"
)

// An issue writes its sheets, is recorded with the sha256 of each, and names the revision; the next one lists it and
// shows what changed since. Its files are artifacts, and its definition makes the same bytes again.
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
	o.refused(domain.AlreadyExists, "issue_sheets", "%s", `{"index":"A"}`)
	o.setHeight("south", 2500)
	second := o.ok("issue_sheets",
		`{"index":"B","sheets":[{"views":[{"elevation":"south","scale":100},{"schedule":"door"}],"title_block":{"title":"South"}}]}`)
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
		code      domain.Code
		arguments string
	}{
		{domain.OutOfRange, `{"index":"12"}`}, {domain.OutOfRange, `{"index":"C","scales":[75]}`},
		{domain.OutOfRange, `{"index":"C","sheets":[{"views":[]}]}`},
		{domain.OutOfRange, `{"index":"C","scales":[50],"sheets":[{"views":[{"level_id":"$ground","scale":100}]}]}`},
		{domain.OutOfRange, `{"index":"C","scales":[100,100]}`},
		{domain.OutOfRange, `{"index":"C","title_block":{"number":"A-1"}}`},
		{domain.OutOfRange, `{"index":"C","sheets":[{"views":[{"schedule":"door","scale":50}]}]}`},
		{domain.OutOfRange, `{"index":"C","sheets":[{"views":[{"elevation":"south","scale":100,"roof":true}]}]}`},
		{domain.InvalidInput, `{}`}, {domain.RevisionConflict, `{"index":"C","expected_revision":1}`},
	} {
		o.refused(c.code, "issue_sheets", "%s", c.arguments)
	}
}
