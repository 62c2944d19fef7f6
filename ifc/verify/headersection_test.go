package verify

import (
	"strings"
	"testing"
)

func TestTheFrameOfTheFileIsJudged(t *testing.T) {
	base := string(clause{schema: ifc4, data: wall}.text())
	description := "FILE_DESCRIPTION(('ViewDefinition [ReferenceView_V1.2]'),'2;1');\n"
	schema := "FILE_SCHEMA(('IFC4'));\n"
	for name, c := range map[string]struct {
		text string
		want Status
		says string
	}{
		"plain":               {base, Passed, ""},
		"comments and quotes": {strings.Replace(base, schema, "/* FILE_SCHEMA((';')); */"+schema, 1), Passed, ""},
		"entity of one's own": {strings.Replace(base, schema, schema+"!MINE('x');\n", 1), Passed, ""},
		"section language":    {strings.Replace(base, schema, schema+"SECTION_LANGUAGE($,'en');\n", 1), Passed, ""},
		"signature behind":    {base + "SIGNATURE;\nx\nENDSEC;\n", Passed, ""},
		"no description":      {strings.Replace(base, description, "", 1), Failed, "FILE_DESCRIPTION 0 times"},
		"schema twice":        {strings.Replace(base, schema, schema+schema, 1), Failed, "FILE_SCHEMA 2 times"},
		"unknown entity":      {strings.Replace(base, schema, schema+"FILE_INFO('x');\n", 1), Failed, "FILE_INFO"},
		"another order": {strings.Replace(strings.Replace(base, schema, "", 1), description,
			schema+description, 1), Failed, "order"},
		"something behind":      {base + "rest", Failed, "12:1"},
		"no header":             {"ISO-10303-21;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n", NotApplied, ""},
		"header without end":    {"ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\n", NotApplied, ""},
		"string without end":    {"ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4);\n", NotApplied, ""},
		"statement without end": {"HEADER;", NotApplied, ""},
	} {
		r, err := Bytes(t.Context(), []byte(c.text), Options{Rules: []string{"HEADER"}})
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, f := range r.Findings {
			said += f.String() + "\n"
		}
		if r.Rules[0].Status != c.want || !strings.Contains(said, c.says) {
			t.Errorf("%s: %s, want %s: %s", name, r.Rules[0].Status, c.want, said)
		}
	}
}

// TestHeaderAttributesAreGiven checks that no attribute of the header's entities is optional, and that views may be
// among other words with brackets.
func TestHeaderAttributesAreGiven(t *testing.T) {
	text := string(clause{schema: ifc4, data: wall}.text())
	const view, system = "('ViewDefinition [ReferenceView_V1.2]')", "'Example - Clause - 1.0'"
	for _, c := range []struct {
		rule, from, to string
		want           Status
	}{
		{"HEADER", "", "", Passed},
		{"HEADER", "'A. Author');", "$);", Failed},
		{"HEADER", "'A. Author');", "'$');", Passed},
		{"HDR001", view, "('ViewDefinition[ReferenceView_V1.2] Option [A: $]')", Passed},
		{"HDR001", view, "('Option [A]','ViewDefinition [ ReferenceView_V1.2 ]')", Passed},
		{"HDR001", view, "('see ViewDefinition [ReferenceView_V1.2]')", Failed},
		{"HDR001", view, "('viewdefinition [ReferenceView_V1.2]')", Failed},
		{"HDR006", system, "'ACME Ltd. - Draw-It - 2026-1 (beta)'", Passed},
		{"HDR006", system, "'ACME - Europe - Draw - 1.0'", Passed},
		{"HDR006", system, "'ACME - Draw'", Failed},
		{"HDR006", system, "'ACME-Draw-1.0'", Failed},
		{"HDR006", system, "'ACME - - '", Failed},
	} {
		r, err := Bytes(t.Context(), []byte(strings.Replace(text, c.from, c.to, 1)), Options{Rules: []string{c.rule}})
		if err != nil || r.Rules[0].Status != c.want {
			t.Errorf("%s, %s: %v %+v %+v", c.rule, c.to, err, r.Rules[0], r.Findings)
		}
	}
}
