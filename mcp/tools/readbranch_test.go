package tools

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/server"
)

// TestOtherBranchesAreNotTold checks that a caller who may read only main learns nothing about other branches or their
// existence, whatever argument names them. Of a task on such a branch it sees the texts that people wrote, but not the
// elements and findings.
func TestOtherBranchesAreNotTold(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"hidden"}`)
	wall := func(y int) string {
		return o.ok(
			"create_wall",
			`{"branch":"hidden","level_id":"$ground","start":[50000,%d],"end":[54000,%d],"height":2500,"thickness":200,"name":"Zebra %d"}`,
			y,
			y,
			y,
		).at("created", 0, "element_id").text()
	}
	zebra := wall(50000)
	wall(50010)
	o.ok("tag_revision", `{"branch":"hidden","name":"Zebra.tag"}`)
	check := o.ok("clash_detection", `{"branch":"hidden","source_category":"wall","target_category":"wall"}`).at(
		"validation_run_id").text()
	again := o.ok("clash_detection",
		`{"branch":"hidden","source_category":"wall","target_category":"wall","tolerance":1}`).at(
		"validation_run_id").text()
	task := o.ok("add_task", `{"title":"A task","branch":"hidden","element_ids":["%s"]}`, zebra).at("task_id").text()
	run := o.ok(
		"run_start",
		`{"configuration":{"name":"Zebra run","base":"hidden","branch":"hidden-2","gates":[{"name":"clashes","tool":"clash_detection"}]}}`,
	).at("run_id").text()
	p := person("local")
	p.Permissions = map[mcp.Operation]mcp.Scope{}
	for _, op := range []mcp.Operation{mcp.OpRead, mcp.OpCreate, mcp.OpModify, mcp.OpDelete} {
		p.Permissions[op] = mcp.Scope{BranchPatterns: []string{"main"}}
	}
	o.open(p)
	for _, call := range [][2]string{
		{"list_branches", `{}`}, {"diff_branches", `{"source":"hidden"}`},
		{"diff_branches", `{"branch":"hidden","source":"main"}`},
		{"merge_branch", `{"source":"hidden","dry_run":true}`}, {"list_validation_runs", `{}`},
		{"get_validation_run", `{"validation_run_id":"` + check + `"}`},
		{"compare_validation_runs", `{"before":"` + check + `","after":"` + again + `"}`},
		{"export_bcf", `{"validation_run_id":"` + check + `","version":"2.1","dry_run":true}`},
		{"list_tasks", `{}`}, {"get_task", `{"task_id":"` + task + `"}`}, {"task_next_actions", `{}`},
		{"run_list", `{}`}, {"run_status", `{"run_id":"` + run + `"}`},
		{"run_artifact", `{"run_id":"` + run + `","name":"log"}`}, {"run_validate", `{"run_id":"` + run + `"}`},
		{"run_open_merge", `{"run_id":"` + run + `"}`}, {"run_cancel", `{"run_id":"` + run + `"}`},
		{"model_overview", `{"at":"Zebra.tag"}`}, {"query_elements", `{"at":"hidden@29"}`},
		{"query_elements", `{"at":"Zebra.tag"}`}, {"element_history", `{"element_id":"` + zebra + `"}`},
		{"list_events", `{}`}, {"get_element", `{"element_id":"` + zebra + `"}`},
		{"list_audit", `{"element_id":"` + zebra + `"}`}, {"diff_revisions", `{"from":"Zebra.tag","to":"30"}`},
		{"create_branch", `{"branch":"hidden","name":"main"}`}, {"list_artifacts", `{"branch":"hidden"}`},
		{"delete_branch", `{"name":"hidden"}`}, {"export_ifc", `{"schema":"IFC4","at":"Zebra.tag"}`},
		{"tag_revision", `{"name":"Zebra.tag"}`}, {"tag_revision", `{"name":"x","at":"Zebra.tag"}`},
		{"list_models", `{}`}, {"audit_verify_chain", `{}`}, {"list_artifacts", `{}`}, {"list_files", `{}`},
		{"create_plan", `{"level_id":"$ground","since":"Zebra.tag"}`},
		{"create_plan", `{"level_id":"$ground","since":"nosuch"}`},
		{"create_plan", `{"level_id":"$ground","since":"hidden@29"}`},
		{"create_section", `{"cut_plane":{"start":[3000,-1000],"end":[3000,5000]},"since":"nosuch"}`},
		{"create_elevation", `{"from":"south","since":"nosuch"}`},
		{"create_sheet", `{"views":[{"level_id":"$ground","scale":100,"since":"nosuch"}]}`},
		{"issue_sheets", `{"index":"Z","sheets":[{"views":[{"level_id":"$ground","scale":100,"since":"nosuch"}]}]}`},
		{"issue_sheets", `{"index":"Zebra.tag"}`},
		{"render_view", `{"colour_by":"change","since":"nosuch"}`},
		{"list_tasks", `{"element_id":"` + zebra + `"}`},
		{"update_task", `{"task_id":"` + task + `","comment":"seen"}`},
		{"export_bcf", `{"all_tasks":true,"dry_run":true}`}, {"task_next_actions", `{"branch":"main"}`},
		{"server_health", `{}`}, {"run_list", `{}`}, {"model_overview", `{}`},
	} {
		reply := o.call(call[0], "%s", call[1])
		if text := told(t, reply); !strings.Contains(call[1], "hidden") && strings.Contains(text, "hidden") {
			t.Errorf("%s %s names the branch: %.600s", call[0], call[1], text)
		}
		if text := told(t, reply); strings.Contains(text, run) && !strings.Contains(call[1], run) ||
			strings.Contains(text, zebra) && !strings.Contains(call[1], zebra) {
			t.Errorf("%s %s: %.600s", call[0], call[1], text)
		}
		text := strings.NewReplacer("Zebra.tag", "", `\"`, `"`).Replace(told(t, reply))
		if strings.Contains(text, "Zebra") || strings.Contains(text, `of branch "hidden`) {
			t.Errorf("%s %s: %.600s", call[0], call[1], text)
		}
	}
	for there, missing := range map[string]string{"Zebra 50000": "Nowhere",
		zebra: string(state.DeriveID("nowhere", 0))} {
		for _, call := range [][2]string{{"list_tasks", `{"element_id":"%s"}`}, {"get_element", `{"element_id":"%s"}`},
			{"element_history", `{"element_id":"%s"}`}, {"list_audit", `{"element_id":"%s"}`}} {
			got, want := told(t, o.call(call[0], call[1], there)), told(t, o.call(call[0], call[1], missing))
			if strings.ReplaceAll(got, there, missing) != want {
				t.Errorf("%s of what is hidden: %s\nof what is not there: %s", call[0], got, want)
			}
		}
	}
	if d := o.ok("get_task", `{"task_id":"%s"}`, task); d.at("title").text() != "A task" ||
		d.at("elements").number() != 0 || d.at("said", 0, "text").text() != "seen" {
		t.Errorf("of a task of another branch: %v", d.value)
	}
	ctx := mcp.WithPrincipal(t.Context(), p)
	branches, err := server.New(o.backend).CompleteResource(ctx, server.ModelResources[1].Template(), "branch", "",
		map[string]string{"model_id": "Office"})
	if err != nil || !slices.Equal(branches, []string{"main"}) {
		t.Errorf("branches are completed to %v (%v)", branches, err)
	}
	for uri, there := range map[string]bool{"bim://models/Office": true, "bim://models/Office/branches/main": true,
		"bim://models/Office/branches/hidden":                      false,
		"bim://models/Office/branches/hidden/elements/Zebra 50000": false} {
		if _, err := server.New(o.backend).WatchResource(ctx, uri, time.Now()); (err == nil) != there {
			t.Errorf("%s: %v", uri, err)
		}
	}
	topics := o.topics(o.ok("export_bcf", `{"all_tasks":true,"no_snapshots":true}`)).Topics
	if len(topics) != 1 || topics[0].Title != "A task" || len(topics[0].Viewpoints) != 0 {
		t.Errorf("given out as BCF: %+v", topics)
	}
	p.Permissions[mcp.OpRead] = mcp.Scope{BranchPatterns: []string{"hidden*"}}
	o.open(p)
	m := o.ok("list_models", `{}`).at("models", 0)
	if m.at("revision").value != nil || m.at("updated_at").value != nil || m.at("branches").len() != 2 {
		t.Errorf("without main: %v", m.value)
	}
}

