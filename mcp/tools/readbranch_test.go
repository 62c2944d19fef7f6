package tools

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// Who may read main alone learns nothing of what is on other branches, whatever argument names them; of a task of such
// a branch what the task says, since it is theirs.
func TestOtherBranchesAreNotTold(t *testing.T) {
	o := newOffice(t)
	o.ok("create_branch", `{"name":"hidden"}`)
	wall := func(y int) string {
		return o.ok("create_wall",
			`{"branch":"hidden","level_id":"$ground","start":[50000,%d],"end":[54000,%d],"height":2500,"thickness":200,"name":"Zebra %d"}`, y, y, y).at("created", 0, "element_id").text()
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
	run := o.ok("run_start",
		`{"configuration":{"name":"Zebra run","base":"hidden","branch":"hidden-2","gates":[{"name":"clashes","tool":"clash_detection"}]}}`).at("run_id").text()
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
		{"tag_revision", `{"name":"Zebra.tag"}`},
	} {
		text := strings.NewReplacer("Zebra.tag", "", `\"`, `"`).Replace(told(t, o.call(call[0], "%s", call[1])))
		if strings.Contains(text, "Zebra") || strings.Contains(text, `of branch "hidden`) {
			t.Errorf("%s %s: %.600s", call[0], call[1], text)
		}
	}
}
