package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// station matches a function in the walk of docs/tour.md: its file, followed by its name or Type.Name.
var station = regexp.MustCompile("`([a-z0-9/]+\\.go)`\\s+`([A-Za-z.]+)`")

// TestTourNamesFunctionsOfTheCode checks that every function that docs/tour.md names is in its file.
func TestTourNamesFunctionsOfTheCode(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "tour.md"))
	if err != nil {
		t.Fatal(err)
	}
	stations := station.FindAllStringSubmatch(string(page), -1)
	if len(stations) < 40 {
		t.Fatalf("the walk has %d steps: its form has changed", len(stations))
	}
	for _, s := range stations {
		file, name := s[1], s[2]
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(file)), nil,
			parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("the walk passes %s: %v", file, err)
			continue
		}
		if !declares(tree, name) {
			t.Errorf("the walk passes %s in %s, which has no such function", name, file)
		}
	}
}

// declares reports whether a file declares a function or method with a name, or with Type.Name the method of that type.
func declares(file *ast.File, name string) bool {
	receiver, method, qualified := strings.Cut(name, ".")
	if !qualified {
		receiver, method = "", name
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == method && (receiver == "" || receiver == receiverOf(f)) {
			return true
		}
	}
	return false
}

// receiverOf returns the name of a method's type, or "" for a function.
func receiverOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	t := f.Recv.List[0].Type
	if pointer, ok := t.(*ast.StarExpr); ok {
		t = pointer.X
	}
	if name, ok := t.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}
