package tools

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// newDesks returns the office with n desks that stand in its walls, and walls without a fire rating.
func newDesks(t *testing.T, n int) *office {
	o := newOffice(t)
	for i := range n {
		o.make(
			fmt.Sprintf("desk%d", i),
			"place_component",
			`{"category":"furniture","level_id":"$ground","location":[%d,3900,0],"width":300,"depth":600,"height":700,"name":"Desk %d"}`,
			700+1000*i,
			i,
		)
	}
	return o
}

const deskRun = `{"configuration":{"name":"tidy up","gates":[
	{"name":"clashes","tool":"clash_detection","args":{"source_category":"furniture","target_category":"wall"}},
	{"name":"data","tool":"data_completeness","args":{"required_params":["Pset_WallCommon.FireRating"],"rule_ids":["DC-1"]},"allow_undecided":true}],
	"values":{"Pset_WallCommon.FireRating":"REI 60"}%s}%s}`

// TestRunDraftsFixesAndMerges checks a whole run: it works on its own branch, its gates find faults, its fixes repair
// them one by one, and it is merged.
func TestRunDraftsFixesAndMerges(t *testing.T) {
	o := newDesks(t, 3)
	main := o.stateHash("main", "")
	d := o.ok(
		"run_start",
		deskRun,
		`,"steps":[{"name":"w","tool":"create_wall","args":{"name":"screen","level_id":"Ground","start":[3000,1000],"end":[3000,2000],"height":1000,"thickness":100}},
		{"tool":"modify_parameter","args":{"element_id":"$w","parameter_name":"height","value":1500}}]`,
		"",
	)
	id := d.at("run_id").text()
	if d.at("state").text() != "fixing" || d.at("ok").value != false || d.at("steps_done").number() != 2 ||
		d.at("report", 0, "counting").number() != 3 ||
		d.at("report", 0, "fixable").number() != 3 || d.at("report", 1, "fixable").number() != 5 {
		t.Fatalf("the run after its start: %v", d.value)
	}
	o.refused(state.IllegalState, "run_open_merge", `{"run_id":"%s"}`, id)
	for i := range 8 {
		d = o.ok("run_fix_next", `{"run_id":"%s"}`, id)
		if d.at("fix_attempts").number() != i+1 {
			t.Fatalf("fix %d: %v", i, d.value)
		}
	}
	if d.at("state").text() != "ready_to_merge" || d.at("ok").value != true {
		t.Fatalf("after eight fixes: %v", d.value)
	}
	if o.stateHash("main", "") != main {
		t.Error("main has changed before the merge")
	}
	branch := d.at("branch").text()
	o.ok("modify_parameter", `{"branch":"%s","element_id":"screen","parameter_name":"height","value":1400}`, branch)
	o.refused(state.IllegalState, "run_open_merge", `{"run_id":"%s"}`, id)
	o.ok("run_validate", `{"run_id":"%s"}`, id)
	if d = o.ok("run_open_merge", `{"run_id":"%s"}`, id); d.at("state").text() != "merged" {
		t.Fatalf("merged: %v", d.value)
	}
	if o.stateHash("main", "") != o.stateHash(branch, "") {
		t.Error("main is not as the run left it")
	}
	report := o.ok("run_artifact", `{"run_id":"%s"}`, id).at("text").text()
	log := o.ok("run_artifact", `{"run_id":"%s","name":"log"}`, id).at("text").text()
	if !strings.Contains(report, "move_apart") || !strings.Contains(report, "set_values") ||
		!strings.Contains(log, "run.item_finished") {
		t.Errorf("report and log:\n%s\n%s", report, log)
	}
	for _, tool := range []string{"run_validate", "run_fix_next", "run_resume", "run_cancel", "run_open_merge"} {
		if e := o.refused(state.IllegalState, tool, `{"run_id":"%s"}`, id); e.at("state").text() != "merged" ||
			e.at("allowed").len() != 0 {
			t.Errorf("%s of a merged run: %v", tool, e.value)
		}
	}
}

