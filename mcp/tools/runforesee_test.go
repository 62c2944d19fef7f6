package tools

import (
	"reflect"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestADryRunForeseesTheRun checks that a dry run works through steps and gates, names the effects of the real run, and
// stores nothing.
func TestADryRunForeseesTheRun(t *testing.T) {
	o := newDesks(t, 3)
	const steps = `,"auto_fix":true,"steps":[{"name":"w","tool":"create_wall","args":{"name":"screen","level_id":"Ground","start":[3000,1000],"end":[3000,2000],"height":1000,"thickness":100}},
		{"tool":"modify_parameter","args":{"element_id":"$w","parameter_name":"height","value":1500}},
		{"tool":"delete_element","args":{"element_ids":["desk0"]}}]`
	steps2 := strings.Replace(steps, "desk0", "Desk 0", 1)
	before := countEvents(t, o)
	dry := o.ok("run_start", deskRun, steps2, `,"dry_run":true,"idempotency_key":"k"`)
	if now := countEvents(t, o); now != before {
		t.Errorf("a dry run leaves %d events of models and runs", now-before)
	}
	if n := o.ok("run_list", `{}`).at("runs").len(); n != 0 {
		t.Errorf("a dry run leaves %d runs", n)
	}
	real := o.ok("run_start", deskRun, steps2, `,"idempotency_key":"k"`)
	for _, field := range []string{"state", "effects", "steps_done", "elements_affected", "fix_attempts", "run_id"} {
		if !reflect.DeepEqual(dry.at(field).value, real.at(field).value) {
			t.Errorf("%s: the dry run says %v, the run %v", field, dry.at(field).value, real.at(field).value)
		}
	}
	if real.at("effects").len() < 3 || dry.at("effects", 0, "created", 0, "name").text() != "screen" {
		t.Errorf("effects: %v", dry.at("effects").value)
	}
}

func countEvents(t *testing.T, o *office) int {
	t.Helper()
	n := 0
	for e, err := range o.backend.Store.ReadAll(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(e.Stream, "model.") {
			n++
		}
	}
	return n
}

// TestARunIsRefusedOrCorrected checks that a configuration that cannot work is refused before a run begins, with a
// pointer. A later failure pauses the run, and its step can be corrected.
func TestARunIsRefusedOrCorrected(t *testing.T) {
	o := newDesks(t, 0)
	const gate = `"gates":[{"name":"clashes","tool":"clash_detection"}]`
	for _, c := range []struct{ config, pointer string }{
		{gate + `,"steps":[{"tool":"paint_wall"}]`, "/steps/0/tool"},
		{gate + `,"steps":[{"tool":"create_wall","args":{"start":[0,0],"end":[1,1],"height":"tall"}}]`,
			"/steps/0/args/height"},
		{gate + `,"steps":[{"tool":"delete_element","args":{"unheard_of":["x"]}}]`, "/steps/0/args/unheard_of"},
		{gate + `,"allowed":{"categories":["unicorn"]}`, "/allowed/categories/0"},
		{gate + `,"allowed":{"level_ids":["Attic"]}`, "/allowed/level_ids/0"},
		{gate + `,"allowed":{"tools":["paint_wall"]}`, "/allowed/tools/0"},
		{gate + `,"playbooks":{"p":{"steps":[{"tool":"paint_wall"}]}},"steps":[{"name":"u","playbook":"p"}]`,
			"/playbooks/p/steps/0/tool"},
		{`"gates":[{"name":"clashes","tool":"clash_detection","args":{"sources":1}}]`, "/gates/0/args/sources"},
	} {
		e := o.refused(state.SchemaValidationFailed, "run_start", `{"configuration":{"name":"x",%s}}`, c.config)
		if e.at("issues", 0, "pointer").text() != c.pointer {
			t.Errorf("%s: %v", c.config, e.value)
		}
	}
	if n := o.ok("run_list", `{}`).at("runs").len(); n != 0 {
		t.Errorf("refused configurations leave %d runs", n)
	}
	d := o.ok("run_start", `{"configuration":{"name":"x",%s,"steps":[
		{"name":"d","tool":"place_door","args":{"wall_id":"nowhere","offset":100,"width":900,"height":2100}}]}}`, gate)
	id := d.at("run_id").text()
	if d.at("state").text() != "paused" || d.at("failed", "error").text() != "NOT_FOUND" {
		t.Fatalf("a wall that is not there: %v", d.value)
	}
	o.refused(state.SchemaValidationFailed, "run_resume", `{"run_id":"%s","step":{"tool":"paint_wall"}}`, id)
	d = o.ok(
		"run_resume",
		`{"run_id":"%s","step":{"tool":"place_door","args":{"wall_id":"south","offset":100,"width":900,"height":2100}}}`,
		id,
	)
	if d.at("state").text() != "ready_to_merge" || d.at("amended").number() != 1 {
		t.Errorf("corrected: %v", d.value)
	}
	if log := o.ok("run_artifact", `{"run_id":"%s","name":"log"}`, id).at("text").text(); !strings.Contains(log,
		"run.step_amended") || !strings.Contains(log, "nowhere") {
		t.Errorf("the step before is not on record: %s", log)
	}
}
