package tools

import (
	"github.com/bimstream/bimstream/mcp/app"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestRemoveUnfinished checks that part files of killed processes are removed. Those of a running export, finished
// files and foreign files stay.
func TestRemoveUnfinished(t *testing.T) {
	folder, now := t.TempDir(), time.Now()
	for name, age := range map[string]time.Duration{
		".export-1.ifc.part": 2 * time.Hour, ".export-2.part": 2 * time.Hour, ".export-3.ifc.part": time.Minute,
		"house.ifc": 2 * time.Hour, "mine.part": 2 * time.Hour, ".export-4.ifc": 2 * time.Hour,
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	b := &app.Backend{OutDir: folder}
	if _, err := b.RemoveUnfinished(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	var left []string
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if want := []string{".export-3.ifc.part", ".export-4.ifc", "house.ifc", "mine.part"}; !slices.Equal(left, want) {
		t.Errorf("left: %v, want %v", left, want)
	}
	none := &app.Backend{OutDir: filepath.Join(folder, "none")}
	if _, err := none.RemoveUnfinished(t.Context(), now); err != nil {
		t.Errorf("a folder that does not exist: %v", err)
	}
}

// TestPartsOfEndedProcessesGo checks that the parts of a process that has ended are removed at once, and those of a
// living one stay.
func TestPartsOfEndedProcessesGo(t *testing.T) {
	folder, locks := t.TempDir(), t.TempDir()
	for _, name := range []string{"dead.lock", "live.lock"} {
		if err := os.WriteFile(filepath.Join(locks, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{".export-dead-1.part", ".export-dead-2.new.part", ".export-dead-3.old.part",
		".export-live-1.part", ".export-unknown-1.part", "house.ifc"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b := &app.Backend{OutDir: folder, PartsDir: locks, TryLock: func(path string) (func(), bool, error) {
		return func() {}, filepath.Base(path) == "dead.lock", nil
	}}
	if _, err := b.RemoveUnfinished(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	if left, want := namesIn(t, folder), []string{".export-live-1.part", ".export-unknown-1.part",
		"house.ifc"}; !slices.Equal(left, want) {
		t.Errorf("left: %v, want %v", left, want)
	}
	if left, want := namesIn(t, locks), []string{"live.lock"}; !slices.Equal(left, want) {
		t.Errorf("locks left: %v, want %v", left, want)
	}
}

// TestTwoStartsRemoveTheSameLock lets another process, which starts at the same time, remove a dead process's lock
// first.
func TestTwoStartsRemoveTheSameLock(t *testing.T) {
	locks := t.TempDir()
	if err := os.WriteFile(filepath.Join(locks, "dead.lock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b := &app.Backend{OutDir: t.TempDir(), PartsDir: locks, TryLock: func(path string) (func(), bool, error) {
		return func() { _ = os.Remove(path) }, true, nil
	}}
	if _, err := b.RemoveUnfinished(t.Context(), time.Now()); err != nil {
		t.Error(err)
	}
}

// TestStagedFiles checks that a staged file replaces the file of its name and keeps a link to the old file. The old
// file is restored if nothing was stored.
func TestStagedFiles(t *testing.T) {
	for _, c := range []struct {
		what, before, after string
		end                 func(*app.Staged)
	}{
		{"stored, a new file", "", "new", (*app.Staged).Keep},
		{"stored, in the place of one", "old", "new", (*app.Staged).Keep},
		{"not stored, a new file", "", "", (*app.Staged).Undo},
		{"not stored, in the place of one", "old", "old", (*app.Staged).Undo},
	} {
		t.Run(c.what, func(t *testing.T) {
			folder := t.TempDir()
			s := &app.Staged{Part: filepath.Join(folder, ".export-x-1.part"), Path: filepath.Join(folder, "house.ifc")}
			if err := os.WriteFile(s.Part, []byte("new"), 0o600); err != nil {
				t.Fatal(err)
			}
			if c.before != "" {
				if err := os.WriteFile(s.Path, []byte(c.before), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Place(); err != nil {
				t.Fatal(err)
			}
			if text, err := os.ReadFile(s.Path); err != nil || string(text) != "new" {
				t.Errorf("in its place there is %q, %v", text, err)
			}
			c.end(s)
			if text, _ := os.ReadFile(s.Path); string(text) != c.after {
				t.Errorf("at the end there is %q, want %q", text, c.after)
			}
			if left := namesIn(t, folder); len(left) > 1 || len(left) == 1 && left[0] != "house.ifc" {
				t.Errorf("left: %v", left)
			}
		})
	}
}

func namesIn(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
