package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestACancelledImportGoesOn imports a tower through the server. The client receives progress that grows through
// deciding and appending, cancels between two appends, and repeats the call with its key on another server. The model
// is then the same as after an import without interruption.
func TestACancelledImportGoesOn(t *testing.T) {
	t.Parallel()
	source, whole, stopped := t.TempDir(), t.TempDir(), t.TempDir()
	succeed(t, "generate", "--data", source, "--storeys", "12", "--elements", "5000")
	file := filepath.Join(t.TempDir(), "tower.ifc")
	succeed(t, "export", file, "--data", source)
	succeed(t, "import", file, "--data", whole)
	call := arguments{"file": file, "idempotency_key": "stopped"}
	s := serveFrom(t, stopped, filepath.Dir(file))
	c := s.begin(t, "import_ifc", call, "first")
	s.awaitStage(t, "first", "appending", 2) // the first append has only the site and the building
	cancel, err := json.Marshal(arguments{"jsonrpc": "2.0", "method": "notifications/cancelled",
		"params": arguments{"requestId": c.id, "reason": "enough"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.write(cancel); err != nil {
		t.Fatal(err)
	}
	s.must("list_models", arguments{}, nil) // the server continues to answer
	s.close()
	select {
	case m := <-c.reply:
		if m.Result != nil {
			t.Errorf("a cancelled import was answered: %s", clip(m.Result))
		}
	default:
	}
	told := s.progressOf(t, "first")
	for i := 1; i < len(told); i++ {
		if told[i].Progress <= told[i-1].Progress {
			t.Errorf("progress does not grow: %+v", told)
		}
	}
	if first := slices.IndexFunc(told, func(p toldProgress) bool { return p.Message != "at work" }); first < 0 ||
		told[first].Message != "deciding" || told[len(told)-1].Progress >= told[len(told)-1].Total {
		t.Errorf("the client heard %+v", told)
	}
	if n := onlyModel(t, stopped).Len(); n <= 2 || n >= onlyModel(t, whole).Len() {
		t.Errorf("the stopped import has %d elements", n)
	}
	var done importAnswer
	serveFrom(t, stopped, filepath.Dir(file)).must("import_ifc", call, &done)
	if !done.Resumed {
		t.Error("the repeated call did not go on")
	}
	if text := differences(t, onlyModel(t, stopped), onlyModel(t, whole)); text != "" {
		t.Errorf("the model is another one: %s", text)
	}
}

// serveFrom starts a server that may read a folder.
func serveFrom(t *testing.T, data, folder string) *server {
	t.Helper()
	s, err := launch(t, environment(), program(t), "mcp", "all", "--tools", "full", "--data", data, "--in", folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

// awaitStage waits for a number of progress notifications of a stage.
func (s *server) awaitStage(t *testing.T, token, stage string, times int) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		told := 0
		for _, p := range s.progressOf(t, token) {
			if p.Message == stage {
				told++
			}
		}
		if told >= times {
			return
		}
		if time.Since(began) > answerLimit {
			t.Fatalf("no progress of %s is told: %+v", stage, s.progressOf(t, token))
		}
	}
}
