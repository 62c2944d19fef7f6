package main

import (
	"path/filepath"
	"testing"
)

// TestRuleScripts puts a building with planted faults, and its twin without them, before the real server: each check
// finds its own faults with clause and values, and none in the twin but the upper floor that no lift reaches. The
// scripts have the answers.
func TestRuleScripts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"rules-faults", "rules-twin"} {
		mustRun(t, "demo", "--script", filepath.Join("..", "..", "testdata", "scripts", name+".jsonl"), "--data", filepath.Join(t.TempDir(), name))
	}
}
