package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestAFileIsReplacedWholeOrNotAtAll checks that a file that cannot be written to its end, as on a full disk, leaves
// the previous file unchanged. The previous file may be an auditor's only checkpoint.
func TestAFileIsReplacedWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path, link := filepath.Join(folder, "store.checkpoint"), filepath.Join(folder, "latest")
	if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("store.checkpoint", link); err != nil {
		t.Skip(err)
	}
	full := errors.New("no space left on device")
	failing := func(w io.Writer) error {
		_, err := io.WriteString(w, "af")
		return errors.Join(err, full)
	}
	writing := func(w io.Writer) error { _, err := io.WriteString(w, "after"); return err }
	for _, to := range []string{path, link} {
		if err := writeWhole(to, outputMode, failing); !errors.Is(err, full) {
			t.Errorf("%s: %v", to, err)
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "before" {
		t.Errorf("after a failure: %q, %v", text, err)
	}
	if err := writeWhole(link, outputMode, writing); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(path)
	info, failed := os.Lstat(link)
	if err != nil || failed != nil || string(text) != "after" || info.Mode().IsRegular() {
		t.Errorf("through a link: %q, %v %v", text, err, failed)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 2 {
		t.Errorf("%v, %v", left, err)
	}
	if err := writeWhole(os.DevNull, outputMode, writing); err != nil {
		t.Errorf("what is no file: %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is a file now: %v", os.DevNull, err)
	}
}
