package tools

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
)

// withIDS passes the tests' IDS document through change and writes it beside the office's exported file.
func (o *office) withIDS(change func(string) string) {
	o.t.Helper()
	path, _ := o.exported()
	text, err := os.ReadFile("../../testdata/ids/house.ids")
	if err != nil {
		o.t.Fatal(err)
	}
	write(o.t, filepath.Join(filepath.Dir(path), "office.ids"), change(string(text)))
}

func same(text string) string { return text }

func TestCheckIDSOfTheModelAndItsFile(t *testing.T) {
	o := newOffice(t)
	o.withIDS(same)
	live := o.ok("check_ids", `{"ids":"office.ids"}`)
	file := o.ok("check_ids", `{"ids":"office.ids","file":"office.ifc"}`)
	if live.at("status").text() != "fail" || live.at("counts", "specifications").number() != 12 ||
		live.at("total").number() != 12 {
		t.Errorf("the model: %v", live.value)
	}
	for i := range 12 {
		for _, field := range []string{"status", "applicable", "passed", "failed"} {
			if a, b := live.at("specifications", i, field).value, file.at("specifications", i, field).value; a != b {
				t.Errorf("specification %d, %s: %v of the model, %v of its file", i+1, field, a, b)
			}
		}
	}
	if n := o.ok("check_ids", `{"ids":"office.ids","list":"requirements","specification":4}`).at(
		"total").number(); n != 2 {
		t.Errorf("%d requirements of the fourth specification", n)
	}
}

// TestCheckIDSListsEveryFailure checks that every failure is listed on a page, with its element of the model.
func TestCheckIDSListsEveryFailure(t *testing.T) {
	o := newOffice(t)
	o.withIDS(same)
	want := o.ok("check_ids", `{"ids":"office.ids"}`).at("counts", "failures").number()
	page := o.ok("check_ids", `{"ids":"office.ids","list":"failures","limit":1}`)
	if page.at("total").number() != want || want < 2 {
		t.Fatalf("%d failures are listed, %d counted", page.at("total").number(), want)
	}
	for n := 1; n < want; n++ {
		if page.at("failures", 0, "message").text() == "" || page.at("failures", 0, "element_id").text() == "" {
			t.Fatalf("page %d: %v", n, page.value)
		}
		page = o.ok("check_ids", `{"ids":"office.ids","list":"failures","limit":1,"cursor":"%s"}`,
			page.at("next_cursor").text())
	}
}

func TestCheckIDSIsRecorded(t *testing.T) {
	o := newOffice(t)
	o.withIDS(same)
	checked := o.ok("check_ids", `{"ids":"office.ids"}`)
	run := o.ok("get_validation_run", `{"validation_run_id":"%s"}`, checked.at("validation_run_id").text())
	const withoutElements = 4 // specifications that apply to nothing and must apply to something
	if run.at("tool").text() != "check_ids" || run.at("summary", "status").text() != "fail" ||
		run.at("total").number() != checked.at("counts", "failures").number()+withoutElements {
		t.Errorf("the run is %v", run.value)
	}
	if run.at("list", 0, "finding", "reason").text() == "" || run.at("list", 0, "status").text() != "new" {
		t.Errorf("the findings are %v", run.at("list").value)
	}
	again := o.ok("check_ids", `{"ids":"office.ids"}`)
	compared := o.ok("compare_validation_runs", `{"before":"%s","after":"%s"}`, checked.at("validation_run_id").text(),
		again.at("validation_run_id").text())
	if compared.at("added").number() != 0 || compared.at("resolved").number() != 0 {
		t.Errorf("the same check again: %v", compared.value)
	}
}

// TestAnotherDocumentOfTheSameNameResolvesNothing checks that a finding stays open if a later document does not contain
// its requirement: another document of the same name, an unreadable one, or one without a part. Naming the default
// schema gives the same test as leaving it out.
func TestAnotherDocumentOfTheSameNameResolvesNothing(t *testing.T) {
	o := newOffice(t)
	o.withIDS(same)
	first := o.ok("check_ids", `{"ids":"office.ids"}`)
	o.withIDS(func(text string) string { return strings.ReplaceAll(text, "</ids>", "") })
	if r := o.ok("check_ids", `{"ids":"office.ids"}`); r.at("status").text() != "invalid" {
		t.Fatalf("a document that does not end: %v", r.value)
	}
	o.withIDS(func(text string) string { return strings.ReplaceAll(text, "IFC4", "IFC4X3_ADD2") })
	o.ok("check_ids", `{"ids":"office.ids","skip_other_versions":true}`)
	o.withIDS(same)
	o.ok("check_ids", `{"ids":"office.ids","skip_other_versions":true,"schema":"IFC2X3"}`)
	run := o.ok("get_validation_run", `{"validation_run_id":"%s"}`, first.at("validation_run_id").text())
	for i := range run.at("list").value.([]any) {
		if status := run.at("list", i, "status").text(); status == "resolved" {
			t.Fatalf("finding %d is %s", i, status)
		}
	}
	named := o.ok("check_ids", `{"ids":"office.ids","schema":"IFC4"}`)
	c := o.ok("compare_validation_runs", `{"before":"%s","after":"%s"}`, first.at("validation_run_id").text(),
		named.at("validation_run_id").text())
	if c.at("before", "test").text() != c.at("after", "test").text() {
		t.Error("the default schema is another test than its name")
	}
}