// TestRunFixesByItselfWithinItsAttempts checks that with auto_fix a run fixes everything by itself within its attempts,
// and says when they are used up.
func TestRunFixesByItselfWithinItsAttempts(t *testing.T) {
	o := newDesks(t, 4)
	d := o.ok("run_start", deskRun, `,"auto_fix":true,"max_fix_attempts":3`, "")
	if d.at("state").text() != "paused" || d.at("fix_attempts").number() != 3 ||
		!strings.Contains(d.at("why").text(), "used up") {
		t.Fatalf("three attempts: %v", d.value)
	}
	o.refused(state.FixExhausted, "run_fix_next", `{"run_id":"%s"}`, d.at("run_id").text())
	d = o.ok("run_start", deskRun, `,"auto_fix":true`, `,"idempotency_key":"k"`)
	if d.at("state").text() != "ready_to_merge" || d.at("fix_attempts").number() != 8 {
		t.Fatalf("all by itself: %v", d.value)
	}
	again := o.ok("run_start", deskRun, `,"auto_fix":true`, `,"idempotency_key":"k"`)
	if again.at("run_id").text() != d.at("run_id").text() || again.at("events").len() != 0 {
		t.Errorf("the same key is another run: %v", again.value)
	}
	o.refused(state.IdempotencyMismatch, "run_start", deskRun, `,"auto_fix":false`, `,"idempotency_key":"k"`)
	o.refused(state.SchemaValidationFailed, "run_start", `{"configuration":{"name":"x","gates":[],"unknown":1}}`)
	o.refused(state.SchemaValidationFailed, "run_start",
		`{"configuration":{"name":"x","gates":[{"name":"g","tool":"delete_element"}]}}`)
	if n := o.ok("run_list", `{}`).at("runs").len(); n != 2 {
		t.Errorf("%d runs are listed", n)
	}
}

// TestRunPausesWhereAStepIsRefused checks that a refused step pauses the run, which continues once the cause is
// repaired. A step that the configuration does not allow is refused even if the caller may do it.
func TestRunPausesWhereAStepIsRefused(t *testing.T) {
	o := newDesks(t, 0)
	start := func(more string) answer {
		return o.ok(
			"run_start",
			`{"configuration":{"name":"doors","gates":[{"name":"clashes","tool":"clash_detection"}],"steps":[
			{"tool":"place_door","args":{"wall_id":"screen","offset":100,"width":900,"height":2100}}]%s}}`,
			more,
		)
	}
	d := start("")
	if d.at("state").text() != "paused" || d.at("why").text() == "" || d.at("next").value != nil {
		t.Fatalf("a step that is refused: %v", d.value)
	}
	o.ok(
		"create_wall",
		`{"branch":"%s","name":"screen","level_id":"Ground","start":[3000,1000],"end":[3000,3000],"height":2500,"thickness":100}`,
		d.at("branch").text(),
	)
	if d = o.ok("run_resume", `{"run_id":"%s"}`, d.at("run_id").text()); d.at("state").text() != "ready_to_merge" {
		t.Fatalf("mended: %v", d.value)
	}
	d = o.ok(
		"run_start",
		`{"configuration":{"name":"bounds","gates":[{"name":"clashes","tool":"clash_detection"}],"allowed":{"categories":["door"]},"steps":[
			{"tool":"modify_parameter","args":{"element_id":"south","parameter_name":"height","value":2900}}]}}`,
	)
	if d.at("state").text() != "paused" || d.at("failed", "data", "bound_of").text() != "run" {
		t.Fatalf("a wall where doors are allowed: %v", d.value)
	}
	if d = o.ok("run_cancel", `{"run_id":"%s","reasoning":"no"}`, d.at("run_id").text()); d.at("state").text() !=
		"cancelled" {
		t.Errorf("cancelled: %v", d.value)
	}
	if o.ok("model_overview", `{"branch":"%s"}`, d.at("branch").text()).at("revision").value == nil {
		t.Error("the branch of a cancelled run cannot be read")
	}
}

