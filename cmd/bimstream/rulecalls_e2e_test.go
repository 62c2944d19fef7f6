package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// callReply is the part of a check's data that the test of suggestions reads.
type callReply struct {
	Issues []struct {
		Key, Rule, Suggestion string
		Elements              []struct {
			ID string `json:"element_id"`
		}
		Call *struct {
			Tool      string         `json:"tool"`
			Arguments map[string]any `json:"arguments"`
		} `json:"call"`
	} `json:"issues"`
	NextCursor string `json:"next_cursor"`
}

// issues returns the findings of a check from all pages.
func (s *server) issues(tool string, args arguments) callReply {
	var all callReply
	args = with(args, nil)
	delete(args, "cursor")
	for {
		var page callReply
		s.must(tool, args, &page)
		all.Issues = append(all.Issues, page.Issues...)
		if page.NextCursor == "" {
			return all
		}
		args = with(args, arguments{"cursor": page.NextCursor})
	}
}

// planted builds the building with deliberate faults and serves it.
func planted(t *testing.T) (*server, string) {
	t.Helper()
	data := filepath.Join(t.TempDir(), "planted")
	mustRun(t, "demo", "--script", filepath.Join("..", "..", "testdata", "scripts", "rules-faults.jsonl"),
		"--data", data)
	s := serveAll(t, data)
	var models struct {
		Models []struct {
			ID string `json:"model_id"`
		} `json:"models"`
	}
	s.must("list_models", arguments{}, &models)
	return s, models.Models[0].ID
}

// TestSuggestedCallsMendTheirFindings makes every call that a finding of the faulty building suggests. A dry run must
// be accepted and append nothing. The call in a branch of its own must remove the finding from the same check.
func TestSuggestedCallsMendTheirFindings(t *testing.T) {
	t.Parallel()
	s, model := planted(t)
	tried, rules := 0, map[string]bool{}
	for _, c := range ruleChecks {
		args := with(c.args, arguments{"model_id": model})
		for _, issue := range s.issues(c.tool, args).Issues {
			if issue.Call == nil || rules[issue.Rule+issue.Key] {
				continue
			}
			rules[issue.Rule+issue.Key], rules[issue.Rule] = true, true
			tried++
			text, _ := json.Marshal(issue.Call)
			if issue.Suggestion == "" {
				t.Errorf("%s: a call without words: %s", issue.Key, text)
			}
			if reply := s.ask(issue.Call.Tool, with(issue.Call.Arguments,
				arguments{"model_id": model, "dry_run": true})); !reply.Success || reply.DryRun == nil {
				t.Errorf("%s: the dry run of %s is refused: %+v", issue.Key, text, reply.Error)
				continue
			}
			branch := fmt.Sprintf("try-%d", tried)
			s.must("create_branch", arguments{"model_id": model, "name": branch}, nil)
			there := arguments{"branch": branch}
			s.must(issue.Call.Tool, with(issue.Call.Arguments, with(there, arguments{"model_id": model})), nil)
			again := s.issues(c.tool, with(with(args, there), arguments{"rule_ids": []string{issue.Rule}}))
			for _, still := range again.Issues {
				if still.Key == issue.Key {
					t.Errorf("%s is still found after %s (%s)", issue.Key, text, issue.Suggestion)
				}
			}
		}
	}
	t.Logf("%d calls tried", tried)
	if tried < 25 {
		t.Errorf("only %d calls were suggested", tried)
	}
}

// teamRules are a team's own rules: one new rule, and one that replaces a row of the table.
const teamRules = "id\tstandard\tedition\tclause\tcheck\tquantity\top\tvalue\tunit\toriginal\tseverity\twhen\tmark\tabout\n" +
	"OFFICE-1\tOffice " +
	"standard\t3\t7.2\tcode_compliance\troom_area\t>=\t500\tm2\t500\twarning\tkind:office\tP\toffices are large " +
	"with us\n" +
	"IBC-1010.1.1w\tOffice standard\t3\t7.3\tcode_compliance\tdoor_clear_width\t>=\t600\tmm\t600\terror\t\tP\tour " +
	"own width\n"

