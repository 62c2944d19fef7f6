package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/projections"
)

// importAnswer is the data of import_ifc.
type importAnswer struct {
	ModelID  string `json:"model_id"`
	ImportID string `json:"import_id"`
	Elements int    `json:"elements"`
	Resumed  bool   `json:"resumed"`
	Taken    []struct {
		Class, Category string
		Count           int
	} `json:"taken"`
	Left  []struct{ Kind, Class, Reason string } `json:"left_out"`
	Total int                                    `json:"total"`
}

// TestImportOfAnExport checks through the server that an exported file is imported as a model with the same elements. A
// dry run must store nothing, and a repeated key must import once. It also checks the refusals.
func TestImportOfAnExport(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data)
	h := buildHouse(t, s, "Original")
	s.must("export_ifc", arguments{"schema": "IFC4X3_ADD2", "file_name": "house.ifc", "model_id": h.Model}, nil)

	var dry, first, again importAnswer
	s.must("import_ifc", arguments{"file": "house.ifc", "name": "Copy", "dry_run": true}, &dry)
	if a := s.ask("model_overview", arguments{"model_id": dry.ModelID}); a.code() != 1300 {
		t.Errorf("a dry run made a model: %s", a.Text)
	}
	call := arguments{"file": "house.ifc", "name": "Copy", "idempotency_key": "once"}
	s.must("import_ifc", call, &first)
	s.must("import_ifc", call, &again)
	if first.ModelID == h.Model || first.ModelID != again.ModelID {
		t.Errorf("imported %+v, again %+v", first, again)
	}
	for _, l := range first.Left {
		t.Errorf("left %+v", l)
	}
	for _, id := range []string{h.South, h.Door, h.Room, h.Roof, h.Grid} {
		if got, want := s.elementText(first.ModelID, id), s.elementText(h.Model, id); got != want {
			t.Errorf("was\n%s\nis\n%s", want, got)
		}
	}
	for _, tt := range []struct {
		args arguments
		code int
	}{
		{arguments{"file": "house.ifc", "model_id": h.Model}, 1302},                       // the model is not empty
		{arguments{"file": "house.ifc", "name": "Copy"}, 1305},                            // the name is taken
		{arguments{"file": filepath.Join(t.TempDir(), "x.ifc"), "name": "Else"}, 1206},    // a forbidden folder
		{arguments{"file": "../bimstream.ifc", "name": "Else"}, 1206},                     // outside of the folder
		{arguments{"file": "nothing.ifc", "name": "Else"}, 1300},                          // no file
		{arguments{"file": "house.ifc", "name": "Else", "idempotency_key": "once"}, 1304}, // the key of another call
	} {
		if a := s.ask("import_ifc", tt.args); a.code() != tt.code {
			t.Errorf("%v: %s, expected %d", tt.args, clip(a.Text), tt.code)
		}
	}
	damaged := filepath.Join(data, "out", "damaged.ifc")
	text, err := os.ReadFile(filepath.Join(data, "out", "house.ifc"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(damaged, []byte(strings.Replace(string(text), "IFCWALL(", "IFCWALL((", 1)),
		0o600); err != nil {
		t.Fatal(err)
	}
	if a := s.ask("import_ifc", arguments{"file": "damaged.ifc"}); a.code() != 1000 || a.Error.Data["line"] == nil {
		t.Errorf("a damaged file: %s", clip(a.Text))
	}
}

// elementText returns the reply of get_element for an element, without fields that differ between models.
func (s *server) elementText(model, id string) string {
	s.t.Helper()
	var data map[string]any
	s.must("get_element", arguments{"model_id": model, "element_id": id}, &data)
	for _, name := range []string{"model_id", "revision", "created", "modified", "history",
		"created_at", "modified_at"} {
		delete(data, name)
	}
	text, err := json.Marshal(data)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// TestAnAgentImportsNothingLarge checks that the gates for large changes apply to an import too.
func TestAnAgentImportsNothingLarge(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAll(t, data, principal(t, "ann", "human", "", nil))
	h := buildHouse(t, s, "Original")
	boxes := []arguments{}
	for i := range 60 {
		boxes = append(boxes, arguments{"tool": "create_column",
			"args": arguments{"base_level": h.Ground, "location": mm{float64(i * 500), 20000}, "height": 2000,
				"profile": arguments{"shape": "rectangle", "width": 200, "depth": 200}}})
	}
	s.must("apply_batch", arguments{"model_id": h.Model, "operations": boxes}, nil)
	s.must("export_ifc", arguments{"schema": "IFC4", "file_name": "large.ifc", "model_id": h.Model}, nil)
	s.close()
	agent := serveAll(t, data, principal(t, "agent-1", "agent", "ann", arguments{"dry_run_default": false}))
	if a := agent.ask("import_ifc", arguments{"file": "large.ifc", "name": "Its copy",
		"reasoning": "to see"}); a.code() != 1200 && a.code() != 1203 {
		t.Errorf("an agent imported: %s", clip(a.Text))
	}
}

// TestAKilledImportGoesOn kills an import repeatedly between its appends. The same command must end with the same state
// as an import that was not killed.
func TestAKilledImportGoesOn(t *testing.T) {
	t.Parallel()
	source := t.TempDir()
	succeed(t, "generate", "--data", source, "--storeys", "4", "--elements", "1500")
	file := filepath.Join(t.TempDir(), "tower.ifc")
	succeed(t, "export", file, "--data", source)
	whole, killed := t.TempDir(), t.TempDir()
	succeed(t, "import", file, "--data", whole)
	kills := 0
	for next := uint64(3); kills < maxKills; {
		c := exec.Command(program(t), "import", file, "--data", killed)
		c.Env = environment()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		stopped, head := killAt(t, c, ended, killed, next)
		if !stopped {
			break
		}
		kills++
		next = head + 1
	}
	if out, log, code := run(t, "import", file, "--data", killed); code != 0 &&
		!strings.Contains(log, "this import is complete") {
		t.Fatalf("exit %d\n%s\n%s", code, out, log)
	}
	want, got := importedState(t, whole), importedState(t, killed)
	if want != got {
		t.Errorf("uninterrupted %s, after %d kills %s", want, kills, got)
	}
	if kills < 2 {
		t.Errorf("the import was killed %d times only: nothing was tested", kills)
	}
	t.Logf("%d kills", kills)
}

// maxKills is the number of kills of the import, all after its first appends. It is small because each restart plans
// the whole import again.
const maxKills = 3

// killAt kills a command when the store has reached a revision; it returns false if the command ended before.
func killAt(t *testing.T, c *exec.Cmd, ended chan error, data string, revision uint64) (bool, uint64) {
	t.Helper()
	store, err := sqlite.Open(data, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		select {
		case err := <-ended:
			if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
				t.Fatal(err)
			} else if ok {
				t.Logf("ended by itself: %v", exit)
			}
			return false, 0
		default:
		}
		for _, head := range branches(t, store) {
			if head.Revision >= revision {
				_ = c.Process.Kill()
				<-ended
				return true, head.Revision
			}
		}
	}
	t.Fatal("the import does not go on")
	return false, 0
}

func branches(t *testing.T, store eventstore.Store) []eventstore.Head {
	t.Helper()
	heads, err := store.Streams(context.Background(), "model.")
	if err != nil {
		t.Fatal(err)
	}
	return heads
}

// importedState returns the id and the state hash of the only model of a store.
func importedState(t *testing.T, data string) string {
	t.Helper()
	store, err := sqlite.Open(data, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	live := projections.NewLive(store)
	models, err := live.Models(context.Background())
	if err != nil || len(models) != 1 {
		t.Fatalf("%d models: %v", len(models), err)
	}
	v, err := live.View(context.Background(), models[0].ID, projections.MainBranch)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s %s, %d elements, revision %d", v.ModelID, v.Model.Hash(), v.Model.Len(), v.Revision)
}

// succeed runs a command that must succeed.
func succeed(t *testing.T, words ...string) {
	t.Helper()
	if out, log, code := run(t, words...); code != 0 {
		t.Fatalf("%v: exit %d\n%s\n%s", words, code, out, log)
	}
}
