package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestACancelledExportLeavesNothing cancels exports and checks of a tower immediately and in progress. They leave no
// file and no event, are recorded as cancelled, and the server continues to answer.
func TestACancelledExportLeavesNothing(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	succeed(t, "generate", "--data", data, "--storeys", "4", "--elements", "6000")
	succeed(t, "export", filepath.Join(data, "tower.ifc"), "--data", data)
	leaveOldPart(t, filepath.Join(data, "out"))
	s := serveFrom(t, data, data)
	s.must("model_overview", arguments{}, nil) // load the model
	cancelled := 0
	for _, after := range []time.Duration{0, 50 * time.Millisecond} {
		for tool, args := range map[string]arguments{
			"export_ifc": {"schema": "IFC4", "file_name": "cancelled.ifc"},
			"verify_ifc": {"file": filepath.Join(data, "tower.ifc")}, "clash_detection": {},
		} {
			c := s.begin(t, tool, args, tool)
			time.Sleep(after)
			s.cancel(t, c)
			s.must("list_models", arguments{}, nil)
			cancelled++
		}
	}
	s.close()
	if left, _ := os.ReadDir(filepath.Join(data, "out")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	log, complaints, code := run(t, "events", "--all", "--data", data)
	if code != 0 {
		t.Fatal(complaints)
	}
	if n := strings.Count(log, `"outcome":"cancelled"`); n < cancelled {
		t.Errorf("%d calls are on record as cancelled of %d", n, cancelled)
	}
	for _, recorded := range []string{"artifact.exported", "view.created", "sheet.created", "schedule.generated",
		"validation.completed"} {
		if strings.Contains(log, recorded) {
			t.Errorf("a cancelled call recorded %s", recorded)
		}
	}
}

func (s *server) cancel(t *testing.T, c pendingCall) {
	t.Helper()
	line, err := json.Marshal(arguments{"jsonrpc": "2.0", "method": "notifications/cancelled",
		"params": arguments{"requestId": c.id, "reason": "enough"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.write(line); err != nil {
		t.Fatal(err)
	}
}

// leaveOldPart leaves a partial file as a killed export would, two hours old: the next server removes it.
func leaveOldPart(t *testing.T, folder string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	part, then := filepath.Join(folder, ".export-1.ifc.part"), time.Now().Add(-2*time.Hour)
	if err := errors.Join(os.WriteFile(part, nil, 0o600), os.Chtimes(part, then, then)); err != nil {
		t.Fatal(err)
	}
}