// TestTeamsBringTheirOwnRules gives a file of rules to the check. Its rules must apply in addition to the rules of the
// standard, and replace rules with the same ids. A faulty file must be refused with line and column.
func TestTeamsBringTheirOwnRules(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "rules, ours")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(folder, "planted")
	mustRun(t, "demo", "--script", filepath.Join("..", "..", "testdata", "scripts", "rules-faults.jsonl"),
		"--data", data)
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good, bad := write("team.tsv", teamRules), write("bad.tsv",
		strings.Replace(teamRules, "room_area", "room_colour", 1)+strings.Replace(
			strings.SplitN(teamRules, "\n", 3)[1], "OFFICE-1", "OFFICE-2", 1)+"\n"+"OFFICE-3\tx\n")
	s, err := launch(t, environment(), program(t), "mcp", "all", "--tools", "full", "--data", data, "--in", folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	var models struct {
		Models []struct {
			ID string `json:"model_id"`
		} `json:"models"`
	}
	s.must("list_models", arguments{}, &models)
	args := arguments{"model_id": models.Models[0].ID, "standard": "IBC", "occupancy": "B", "sprinklered": false,
		"severity_threshold": "info"}
	count := func(args arguments) map[string]int {
		out := map[string]int{}
		for _, i := range s.issues("code_compliance", args).Issues {
			out[i.Rule]++
		}
		return out
	}
	plain, own := count(args), count(with(args, arguments{"rules_file": good}))
	if plain["OFFICE-1"] != 0 || own["OFFICE-1"] == 0 || plain["IBC-1010.1.1w"] == 0 || own["IBC-1010.1.1w"] != 0 {
		t.Errorf("without the file %v, with it %v", plain, own)
	}
	refused := s.ask("code_compliance", with(args, arguments{"rules_file": bad}))
	text, _ := json.Marshal(refused.Error)
	if refused.Success || refused.Error.Code != 1001 || !strings.Contains(string(text), `"line":2`) ||
		!strings.Contains(string(text), `"column":"quantity"`) || !strings.Contains(string(text), `"line":5`) {
		t.Errorf("a faulty file: %s", text)
	}
	if missing := s.ask("code_compliance", with(args, arguments{"edition": "1899"})); missing.Success ||
		missing.Error.Code != 1300 || !strings.Contains(missing.Error.Message, "IBC 2021") {
		t.Errorf("an edition that is not there: %+v", missing.Error)
	}
}

// TestTheModelSaysWhatTheBuildingIs sets the building's properties, which the check uses in place of arguments.
func TestTheModelSaysWhatTheBuildingIs(t *testing.T) {
	t.Parallel()
	s, model := planted(t)
	var buildings struct {
		Elements []struct {
			ID string `json:"element_id"`
		} `json:"elements"`
	}
	s.must("query_elements", arguments{"model_id": model, "categories": []string{"building"}}, &buildings)
	if len(buildings.Elements) == 0 {
		t.Fatal("the model has no building")
	}
	s.must("set_properties", arguments{"model_id": model,
		"element_ids": []string{buildings.Elements[0].ID}, "psets": map[string]any{
			"Pset_BuildingCommon": map[string]any{"OccupancyType": "R-2", "SprinklerProtection": true}}}, nil)
	type parameters struct {
		Parameters []struct{ Name, Value, From string }
	}
	said := func(args arguments) string {
		var p parameters
		s.must("egress_analysis", with(args, arguments{"model_id": model}), &p)
		text, _ := json.Marshal(p.Parameters)
		return string(text)
	}
	if got, want := said(arguments{}),
		`[{"Name":"occupancy","Value":"R-2","From":"Pset_BuildingCommon.OccupancyType"},{"Name":"sprinklered","Value":"yes","From":"Pset_BuildingCommon.SprinklerProtection"}]`; got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	if got := said(arguments{"occupancy": "B", "sprinklered": false}); !strings.Contains(got, `"B","From":"call"`) ||
		!strings.Contains(got, `"no","From":"call"`) {
		t.Errorf("the call does not come first: %s", got)
	}
}

