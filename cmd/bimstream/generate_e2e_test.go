package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/cmd/bimstream/bench"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
)

// TestGenerateMakesTheSameBuilding checks that a generated building is a store like any other. It is the same for the
// same seed, and never stored twice.
func TestGenerateMakesTheSameBuilding(t *testing.T) {
	t.Parallel()
	var states []string
	var last string
	for _, seed := range []string{"4", "4", "5"} {
		data := t.TempDir()
		last = data
		words := []string{"generate", "--storeys", "2", "--elements", "300", "--events", "900",
			"--seed", seed, "--data", data}
		if out := mustRun(t, words...); !strings.Contains(out, "elements") {
			t.Errorf("it says %q", out)
		}
		out := mustRun(t, "doctor", "--data", data)
		_, state, found := strings.Cut(out, "state ")
		if !found {
			t.Fatalf("doctor says %s", out)
		}
		states = append(states, strings.Fields(state)[0])
		mustRun(t, words...) // the same commands again: nothing is written twice
		if again := mustRun(t, "doctor", "--data", data); again != out {
			t.Errorf("made again, doctor says %s, before %s", again, out)
		}
	}
	if _, log, code := run(t, "generate", "--storeys", "2", "--elements", "300", "--events", "1500", "--seed", "5",
		"--data", last); code == 0 || !strings.Contains(log, "already") {
		t.Errorf("with more edits it ended with %d: %s", code, log)
	}
	if states[0] != states[1] || states[0] == states[2] {
		t.Errorf("states %v of seeds 4, 4 and 5", states)
	}
}

// TestSnapshotsBesideALongHistory checks that a long history has snapshots, which doctor compares with the log, and
// that everything is the same without them.
func TestSnapshotsBesideALongHistory(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	mustRun(t, "generate", "--storeys", "1", "--elements", "150", "--events", "10500", "--data", data)
	with := mustRun(t, "doctor", "--data", data)
	if strings.Contains(with, "snapshots    0,") {
		t.Errorf("there are none: %s", with)
	}
	s := serveAll(t, data)
	var before, after struct {
		StateHash string `json:"state_hash"`
	}
	s.must("model_overview", arguments{"include_state_hash": true}, &before)
	s.close()
	if err := os.RemoveAll(stores.SnapshotFolder(data)); err != nil {
		t.Fatal(err)
	}
	serveAll(t, data).must("model_overview", arguments{"include_state_hash": true}, &after)
	if before.StateHash == "" || before != after {
		t.Errorf("with snapshots %s, without %s", before.StateHash, after.StateHash)
	}
}

// TestBackupWhileAServerWrites makes a backup while a server writes. The backup passes doctor, like the store itself,
// and a server can continue on it.
func TestBackupWhileAServerWrites(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data)
	h := buildHouse(t, s, "Backed up")
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := range 30 {
			s.do("modify_parameter", arguments{"model_id": h.Model, "element_id": h.South,
				"parameter_name": "height", "value": 2800 + n%2*100})
		}
	}()
	for range 2 {
		home := t.TempDir()
		mustRun(t, "backup", filepath.Join(home, "bimstream.db"), "--data", data)
		if out := mustRun(t, "doctor", "--data", home); !strings.Contains(out, "unbroken") ||
			!strings.Contains(out, "Backed up") {
			t.Errorf("doctor says of the copy: %s", out)
		}
		if out := mustRun(t, "doctor", "--data", data); !strings.Contains(out, "unbroken") {
			t.Errorf("doctor says of the store: %s", out)
		}
		copied := serveAll(t, home)
		copied.do("modify_parameter", arguments{"model_id": h.Model, "element_id": h.South,
			"parameter_name": "name", "value": "Copy"})
	}
	<-done
	if _, log, code := run(t, "backup", filepath.Join(data, "bimstream.db"), "--data", data); code == 0 ||
		!strings.Contains(log, "exists") {
		t.Errorf("a backup onto the store itself ended with %d: %s", code, log)
	}
}

// TestBenchMeasuresEverything runs the measurements from end to end and checks that they print their figures; no test
// checks the speed.
func TestBenchMeasuresEverything(t *testing.T) {
	if !soak() {
		t.Skip("its figures are of no use beside other tests: BIMSTREAM_SOAK=1, or make bench")
	}
	file := filepath.Join(t.TempDir(), "figures.jsonl")
	out := mustRun(t, "bench", "--events", "2500", "--elements", "1100", "--lasting", "50ms", "--dir",
		t.TempDir(), "--json", file)
	lines := strings.Split(strings.TrimSpace(string(readFile(t, file))), "\n")
	for _, line := range lines {
		var f bench.Figure
		// Additional memory can be negative, because a process also gives memory back meanwhile.
		if err := json.Unmarshal([]byte(line), &f); err != nil || f.Name == "" || !(f.Value > 0 || f.Unit == "MB") {
			t.Errorf("%s: %v", line, err)
		}
		if !strings.Contains(out, f.Name) {
			t.Errorf("the table lacks %q", f.Name)
		}
	}
	for _, name := range []string{"durable command", "8 concurrent", "4 processes", "replay", "opening from a snapshot",
		"time travel", "edit of a wall", "changes nothing"} {
		if !strings.Contains(out, name) {
			t.Errorf("%q was not measured", name)
		}
	}
}
