package tools

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// Part files of killed processes go; those of a running export, finished files and files of others stay.
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
	if err := RemoveUnfinished(folder, now); err != nil {
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
	if err := RemoveUnfinished(filepath.Join(folder, "none"), now); err != nil {
		t.Errorf("a folder that does not exist: %v", err)
	}
}
