package tools

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/mcp"
)

// drawnConfiguration draws a configuration of a run; about half of them have one fault or several.
func drawnConfiguration(t *rapid.T) string {
	var steps, gates []string
	good := []string{
		`{"tool":"create_wall","args":{"level_id":"Ground","start":[%[1]d,9000],"end":[%[1]d,11000],"height":2500,"thickness":100}}`,
		`{"tool":"modify_parameter","args":{"element_id":"south","parameter_name":"height","value":%[2]d}}`,
		`{"name":"w%[3]d","tool":"create_wall","args":{"level_id":"Ground","start":[%[1]d,13000],"end":[%[1]d,15000],"height":2500,"thickness":100}},
		{"tool":"place_door","args":{"wall_id":"$w%[3]d","offset":100,"width":900,"height":2100}}`,
		`{"tool":"delete_element","args":{"element_ids":["east"]}}`,
		`{"tool":"create_level","args":{"name":"L%[3]d","elevation":%[1]d}}`,
		`{"tool":"move_element","args":{"element_ids":["north"],"vector":[0,%[3]d,0]}}`,
		`{"tool":"copy_elements","args":{"element_ids":["west"],"vectors":[[%[1]d,0,0]]}}`,
		`{"tool":"apply_batch","args":{"operations":[
			{"tool":"create_level","args":{"name":"B%[3]d","elevation":%[1]d}}]}}`,
		`{"tool":"create_zone","args":{"name":"Z%[3]d","kind":"fire"}}`,
		`{"tool":"set_property","args":{"element_ids":["north"],"set":"Pset_A","property":"B","value":%[2]d}}`,
	}
	bad := []string{
		`{"tool":"paint_wall"}`, `{"tool":"create_wall","args":{"level_id":"Ground","start":[0,0]}}`,
		`{"tool":"create_wall","args":{"level_id":"Attic","start":[0,%[1]d],"end":[900,%[1]d],"height":2500,"thickness":100}}`,
		`{"tool":"modify_parameter","args":{"element_id":"nobody","parameter_name":"height","value":%[2]d}}`,
		`{"tool":"create_wall","args":{"level_id":"Ground","start":[%[1]d,0],"end":[%[1]d,0],"height":2500,"thickness":100}}`,
		`{"tool":"merge_branch","args":{"source":"main"}}`, `{"tool":"run_start","args":{"configuration":{}}}`,
		`{"tool":"place_door","args":{"wall_id":"$nothing","offset":1,"width":900,"height":2100}}`,
		`{"playbook":"unknown","name":"p%[3]d"}`, `{"tool":""}`, `{"args":{}}`, `{"tool":"list_elements"}`,
		`{"tool":"export_ifc","args":{"schema":"IFC4"}}`, `{"tool":"delete_element","args":{"element_ids":[]}}`,
		`{"tool":"delete_branch","args":{"name":"main"}}`, `{"tool":"undo"}`,
		`{"tool":"create_level","args":{"name":"Ground","elevation":%[1]d}}`,
		`{"tool":"create_level","args":{"name":"X","elevation":1e300}}`,
		`{"tool":"apply_batch","args":{"operations":[{"tool":"create_level","args":{"name":"B"}}]}}`,
		`{"tool":"create_level","args":{"name":"Y%[3]d","elevation":%[1]d,"branch":"main"}}`,
		`{"tool":"create_level","args":{"name":"Y%[3]d","elevation":%[1]d,"dry_run":true}}`,
		`{"tool":"place_door","args":{"wall_id":"south","offset":5500,"width":9000,"height":2100}}`,
	}
	faulty := rapid.Bool().Draw(t, "faulty")
	for i := range rapid.IntRange(0, 4).Draw(t, "steps") {
		of := good
		if faulty && rapid.Bool().Draw(t, "bad") {
			of = bad
		}
		step := rapid.SampledFrom(of).Draw(t, "step")
		steps = append(steps, withNumbers(step, 20_000+700*i+rapid.IntRange(0, 600).Draw(t, "x"),
			rapid.IntRange(2000, 3500).Draw(t, "height"), i))
	}
	for i := range rapid.IntRange(1, 2).Draw(t, "gates") {
		gate := rapid.SampledFrom([]string{`{"name":"g%d","tool":"clash_detection"}`,
			`{"name":"g%d","tool":"model_quality","max_findings":1000,"allow_undecided":true}`,
			`{"name":"g%d","tool":"data_completeness","allow_undecided":true,"args":{"required_params":["name"]}}`}).Draw(t, "gate")
		if faulty && rapid.IntRange(0, 5).Draw(t, "bad gate") == 0 {
			gate = rapid.SampledFrom([]string{`{"name":"g%d","tool":"create_wall"}`, `{"name":"g%d","tool":"unheard_of"}`,
				`{"name":"g%d","tool":"clash_detection","args":{"no":1}}`, `{"name":"g%d","command":"nothing"}`,
				`{"name":"g%d","tool":"code_compliance"}`,
				`{"name":"same","tool":"clash_detection"},{"name":"same","tool":"model_quality"}`,
				`{"name":"g%d"}`, `{"tool":"clash_detection"}`}).Draw(t, "bad gate")
		}
		gates = append(gates, strings.ReplaceAll(gate, "%d", fmt.Sprint(i)))
	}
	more := ""
	if faulty {
		more = rapid.SampledFrom([]string{"", "", `,"allowed":{"categories":["unicorn"]}`, `,"allowed":{"categories":["door"]}`,
			`,"allowed":{"tools":["create_level"]}`, `,"allowed":{"levels":["Attic"]}`,
			`,"allowed":{"tools":["unheard_of"]}`, `,"max_seconds":-1`, `,"max_seconds":1e300`, `,"auto_fix":true`,
			`,"max_elements":1`, `,"max_fix_attempts":0`, `,"base":"nowhere"`,
			`,"unknown":1`}).Draw(t, "more")
	}
	return fmt.Sprintf(`{"name":"drawn","steps":[%s],"gates":[%s]%s}`, strings.Join(steps, ","),
		strings.Join(gates, ","), more)
}

