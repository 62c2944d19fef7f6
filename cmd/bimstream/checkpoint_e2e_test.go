package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// copyFiles copies the files of a store that no process has open.
func copyFiles(t *testing.T, from, to string) {
	t.Helper()
	files, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, f.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, f.Name()), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestACheckpointTellsWhatWasCut compares a store with a checkpoint: unchanged, after further events, reset to an older
// copy, and replaced by another store.
func TestACheckpointTellsWhatWasCut(t *testing.T) {
	t.Parallel()
	data, old, other, keys := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	key, checkpoint := filepath.Join(keys, "key.pem"), filepath.Join(keys, "checkpoint.json")
	public := strings.TrimSpace(mustRun(t, "approvals", "keygen", key))
	s := serveAll(t, data)
	model := s.do("create_model", arguments{"name": "House"}).ModelID
	s.close()
	copyFiles(t, data, old)
	s = serveAll(t, data)
	s.do("create_level", arguments{"model_id": model, "name": "Ground", "elevation": 0})
	s.close()
	mustRun(t, "checkpoint", checkpoint, "--key", key, "--data", data)
	s = serveAll(t, data)
	s.do("create_level", arguments{"model_id": model, "name": "First", "elevation": 3000})
	s.close()
	mustRun(t, "verify", "--against", checkpoint, "--trusted", public, "--data", data)
	if out, log, code := run(t, "verify", "--against", checkpoint, "--data", old); code == 0 ||
		!strings.Contains(out, "set back") || !strings.Contains(out, "model."+model+".branch.main") {
		t.Errorf("an older copy: %d %s %s", code, out, log)
	}
	s = serveAll(t, other)
	s.do("create_model", arguments{"name": "Another"})
	s.close()
	if out, log, code := run(t, "verify", "--against", checkpoint, "--data", other); code == 0 ||
		!strings.Contains(out, "another store") {
		t.Errorf("another store: %d %s %s", code, out, log)
	}
	second := filepath.Join(keys, "second.pem")
	wrong := strings.TrimSpace(mustRun(t, "approvals", "keygen", second))
	if _, log, code := run(t, "verify", "--against", checkpoint, "--trusted", wrong, "--data", data); code == 0 ||
		!strings.Contains(log, "not by the one") {
		t.Errorf("another key: %d %s", code, log)
	}
	text, err := os.ReadFile(checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(checkpoint, []byte(strings.Replace(string(text), `"revision": `, `"revision": 1`, 1)),
		0o600); err != nil {
		t.Fatal(err)
	}
	if _, log, code := run(t, "verify", "--against", checkpoint, "--data", data); code == 0 ||
		!strings.Contains(log, "it was changed") {
		t.Errorf("a changed checkpoint: %d %s", code, log)
	}
}
