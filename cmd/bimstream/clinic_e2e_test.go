package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestClinicIsBuilt builds the clinic of two wings, whose partitions meet in the re-entrant corner, through the real
// server. testdata/scripts/clinic.jsonl has the calls and the expected figures. The result is compared with
// testdata/tables/clinic.txt, and its files are checked against the rules.
func TestClinicIsBuilt(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "clinic")
	out := mustRun(t, "demo", "--script", filepath.Join("..", "..", "testdata", "scripts", "clinic.jsonl"),
		"--data", data)
	_, table, _ := strings.Cut(out, "ELEMENT")
	table, _, found := strings.Cut(table, "\n\n")
	if !found || !strings.Contains(out, "byte for byte clinic.ifc") {
		t.Fatalf("the run prints no table, or its export differs from that of the replay:\n%s", out)
	}
	if want := string(readTable(t, filepath.Join("..", "..", "testdata", "tables", "clinic.txt"))); "ELEMENT"+table+
		"\n" != want {
		t.Errorf("built was\nELEMENT%s\n, want\n%s", table, want)
	}
	for _, schema := range []string{"IFC2X3", "IFC4", "IFC4X3_ADD2"} {
		file := filepath.Join(data, schema+".ifc")
		mustRun(t, "export", "--data", data, "--schema", schema, file)
		mustRun(t, "verify-ifc", file)
	}
}
