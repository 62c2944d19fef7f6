package main

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// TestTheTestsOfTheSelfAuditExist checks that each risk of the self-audit names a test, and that the tests exist.
func TestTheTestsOfTheSelfAuditExist(t *testing.T) {
	root := os.DirFS("../..")
	text, err := fs.ReadFile(root, "docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path.Base(name), "_test.go") {
			return err
		}
		source, err := fs.ReadFile(root, name)
		for _, m := range declared.FindAllStringSubmatch(string(source), -1) {
			there[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	risks := 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "| MCP") {
			continue
		}
		risks++
		named := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(line, -1)
		if len(named) == 0 {
			t.Errorf("no test is named: %s", line)
		}
		for _, m := range named {
			if !there[m[1]] {
				t.Errorf("there is no test %s", m[1])
			}
		}
	}
	if risks != 10 {
		t.Errorf("%d risks, the list has 10", risks)
	}
}
