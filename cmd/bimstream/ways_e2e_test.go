package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWaysScript runs the queries about ways in testdata/scripts/ways.jsonl on the real server. The script has the
// expected answers, which were worked out by hand.
func TestWaysScript(t *testing.T) {
	t.Parallel()
	mustRun(t, "demo", "--script", filepath.Join("..", "..", "testdata", "scripts", "ways.jsonl"), "--data",
		filepath.Join(t.TempDir(), "ways"))
}

// TestWaysOfTheStandardHouse builds the standard house, as far as its rooms, and runs the queries of
// testdata/scripts/house-ways.jsonl: ways, neighbours and widths, each with the answer and how it was worked out by
// hand.
func TestWaysOfTheStandardHouse(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "scripts", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	built, _, found := strings.Cut(read("house.jsonl"), `{"note": "Questions"`)
	if !found {
		t.Fatal("the house's script has no questions after its rooms")
	}
	joined := filepath.Join(folder, "house.jsonl")
	if err := os.WriteFile(joined, []byte(built+read("house-ways.jsonl")), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "demo", "--script", joined, "--data", filepath.Join(folder, "data"))
}
