package tools

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// These bound the four weeks of the coordinator: the number of calls, and the bytes of their results, which a language
// model reads.
const (
	mostCoordinatorCalls = 60
	mostCoordinatorBytes = 150_000
)

// coordinator plays four weeks of a coordinator with three disciplines, and writes them as a page. Only the
// coordinator's calls are counted, not the work of the disciplines in their own programs.
type coordinator struct {
	*office
	calls, bytes int
	page         strings.Builder
}

// ask makes a call of the coordinator.
func (c *coordinator) ask(tool, arguments string, values ...any) answer {
	c.t.Helper()
	e := c.call(tool, arguments, values...)
	text, err := json.Marshal(e)
	if err != nil {
		c.t.Fatal(err)
	}
	told := strings.ReplaceAll(string(text), c.out, "out") // the same wherever the test runs
	c.calls, c.bytes = c.calls+1, c.bytes+len(told)
	if !e.Success {
		c.t.Fatalf("%s: %s: %s %v", tool, e.Error.Name, e.Error.Message, e.Error.Data)
	}
	var data any
	if err := json.Unmarshal(e.Data, &data); err != nil {
		c.t.Fatal(err)
	}
	return answer{c.t, data}
}

func (c *coordinator) say(format string, args ...any) { fmt.Fprintf(&c.page, format+"\n", args...) }

// exported writes the model of a discipline to a file.
func (c *coordinator) exported(model, file string) {
	c.t.Helper()
	c.ok("export_ifc", `{"model_id":"$%s","schema":"IFC4","file_name":"%s"}`, model, file)
}

// week begins a week.
func (c *coordinator) week(n int) {
	c.ticks.Lock()
	c.clock = time.Date(2026, 6, 1+7*(n-1), 9, 0, 0, 0, time.UTC)
	c.ticks.Unlock()
	c.say("\n## Week %d\n", n)
}

// received previews and then imports a delivery, and writes both to the page.
func (c *coordinator) received(link, file, delivery string) {
	c.t.Helper()
	arguments := `{"model_id":"$%s","file":"%s","delivery":"%s","dry_run":%t}`
	shown := c.ask("import_ifc", arguments, link, file, delivery, true)
	taken := c.ask("import_ifc", arguments, link, file, delivery, false)
	if textOf(shown.at("delivery", "counts").value) != textOf(taken.at("delivery", "counts").value) {
		c.t.Errorf("%s: the dry run shows %v, taken is %v", file, shown.value, taken.value)
	}
	c.say("`%s` comes as delivery `%s`:\n", file, delivery)
	for i := range taken.at("delivery", "lines").len() {
		c.say("- %s", taken.at("delivery", "lines", i).text())
	}
	c.say("")
}

// checked detects clashes of all models, reports them, and writes the matrix to the page. It returns the findings by
// their pair.
func (c *coordinator) checked() map[string]answer {
	c.t.Helper()
	run := c.ask("clash_detection", `{"model_id":"$project","models":["all"],"group_by":"discipline"}`)
	found := map[string]answer{}
	for i := range run.at("clashes").len() {
		f := run.at("clashes", i)
		found[f.at("elements", 0, "name").text()+"+"+f.at("elements", 1, "name").text()] = f
		found[f.at("elements", 1, "name").text()+"+"+f.at("elements", 0, "name").text()] = f
	}
	c.reported()
	return found
}

func (c *coordinator) reported() {
	c.t.Helper()
	r := c.ask("export_coordination_report", `{"model_id":"$project"}`)
	c.say("\n| clashes | with | new | open | gone | approved |\n|---|---|---|---|---|---|")
	for i := range r.at("pairs").len() {
		p := r.at("pairs", i)
		c.say("| %s | %s | %d | %d | %d | %d |", p.at("a").text(), p.at("b").text(), p.at("new").number(),
			p.at("open").number(), p.at("gone").number(), p.at("approved").number())
	}
	c.say("\n| tasks of | open | overdue | done |\n|---|---|---|---|")
	for i := range r.at("parties").len() {
		p := r.at("parties", i)
		c.say("| %s | %d | %d | %d |", p.at("party").text(), p.at("open").number(), p.at("overdue").number(),
			p.at("done").number())
	}
}

// status checks the status of a finding.
func (c *coordinator) status(found map[string]answer, pair, want string) {
	c.t.Helper()
	if got := found[pair].at("status").text(); got != want {
		c.t.Errorf("%s is %q, want %q", pair, got, want)
	}
}

