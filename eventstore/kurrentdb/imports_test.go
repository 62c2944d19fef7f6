package kurrentdb

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestEveryCallGoesThroughTheClient checks that this package does not implement the stream protocol itself. Appends,
// reads and subscriptions must use the client library.
func TestEveryCallGoesThroughTheClient(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			path, _ := strconv.Unquote(i.Path.Value) // it was parsed
			if strings.HasSuffix(path, "/protos/streams") || strings.HasSuffix(path, "/encoding/protowire") {
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}
