package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// updateRules accepts the current findings in the faulty building.
var updateRules = flag.Bool("update-rules", false, "accept what the checks find in the planted building as it is")

// ruleChecks are the checks that both buildings get.
var ruleChecks = []struct {
	tool string
	args arguments
}{
	{"code_compliance", arguments{"severity_threshold": "info", "standard": "IBC", "occupancy": "B",
		"sprinklered":       false,
		"construction_type": "IIA"}},
	{"code_compliance", arguments{"severity_threshold": "info", "standard": "IBC", "occupancy": "R-2",
		"sprinklered": true,
		"rule_ids":    dwellingRules}},
	{"code_compliance", arguments{"severity_threshold": "info", "standard": "BS9999", "occupancy": "B"}},
	{"code_compliance", arguments{"severity_threshold": "info", "standard": "Eurocode"}},
	{"code_compliance", arguments{"severity_threshold": "info", "standard": "ISO19650"}},
	{"accessibility_check", arguments{"standard": "both"}},
	{"fire_rating_check", arguments{"occupancy": "B", "sprinklered": false, "construction_type": "IIA"}},
	{"egress_analysis", arguments{"occupancy": "B", "sprinklered": false}},
	{"egress_analysis", arguments{"occupancy": "B", "standard": "BS9999", "risk_profile": "A2"}},
	{"structural_check", arguments{}},
	{"data_completeness", arguments{}},
	{"model_quality", arguments{}},
}

// dwellingRules are rules for bedrooms; the building has two beside its offices.
var dwellingRules = []string{"IBC-1031.3.1", "IBC-1031.3.2h", "IBC-1031.3.2w", "IBC-1031.3.3",
	"IBC-1202.5.1", "IBC-1204.2"}

// ruleReply is the part of a check's data that the tests read.
type ruleReply struct {
	Verdict string `json:"verdict"`
	Total   int    `json:"total"`
	Issues  []struct {
		Rule     string   `json:"rule"`
		Clause   string   `json:"clause"`
		Severity string   `json:"severity"`
		Measured *float64 `json:"measured"`
		Required string   `json:"required"`
		Absent   []string `json:"absent"`
		Elements []struct {
			Name string `json:"name"`
		} `json:"elements"`
	} `json:"issues"`
	NotChecked []struct {
		Rules   []string `json:"rules"`
		Missing string   `json:"missing"`
	} `json:"not_checked"`
	NextCursor string `json:"next_cursor"`
}

// checked returns the findings of all checks in a building, a line for each finding, and their number.
func checked(t *testing.T, script string) (string, int) {
	t.Helper()
	data := filepath.Join(t.TempDir(), script)
	mustRun(t, "demo", "--script", filepath.Join("..", "..", "testdata", "scripts", script+".jsonl"), "--data", data)
	s := serveAll(t, data)
	var models struct {
		Models []struct {
			ID string `json:"model_id"`
		} `json:"models"`
	}
	s.must("list_models", arguments{}, &models)
	var b strings.Builder
	found := 0
	for _, c := range ruleChecks {
		c.args = with(c.args, arguments{"model_id": models.Models[0].ID})
		delete(c.args, "cursor")
		var lines []string
		for page := 0; ; page++ {
			var reply ruleReply
			s.must(c.tool, c.args, &reply)
			if page == 0 {
				fmt.Fprintf(&b, "%s %s: %s, %d findings\n", c.tool, callWords(c.args), reply.Verdict, reply.Total)
				for _, n := range reply.NotChecked {
					fmt.Fprintf(&b, "  not checked: missing %s (%s)\n", n.Missing, strings.Join(n.Rules, ", "))
				}
			}
			for _, i := range reply.Issues {
				names := []string{}
				for _, e := range i.Elements {
					names = append(names, e.Name)
				}
				if len(names) > 1 {
					slices.Sort(names[1:]) // their order depends on ids
				}
				if strings.HasPrefix(i.Rule, "MQ-") { // the element with the lower id is measured
					slices.Sort(names)
				}
				measured := strings.Join(i.Absent, ", ")
				if i.Measured != nil {
					measured = fmt.Sprintf("%.4g", *i.Measured)
				}
				lines = append(lines, fmt.Sprintf("  %-7s %-20s %-28s %s; required %s; %s\n", i.Severity, i.Rule,
					i.Clause, measured, i.Required, strings.Join(names, ", ")))
				found++
			}
			if reply.NextCursor == "" {
				break
			}
			c.args = with(c.args, arguments{"cursor": reply.NextCursor})
		}
		slices.Sort(lines) // within a rule the order depends on ids, which differ in every run
		b.WriteString(strings.Join(lines, ""))
	}
	return b.String(), found
}

// callWords returns the arguments of a call that matter to a reader.
func callWords(args arguments) string {
	var out []string
	for _, key := range []string{"standard", "occupancy", "sprinklered", "construction_type", "risk_profile"} {
		if v, ok := args[key]; ok {
			text, _ := json.Marshal(v)
			out = append(out, strings.Trim(string(text), `"`))
		}
	}
	return strings.Join(out, " ")
}

// TestRuleScripts checks a building with deliberate faults, and its twin without them, on the real server. Each check
// finds its own faults, with clause and values, and none in the twin. The findings are in rules-faults.txt and
// rules-twin.txt, for people to read.
func TestRuleScripts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"rules-faults", "rules-twin"} {
		text, found := checked(t, name)
		golden := filepath.Join("..", "..", "testdata", "scripts", name+".txt")
		if *updateRules {
			if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(golden); err != nil || string(want) != text {
			t.Errorf("%s is not as committed (accept it with -update-rules):\n%s", filepath.Base(golden), text)
		}
		if name == "rules-twin" && found > 0 {
			t.Errorf("%d findings in the faultless twin", found)
		}
	}
}
