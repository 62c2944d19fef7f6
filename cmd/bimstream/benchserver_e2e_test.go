package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
)

// TestBenchMeasuresAServer checks that every line of the measurement of a server is printed. The short form checks no
// figures.
func TestBenchMeasuresAServer(t *testing.T) {
	t.Parallel()
	d := startDouble(t, double.Options{})
	file := filepath.Join(t.TempDir(), "store")
	if err := os.WriteFile(file, []byte(d.URL()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, log, code := run(t, "bench", "--store", "@"+file, "--lasting", "240ms", "--dir", t.TempDir())
	for _, want := range []string{
		"command of one process on a server", "8 processes on one branch of a server", "worst wait", "void appends",
		"8 processes on a model each", "99 %",
	} {
		if code != 0 || !strings.Contains(out, want) {
			t.Fatalf("%d, want %q\n%s%s", code, want, out, log)
		}
	}
}