// TestChangesWarnOfWhatIsUnsound draws a room with a gap in its shell and makes changes that cause faults. Each reply
// must warn of the faults that its change causes, and not of earlier faults.
func TestChangesWarnOfWhatIsUnsound(t *testing.T) {
	t.Parallel()
	s := serveAll(t, filepath.Join(t.TempDir(), "shell"))
	model := s.do("create_model", arguments{"name": "Shell"}).ModelID
	made := func(tool string, args arguments) (string, []string) {
		var c change
		a := s.must(tool, with(args, arguments{"model_id": model}), &c)
		var codes []string
		for _, w := range a.Warnings {
			codes = append(codes, w.Code)
		}
		return c.ElementID, codes
	}
	level, _ := made("create_level", arguments{"name": "Ground", "elevation": 0})
	wall := func(x0, y0, x1, y1 float64) (string, []string) {
		return made("create_wall", arguments{"level_id": level, "start": mm{x0, y0}, "end": mm{x1, y1},
			"height": 2800, "thickness": 200})
	}
	south, _ := wall(0, 0, 8000, 0)
	wall(8000, 0, 8000, 6000)
	wall(8000, 6000, 0, 6000)
	wall(0, 6000, 0, 1500) // 1400 mm are open to the face of the southern wall
	made("create_room", arguments{"level_id": level, "name": "Office",
		"boundary_points": []mm{{100, 100}, {7900, 100}, {7900, 5900}, {100, 5900}}, "height": 2800})
	var quality struct {
		Issues []struct {
			Rule     string
			Measured float64
		} `json:"issues"`
	}
	s.must("model_quality", arguments{"model_id": model, "rule_ids": []string{"MQ-13"}}, &quality)
	if len(quality.Issues) != 1 || quality.Issues[0].Measured < 1390 || quality.Issues[0].Measured > 1402 {
		t.Errorf("the gap: %+v", quality)
	}
	door := func(offset float64) []string {
		_, codes := made("place_door", arguments{"wall_id": south, "offset": offset, "width": 900, "height": 2100})
		return codes
	}
	if codes := door(2000); len(codes) > 0 {
		t.Errorf("a sound door: %v", codes)
	}
	if _, codes := wall(4000, 300, 4000, 6000); !strings.Contains(strings.Join(codes, " "), "UNSOUND") {
		t.Errorf("a partition that ends 200 mm before the wall: %v", codes)
	}
	if _, codes := made("set_properties", arguments{"element_ids": []string{south},
		"psets": map[string]any{"Pset_WallCommon": map[string]any{"Reference": "tbd"}}}); strings.Join(codes, " ") !=
		"UNSOUND" {
		t.Errorf("a placeholder: %v", codes)
	}
	if _, codes := made("set_properties", arguments{"element_ids": []string{south},
		"psets": map[string]any{"Pset_WallCommon": map[string]any{"Combustible": false}}}); len(codes) > 0 {
		t.Errorf("a property beside one that was a placeholder before: %v", codes)
	}
	if _, codes := made("create_wall", arguments{"level_id": level, "start": mm{20000, 0}, "end": mm{25000, 0},
		"height": 2.8, "thickness": 0.2}); strings.Join(codes, " ") != "UNSOUND" {
		t.Errorf("a height in metres: %v", codes)
	}
}

// TestAJoinedEndIsNoGap joins two walls by a butt joint in a corner. A partition ends at the face of one of them and
// covers the end of the other by a millimetre. All ends are joined, so that no gap may be reported, although the line
// of one wall ends within the corner.
func TestAJoinedEndIsNoGap(t *testing.T) {
	t.Parallel()
	s := serveAll(t, filepath.Join(t.TempDir(), "corner"))
	model := s.do("create_model", arguments{"name": "Corner"}).ModelID
	level := s.do("create_level", arguments{"model_id": model, "name": "Ground", "elevation": 0}).ElementID
	for _, w := range []struct {
		name       string
		start, end mm
		thickness  int
	}{{"W1", mm{0, 0}, mm{6000, 0}, 300}, {"W2", mm{6000, 0}, mm{6000, -5000}, 300},
		{"P", mm{5849, 3000}, mm{5849, 150}, 100}} {
		s.do("create_wall", arguments{"model_id": model, "level_id": level, "name": w.name, "start": w.start,
			"end": w.end, "height": 2800, "thickness": w.thickness})
	}
	for _, priority := range []string{"W1", "W2"} {
		a := s.must("join_elements", arguments{"model_id": model, "element_ids": []string{"W1", "W2", "P"},
			"join_type": "butt", "priority": priority}, nil)
		if len(a.Warnings) > 0 {
			t.Errorf("%s goes through: %+v", priority, a.Warnings)
		}
	}
}
