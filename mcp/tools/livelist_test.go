package tools

import (
	"fmt"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestPagesOfAListThatChangesMissNothing checks pages of a list of tasks while tasks are completed and added: the pages
// list each task that stays once, or report that the list has changed.
func TestPagesOfAListThatChangesMissNothing(t *testing.T) {
	o := newOffice(t)
	for i := range 7 {
		o.ok("add_task", `{"title":"t%d"}`, i)
	}
	titles := func(d answer) (out []string) {
		for i := range d.at("tasks").len() {
			out = append(out, d.at("tasks", i, "title").text())
		}
		return out
	}
	first := o.ok("list_tasks", `{"statuses":["open"],"limit":3}`)
	next, seen := first.at("next_cursor").text(), titles(first)
	o.ok("complete_task", `{"task_id":"%s","note":"done"}`, first.at("tasks", 0, "task_id").text())
	o.ok("add_task", `{"title":"late"}`)
	second := o.ok("list_tasks", `{"statuses":["open"],"limit":3,"cursor":"%s"}`, next)
	third := o.ok("list_tasks", `{"statuses":["open"],"limit":3,"cursor":"%s"}`, second.at("next_cursor").text())
	all := append(append(seen, titles(second)...), titles(third)...)
	slices.Sort(all)
	if want := "[late t0 t1 t2 t3 t4 t5 t6]"; fmt.Sprint(all) != want {
		t.Errorf("the pages tell %v, want %s", all, want)
	}
	o.ok("complete_task", `{"task_id":"%s","note":"done"}`, first.at("tasks", 2, "task_id").text())
	if e := o.refused(state.IllegalState, "list_tasks", `{"statuses":["open"],"limit":3,"cursor":"%s"}`,
		next); e.at("state").text() != "list_changed" {
		t.Errorf("behind a task that has left the list: %v", e.value)
	}
}

// TestPagesOfAListThatGrowsRepeatNothing checks that a model, a branch or a file added before the next page causes no
// entry to be listed twice.
func TestPagesOfAListThatGrowsRepeatNothing(t *testing.T) {
	o := newOffice(t)
	plan := func(name string) {
		o.ok("create_plan", `{"level_id":"$ground","scale":100,"format":"svg","file_name":"%s.svg"}`, name)
	}
	plan("b")
	plan("c")
	for _, name := range []string{"b", "c"} {
		o.ok("create_branch", `{"name":"%s"}`, name)
	}
	for _, list := range []struct {
		tool, items, name string
		add               func()
	}{
		{"list_branches", "branches", "name", func() { o.ok("create_branch", `{"name":"a"}`) }},
		{"list_artifacts", "artifacts", "name", func() { plan("d") }},
		{"list_files", "files", "file", func() { plan("a") }},
	} {
		first := o.ok(list.tool, `{"limit":1}`)
		list.add()
		second := o.ok(list.tool, `{"limit":1,"cursor":"%s"}`, first.at("next_cursor").text())
		a, b := first.at(list.items, 0, list.name).text(), second.at(list.items, 0, list.name).text()
		if a == b || b == "" {
			t.Errorf("%s tells %q and then %q", list.tool, a, b)
		}
	}
}

// TestPagesOfNextActionsMissNothing reads the next actions page by page while they are carried out. Completed ones
// shift nothing, and a task that becomes more urgent than the listed ones is not lost silently.
func TestPagesOfNextActionsMissNothing(t *testing.T) {
	o := newOffice(t)
	for i := range 6 {
		o.ok("add_task", `{"title":"t%d"}`, i)
	}
	first := o.ok("task_next_actions", `{"limit":2}`)
	next := first.at("next_cursor").text()
	o.ok("complete_task", `{"task_id":"t0","note":"done"}`)
	second := o.ok("task_next_actions", `{"limit":2,"cursor":"%s"}`, next)
	if got := second.at("actions", 0, "title").text(); got != "t2" {
		t.Errorf("behind t1 comes %s", got)
	}
	o.ok("update_task", `{"task_id":"t5","priority":"critical"}`)
	if e := o.refused(state.IllegalState, "task_next_actions", `{"limit":2,"cursor":"%s"}`,
		second.at("next_cursor").text()); e.at("state").text() != "list_changed" {
		t.Errorf("a task has moved up: %v", e.value)
	}
}

// TestNextActionsNameTheirModel checks that the calls that start a task can be made unchanged, even by a caller with
// several models.
func TestNextActionsNameTheirModel(t *testing.T) {
	o := newOffice(t)
	o.ok("add_task", `{"title":"look"}`)
	for _, c := range o.ok("task_next_actions", `{}`).at("actions", 0, "calls").value.([]any) {
		args := c.(map[string]any)["arguments"].(map[string]any)
		if args["model_id"] != o.id["model"] {
			t.Errorf("%v does not name the model %s", c, o.id["model"])
		}
	}
}
