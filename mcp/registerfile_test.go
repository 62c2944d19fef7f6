package mcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/domain/settings"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/projections/governing"
)

// TestRecordsOfAPrincipalFile changes a principal's file, makes it unreadable, and deletes it. Each state must be
// recorded once. An unreadable file must not be recorded with its previous content, nor as missing.
func TestRecordsOfAPrincipalFile(t *testing.T) {
	folder, store := t.TempDir(), memory.New()
	file := filepath.Join(folder, "ann.json")
	write := func(permissions string) {
		t.Helper()
		text := `{"id":"ann","kind":"human","permissions":{` + permissions + `}}`
		if !json.Valid([]byte(text)) || os.WriteFile(file, []byte(text), 0o600) != nil {
			t.Fatal("no file")
		}
	}
	write(`"READ":{}`)
	c, err := CallerOf(&file, folder, func(string) (string, bool) { return "", false }, nil)
	if err != nil {
		t.Fatal(err)
	}
	record := func() []string {
		t.Helper()
		for range 2 { // the second time nothing has changed
			err := c.RecordFile(t.Context(), store, time.Now(),
				func() string { return uuid.Must(uuid.NewV7()).String() })
			if err != nil {
				t.Fatal(err)
			}
		}
		s, err := governing.New(store).Read(t.Context(), governing.Stream)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, e := range s.Is.Events {
			p, _ := e.(*settings.PrincipalChanged)
			_, said, _ := strings.Cut(p.Detail, fileSays)
			said, _, _ = strings.Cut(said, " (") // the operating system's message
			out = append(out, said)
			if strings.HasPrefix(said, "nothing") != (p.File == "") {
				t.Errorf("%q has the digest %q", said, p.File)
			}
		}
		return out
	}
	want := []string{"READ"}
	for _, step := range []struct {
		change func() error
		says   string
	}{
		{func() error { return os.Remove(file) }, "nothing: it is missing"},
		{func() error { return os.Mkdir(file, 0o700) }, "nothing: it cannot be read"},
		{func() error { return os.Remove(file) }, "nothing: it is missing"},
		{func() error { write(`"READ":{}`); return nil }, "READ"},
	} {
		if got := record(); strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Fatalf("recorded %q, want %q", got, want)
		}
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		want = append(want, step.says)
	}
	if got := record(); strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("recorded %q, want %q", got, want)
	}
}