// TestASpecificationWithoutElementsIsAFinding checks a specification that requires at least one element and applies to
// none. It fails without a failing element, so it is a finding itself, which readers of the run can see.
func TestASpecificationWithoutElementsIsAFinding(t *testing.T) {
	o := newOffice(t)
	o.withIDS(same)
	checked := o.ok("check_ids", `{"ids":"office.ids"}`)
	run := o.ok("get_validation_run", `{"validation_run_id":"%s"}`, checked.at("validation_run_id").text())
	var found []string
	for i := range run.at("list").value.([]any) {
		if run.at("list", i, "finding", "requirement").value == nil {
			found = append(found, run.at("list", i, "finding", "specification_name").text()+": "+
				run.at("list", i, "finding", "message").text())
		}
	}
	const none = ": no element is applicable, but at least one is required"
	want := []string{"External walls insulate" + none, "Windows are in a storey" + none,
		"Slabs are classified" + none, "There is a lift" + none}
	if !slices.Equal(found, want) {
		t.Errorf("findings without elements: %q", found)
	}
	topics := o.ok("export_bcf", `{"validation_run_id":"%s","group_by":"rule"}`,
		checked.at("validation_run_id").text())
	if !strings.Contains(fmt.Sprint(topics.at("topics").value), "There is a lift") {
		t.Errorf("topics: %v", topics.at("topics").value)
	}
}

func TestCheckIDSOfAFaultyDocument(t *testing.T) {
	o := newOffice(t)
	o.withIDS(func(text string) string { return strings.Replace(text, "IFCDOOR", "IfcDoor", 1) })
	r := o.ok("check_ids", `{"ids":"office.ids","list":"audit"}`)
	if r.at("status").text() != "invalid" || r.at("audit", 0, "code").number() != 103 ||
		r.at("audit", 0, "line").number() == 0 || r.at("counts", "specifications").number() != 12 {
		t.Errorf("a document with a class that there is not: %v", r.value)
	}
	o.withIDS(func(text string) string { return strings.Replace(text, "<entity>", `<entity kind="x">`, 1) })
	r = o.ok("check_ids", `{"ids":"office.ids","list":"audit"}`)
	if r.at("status").text() != "invalid" || r.at("audit", 0, "code").number() != 306 ||
		r.at("counts", "specifications").number() != 0 {
		t.Errorf("a document of the wrong form: %v", r.value)
	}
	o.refused(state.NotFound, "check_ids", `{"ids":"nothing.ids"}`)
}

func TestIDSFromModelIsSatisfied(t *testing.T) {
	o := newOffice(t)
	drafted := o.ok("ids_from_model",
		`{"classes":["IfcWall","IFCDOOR"],"values":true,"title":"Office","file_name":"draft.ids"}`)
	if drafted.at("specifications", 0, "requirements").number() < 3 ||
		filepath.Base(drafted.at("path").text()) != "draft.ids" {
		t.Errorf("the draft: %v", drafted.value)
	}
	if r := o.ok("check_ids", `{"ids":"draft.ids"}`); r.at("status").text() != "pass" ||
		r.at("title").text() != "Office" {
		t.Errorf("the model against its draft: %v", r.value)
	}
	o.refused(state.NotFound, "ids_from_model", `{"classes":["IfcShip"]}`)
	o.refused(state.OutOfRange, "ids_from_model", `{"file_name":"draft.txt"}`)
}

// TestCheckIDSKeepsToTheSizeOfAReply checks a report with many failures and long names. No reply may exceed 40 kB, and
// the pages must list everything.
func TestCheckIDSKeepsToTheSizeOfAReply(t *testing.T) {
	o := newOffice(t)
	long := strings.Repeat("Länge ", 500)
	o.withIDS(func(text string) string {
		start, end := strings.Index(text, "    <specification "),
			strings.Index(text, "    <specification name=\"External")
		one := strings.Replace(text[start:end], `name="`, `name="`+long, 1)
		one = strings.Replace(one, "<requirements>", "<requirements>"+
			strings.Repeat(`<attribute instructions="`+long+
				`"><name><simpleValue>Description</simpleValue></name><value><simpleValue>`+long+
				`</simpleValue></value></attribute>`, 4), 1)
		return text[:start] + strings.Repeat(one, 4) + text[end:]
	})
	for _, list := range []string{"specifications", "requirements", "failures", "audit"} {
		seen, more, total := 0, "", 1
		for seen < total {
			e := o.call("check_ids", `{"ids":"office.ids","list":"%s","limit":500%s}`, list, more)
			size := len(app.MustEncode(e))
			if !e.Success || size > app.MaxAnswerBytes {
				t.Fatalf("%s: a reply of %d bytes: %+v", list, size, e.Error)
			}
			var data any
			if err := json.Unmarshal(e.Data, &data); err != nil {
				t.Fatal(err)
			}
			page := answer{t, data}
			total = page.at("total").number()
			if total > 0 {
				seen += page.at(list).len()
			}
			if total == 0 || page.at("next_cursor").text() == "" {
				break
			}
			more = `,"cursor":"` + page.at("next_cursor").text() + `"`
		}
		if seen != total {
			t.Errorf("%s: the pages hold %d of %d", list, seen, total)
		}
	}
}

// TestADraftDoesNotAskForWhatFilesCarry checks that a draft requires nothing that only files of this program contain
// for their own use.
func TestADraftDoesNotAskForWhatFilesCarry(t *testing.T) {
	o := newOffice(t)
	o.make("stair", "create_stair", `{"base_level":"Ground","top_level":"Upper","start":[1000,1000],`+
		`"toward":[1000,3000],"width":900,"risers":17}`) // the file contains the point toward which it leads
	path := o.ok("ids_from_model", `{}`).at("path").text()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, exported := o.exported(); !strings.Contains(exported, "'bimstream'") {
		t.Fatal("the file carries nothing")
	}
	if strings.Contains(string(text), "<simpleValue>bimstream</simpleValue>") {
		t.Errorf("the draft asks for what files carry:\n%s", text)
	}
}
