package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// Sizes of the source without tests and generated files: lines, and fields of a struct.
const (
	middleFile, largestFile                = 130, 450 // a single function belongs in its subject's file
	middleFunction, mostFunctions, largest = 10, 25, 60
	mostFields                             = 30
)

// TestSizes checks that files, functions and structs are short enough to read in one go. It bounds the median size of
// files and functions, the size of nine functions in ten, and the largest sizes.
func TestSizes(t *testing.T) {
	var files, functions []int
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && name != "." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if err != nil || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil || strings.HasPrefix(string(text), "// Code generated") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		lines := strings.Count(string(text), "\n")
		if files = append(files, lines); lines > largestFile {
			t.Errorf("%s has %d lines, of %d at most", name, lines, largestFile)
		}
		functions = append(functions, sizesIn(t, set, file)...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	slices.Sort(functions)
	middle, half, most := files[len(files)/2], functions[len(functions)/2], functions[len(functions)*9/10]
	if middle > middleFile || half > middleFunction || most > mostFunctions {
		t.Errorf("half of the files have more than %d lines, half of the functions more than %d, a tenth more "+
			"than %d; "+
			"at most %d, %d and %d", middle, half, most, middleFile, middleFunction, mostFunctions)
	}
}

// sizesIn returns the lines of the functions of a file, and reports functions that are too long and structs that are
// too wide.
func sizesIn(t *testing.T, set *token.FileSet, file *ast.File) (functions []int) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			lines := set.Position(n.End()).Line - set.Position(n.Pos()).Line + 1
			if functions = append(functions, lines); lines > largest {
				t.Errorf("%s: %s has %d lines, of %d at most", set.Position(n.Pos()), n.Name.Name, lines, largest)
			}
		case *ast.TypeSpec:
			if s, ok := n.Type.(*ast.StructType); ok && s.Fields.NumFields() > mostFields {
				t.Errorf("%s: %s has %d fields, of %d at most", set.Position(n.Pos()), n.Name.Name,
					s.Fields.NumFields(), mostFields)
			}
		}
		return true
	})
	return functions
}
