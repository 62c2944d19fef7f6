package domain

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestFamiliesOfFiles holds the table of families in doc.go to the files of the package: each file is in one family.
func TestFamiliesOfFiles(t *testing.T) {
	t.Parallel()
	patterns := familyPatterns(t)
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	met := map[string]bool{}
	for _, entry := range entries {
		name, isGo := strings.CutSuffix(entry.Name(), ".go")
		if !isGo || name == "doc" || strings.HasSuffix(name, "_test") {
			continue
		}
		in := slices.DeleteFunc(slices.Clone(patterns),
			func(p string) bool { ok, _ := path.Match(p, name); return !ok })
		if len(in) != 1 {
			t.Errorf("%s.go is in the families of %v: put it into one in doc.go", name, in)
		}
		for _, p := range in {
			met[p] = true
		}
	}
	for _, p := range patterns {
		if !met[p] {
			t.Errorf("doc.go lists %s, which is no file", p)
		}
	}
}

// familyPatterns returns the second column of the table in doc.go.
func familyPatterns(t *testing.T) (patterns []string) {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	const first, width = len("//\tfamily         "), len("files                                        ")
	_, table, _ := strings.Cut(string(text), "//\tfamily ")
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "//\t") {
			if strings.HasPrefix(line, "//") {
				break
			}
			continue
		}
		for name := range strings.SplitSeq(line[first:min(first+width, len(line))], ",") {
			if name = strings.TrimSpace(name); name != "" {
				patterns = append(patterns, name)
			}
		}
	}
	return patterns
}