// TestRunRetypesWhatItsTypeDecides checks the fix for a fire rating that is too low and comes from the type. It gives
// the element the type with the same body and the least sufficient rating. There is no fix if several types qualify.
func TestRunRetypesWhatItsTypeDecides(t *testing.T) {
	o := newOffice(t)
	kind := func(name, rating string, width int) {
		o.ok(
			"define_type",
			`{"category":"column","name":"%s","profile":{"shape":"rectangle","width":%d,"depth":300},"properties":{"Pset_ColumnCommon":{"FireRating":"%s"}}}`,
			name,
			width,
			rating,
		)
	}
	for name, rating := range map[string]string{"C60": "R 60", "C180": "R 180", "C240": "R 240"} {
		kind(name, rating, 300)
	}
	kind("Wide", "R 180", 500)
	o.ok("create_column", `{"name":"K","base_level":"$ground","location":[3000,1500],"height":2500,"type_id":"C60"}`)
	const form = `{"configuration":{"name":"fire","auto_fix":true,"gates":[{"name":"fire","tool":"fire_rating_check","args":{"construction_type":"IA","rule_ids":["IBC-T601-IA-frame"]}}]}}`
	d := o.ok("run_start", form)
	if d.at("state").text() != "ready_to_merge" || d.at("fix_attempts").number() != 1 {
		t.Fatalf("the run: %v", d.value)
	}
	if name := o.ok("get_element", `{"branch":"%s","element_id":"K"}`,
		d.at("branch").text()).at("type_name").text(); name != "C180" {
		t.Errorf("the column is a %s", name)
	}
	kind("Another", "R 180", 300)
	if d = o.ok("run_start", form); d.at("state").text() != "paused" || d.at("fix_attempts").number() != 0 {
		t.Errorf("a run that would have to guess: %v", d.value)
	}
}

// TestRunUsesPlaybooks checks that a playbook can be used several times, with values and with references in and out of
// it. Errors are refused before anything begins.
func TestRunUsesPlaybooks(t *testing.T) {
	o := newDesks(t, 0)
	const form = `{"configuration":{"name":"doors","gates":[{"name":"clashes","tool":"clash_detection"}],
		"playbooks":{"screen":{"parameters":["y","text"],"steps":[
			{"name":"w","tool":"create_wall","args":{"name":"$text","level_id":"Ground","start":[1000,"$y"],"end":[4000,"$y"],"height":2500,"thickness":100}},
			{"name":"d","tool":"place_door","args":{"wall_id":"$w","offset":500,"width":900,"height":2100}}]},
			"taller":{"parameters":["wall"],"steps":[{"tool":"modify_parameter","args":{"element_id":"$wall.element_id","parameter_name":"height","value":2600}}]}},
		"steps":[{"name":"one","playbook":"screen","with":{"y":1000,"text":"$$ money"}},{"name":"two","playbook":"screen","with":{"y":3000,"text":"Two"}},
			{"name":"t","playbook":"taller","with":{"wall":"$two/w"}},{"tool":"modify_parameter","args":{"element_id":"$one/d","parameter_name":"width","value":1000}}%s]}}`
	d := o.ok("run_start", form, "")
	if d.at("state").text() != "ready_to_merge" || d.at("steps_done").number() != 6 {
		t.Fatalf("the run: %v", d.value)
	}
	branch := d.at("branch").text()
	if h := o.ok("get_element", `{"branch":"%s","element_id":"Two"}`, branch).at("params",
		"height").number(); h != 2600 {
		t.Errorf("the second wall has %d", h)
	}
	if n := o.ok("query_elements", `{"branch":"%s","name":"$ money"}`, branch).at("total").number(); n != 1 {
		t.Errorf("%d walls are called $ money", n)
	}
	for _, wrong := range []string{
		`,{"playbook":"screen","with":{"y":1,"text":"x"}}`, `,{"name":"x","playbook":"none"}`,
		`,{"name":"x","playbook":"screen","with":{"y":1}}`,
		`,{"name":"x","playbook":"screen","tool":"create_wall","with":{"y":1,"text":"x"}}`, `,{"name":"x"}`,
		`,{"name":"x","playbook":"taller","with":{"wall":"$later"}}`,
		`,{"name":"x","playbook":"taller","with":{"wall":"plain"}}`,
		`,{"name":"x","tool":"create_wall","with":{"y":1}}`,
	} {
		o.refused(state.SchemaValidationFailed, "run_start", form, wrong)
	}
}