// TestBranchesDoNotNameTheHiddenOnesThatTheyComeFrom checks that a readable branch does not name a hidden one: neither
// the branch that it was forked from, nor a branch that it has merged.
func TestBranchesDoNotNameTheHiddenOnesThatTheyComeFrom(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"hidden"}`)
	o.ok("modify_parameter",
		`{"branch":"hidden","element_id":"south","parameter_name":"height","value":2900}`)
	o.ok("create_branch", `{"branch":"hidden","name":"open/fork","description":"a fork"}`)
	o.ok("create_branch", `{"name":"open/merged"}`)
	o.ok("merge_branch", `{"branch":"open/merged","source":"hidden"}`)
	o.ok("modify_parameter",
		`{"branch":"open/fork","element_id":"south","parameter_name":"height","value":2950}`)
	p := person("local")
	p.Permissions = map[mcp.Operation]mcp.Scope{}
	for _, op := range []mcp.Operation{mcp.OpRead, mcp.OpCreate, mcp.OpModify, mcp.OpDelete} {
		p.Permissions[op] = mcp.Scope{BranchPatterns: []string{"main", "open/*"}}
	}
	for _, readsAll := range []bool{true, false} {
		if !readsAll {
			o.open(p)
		}
		for _, call := range [][2]string{
			{"list_branches", `{}`},
			{"diff_branches", `{"branch":"open/merged","source":"open/fork"}`},
			{"merge_branch", `{"branch":"open/merged","source":"open/fork","dry_run":true}`},
			{"element_history", `{"branch":"open/fork","element_id":"south"}`},
			{"list_events", `{"branch":"open/fork","detailed":true}`},
			{"list_events", `{"branch":"open/merged","detailed":true}`},
			{"list_events", `{"branch":"open/merged","detailed":true,"types":["branch.merged"]}`},
		} {
			text := told(t, o.call(call[0], "%s", call[1]))
			if named := strings.Contains(text, `"hidden"`); named != readsAll {
				t.Errorf("%s %s: names the branch: %v, of who reads all: %v: %.800s", call[0], call[1], named, readsAll,
					text)
			}
			if named := strings.Contains(text, app.UnnamedBranch); named && readsAll {
				t.Errorf("%s %s: %.800s", call[0], call[1], text)
			}
		}
	}
	branches := o.ok("list_branches", `{}`).at("branches")
	for i := range branches.len() {
		if b := branches.at(i); b.at("name").text() == "open/fork" && (b.at("description").text() != "a fork" ||
			b.at("fork_revision").value != nil || b.at("unmerged_events").value != nil) {
			t.Errorf("of a fork of what is hidden: %s", b.written())
		}
	}
	if at := o.ok("element_history", `{"branch":"open/fork","element_id":"south"}`).at("entries"); at.at(
		at.len()-2, "branch").text() != app.UnnamedBranch {
		t.Errorf("history: %s", at.written())
	}
}
