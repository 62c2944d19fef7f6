package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/ifc/verify"
)

const verifyFixtures = "../../testdata/ifc/verify/"

// verifyWith runs verify-ifc as a person would.
func verifyWith(t *testing.T, stdin string, args ...string) (string, error) {
	t.Helper()
	c := root()
	var out bytes.Buffer
	c.SetOut(&out)
	c.SetIn(strings.NewReader(stdin))
	c.SetArgs(append([]string{"verify-ifc"}, args...))
	err := c.Execute()
	return out.String(), err
}

func TestVerifyIFCFailsBySeverity(t *testing.T) {
	cases := []struct {
		name, severity string
		fails          bool
	}{
		{"pass-all-ifc4", "industry_practice", false},
		{"fail-GEM004-identifier", "informal_proposition", true},
		{"fail-GEM004-identifier", "implementer_agreement", false},
		{"fail-HDR002-no_author", "informal_proposition", false},
		{"fail-HDR002-no_author", "industry_practice", true},
		{"fail-IFC101-unknown", "critical", true},
	}
	for _, c := range cases {
		out, err := verifyWith(t, "", "--severity", c.severity, verifyFixtures+c.name+".ifc")
		if errors.Is(err, errFindings) != c.fails || err != nil && !c.fails {
			t.Errorf("%s at %s: %v\n%s", c.name, c.severity, err, out)
		}
		if c.fails != strings.Contains(out, " failed, ") && !strings.Contains(out, "instances; rules:") {
			t.Errorf("%s: no summary: %s", c.name, out)
		}
	}
}

func TestVerifyIFCReportsAsJSONForEachFile(t *testing.T) {
	out, err := verifyWith(t, "", "--json", "--rules", "PJS003", verifyFixtures+"fail-PJS003-length.ifc",
		verifyFixtures+"pass-all-ifc4.ifc")
	if !errors.Is(err, errFindings) {
		t.Fatal(err)
	}
	var reports []struct {
		File     string           `json:"file"`
		Findings []verify.Finding `json:"findings"`
	}
	if err := json.Unmarshal([]byte(out), &reports); err != nil {
		t.Fatal(err)
	}
	if len(reports) != 2 || len(reports[0].Findings) != 1 || len(reports[1].Findings) != 0 ||
		!strings.HasSuffix(reports[1].File, "ifc4.ifc") {
		t.Errorf("%s", out)
	}
}

func TestVerifyIFCListsItsRulesAndRefusesWhatItDoesNotKnow(t *testing.T) {
	out, err := verifyWith(t, "", "--list-rules")
	if err != nil || strings.Count(out, "\n") != len(verify.Rules()) || !strings.Contains(out, "SPS007") {
		t.Errorf("%v\n%s", err, out)
	}
	for _, args := range [][]string{{}, {"--severity", "mild", "x.ifc"},
		{"--rules", "XYZ001", verifyFixtures + "pass-all-ifc4.ifc"}, {"missing.ifc"}} {
		if _, err := verifyWith(t, "", args...); err == nil || errors.Is(err, errFindings) {
			t.Errorf("%q: %v", args, err)
		}
	}
	if out, err := verifyWith(t, "not a STEP file", "-"); !errors.Is(err, errFindings) ||
		!strings.Contains(out, "1:1: ") {
		t.Errorf("standard input: %v\n%s", err, out)
	}
}
