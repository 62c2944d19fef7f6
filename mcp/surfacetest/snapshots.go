package surfacetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// face is the stored form of a tool's public face.
type face struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Server      string          `json:"server"`
	Set         mcp.Set         `json:"set"`
	Category    mcp.Category    `json:"category"`
	Description string          `json:"description"`
	Annotations annotations     `json:"annotations"`
	Input       json.RawMessage `json:"inputSchema"`
	Data        json.RawMessage `json:"dataSchema"`
}

type annotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"`
}

// Snapshot writes the public face of a tool as indented JSON.
func Snapshot(e *mcp.Entry) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(face{
		Name: e.Name, Title: e.Title, Server: e.Server, Set: e.Set, Category: e.Category, Description: e.Description,
		Annotations: annotations{e.ReadOnlyHint(), e.DestructiveHint(), e.Idempotent, e.OpenWorld},
		Input:       e.InputSchema, Data: e.DataSchema,
	})
	return out.Bytes(), err
}

// Snapshots compares each tool with the file dir/<name>.json, byte by byte. If update is set, it writes the files
// instead.
func Snapshots(t testing.TB, r *mcp.Registry, dir string, update bool) {
	t.Helper()
	if update {
		if err := Write(r, dir); err != nil {
			t.Fatal(err)
		}
	}
	faults, err := Compare(r, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range faults {
		t.Error(fault)
	}
}

// Compare returns the differences between the tools and the files of a directory: missing, changed and stale files.
func Compare(r *mcp.Registry, dir string) (faults []string, err error) {
	known := map[string]bool{}
	for _, e := range r.Entries() {
		known[e.Name+".json"] = true
		want, err := Snapshot(e)
		if err != nil {
			return nil, err
		}
		kept, err := os.ReadFile(filepath.Join(dir, e.Name+".json"))
		switch {
		case err != nil:
			faults = append(faults, fmt.Sprintf("%s: no snapshot; accept the tool with -update", e.Name))
		case !bytes.Equal(kept, want):
			faults = append(faults, fmt.Sprintf("%s: its public face changed; if that is meant, accept it with -update",
				e.Name))
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	for _, f := range files {
		if !known[filepath.Base(f)] {
			faults = append(faults, fmt.Sprintf("%s: snapshot of a tool that is gone; remove it with -update",
				filepath.Base(f)))
		}
	}
	return faults, err
}

// Write replaces the files of a directory with the faces of the tools.
func Write(r *mcp.Registry, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	for _, e := range r.Entries() {
		text, err := Snapshot(e)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, e.Name+".json"), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
