package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
)

// TestBackupWhileAnotherProcessWrites checks that a copy made while another process writes is a valid store, with an
// intact beginning of the history.
func TestBackupWhileAnotherProcessWrites(t *testing.T) {
	dir := t.TempDir()
	s := openPath(t, dir)
	defer s.Close()
	mustAppend(t, s, "first", "first")
	p := startProcess(t, "partner", dir)
	loaded := make(chan string, 1)
	go func() { loaded <- p.ask(t, "load 2000 busy") }()
	for round := range 5 {
		home := t.TempDir()
		if err := s.Backup(t.Context(), filepath.Join(home, databaseFile)); err != nil {
			t.Fatal(err)
		}
		if left, _ := os.ReadDir(home); len(left) != 1 {
			t.Errorf("beside the copy there is more: %v", left)
		}
		copied := openPath(t, home)
		if err := copied.Check(t.Context()); err != nil {
			t.Errorf("copy %d: %v", round, err)
		}
		mustAppend(t, copied, "first", "goes on")
		if head, err := copied.Head(t.Context(), "first"); err != nil || head.Revision != 1 {
			t.Errorf("copy %d does not go on: %+v, %v", round, head, err)
		}
		copied.Close()
	}
	<-loaded
	p.quit(t)
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestBackupHoldsWhatWasAcknowledged checks that a copy has all events that were acknowledged before, including those
// that another process has just written.
func TestBackupHoldsWhatWasAcknowledged(t *testing.T) {
	s := openPath(t, t.TempDir())
	defer s.Close()
	for n := range 20 {
		mustAppend(t, s, "s", fmt.Sprint(n))
		if n%5 != 0 {
			continue
		}
		home := t.TempDir()
		if err := s.Backup(t.Context(), filepath.Join(home, databaseFile)); err != nil {
			t.Fatal(err)
		}
		copied := openPath(t, home)
		got, err := copied.Head(t.Context(), "s")
		want, _ := s.Head(t.Context(), "s")
		if err != nil || got != want {
			t.Errorf("the copy ends at %+v, the store at %+v, %v", got, want, err)
		}
		copied.Close()
	}
}

func TestBackupsThatAreRefused(t *testing.T) {
	s := openPath(t, t.TempDir())
	defer s.Close()
	dir := t.TempDir()
	if err := s.Backup(t.Context(), filepath.Join(dir, "none")); !errors.Is(err, eventstore.ErrStreamNotFound) {
		t.Errorf("of a store that is not there: %v", err)
	}
	mustAppend(t, s, "s", "1")
	taken := filepath.Join(dir, "it's taken")
	if err := os.WriteFile(taken, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), taken); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("onto a file: %v", err)
	}
	if text, _ := os.ReadFile(taken); string(text) != "mine" {
		t.Error("the file was changed")
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "missing", "b")); err == nil {
		t.Error("into a folder that is not there")
	}
	if err := s.Backup(t.Context(), filepath.Join(dir, "it's free")); err != nil {
		t.Errorf("a name with a quote: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
