package tools

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// skippedIDS returns a document with one specification for each of the given versions of IFC.
func skippedIDS(versions ...string) string {
	text := idsOf("IFCWALL", "FireRating")
	from, to := strings.Index(text, "<specification "), strings.Index(text, "</specifications>")
	one, all := text[from:to], ""
	for i, v := range versions {
		all += strings.NewReplacer(`name="s"`, fmt.Sprintf(`name="s%d"`, i+1), `"IFC4"`, `"`+v+`"`).Replace(one)
	}
	return text[:from] + all + text[to:]
}

// TestSkippedSpecificationsAreNotJudged checks that a specification that is left out is reported as not checked, in the
// reply and in the record. If no other fails, the check is incomplete and not passed, and a gate that uses it does not
// pass.
func TestSkippedSpecificationsAreNotJudged(t *testing.T) {
	o := newOffice(t)
	o.gateFile("other.ids", skippedIDS("IFC2X3"))
	o.gateFile("both.ids", skippedIDS("IFC2X3", "IFC4"))
	d := o.ok("check_ids", `{"ids":"other.ids","skip_other_versions":true}`)
	e := o.call("check_ids", `{"ids":"other.ids","skip_other_versions":true}`)
	if d.at("status").text() != "incomplete" || d.at("not_checked", 0, "specification_name").text() != "s1" ||
		d.at("not_checked", 0, "reason").text() == "" || len(e.Warnings) != 1 || e.Warnings[0].Code != "NOT_CHECKED" {
		t.Errorf("nothing was judged: %v %v", d.value, e.Warnings)
	}
	run := o.ok("get_validation_run", `{"validation_run_id":"%s"}`, d.at("validation_run_id").text())
	if run.at("summary", "not_checked").len() != 1 || run.at("summary", "status").text() != "incomplete" {
		t.Errorf("on record is %v", run.at("summary").value)
	}
	if d = o.ok("check_ids", `{"ids":"both.ids","skip_other_versions":true}`); d.at("status").text() != "fail" ||
		d.at("not_checked").len() != 1 {
		t.Errorf("one of two fails: %v", d.value)
	}
	d = o.ok("run_start", `{"configuration":{"name":"by file","gates":[{"name":"asked","tool":"check_ids",
		"args":{"ids":"other.ids","skip_other_versions":true}}]}}`)
	if d.at("ok").value != false || !strings.Contains(d.at("report", 0, "why").text(), "not everything") {
		t.Errorf("a gate of which nothing was judged: %v", d.value)
	}
}

// TestASkippedSpecificationResolvesNothing checks that a finding stays open if a later check of the same test leaves
// its specification out. The specification is left out because the file then has another version of IFC.
func TestASkippedSpecificationResolvesNothing(t *testing.T) {
	o := newOffice(t)
	o.gateFile("both.ids", skippedIDS("IFC2X3", "IFC4"))
	check := func(schema string) answer {
		path := o.ok("export_ifc", `{"schema":"%s","file_name":"%s.ifc"}`, schema, schema).at("path").text()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(filepath.Dir(path), "office.ifc"), string(text))
		return o.ok("check_ids", `{"ids":"both.ids","file":"office.ifc","skip_other_versions":true}`)
	}
	first := check("IFC4")
	found := first.at("counts", "failures").number()
	second := check("IFC2X3")
	run := o.ok("get_validation_run", `{"validation_run_id":"%s"}`, first.at("validation_run_id").text())
	if status := run.at("list", 0, "status").text(); found != 4 || status != "new" {
		t.Errorf("%d findings, the first is %s", found, status)
	}
	c := o.ok("compare_validation_runs", `{"before":"%s","after":"%s"}`, first.at("validation_run_id").text(),
		second.at("validation_run_id").text())
	if c.at("unjudged").number() != found || c.at("resolved").number() != 0 {
		t.Errorf("compared: %v", c.value)
	}
}

// TestCheckIDSSaysThatItsFilesChanged checks the warning of a page whose file or document differs from that of the page
// before.
func TestCheckIDSSaysThatItsFilesChanged(t *testing.T) {
	o := newOffice(t)
	o.withIDS(same)
	for _, c := range []struct{ args, changed string }{
		{`"ids":"office.ids","file":"office.ifc"`, "office.ifc"},
		{`"ids":"office.ids","file":"office.ifc"`, "office.ids"},
		{`"ids":"office.ids"`, "office.ids"},
	} {
		page := o.ok("check_ids", `{%s,"list":"failures","limit":1}`, c.args)
		next := func() mcp.Envelope {
			return o.call("check_ids", `{%s,"list":"failures","limit":1,"cursor":"%s"}`, c.args,
				page.at("next_cursor").text())
		}
		if e := next(); len(e.Warnings) != 0 {
			t.Errorf("%s: nothing has changed: %v", c.args, e.Warnings)
		}
		path := filepath.Join(o.out, app.OwnFolder(mcp.LocalHuman()), c.changed)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write(t, path, string(text)+"\n")
		e := next()
		if len(e.Warnings) != 1 || e.Warnings[0].Code != "FILE_CHANGED" {
			t.Errorf("%s: %s has changed: %v", c.args, c.changed, e.Warnings)
		}
	}
}