// TestRunOfAnAgentAsksForItsMerge checks that a run of an agent works and fixes but cannot merge: the request is
// recorded for a person.
func TestRunOfAnAgentAsksForItsMerge(t *testing.T) {
	o := newDesks(t, 2)
	agent := mcp.LocalHuman()
	agent.ID, agent.Kind, agent.OnBehalfOf = "bot", mcp.KindAgent, "local"
	delete(agent.Permissions, mcp.OpApprove)
	o.open(agent)
	if d := o.ok("run_start", deskRun, `,"auto_fix":true`,
		`,"reasoning":"tidy"`); d.at("state").text() != "ready_to_merge" ||
		o.ok("run_list", `{}`).at("runs").len() != 0 {
		t.Fatalf("an agent's call without dry_run: %v", d.value)
	}
	d := o.ok("run_start", deskRun, `,"auto_fix":true`, `,"dry_run":false,"reasoning":"tidy"`)
	if d.at("state").text() != "ready_to_merge" {
		t.Fatalf("the agent's run: %v", d.value)
	}
	id := d.at("run_id").text()
	e := o.call("run_open_merge", `{"run_id":"%s","dry_run":false,"reasoning":"done"}`, id)
	if e.Success || e.Error.Name != state.ApprovalRequired.Name() || e.Error.Data["approval_id"] == nil ||
		e.Error.Data["report"] == nil || e.Error.Data["diff"] == nil {
		t.Fatalf("an agent merges: %+v", e)
	}
	if d = o.ok("run_status", `{"run_id":"%s"}`, id); d.at("state").text() != "ready_to_merge" ||
		d.at("merge_asked", "message").text() == "" {
		t.Errorf("the request is not recorded: %v", d.value)
	}
	o.open(mcp.LocalHuman())
	if d = o.ok("run_open_merge", `{"run_id":"%s"}`, id); d.at("state").text() != "merged" {
		t.Errorf("a person merges: %v", d.value)
	}
}

// TestRunIsJudgedOnWhatItsMergeComesTo checks that the gates check the merged state: elements that are sound on the
// branch and on main may clash when both come together.
func TestRunIsJudgedOnWhatItsMergeComesTo(t *testing.T) {
	o := newDesks(t, 0)
	o.make(
		"desk",
		"place_component",
		`{"category":"furniture","level_id":"$ground","location":[2000,2000,0],"width":600,"depth":600,"height":700,"name":"Desk"}`,
	)
	const form = `{"configuration":{"name":"screen","auto_fix":%v,"gates":[{"name":"clashes","tool":"clash_detection","args":{"source_category":"furniture","target_category":"wall"}},
		{"name":"data","tool":"data_completeness","args":{"rule_ids":["DC-1"],"required_params":["name"]}}],"steps":[
		{"tool":"create_wall","args":{"name":"screen","level_id":"Ground","start":[3000,1000],"end":[3000,3000],"height":1000,"thickness":100}}]}}`
	d := o.ok("run_start", form, false)
	id, branch := d.at("run_id").text(), d.at("branch").text()
	if d.at("state").text() != "ready_to_merge" {
		t.Fatalf("the run: %v", d.value)
	}
	o.ok("move_element", `{"element_ids":["Desk"],"delta":[1000,0,0]}`) // on main, to where the screen will stand
	checks := o.ok("list_validation_runs", `{}`).at("total").number()
	for _, dry := range []string{"true", "false"} {
		e := o.refused(state.IllegalState, "run_open_merge", `{"run_id":"%s","dry_run":%s}`, id, dry)
		if names := fmt.Sprint(e.at("findings", 0, "names").value); names != "[Desk screen]" &&
			names != "[screen Desk]" || e.at("merged_report", 0, "ok").value != false ||
			e.at("merged_report", 1, "ok").value != true || e.at("state").text() != "ready_to_merge" {
			t.Fatalf("a merge that clashes: %v", e.value)
		}
	}
	if n := o.ok("list_validation_runs", `{}`).at("total").number(); n != checks {
		t.Errorf("%d checks of states that there never were are recorded", n-checks)
	}
	o.ok("merge_branch", `{"source":"main","branch":"%s"}`, branch)
	o.refused(state.IllegalState, "run_open_merge", `{"run_id":"%s"}`, id)
	if d = o.ok("run_validate", `{"run_id":"%s"}`, id); d.at("ok").value != false || d.at("state").text() != "fixing" {
		t.Fatalf("with main on the branch: %v", d.value)
	}
	if d = o.ok("run_fix_next", `{"run_id":"%s"}`, id); d.at("state").text() != "ready_to_merge" {
		t.Fatalf("mended: %v", d.value)
	}
	o.ok("create_wall",
		`{"name":"far","level_id":"$ground","start":[0,9000],"end":[3000,9000],"height":1000,"thickness":100}`)
	d = o.ok("run_open_merge", `{"run_id":"%s"}`, id)
	if d.at("state").text() != "merged" || d.at("merged_report").len() != 2 ||
		d.at("merged_report", 0, "ok").value != true {
		t.Errorf("main has moved on to where nothing clashes: %v", d.value)
	}
}

