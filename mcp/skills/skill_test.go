package skills

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBuiltInSkillsAreSound(t *testing.T) {
	all := Load(nil)
	folders, err := os.ReadDir("builtin")
	if err != nil || len(all) != len(folders) || len(all) == 0 {
		t.Errorf("%d skills are built in, of %d folders (%v)", len(all), len(folders), err)
	}
	for _, s := range all {
		if s.Fault != "" || len(s.Tools) == 0 || !strings.Contains(s.Text, "`") {
			t.Errorf("%s: %q, %d tools", s.Name, s.Fault, len(s.Tools))
		}
	}
}

// A broken file is listed with its fault, and a valid skill of a folder replaces the built-in one of the same name.
func TestFoldersAreReadWithTheirFaults(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"ours": "---\nname: ours\ndescription: how we do it\n---\nLike this.\n", "no-head": "# nothing",
		"no-name":  "---\ndescription: d\n---\ntext",
		"replaced": "---\nname: work-on-a-branch\ndescription: ours\ntools: undo\n---\ntext",
		"empty":    "---\nname: empty\ndescription: d\n---\n",
		"long":     "---\nname: long\ndescription: d\n---\n" + strings.Repeat("x", maxBytes),
		"binary":   "---\nname: binary\ndescription: \xff\n---\ntext",
	} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, fileName), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	faults := map[string]bool{}
	for _, s := range Load([]string{dir, filepath.Join(dir, "absent")}) {
		if s.Source != "builtin" || s.Name == "work-on-a-branch" {
			faults[filepath.Base(filepath.Dir(s.Source))+" "+s.Name] = s.Fault != ""
		}
	}
	want := map[string]bool{"ours ours": false, "no-head no-head": true, "no-name no-name": true,
		"replaced work-on-a-branch": false, "empty empty": true,
		"long long": true, "binary binary": true, ". work-on-a-branch": true, filepath.Base(dir) + " absent": true}
	for name, fault := range want {
		if got, there := faults[name]; !there || got != fault {
			t.Errorf("%s: there %v, faulty %v, want %v: %v", name, there, got, fault, faults)
		}
	}
}
