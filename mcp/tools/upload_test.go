package tools

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain"
)

// A caller whose share of kept files is used up is told that the storage is full and when the oldest one goes: it is no
// rate, and the same call again does not help before.
func TestAShareFullOfUploadsIsAFullStorage(t *testing.T) {
	b := &Backend{UploadDir: t.TempDir()}
	now := time.Now()
	for range maxUploads {
		if _, err := b.TakeFile(person("ann"), "a.ifc", strings.NewReader("x"), now); err != nil {
			t.Fatal(err)
		}
	}
	_, err := b.TakeFile(person("ann"), "a.ifc", strings.NewReader("x"), now)
	e, ok := errors.AsType[*domain.Error](err)
	if !ok || e.Code != domain.StorageFull || e.Code.Retryable() {
		t.Fatalf("one more: %v", err)
	}
	free, failed := time.Parse(time.RFC3339, e.Data["free_at"].(string))
	about := now.Add(uploadLifetime)
	if failed != nil || free.Before(about.Add(-time.Hour)) || free.After(about.Add(time.Hour)) ||
		e.Data["limit"] != maxUploads || !strings.Contains(e.Message, "goes at") {
		t.Errorf("%+v", e)
	}
	if _, err := b.TakeFile(person("bob"), "a.ifc", strings.NewReader("x"), now); err != nil {
		t.Errorf("another owner: %v", err)
	}
	if _, err := b.TakeFile(person("ann"), "a.ifc", strings.NewReader("x"), free.Add(time.Second)); err != nil {
		t.Errorf("then: %v", err)
	}
}
