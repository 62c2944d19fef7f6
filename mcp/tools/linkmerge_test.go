package tools

import (
	"strconv"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// linksOf returns the states of the links of a branch by their names.
func (o *office) linksOf(branch string) map[string]string {
	o.t.Helper()
	links := o.ok("list_links", `{"model_id":"$model","branch":"%s"}`, branch).at("links")
	out := map[string]string{}
	for i := range links.len() {
		out[links.at(i, "name").text()] = links.at(i, "state").text()
	}
	return out
}

// TestAMergeBringsLinks checks that a merge brings the links of a branch like its elements, and that a link changed on
// both sides is a conflict.
func TestAMergeBringsLinks(t *testing.T) {
	o := newProject(t)
	o.ok("tag_revision", `{"model_id":"$structure","name":"Issue 1"}`)
	o.make("services", "create_model", `{"name":"Pipes of the office"}`)
	o.ok("create_branch", `{"model_id":"$model","name":"side"}`)
	o.ok("link_model", `{"model_id":"$model","branch":"side","linked_model":"$services","name":"MEP"}`)
	o.ok("update_link", `{"model_id":"$model","branch":"side","link":"STR","state":"Issue 1"}`)
	diff := o.ok("diff_branches", `{"model_id":"$model","source":"side"}`)
	if text := textOf(diff.at("changes").value); !strings.Contains(text, `"MEP"`) ||
		!strings.Contains(text, "Issue 1") || diff.at("source_counts", "added").number() != 1 {
		t.Errorf("the difference of the branches is %s", text)
	}
	merged := o.ok("merge_branch", `{"model_id":"$model","source":"side"}`)
	if n := merged.at("counts", "links").number(); n != 2 ||
		!strings.Contains(merged.at("summary").text(), "2 links") {
		t.Errorf("merged %v: %s", n, merged.at("summary").text())
	}
	if got := o.linksOf("main"); len(got) != 2 || got["STR"] != "Issue 1" || got["MEP"] != "live" {
		t.Errorf("after the merge the links are %v", got)
	}
	// both sides
	o.ok("update_link", `{"model_id":"$model","link":"MEP","name":"Pipes"}`)
	o.ok("update_link", `{"model_id":"$model","branch":"side","link":"MEP","name":"HVAC"}`)
	open := o.ok("merge_branch", `{"model_id":"$model","source":"side","dry_run":true}`)
	conflict := open.at("conflicts", 0)
	if open.at("open_conflicts").number() != 1 || conflict.at("line").text() !=
		`link "Pipes" name: base "MEP", ours "Pipes", theirs "HVAC"` {
		t.Fatalf("the conflicts are %v", open.at("conflicts").value)
	}
	o.refused(state.MergeConflict, "merge_branch", `{"model_id":"$model","source":"side"}`)
	o.ok("resolve_conflict", `{"model_id":"$model","source":"side","conflict_id":"%s","take":"theirs"}`,
		conflict.at("conflict_id").text())
	o.ok("merge_branch", `{"model_id":"$model","source":"side"}`)
	if got := o.linksOf("main"); got["HVAC"] != "live" || len(got) != 2 {
		t.Errorf("after the decision the links are %v", got)
	}
	o.ok("undo", `{"model_id":"$model"}`)
	if got := o.linksOf("main"); got["Pipes"] != "live" || len(got) != 2 {
		t.Errorf("after the undo of the merge the links are %v", got)
	}
	o.ok("update_link", `{"model_id":"$model","link":"Pipes","discipline":"services"}`)
	o.ok("update_link", `{"model_id":"$model","link":"Pipes","discipline":"plumbing"}`)
	at := o.ok("model_overview", `{"model_id":"$model"}`).at("revision").number()
	o.refused(state.IllegalState, "undo", `{"model_id":"$model","revision":%d}`, at-1)
}

// TestAMergeTellsNothingOfAModelThatMayNotBeRead checks that a person who may not read a linked model learns nothing
// about it from a difference, a merge or an undo.
func TestAMergeTellsNothingOfAModelThatMayNotBeRead(t *testing.T) {
	o := newProject(t)
	o.ok("create_branch", `{"model_id":"$model","name":"side"}`)
	o.ok("update_link", `{"model_id":"$model","branch":"side","link":"STR","name":"Their frame"}`)
	o.ok("update_link", `{"model_id":"$model","link":"STR","name":"Our frame","discipline":"timber"}`)
	at := o.ok("model_overview", `{"model_id":"$model"}`).at("revision").number()
	o.ok("update_link", `{"model_id":"$model","link":"Our frame","name":"Last frame"}`)
	o.ok("share_model", `{"model_id":"$model","user":"bo","access":"edit"}`)
	o.open(person("bo"))
	secrets := []string{"rame", "STR", "structure", "timber", o.id["structure"]}
	quiet := func(tool, arguments string) string {
		t.Helper()
		text := textOf(o.call(tool, "%s", arguments))
		for _, secret := range secrets {
			if strings.Contains(text, secret) && !strings.Contains(arguments, secret) {
				t.Errorf("%s %s tells %q: %s", tool, arguments, secret, text)
			}
		}
		return text
	}
	link := o.ok("list_links", `{"model_id":"$model"}`).at("links", 0, "link_id").text()
	for _, call := range [][2]string{
		{"diff_branches", `{"model_id":"$model","source":"side"}`},
		{"diff_revisions", `{"model_id":"$model","from":"0"}`},
		{"merge_branch", `{"model_id":"$model","source":"side","dry_run":true,"detail":"full"}`},
		{"merge_branch", `{"model_id":"$model","source":"side"}`},
	} {
		if text := quiet(call[0], call[1]); !strings.Contains(text, link) {
			t.Errorf("%s does not tell that a link is concerned: %s", call[0], text)
		}
	}
	quiet("undo", `{"model_id":"$model","dry_run":true}`)
	quiet("undo", strings.ReplaceAll(`{"model_id":"$model","revision":N}`, "N", strconv.Itoa(at)))
	conflict := o.ok("merge_branch", `{"model_id":"$model","source":"side","dry_run":true}`).at("conflicts", 0,
		"conflict_id").text()
	quiet("resolve_conflict", `{"model_id":"$model","source":"side","take":"theirs","conflict_id":"`+conflict+`"}`)
	quiet("merge_branch", `{"model_id":"$model","source":"side","detail":"full"}`)
	quiet("list_events", `{"model_id":"$model","detailed":true,"limit":500}`)
	quiet("list_approvals", `{"model_id":"$model"}`)
	o.open(mcp.LocalHuman())
	if got := o.linksOf("main"); got["Their frame"] != "live" {
		t.Errorf("after the merge the links are %v", got)
	}
}
