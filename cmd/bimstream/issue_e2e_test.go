package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestIssuingDrawings issues the drawings of a building in all formats. A second issue of the same state must be the
// same, byte for byte.
func TestIssuingDrawings(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "tower")
	mustRun(t, "generate", "--data", data, "--storeys", "2", "--elements", "300")
	first, second := filepath.Join(t.TempDir(), "first"), filepath.Join(t.TempDir(), "second")
	for _, dir := range []string{first, second} {
		if out := mustRun(t, "issue", "--data", data, "--scale", "200",
			dir); !strings.Contains(out, "6 sheets of revision") {
			t.Fatal(out)
		}
	}
	files, err := os.ReadDir(first)
	if err != nil || len(files) != 1+3*6+5+2 { // the set, the sheets, five workbooks, two pictures
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, f := range files {
		a, err := os.ReadFile(filepath.Join(first, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(second, f.Name()))
		if err != nil || len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("%s is another file: %v", f.Name(), err)
		}
	}
}
