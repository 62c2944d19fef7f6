package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// The scene with an element of every category that a tool makes is built, exported, replayed to the same bytes, and its
// files keep to the rules in every schema.
func TestEverythingIsBuiltAndExported(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "everything")
	out := mustRun(t, "demo", "--script", filepath.Join("..", "..", "testdata", "scripts", "everything.jsonl"), "--data", data)
	for _, want := range []string{"byte for byte everything.ifc", " curtain_wall ", " railing ", " footing ", " ceiling ", " furniture ", " sanitary ", " pipe_fitting "} {
		if !strings.Contains(out, want) {
			t.Errorf("the run does not print %q:\n%s", want, out)
		}
	}
	for _, schema := range []string{"IFC2X3", "IFC4", "IFC4X3_ADD2"} {
		file := filepath.Join(data, schema+".ifc")
		mustRun(t, "export", "--data", data, "--schema", schema, file)
		mustRun(t, "verify-ifc", file)
	}
}
