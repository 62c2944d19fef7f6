package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestImportAndClashTestOutliveTheirConnections sends a building over HTTP, and cuts the connections of its import and
// of a clash test in progress: both are done once. Repeating the import returns its answer, and resuming the stream
// returns the answer of the clash test. Another person gets neither.
func TestImportAndClashTestOutliveTheirConnections(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	succeed(t, "generate", "--data", source, "--storeys", "4", "--elements", "2000")
	file := filepath.Join(source, "tower.ifc")
	succeed(t, "export", file, "--data", source)
	building, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := serveTeam(t, t.TempDir())
	ann, bob := s.begin(annsToken), s.begin(bobsToken)
	status, text := ann.sendFile("tower.ifc", string(building))
	var sent struct{ URI string }
	if err := json.Unmarshal([]byte(text), &sent); err != nil {
		t.Fatalf("%d %s", status, text)
	}
	taken := arguments{"file": sent.URI, "name": "Tower", "idempotency_key": "cut"}
	importing := ann.start(`"import"`, "import_ifc", taken)
	if m, ok := importing.next(); !ok || m.Method != "notifications/progress" {
		t.Fatalf("before anything was told of the import: %v", m)
	}
	_ = importing.response.Body.Close()
	foreign := bob.stream(bob.send(http.MethodGet, "", map[string]string{"Last-Event-ID": importing.lastID}))
	if rest, _ := io.ReadAll(foreign.response.Body); strings.Contains(string(rest), "Tower") {
		t.Errorf("Bob hears %s", rest)
	}
	if a := bob.ask("import_ifc", taken); a.Success {
		t.Errorf("Bob imports the file of Ann: %s", a.Text)
	}
	var done, again struct {
		ModelID string `json:"model_id"`
		Created int
	}
	first := ann.must("import_ifc", taken, &done)
	ann.must("import_ifc", taken, &again)
	if done != again || first.EventID == nil {
		t.Errorf("the same call twice: %+v and %+v", done, again)
	}
	var models struct {
		Models []struct{ Name string }
	}
	if ann.must("list_models", arguments{}, &models); len(models.Models) != 1 {
		t.Errorf("there are %+v", models)
	}
	testing := ann.start(`"clash"`, "clash_detection", arguments{"mode": "clearance", "clearance": 50})
	if _, ok := testing.event(); !testing.isEvents() || !ok || testing.lastID == "" {
		t.Fatal("the clash test is not answered by a stream")
	}
	_ = testing.response.Body.Close()
	resumed := ann.stream(ann.send(http.MethodGet, "", map[string]string{"Last-Event-ID": testing.lastID}))
	if a := resumed.answer(`"clash"`); !a.Success {
		t.Errorf("the clash test: %s", a.Text)
	}
	var runs struct{ Total int }
	if ann.must("list_validation_runs", arguments{}, &runs); runs.Total != 1 {
		t.Errorf("%d runs are on record", runs.Total)
	}
}
