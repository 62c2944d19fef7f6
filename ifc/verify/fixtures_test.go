package verify

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the tests compare with")

const fixtures = "../../testdata/ifc/verify"

// fixture is a file named pass-RULE-what.ifc or fail-RULE-what.ifc. A passing file has no finding of its rule, and only
// warnings of other rules; if RULE is all, it has no finding at all.
type fixture struct {
	path, verdict, rule string
}

func allFixtures(t *testing.T) []fixture {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(fixtures, "*.ifc"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	var out []fixture
	for _, p := range paths {
		parts := strings.SplitN(strings.TrimSuffix(filepath.Base(p), ".ifc"), "-", 3)
		if len(parts) != 3 || parts[0] != "pass" && parts[0] != "fail" {
			t.Fatalf("%s: the name is not pass-RULE-what or fail-RULE-what", p)
		}
		out = append(out, fixture{p, parts[0], parts[1]})
	}
	return out
}

func verifyFixture(t *testing.T, path string) *Report {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Bytes(t.Context(), data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEveryFixtureIsJudgedAsItsNameSays(t *testing.T) {
	for _, f := range allFixtures(t) {
		t.Run(filepath.Base(f.path), func(t *testing.T) {
			r := verifyFixture(t, f.path)
			if f.verdict == "fail" {
				if o, ok := r.Outcome(f.rule); !ok || o.Status != Failed || o.Findings == 0 {
					t.Errorf("the rule should fail: %+v", o)
				}
				return
			}
			for _, finding := range r.Findings {
				if finding.Severity != Practice || finding.Rule == f.rule || f.rule == "all" {
					t.Errorf("%s", finding)
				}
			}
			for _, u := range r.NotRun {
				t.Errorf("not evaluated: %+v", u)
			}
			if o, _ := r.Outcome(f.rule); f.rule != "all" && o.Status != Passed {
				t.Errorf("the rule should have something to pass: %+v", o)
			}
		})
	}
}

func TestEveryRuleHasItsFixtures(t *testing.T) {
	fails, passes, misses := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range allFixtures(t) {
		fails[f.rule] = fails[f.rule] || f.verdict == "fail"
		for _, o := range verifyFixture(t, f.path).Rules {
			passes[o.ID] = passes[o.ID] || o.Status == Passed && f.verdict == "pass"
			misses[o.ID] = misses[o.ID] || o.Status == NotApplied
		}
	}
	for _, c := range allClauses {
		fails[c.rule] = fails[c.rule] || c.want == Failed
		passes[c.rule] = passes[c.rule] || c.want == Passed
		misses[c.rule] = misses[c.rule] || c.want == NotApplied
	}
	for _, r := range Rules() {
		presence := strings.HasSuffix(r.ID, "000") // these never fail
		if !passes[r.ID] || !presence && !fails[r.ID] || presence && !misses[r.ID] {
			t.Errorf("%s: passes %v, fails %v, does not apply %v", r.ID, passes[r.ID], fails[r.ID], misses[r.ID])
		}
	}
}

func TestTheTableOfRulesIsDocumented(t *testing.T) {
	const page = "../../docs/ifc-rules.md"
	if *update {
		if err := os.WriteFile(page, []byte(Markdown()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != Markdown() {
		t.Errorf("%s is not what the rules say: run go test ./ifc/verify -update", page)
	}
}
