package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// readmeCommand matches a command of README.md: in backticks, possibly over several lines, or a line of a block.
var readmeCommand = regexp.MustCompile("(?m)`\\./bin/bimstream ([^`]*)`|^\\./bin/bimstream (.*)$")

// mayEndWith lists the commands of README.md with another exit status than 0 on the house.
var mayEndWith = map[string]int{
	"check-ids": 1, // the house does not fulfil the document
}

// TestReadmeCommandsRun runs the commands of README.md on the house that make run leaves, in the order of the page.
func TestReadmeCommandsRun(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	mustRun(t, "demo", "--data", filepath.Join(folder, "demo"))
	found := readmeCommand.FindAllStringSubmatch(string(page), -1)
	if len(found) < 10 {
		t.Fatalf("README.md has %d commands: its form has changed", len(found))
	}
	for _, m := range found {
		words := strings.Fields(m[1] + m[2])
		for i, w := range words {
			switch {
			case w == "FILE.ifc":
				words[i] = filepath.Join(folder, "demo", "out", "house.ifc")
			case strings.HasPrefix(w, "out/"), strings.HasSuffix(w, ".db"), w == "before.ifc":
				words[i] = filepath.Join(folder, strings.TrimPrefix(w, "out/"))
			case strings.HasPrefix(w, "testdata/"):
				words[i] = filepath.Join("..", "..", filepath.FromSlash(w))
			}
		}
		if words[0] == "web" {
			continue // serves until it is stopped; the tests of the page run it
		}
		if _, stderr, code := run(t, words...); code != mayEndWith[words[0]] {
			t.Errorf("bimstream %q ends with %d: %s", words, code, stderr)
		}
	}
}
