package tools

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/projections/rules"
)

// ruleDocs is the page of the rules: what is always true of them, and the table.
func ruleDocs() string {
	var b strings.Builder
	b.WriteString(`# Rules

The rules that code_compliance, accessibility_check, egress_analysis, fire_rating_check, structural_check, data_completeness and model_quality apply. Written by ` + "`make update`" + ` from projections/rules/rules.tsv; what is measured, and how, stands at the
functions of the same names in projections/rules.

- A rule **passes** only what was measured. What could not be looked at is in ` + "`not_checked`" + ` with what is missing; then the verdict is ` + "`incomplete`" + `. A pass says that the rules of this table were kept, and nothing of the rest of the standard.
- Figures and clauses are those of the edition, unamended; no text of a code is here. V: the figure was seen in a source. K: well known. P: practice, or a rule of our own. What is uncertain is not in the table.
- Occupancy: the argument, else the group of most floor area by the names of the rooms, which is said in ` + "`assumed`" + `. At the limit complies; lengths that are sums of parts have half a millimetre.
- Findings live on: new, active, reviewed, approved, resolved, as those of clash tests (update_finding, compare_validation_runs).

Not there yet: rules of a team's own file through a tool (the parser reads them); ramps, sizes of lift cars, handrail extensions and openings in guards, thresholds at doors, approaches to doors other than from the front, fixtures and their clearances, distances to the site boundary, compartments, hardware of doors: the model has nothing that says them, or they are not measured yet.

| rule | standard | clause | check | measures | required | as printed | severity | applies | mark |
|---|---|---|---|---|---|---|---|---|---|
`)
	for _, r := range rules.Table() {
		clause := r.Clause
		if clause == "-" {
			clause = ""
		}
		var when []string
		for _, c := range r.When {
			not := ""
			if c.Not {
				not = "not "
			}
			when = append(when, c.Key+" "+not+strings.Join(c.Values, ", "))
		}
		about := strings.TrimPrefix(strings.Join(when, "; ")+"; "+r.About, "; ")
		fmt.Fprintf(&b, "| %s | %s %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", r.ID, r.Standard, r.Edition, clause, r.Check, r.Quantity, r.Required(), r.Original, r.Severity, about, r.Mark)
	}
	return b.String()
}

func TestRuleDocsAreCurrent(t *testing.T) {
	const path = "../../docs/rules.md"
	if *update {
		if err := os.WriteFile(path, []byte(ruleDocs()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != ruleDocs() {
		t.Errorf("%s is not what the table says: make update (%v)", path, err)
	}
}
