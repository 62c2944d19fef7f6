//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// slyAttempt is a line of testdata/governance/sly.jsonl: a call by which an agent tries to avoid the approval of a
// person. Names that begin with $ are replaced by values of this scenario.
type slyAttempt struct {
	agentAttempt
	By string `json:"by"` // the agent: bot, planner (only option/*), grounded (one level), small (one element), maker
}

// slyWaysLeadToAPerson makes at least forty attempts to avoid the approval of a person. Each is refused with the right
// code or waits for a person, and leaves main, the branches and their elements unchanged.
func slyWaysLeadToAPerson(t *testing.T, g *governed) {
	names := g.slyGround()
	option := arguments{"branch_patterns": []string{"option/*"}}
	ground := arguments{"levels": []string{g.h.Ground}}
	agents := map[string]agentCaller{"bot": g.bot}
	for id, more := range map[string]arguments{
		"planner": {"permissions": arguments{"READ": arguments{}, "CREATE": option, "MODIFY": option,
			"DELETE": option}},
		"grounded": {"permissions": arguments{"READ": arguments{}, "CREATE": ground, "MODIFY": ground,
			"DELETE": ground}},
		"small": {"limits": arguments{"max_elements_per_operation": 1}},
		"maker": {"requires_approval": []string{"element.created"}},
	} {
		agents[id] = g.connect(principal(t, id, "agent", "ann", with(arguments{"dry_run_default": false}, more)))
	}
	other := g.connect(principal(t, "bot2", "agent", "ann", arguments{"dry_run_default": false}))
	asked := func(who agentCaller, element string) string {
		id, _ := who.ask("delete_element", arguments{"model_id": g.h.Model, "element_ids": []string{element},
			"reasoning": "r"}).id()
		return id
	}
	names["$others"], names["$approval"], names["$spare"] = asked(other, names["$lone"]), asked(g.bot, names["$lone"]),
		asked(g.bot, names["$above"])
	branches := []string{"main", "option/a", "less"}
	state := func() (out []any) {
		for _, b := range branches {
			var told struct {
				Revision int `json:"revision"`
			}
			g.ann.must("model_overview", arguments{"model_id": g.h.Model, "branch": b}, &told)
			out = append(out, told.Revision)
		}
		return out
	}
	before := state()
	attempts := readSly(t, names)
	for _, a := range attempts {
		args := arguments{}
		if err := json.Unmarshal(a.Args, &args); err != nil {
			t.Fatalf("%s: %v", a.Name, err)
		}
		for name, value := range map[string]any{"reasoning": "tidy up", "dry_run": false} {
			_, given := args[name]
			if !given && a.Tool != "share_model" && (name != "dry_run" || a.Tool != "config_set") {
				args[name] = value
			}
		}
		if _, given := args["model_id"]; !given && !slices.Contains([]string{"config_set", "import_ifc"}, a.Tool) {
			args["model_id"] = g.h.Model
		}
		got, err := agents[a.By].try(a.Tool, args)
		if err != nil && !strings.Contains(err.Error(), "unknown tool") && !strings.Contains(err.Error(), "not found") {
			t.Errorf("%s: %v", a.Name, err)
		}
		if err == nil && (got.Success || got.EventID != nil || !slices.Contains(a.Codes, got.code())) {
			t.Errorf("%s: %d, not one of %v: %s", a.Name, got.code(), a.Codes, clip(got.Text))
		}
		if now := state(); !slices.Equal(now, before) {
			t.Fatalf("%s: the model changed: %v, %v before", a.Name, now, before)
		}
	}
	g.aRunDeletesNothing(names["$lone"])
	g.aFileGivesNoMoreThanTheRegistry()
}

// slyGates are gates that every run passes.
var slyGates = []arguments{{"name": "clashes", "tool": "clash_detection", "args": arguments{
	"source_category": "furniture", "target_category": "door"}}}

