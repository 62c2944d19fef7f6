package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/testdata"
)

// updateTables accepts the current tables of the house.
var updateTables = flag.Bool("update-tables", false, "accept the golden tables of the house as they are")

// tableGoldens are the files of the script that are compared with the files in testdata/tables.
var tableGoldens = []string{"doors.md", "windows.md", "rooms.md", "walls.md", "walls.csv", "walls.json",
	"takeoff.md", "materials.md"}

// TestTablesScript builds the house and runs the queries of testdata/scripts/tables.jsonl on the real server. The
// figures in the script and in the golden files were worked out by hand.
func TestTablesScript(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	building, _, found := bytes.Cut(testdata.House, []byte(`{"note": "Questions"`))
	if !found {
		t.Fatal("the script of the house has no questions, before which it is cut")
	}
	questions, err := os.ReadFile(filepath.Join("..", "..", "testdata", "scripts", "tables.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	script, data := filepath.Join(dir, "script.jsonl"), filepath.Join(dir, "data")
	if err := os.WriteFile(script, slices.Concat(building, questions), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "demo", "--script", script, "--data", data)
	for _, name := range tableGoldens {
		sameTable(t, filepath.Join(data, "out", name), filepath.Join("..", "..", "testdata", "tables", name))
	}
	first, again := readTable(t, filepath.Join(data, "out", "walls.xlsx")),
		readTable(t, filepath.Join(data, "out", "walls-again.xlsx"))
	if !bytes.Equal(first, again) {
		t.Error("two workbooks of the same revision differ")
	}
}

// elementIDs matches the ids of elements and of the model, which differ in each building of the house.
var elementIDs = regexp.MustCompile(`"(id|model_id)":"[^"]*"`)

func sameTable(t *testing.T, got, golden string) {
	t.Helper()
	text := elementIDs.ReplaceAll(readTable(t, got), []byte(`"$1":"..."`))
	if *updateTables {
		if err := os.WriteFile(golden, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := readTable(t, golden); !bytes.Equal(text, want) {
		t.Errorf("%s is not as committed (accept it with -update-tables):\n%s", filepath.Base(golden), text)
	}
}

func readTable(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
