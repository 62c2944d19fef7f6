package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestAKillBetweenAFileAndItsRecordLeavesNeither simulates a kill between two steps of an export: the file is in place,
// but its record is not stored. The folder then has a partial file equal to it, the lock of the killed process, and a
// link to the previous file. The next server must remove the new file, log that, restore the previous file, and leave
// recorded files unchanged.
func TestAKillBetweenAFileAndItsRecordLeavesNeither(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	succeed(t, "generate", "--data", data, "--storeys", "1", "--elements", "100")
	out := filepath.Join(data, "out")
	s := serveFrom(t, data, data)
	table := arguments{"takeoff": arguments{}, "format": "csv"}
	s.must("export_table", with(table, arguments{"file_name": "recorded.csv"}), nil)
	s.must("export_table", with(table, arguments{"file_name": "replaced.csv"}), nil)
	s.close()
	before, err := os.ReadFile(filepath.Join(out, "replaced.csv"))
	if err != nil {
		t.Fatal(err)
	}
	link := func(from, to string) {
		t.Helper()
		if err := os.Link(filepath.Join(out, from), filepath.Join(out, to)); err != nil {
			t.Fatal(err)
		}
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(data, "parts", "0123456789abcdef.lock"), "")
	link("recorded.csv", ".export-0123456789abcdef-1.part")
	write(filepath.Join(out, ".export-0123456789abcdef-2.part"), "new")
	link(".export-0123456789abcdef-2.part", "unrecorded.csv")
	link("replaced.csv", ".export-0123456789abcdef-3.old.part")
	write(filepath.Join(out, ".export-0123456789abcdef-3.part"), "newer")
	if err := os.Remove(filepath.Join(out, "replaced.csv")); err != nil {
		t.Fatal(err)
	}
	link(".export-0123456789abcdef-3.part", "replaced.csv")
	s = serveFrom(t, data, data)
	s.must("server_ping", arguments{}, nil)
	if names, want := folderNames(t, out), []string{"recorded.csv", "replaced.csv"}; !slices.Equal(names, want) {
		t.Errorf("after the next start there are %v, want %v", names, want)
	}
	if now, err := os.ReadFile(filepath.Join(out, "replaced.csv")); err != nil || string(now) != string(before) {
		t.Errorf("what was there before has not come back: %q, %v", now, err)
	}
	if said := strings.Count(s.log.String(), "taken away"); said != 2 {
		t.Errorf("the next server says %d times that it took a file away: %s", said, s.log)
	}
}

// TestKilledExportsLeaveNothing kills servers while they export. After the next start all files in the output folder
// are recorded, and no part is left. BIMSTREAM_SOAK=1 does it forty times.
func TestKilledExportsLeaveNothing(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	succeed(t, "generate", "--data", data, "--storeys", "1", "--elements", "100")
	out, rounds := filepath.Join(data, "out"), 3
	if soak() {
		rounds = 40
	}
	for range rounds {
		s := serveFrom(t, data, data)
		s.must("model_overview", arguments{}, nil) // load the model
		for i := range 8 {
			s.begin(t, "export_table", arguments{"takeoff": arguments{},
				"format": []string{"csv", "md", "json"}[i%3]}, "")
		}
		time.Sleep(rand.N(60 * time.Millisecond))
		s.kill()
	}
	last := serveFrom(t, data, data)
	var files struct {
		Artifacts []struct{ Name string }
		Total     int
	}
	last.must("list_artifacts", arguments{"limit": 200}, &files)
	recorded := map[string]bool{}
	for _, f := range files.Artifacts {
		recorded[f.Name] = true
	}
	for _, name := range folderNames(t, out) {
		if !recorded[name] {
			t.Errorf("%s is in the output folder and not on record", name)
		}
	}
	if len(recorded) == 0 {
		t.Log("no export was recorded before a kill")
	}
}

func folderNames(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