// slyGround creates the objects of the attempts. The bot's own wall is the last change of main.
func (g *governed) slyGround() map[string]string {
	g.t.Helper()
	wall := func(level string, x0, y0, x1, y1, thickness float64) arguments {
		return arguments{"model_id": g.h.Model, "level_id": level, "start": mm{x0, y0}, "end": mm{x1, y1},
			"height": 2500, "thickness": thickness, "reasoning": "r"}
	}
	names := map[string]string{"$ground": g.h.Ground, "$first": g.h.First, "$north": g.h.North, "$room": g.h.Room,
		"$door": g.h.Door}
	names["$cutter"] = g.ann.make("create_wall", wall(g.h.Ground, 40000, 100, 40000, 3900, 400))
	names["$above"] = g.ann.make("create_wall", wall(g.h.First, 45000, 0, 45000, 4000, 200))
	names["$desk"] = g.ann.make("place_component", arguments{"model_id": g.h.Model, "category": "furniture",
		"level_id": g.h.Ground, "location": mm{2000, 3000, 0}, "width": 1400, "depth": 700, "height": 700})
	g.ann.must("export_ifc", arguments{"model_id": g.h.Model, "schema": "IFC4", "file_name": "baseline.ifc"}, nil)
	names["$empty"] = g.ann.do("create_model", arguments{"name": "Received"}).ModelID
	var preview answer
	preview = g.bot.must("modify_parameter", arguments{"model_id": g.h.Model, "element_id": names["$cutter"],
		"parameter_name": "height", "value": 2400, "dry_run": true, "reasoning": "r"}, nil)
	names["$stale"] = preview.PreviewID
	g.ann.do("modify_parameter", arguments{"model_id": g.h.Model, "element_id": names["$cutter"],
		"parameter_name": "height", "value": 2450})
	var run struct {
		ID    string `json:"run_id"`
		State string `json:"state"`
	}
	g.bot.must("run_start", arguments{"model_id": g.h.Model, "dry_run": false, "reasoning": "r",
		"configuration": arguments{"name": "walls", "gates": slyGates, "steps": []arguments{{"tool": "create_wall",
			"args": arguments{"level_id": g.h.Ground, "start": mm{90000, 0}, "end": mm{93000, 0}, "height": 2500,
				"thickness": 200}}}}}, &run)
	if names["$run"] = run.ID; run.State != "ready_to_merge" {
		g.t.Fatalf("the run is %s", run.State)
	}
	var made change
	g.bot.must("create_wall", wall(g.h.Ground, 40000, 0, 40000, 4000, 200), &made)
	names["$lone"] = made.Created[0].ElementID
	g.ann.do("create_branch", arguments{"model_id": g.h.Model, "name": "option/a"})
	g.ann.do("modify_parameter", arguments{"model_id": g.h.Model, "branch": "option/a", "element_id": names["$lone"],
		"parameter_name": "height", "value": 2550})
	g.ann.do("create_branch", arguments{"model_id": g.h.Model, "name": "less"})
	g.ann.do("delete_element", arguments{"model_id": g.h.Model, "branch": "less",
		"element_ids": []string{names["$lone"]}})
	preview = g.bot.must("delete_element", arguments{"model_id": g.h.Model, "element_ids": []string{names["$lone"]},
		"dry_run": true, "reasoning": "r"}, nil)
	names["$preview"] = preview.PreviewID
	return names
}

// aRunDeletesNothing checks that a step of a run that deletes also waits for a person, on the branch of the run.
func (g *governed) aRunDeletesNothing(element string) {
	g.t.Helper()
	var run struct {
		State  string `json:"state"`
		Branch string `json:"branch"`
	}
	a := g.bot.ask("run_start", arguments{"model_id": g.h.Model, "dry_run": false, "reasoning": "r",
		"configuration": arguments{"name": "less", "gates": slyGates, "steps": []arguments{{
			"tool": "delete_element", "args": arguments{"element_ids": []string{element}}}}}})
	if !a.Success {
		return // refused as a whole
	}
	if err := json.Unmarshal(a.Data, &run); err != nil || run.State == "ready_to_merge" || run.State == "merged" {
		g.t.Errorf("a run deletes: %s", clip(a.Text))
	}
	g.ann.must("get_element", arguments{"model_id": g.h.Model, "branch": run.Branch, "element_id": element}, nil)
}

// aFileGivesNoMoreThanTheRegistry checks that the server does not start with a file, or a variable, that gives a
// registered principal more permissions than its entry.
func (g *governed) aFileGivesNoMoreThanTheRegistry() {
	g.t.Helper()
	mustRun(g.t, "principals", "add", "clerk", "--for", "ann", "--permit", "READ", "--data", g.data)
	more := principal(g.t, "clerk", "agent", "ann", arguments{"dry_run_default": false})
	if said, err := detached(g.t, more, "mcp", "all", "--data", g.data); err == nil {
		g.t.Errorf("a variable gives more than the registry: %s", said)
	}
}

// readSly reads the attempts, with the names replaced by values of the scenario.
func readSly(t *testing.T, names map[string]string) (out []slyAttempt) {
	t.Helper()
	text, err := os.ReadFile("../../testdata/governance/sly.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var pairs []string
	for _, name := range sortedByLength(names) {
		if names[name] == "" {
			t.Fatalf("there is no %s", name)
		}
		pairs = append(pairs, `"`+name+`"`, `"`+names[name]+`"`)
	}
	fill := strings.NewReplacer(pairs...)
	for lines := bufio.NewScanner(strings.NewReader(string(text))); lines.Scan(); {
		var a slyAttempt
		if err := json.Unmarshal([]byte(fill.Replace(lines.Text())), &a); err != nil {
			t.Fatalf("%v in %s", err, lines.Text())
		}
		if slices.ContainsFunc(out, func(b slyAttempt) bool { return b.Name == a.Name }) {
			t.Errorf("%s is there twice", a.Name)
		}
		out = append(out, a)
	}
	if len(out) < 40 {
		t.Fatalf("only %d attempts", len(out))
	}
	return out
}