// TestGatesSayOfAMergeWhatChecksSayAfterIt checks that every kind of gate has the same result on a planned merge as the
// check on the base after it.
func TestGatesSayOfAMergeWhatChecksSayAfterIt(t *testing.T) {
	o := newDesks(t, 2)
	o.ok("ids_from_model", `{"classes":["IfcWall","IfcDoor"],"values":true,"title":"Office","file_name":"draft.ids"}`)
	gates, checks := []string{}, map[string]string{
		"clash_detection": `{}`, "check_ids": `{"ids":"draft.ids"}`, "data_completeness": `{}`,
		"code_compliance":     `{"standard":"IBC","severity_threshold":"info"}`,
		"accessibility_check": `{}`, "fire_rating_check": `{}`, "egress_analysis": `{}`, "structural_check": `{}`,
		"model_quality": `{}`, "validate_constraints": `{}`, "check_external": `{"command":"silent"}`,
	}
	o.checker("silent", "exit 1")
	for _, tool := range runs.CheckTools() {
		gates = append(gates,
			fmt.Sprintf(
				`{"name":"%s","tool":"%s","args":%s,"max_findings":1000,"allow_undecided":true,"severity":"info"}`,
				tool, tool, checks[tool]))
	}
	d := o.ok("run_start", `{"configuration":{"name":"all","gates":[%s],"steps":[
		{"tool":"create_wall","args":{"name":"screen","level_id":"Ground","start":[3000,1000],"end":[3000,3000],"height":1000,"thickness":100}},
		{"tool":"create_column","args":{"name":"post","base_level":"Upper","location":[4500,3000],"height":2500,"profile":{"shape":"rectangle","width":300,"depth":300}}}]}}`, strings.Join(gates, ","))
	o.ok("create_wall",
		`{"name":"across","level_id":"$ground","start":[2000,2000],"end":[4000,2000],"height":1000,"thickness":100}`)
	o.ok("place_door", `{"wall_id":"north","offset":1000,"width":700,"height":1900}`)
	merged := o.ok("run_open_merge", `{"run_id":"%s"}`, d.at("run_id").text())
	if merged.at("state").text() != "merged" || merged.at("merged_report").len() != len(gates) {
		t.Fatalf("merged: %v", merged.value)
	}
	for i, tool := range runs.CheckTools() {
		o.ok(tool, "%s", checks[tool])
		after := o.ok("list_validation_runs", `{"limit":1}`).at("runs", 0)
		if got, want := merged.at("merged_report", i, "findings").number(),
			after.at("findings").number(); after.at("tool").text() != tool || got != want {
			t.Errorf("%s: %d findings before the merge, %d after it: %v", tool, got, want, after.value)
		}
	}
}

// TestAMergeNeedsDeleteWhereItDeletes checks that a merge counts as a deletion if it deletes elements of the target. A
// person who merges then needs DELETE; an agent may request it without DELETE, but its approver needs it.
func TestAMergeNeedsDeleteWhereItDeletes(t *testing.T) {
	o := newDesks(t, 1)
	o.ok("create_branch", `{"name":"more"}`)
	o.ok("create_branch", `{"name":"less"}`)
	o.ok(
		"create_wall",
		`{"branch":"more","name":"far","level_id":"$ground","start":[0,9000],"end":[3000,9000],"height":1000,"thickness":100}`,
	)
	o.ok("delete_element", `{"branch":"less","element_ids":["Desk 0"]}`)
	person := mcp.LocalHuman()
	delete(person.Permissions, mcp.OpDelete)
	o.open(person)
	o.refused(state.PermissionDenied, "merge_branch", `{"source":"less","dry_run":false}`)
	agent := mcp.LocalHuman()
	agent.ID, agent.Kind, agent.OnBehalfOf = "bot", mcp.KindAgent, "local"
	delete(agent.Permissions, mcp.OpApprove)
	delete(agent.Permissions, mcp.OpDelete)
	o.open(agent)
	for branch, may := range map[string]bool{"more": true, "less": false} {
		id := o.refused(state.ApprovalRequired, "merge_branch", `{"source":"%s","dry_run":false,"reasoning":"done"}`,
			branch).at("approval_id").text()
		decider := &mcp.Approver{Store: o.store, Who: person, Now: o.tick}
		asked, err := decider.Find(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if err := decider.MayDecide(asked); (err == nil) != may {
			t.Errorf("who may not DELETE decides on %s: %v", branch, err)
		}
	}
}