// TestFourWeeksOfACoordinator plays four weeks with an architect, a structural engineer and a ventilation engineer, who
// each deliver files, and writes docs/coordinator.md.
func TestFourWeeksOfACoordinator(t *testing.T) {
	c := &coordinator{office: newProject(t)}
	c.say("# Four weeks of a coordinator\n")
	c.say("This page is written by the test that plays it (`go test ./mcp/tools -run TestFourWeeks -args -update`): an")
	c.say("architect, a structural engineer and one of ventilation deliver IFC files, and a coordinator brings them")
	c.say("together by tool calls alone ([linked models](links.md)).")
	c.make("hvac", "create_model", `{"name":"Ventilation"}`)
	c.make("base of hvac", "create_level", `{"model_id":"$hvac","name":"Ground","elevation":0}`)
	c.make("duct", "create_segment", `{"model_id":"$hvac","system":"duct","level_id":"Ground","name":"D1",
		"path":[[500,2500,2400],[7000,2500,2400]],"profile":{"shape":"rectangle","width":300,"depth":200}}`)
	c.exported("model", "P1-ARC-1.ifc")
	c.exported("structure", "P1-STR-1.ifc")
	c.exported("hvac", "P1-HVAC-1.ifc")

	c.week(1)
	const files = `{"name":"Campus","files":[{"file":"P1-ARC-1.ifc","name":"ARC"},{"file":"P1-STR-1.ifc","name":"STR"},
		{"file":"P1-HVAC-1.ifc","name":"HVAC"}],"dry_run":%t}`
	c.ask("create_project", files, true)
	made := c.ask("create_project", files, false)
	c.id["project"] = made.at("model_id").text()
	c.say("The project is made of three files. What does not fit:\n")
	for i := range made.at("models").len() {
		m := made.at("models", i)
		c.id[m.at("name").text()] = m.at("linked_model_id").text()
		for k := range m.at("findings").len() {
			c.say("- %s: %s", m.at("name").text(), m.at("findings", k, "message").text())
		}
	}
	found := c.checked()
	c.ask("update_finding", `{"model_id":"$project","keys":["%s"],"status":"approved",
		"reasoning":"a sleeve is cast in"}`, found["D1+east"].at("key").text())
	c.ask("add_task", `{"model_id":"$project","title":"Move C2 out of the wall","assignee":"structure",
		"findings":["%s"],"due":"2026-06-05"}`, found["C2+south"].at("key").text())
	c.ask("add_task", `{"model_id":"$project","title":"Lead D1 past C1","assignee":"ventilation",
		"findings":["%s"],"due":"2026-06-12"}`, found["C1+D1"].at("key").text())
	c.say("\nD1 through the east wall is approved: a sleeve is cast in. The other two are tasks.")

	c.week(2)
	c.ok("move_element", `{"model_id":"$structure","element_ids":["$clashing"],"delta":[0,1500,0]}`)
	c.exported("structure", "P1-STR-2.ifc")
	c.received("STR", "P1-STR-2.ifc", "week-2")
	found = c.checked()
	c.status(found, "D1+east", "approved")
	c.status(found, "C1+D1", "active")
	c.ask("complete_task", `{"model_id":"$project","task_id":"Move C2 out of the wall"}`)
	c.say("\nThe approval holds, since nobody moved the duct or the wall. The task of the structure is done.")

	c.week(3)
	c.ok("move_element", `{"model_id":"$hvac","element_ids":["$duct"],"delta":[0,-1000,0]}`)
	c.ok("modify_parameter", `{"model_id":"$model","element_id":"$door","parameter_name":"width","value":1000}`)
	c.exported("hvac", "P1-HVAC-3.ifc")
	c.exported("model", "P1-ARC-3.ifc")
	c.received("HVAC", "P1-HVAC-3.ifc", "week-3")
	c.received("ARC", "P1-ARC-3.ifc", "week-3")
	found = c.checked()
	c.status(found, "C2+D1", "new")
	c.status(found, "D1+east", "active")
	c.ask("complete_task", `{"model_id":"$project","task_id":"Lead D1 past C1"}`)
	c.ask("add_task", `{"model_id":"$project","title":"Lead D1 past C2 too","assignee":"ventilation",
		"findings":["%s"],"due":"2026-06-19"}`, found["C2+D1"].at("key").text())
	c.say("\nThe duct was moved: what was approved of it is to be looked at again, and it meets C2 now.")

	c.week(4)
	c.ok("move_element", `{"model_id":"$hvac","element_ids":["$duct"],"delta":[0,-600,0]}`)
	c.exported("hvac", "P1-HVAC-4.ifc")
	c.received("HVAC", "P1-HVAC-4.ifc", "week-4")
	found = c.checked()
	if len(found) != 2 { // one finding, under both orders of its names
		t.Errorf("at the end there are %v", found)
	}
	c.ask("complete_task", `{"model_id":"$project","task_id":"Lead D1 past C2 too"}`)
	c.ask("update_finding", `{"model_id":"$project","keys":["%s"],"status":"approved",
		"reasoning":"the sleeve goes with it"}`, found["D1+east"].at("key").text())
	c.say("\nThe sleeve is approved again, and the last task done:")
	c.reported()
	c.say("\nOne clash is left, and approved.")
	if c.calls > mostCoordinatorCalls || c.bytes > mostCoordinatorBytes {
		t.Errorf("%d calls and %d bytes, of %d and %d", c.calls, c.bytes, mostCoordinatorCalls, mostCoordinatorBytes)
	}
	c.say("\n## In all\n\n%d calls and %d kB of replies.", c.calls, (c.bytes+500)/1000)
	c.write()
}

func (c *coordinator) write() {
	c.t.Helper()
	file := filepath.Join("..", "..", "docs", "coordinator.md")
	if *update {
		if err := os.WriteFile(file, []byte(c.page.String()), 0o644); err != nil {
			c.t.Fatal(err)
		}
		return
	}
	is, err := os.ReadFile(file)
	if err != nil || string(is) != c.page.String() {
		c.t.Errorf("docs/coordinator.md is of other weeks (%v): run with -args -update\n%s", err, c.page.String())
	}
}
