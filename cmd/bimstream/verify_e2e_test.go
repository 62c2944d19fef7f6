package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // to change the file behind the program's back
)

// TestVerifyAndWalkThroughHistory verifies the program's own store, checks that a changed event is named, and prints
// steps through the history.
func TestVerifyAndWalkThroughHistory(t *testing.T) {
	data := t.TempDir()
	mustRun(t, "demo", "--data", data)
	if out := mustRun(t, "verify", "--data", data); !strings.Contains(out, ".branch.main") ||
		strings.Contains(out, "FAULTS") {
		t.Errorf("verify: %s", out)
	}
	lines := strings.Split(strings.TrimSpace(mustRun(t, "replay", "--data", data, "--from", "2", "--to",
		"12", "--step", "5")), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], "2 ") || !strings.HasPrefix(lines[3], "12 ") {
		t.Fatalf("walk:\n%s", strings.Join(lines, "\n"))
	}
	fields := strings.Fields(lines[3])
	if state := fields[len(fields)-1]; !strings.Contains(mustRun(t, "replay", "--data", data, "--at", "12"), state) {
		t.Errorf("the walk says %s for revision 12, a replay something else", state)
	}
	if _, stderr, code := run(t, "replay", "--data", data, "--from", "9", "--to", "3"); code == 0 {
		t.Errorf("a walk backwards: %s", stderr)
	}

	files, err := filepath.Glob(filepath.Join(data, "*.db"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	db, err := sql.Open("sqlite", files[0])
	if err != nil {
		t.Fatal(err)
	}
	const change = `UPDATE events SET meta = replace(meta, 'command_id', 'command_ix') WHERE revision = 9 AND stream = (SELECT id FROM streams WHERE name LIKE 'model.%.branch.main')`
	if _, err := db.Exec(change); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	out, stderr, code := run(t, "verify", "--data", data)
	if code == 0 || !strings.Contains(out, "revision 9") || !strings.Contains(out, "changed") {
		t.Errorf("verify of a changed history ends with %d: %s %s", code, out, stderr)
	}
}