// withNumbers writes the drawn numbers into a step, which may use only some of them.
func withNumbers(step string, numbers ...int) string {
	for i, n := range numbers {
		step = strings.ReplaceAll(step, fmt.Sprintf("%%[%d]d", i+1), fmt.Sprint(n))
	}
	return step
}

// TestNoRunIsLeftBehind starts runs of drawn configurations. Each is refused before anything begins, or a call can end
// it, and its dry run predicts its effects.
func TestNoRunIsLeftBehind(t *testing.T) {
	o := newOffice(t)
	refused, ended := 0, map[string]int{}
	draws := 0
	rapid.Check(t, func(rt *rapid.T) {
		draws++
		config := drawnConfiguration(rt)
		events, branches := countEvents(t, o), o.ok("list_branches", `{"limit":500}`).at("total").number()
		dry := o.call("run_start", `{"configuration":%s,"idempotency_key":"k%d","dry_run":true}`, config, draws)
		if now := countEvents(t, o); now != events {
			rt.Fatalf("a dry run leaves %d events: %s", now-events, config)
		}
		real := o.call("run_start", `{"configuration":%s,"idempotency_key":"k%d"}`, config, draws)
		if dry.Success != real.Success {
			rt.Fatalf("the dry run: %v %+v\nthe run: %v %+v\n%s", dry.Success, dry.Error, real.Success, real.Error,
				config)
		}
		if !real.Success {
			refused++
			if now := countEvents(t, o); now != events ||
				o.ok("list_branches", `{"limit":500}`).at("total").number() != branches {
				rt.Fatalf("a refused run leaves %d events: %s", now-events, config)
			}
			if issues, _ := real.Error.Data["issues"]; issues == nil && real.Error.Name != "NOT_FOUND" {
				rt.Fatalf("refused without a pointer: %+v\n%s", real.Error, config)
			}
			return
		}
		d, foreseen := o.dataOf(real), o.dataOf(dry)
		for _, field := range []string{"state", "effects", "steps_done", "elements_affected"} {
			if !reflect.DeepEqual(foreseen.at(field).value, d.at(field).value) {
				rt.Fatalf("%s: the dry run says %v, the run %v\n%s", field, foreseen.at(field).value,
					d.at(field).value, config)
			}
		}
		ended[o.ended(rt, d)]++
	})
	all := o.ok("run_list", `{"limit":500}`).at("runs")
	for i := range all.len() {
		if state := all.at(i, "state").text(); !slices.Contains(over, state) {
			t.Errorf("a run is left %s", state)
		}
	}
	o.putBranchesAway()
	t.Logf("%d refused, %v", refused, ended)
}

// over are the final states of runs, in which no call is needed to end them.
var over = []string{"merged", "cancelled", "failed"}

// putBranchesAway archives all branches that runs have left.
func (o *office) putBranchesAway() {
	o.t.Helper()
	branches := o.ok("list_branches", `{"limit":500}`).at("branches")
	for i := range branches.len() {
		if name := branches.at(i, "name").text(); name != "main" {
			o.ok("delete_branch", `{"name":"%s"}`, name)
		}
	}
	if n := o.ok("list_branches", `{"limit":500}`).at("total").number(); n != 1 {
		o.t.Errorf("%v branches are left", n)
	}
}

// dataOf decodes the data of a reply.
func (o *office) dataOf(e mcp.Envelope) answer {
	o.t.Helper()
	var data any
	if err := json.Unmarshal(e.Data, &data); err != nil {
		o.t.Fatal(err)
	}
	return answer{o.t, data}
}

// ended ends a run by calls that its state allows, and returns its final state.
func (o *office) ended(t *rapid.T, d answer) string {
	id := d.at("run_id").text()
	for range 4 {
		if slices.Contains(over, d.at("state").text()) {
			return d.at("state").text()
		}
		tool := "run_cancel"
		if d.at("state").text() == "ready_to_merge" {
			tool = "run_open_merge"
		}
		e := o.call(tool, `{"run_id":"%s","reasoning":"to end it"}`, id)
		if !e.Success && tool == "run_open_merge" { // the base may have moved on: cancel the run
			e = o.call("run_cancel", `{"run_id":"%s","reasoning":"to end it"}`, id)
		}
		if !e.Success {
			t.Fatalf("%s of a run that is %s: %+v", tool, d.at("state").text(), e.Error)
		}
		d = o.dataOf(e)
	}
	t.Fatalf("the run does not end: %v", d.value)
	return ""
}
