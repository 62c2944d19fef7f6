package verify

import (
	"fmt"
	"slices"
	"testing"
)

// clause is a case of one scenario of a rule: a file with only the instances of the scenario, and the expected status
// of the rule.
type clause struct {
	rule, name string
	schema     string
	want       Status
	data       string // the instances
}

const clauseHeader = "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ViewDefinition [%s]'),'2;1');\n" +
	"FILE_NAME('clause.ifc','2026-03-01T12:00:00',('A. Author'),('Example'),'bimstream','Example - Clause - 1.0','A. " +
	"Author');\n" +
	"FILE_SCHEMA(('%s'));\nENDSEC;\nDATA;\n%s\nENDSEC;\nEND-ISO-10303-21;\n"

// text returns the file; its model view definition is the simplest of the schema.
func (c clause) text() []byte {
	view := map[string]string{ifc2x3: "CoordinationView_V2.0", ifc4: "ReferenceView_V1.2",
		ifc4x3: "ReferenceView"}[c.schema]
	return fmt.Appendf(nil, clauseHeader, view, c.schema, c.data)
}

// outcome runs only the clause's rule.
func (c clause) outcome(t *testing.T) (Outcome, *Report) {
	t.Helper()
	r, err := Bytes(t.Context(), c.text(), Options{Rules: []string{c.rule}})
	if err != nil {
		t.Fatal(err)
	}
	return r.Rules[0], r
}

var allClauses = slices.Concat(presenceClauses, spatialClauses, projectClauses, georeferenceClauses,
	geometryClauses, setClauses, alignmentClauses, alignmentAgreementClauses, measureClauses)

func TestEveryClauseOfARuleIsJudged(t *testing.T) {
	for _, c := range allClauses {
		t.Run(c.rule+"/"+c.name, func(t *testing.T) {
			if o, r := c.outcome(t); o.Status != c.want {
				t.Errorf("%s, should be %s: %+v %+v", o.Status, c.want, o, r.Findings)
			}
		})
	}
}

func TestClausesAreReadableFiles(t *testing.T) {
	for _, c := range allClauses {
		r, err := Bytes(t.Context(), c.text(), Options{Rules: []string{"STEP"}})
		if err != nil || r.Rules[0].Status != Passed {
			t.Errorf("%s/%s: %v %+v", c.rule, c.name, err, r.Findings)
		}
	}
}
