package tools

import (
	"os"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// kept returns a roofed office with a stored plan, a stored section and a sheet of both.
func kept(t *testing.T) *office {
	o := roofed(t)
	o.make("plan", "define_view", `{"kind":"plan","level_id":"$ground","scale":50}`)
	o.make("section", "define_view", `{"kind":"section","name":"A","start":[3000,5000],"end":[3000,-1000],"scale":50}`)
	o.make("sheet", "define_sheet", `{"number":"A-101","name":"Ground","view_ids":["$plan","$section"]}`)
	return o
}

// drawnFile returns the content of the file that a drawing wrote.
func (o *office) drawnFile(d answer) string {
	o.t.Helper()
	data, err := os.ReadFile(d.at("path").text())
	if err != nil {
		o.t.Fatal(err)
	}
	return string(data)
}

// TestDrawingKeptViews checks that a stored view can be drawn by its id or name, alone and on its sheet. Its definition
// need not be repeated, and a past state can be drawn too.
func TestDrawingKeptViews(t *testing.T) {
	o := kept(t)
	section := o.ok("create_section", `{"view_id":"A"}`)
	if section.at("scale").number() != 50 || section.at("name").text() != "Section A-A" {
		t.Errorf("the section is %v", section.value)
	}
	sheet := o.ok("create_sheet", `{"sheet_id":"A-101"}`)
	if text := o.drawnFile(sheet); !strings.Contains(text, "A-101") || !strings.Contains(text, "Section A-A") {
		t.Error("the sheet says neither its number nor its section")
	}
	if n := len(sheet.at("views").value.([]any)); n != 2 {
		t.Errorf("the sheet has %d views", n)
	}
	before := o.revision("main")
	o.ok("modify_parameter", `{"element_id":"$section","parameter_name":"start","value":[2000,5000]}`)
	o.ok("modify_parameter", `{"element_id":"$section","parameter_name":"end","value":[2000,-1000]}`)
	if past := o.ok("create_section", `{"view_id":"$section","at":"%d"}`, before); past.at("sha256").text() !=
		section.at("sha256").text() {
		t.Error("the section of before is another one")
	}
	placed := o.ok("create_sheet", `{"views":[{"view_id":"A","scale":100},{"elevation":"south","scale":100}]}`)
	if placed.at("views", 0).text() != "Section A-A 1:100" {
		t.Errorf("the sheet has %v", placed.at("views").value)
	}
	again := o.ok("create_sheet", `{"views":[{"view_id":"%s"}]}`, section.at("view_id").text())
	if again.at("views", 0).text() != "Section A-A 1:50" {
		t.Errorf("what was drawn before is placed as %v", again.at("views").value)
	}
	o.refused(state.OutOfRange, "create_section", `{"view_id":"A","depth":500}`)
	o.refused(state.IllegalState, "create_plan", `{"view_id":"A"}`)
	o.refused(state.InvalidInput, "create_section", `{"scale":50}`)
	o.refused(state.NotFound, "create_elevation", `{"view_id":"nothing"}`)
	o.refused(state.OutOfRange, "create_sheet", `{"sheet_id":"A-101","views":[{"view_id":"A"}]}`)
	o.refused(state.NotFound, "create_sheet", `{"views":[{"view_id":"B"}]}`)
}

// TestViewsAreElements checks that views are elements: they are listed, have a history with reasons, and can be undone
// and merged.
func TestViewsAreElements(t *testing.T) {
	o := kept(t)
	if d := o.ok("query_elements", `{"categories":["view","sheet"]}`); d.at("total").number() != 3 {
		t.Errorf("%d views and sheets are listed", d.at("total").number())
	}
	o.ok("create_branch", `{"name":"option"}`)
	o.ok("modify_parameter", `{"branch":"option","element_id":"$section","parameter_name":"depth","value":2000,`+
		`"reasoning":"too much behind"}`)
	o.ok("modify_parameter", `{"element_id":"$section","parameter_name":"scale","value":20}`)
	o.ok("merge_branch", `{"source":"option"}`)
	d := o.ok("get_element", `{"element_id":"$section"}`)
	if d.at("params", "depth").number() != 2000 || d.at("params", "scale").number() != 20 {
		t.Errorf("the merged section is %v", d.value)
	}
	o.ok("create_branch", `{"name":"clash"}`)
	o.ok("modify_parameter", `{"branch":"clash","element_id":"$section","parameter_name":"depth","value":1000}`)
	o.ok("modify_parameter", `{"element_id":"$section","parameter_name":"depth","value":3000}`)
	o.refused(state.MergeConflict, "merge_branch", `{"source":"clash"}`)
	o.ok("undo", `{}`)
	if d := o.ok("get_element", `{"element_id":"$section"}`); d.at("params", "depth").number() != 2000 {
		t.Errorf("after the undo the section is %v", d.value)
	}
}

// TestIssuingKeptSheets checks that an issue has the stored sheets by default. The table of revisions has the reasons
// of the changes, or the given words.
func TestIssuingKeptSheets(t *testing.T) {
	o := kept(t)
	first := o.ok("issue_sheets", `{"index":"A"}`)
	if first.at("sheets_total").number() != 1 || first.at("sheets", 0, "number").text() != "A-101" ||
		first.at("sheets", 0, "title").text() != "Ground" {
		t.Errorf("%v", first.value)
	}
	o.ok("modify_parameter",
		`{"element_id":"$south","parameter_name":"height","value":2500,"reasoning":"lower for the new beam"}`)
	o.ok("issue_sheets", `{"index":"B"}`)
	o.ok("issue_sheets", `{"index":"C","change":"as discussed"}`)
	issues, err := o.issues()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"Issued", "lower for the new beam", "as discussed"} {
		if !strings.Contains(issues, want) {
			t.Errorf("issue %d does not say %q: %s", i, want, issues)
		}
	}
}

// issues returns the stored records of the issues.
func (o *office) issues() (string, error) {
	var out strings.Builder
	for r, err := range o.store.Read(o.t.Context(), "model."+o.id["model"]+".issues", 0) {
		if err != nil {
			return "", err
		}
		out.Write(r.Data)
	}
	return out.String(), nil
}

// TestViewsAreNotToldToWhoReadsAPart checks that a caller who may read only a part of a model does not see its views,
// because a view belongs to no part.
func TestViewsAreNotToldToWhoReadsAPart(t *testing.T) {
	o := kept(t)
	o.open(readingWithin("local", mcp.Scope{Levels: []string{o.id["ground"]}}))
	if d := o.ok("query_elements", `{"categories":["view","sheet"]}`); d.at("total").number() != 0 {
		t.Errorf("%d views are told of", d.at("total").number())
	}
	o.refused(state.NotFound, "get_element", `{"element_id":"$section"}`)
}
