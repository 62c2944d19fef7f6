package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestFilesOfLongNames exports a model and a branch whose names have the greatest length. If the call gives no file
// name, the file gets a name that fits, also the second time. A given name that is too long for file systems is
// refused.
func TestFilesOfLongNames(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	long := strings.Repeat("x", 250)
	s.do("create_model", arguments{"name": long})
	s.do("create_branch", arguments{"name": long[:64]})
	takeoff := arguments{"categories": []string{"wall"}}
	seen := map[string]bool{}
	for _, grouping := range []string{"level", "material"} {
		var file struct {
			Path string `json:"path"`
		}
		takeoff := arguments{"categories": []string{"wall"}, "grouping": grouping}
		s.must("export_table", arguments{"takeoff": takeoff, "branch": long[:64], "format": "csv"}, &file)
		if name := filepath.Base(file.Path); seen[name] || len(name) > 200 {
			t.Errorf("the file is called %s", name)
		}
		seen[filepath.Base(file.Path)] = true
	}
	given := strings.Repeat("ä", 200) + ".csv"
	if a := s.ask("export_table", arguments{"takeoff": takeoff, "format": "csv",
		"file_name": given}); a.code() != 1003 ||
		!strings.Contains(a.Error.Message, "404 bytes") {
		t.Errorf("a name of 404 bytes is answered with %s", a.Text)
	}
}
