package main

import (
	"path/filepath"
	"testing"
)

// TestWaysScript puts the questions about ways of testdata/scripts/ways.jsonl to the real server: the script has the
// answers, which were worked out by hand.
func TestWaysScript(t *testing.T) {
	t.Parallel()
	mustRun(t, "demo", "--script", filepath.Join("..", "..", "testdata", "scripts", "ways.jsonl"), "--data", filepath.Join(t.TempDir(), "ways"))
}
