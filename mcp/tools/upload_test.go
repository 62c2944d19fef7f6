package tools

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections"
)

// TestAShareFullOfUploadsIsAFullStorage checks the refusal of a caller who has used up the share of uploaded files. The
// error is STORAGE_FULL, which is not retryable, and states when the oldest file expires.
func TestAShareFullOfUploadsIsAFullStorage(t *testing.T) {
	b := &app.Backend{UploadDir: t.TempDir()}
	now := time.Now()
	for range app.MaxUploads {
		if _, err := b.TakeFile(person("ann"), "a.ifc", strings.NewReader("x"), now); err != nil {
			t.Fatal(err)
		}
	}
	_, err := b.TakeFile(person("ann"), "a.ifc", strings.NewReader("x"), now)
	e, ok := errors.AsType[*state.Error](err)
	if !ok || e.Code != state.StorageFull || e.Code.Retryable() {
		t.Fatalf("one more: %v", err)
	}
	free, failed := time.Parse(time.RFC3339, e.Data["free_at"].(string))
	about := now.Add(app.UploadLifetime)
	if failed != nil || free.Before(about.Add(-time.Hour)) || free.After(about.Add(time.Hour)) ||
		e.Data["limit"] != app.MaxUploads || !strings.Contains(e.Message, "goes at") {
		t.Errorf("%+v", e)
	}
	if _, err := b.TakeFile(person("bob"), "a.ifc", strings.NewReader("x"), now); err != nil {
		t.Errorf("another owner: %v", err)
	}
	if _, err := b.TakeFile(person("ann"), "a.ifc", strings.NewReader("x"), free.Add(time.Second)); err != nil {
		t.Errorf("then: %v", err)
	}
}

// TestUploadsThatWereCutOffTakeNoShare checks old remains of uploads that a killed server did not finish: a part, and a
// file without description. They are removed and do not count against anybody's share. A file being written stays.
func TestUploadsThatWereCutOffTakeNoShare(t *testing.T) {
	b := &app.Backend{UploadDir: t.TempDir()}
	now := time.Now()
	send := func() (app.File, error) { return b.TakeFile(person("ann"), "a.ifc", strings.NewReader("x"), now) }
	kept, err := send()
	if err != nil {
		t.Fatal(err)
	}
	folder, long := b.UploadFolder(person("ann")), now.Add(-2*app.UnfinishedAge)
	leave := func(name string, written time.Time) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := errors.Join(os.WriteFile(path, []byte("x"), 0o600), os.Chtimes(path, written, written)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range app.MaxUploads {
		leave(fmt.Sprintf("%s%d%s", app.PartPrefix, i, app.PartSuffix), long)
		leave(fmt.Sprintf("01a21d93-663a-7f24-8419-%012d", i), long)
	}
	leave(app.PartPrefix+"now"+app.PartSuffix, now)
	leave("01a21d93-663a-7f24-8419-fc175103a442", now)
	if err := os.Chtimes(filepath.Join(folder, kept.ID), long, long); err != nil {
		t.Fatal(err)
	}
	if _, err := send(); err != nil {
		t.Fatalf("beside what was cut off: %v", err)
	}
	left, err := os.ReadDir(folder)
	if want := 6; err != nil || len(left) != want {
		t.Errorf("%d files are left, not %d: %v, %v", len(left), want, left, err)
	}
	if _, content, err := b.OpenUpload(person("ann"), kept.ID); err != nil {
		t.Errorf("what was sent an hour ago: %v", err)
	} else if err := content.Close(); err != nil {
		t.Error(err)
	}
}

// TestAnUploadBelongsToItsOwner checks that a file belongs to its sender, and to the person for whom it was sent:
// another agent of the same person that knows its address can neither read nor list it.
func TestAnUploadBelongsToItsOwner(t *testing.T) {
	b := &app.Backend{UploadDir: t.TempDir(), OutDir: t.TempDir(), Store: memory.New()}
	b.Live = projections.NewLive(b.Store)
	works := func(id, kind, user string) mcp.Principal {
		p := person(id)
		p.Kind, p.OnBehalfOf = mcp.Kind(kind), user
		return p
	}
	ann, bob := person("ann"), person("bob")
	drafter, checker, service := works("drafter", "agent", "ann"), works("checker", "agent", "ann"),
		works("drafter", "service", "ann")
	sent := map[string]app.File{}
	for name, p := range map[string]mcp.Principal{"ann": ann, "drafter": drafter} {
		f, err := b.TakeFile(p, name+".ifc", strings.NewReader("x"), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		sent[name] = f
	}
	for _, tt := range []struct {
		who   string
		p     mcp.Principal
		reads []string
	}{
		{"ann", ann, []string{"ann", "drafter"}}, {"drafter", drafter, []string{"drafter"}}, {"checker", checker, nil},
		{"a service of the agent's id", service, nil}, {"bob", bob, nil},
	} {
		for name, f := range sent {
			_, content, err := b.OpenFile(t.Context(), tt.p, f.ID)
			if content != nil {
				_ = content.Close()
			}
			if may := slices.Contains(tt.reads, name); (err == nil) != may ||
				!may && !errors.Is(err, wire.ErrNoResource) {
				t.Errorf("%s reads what %s sent: %v", tt.who, name, err)
			}
		}
		if listed := b.Uploads(tt.p); len(listed) != len(tt.reads) {
			t.Errorf("%s is listed %v", tt.who, listed)
		}
	}
}
