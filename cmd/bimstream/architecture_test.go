package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/bimstream/bimstream/"

// mayImport lists, for the first folder of each package, the folders that the package may import. Packages of one
// folder may import each other.
var mayImport = map[string][]string{
	"cmd":         {"mcp", "ifc", "projections", "domain", "geometry", "eventstore", "testdata"},
	"mcp":         {"ifc", "projections", "domain", "geometry", "eventstore"},
	"ifc":         {"domain", "geometry"},
	"projections": {"domain", "geometry", "eventstore"},
	"domain":      {"geometry"},
	"eventstore":  {},
	"geometry":    {},
	"testdata":    {},
}

// floors are the layers of the domain, from the lowest: a package imports only packages of lower layers. Packages text,
// stairs and ramps are the lowest; package domain is the highest.
var floors = []string{"domain/text", "domain/stairs", "domain/ramps", "domain/state", "domain/shape",
	"domain/shape/fabric",
	"domain/shape/member", "domain/shape/stair", "domain/shape/services", "domain/shape/component",
	"domain/shape/room", "domain/shape/views", "domain/shape/array", "domain/shape/elements",
	"domain/change", "domain/merge", "domain"}

// impure are the packages that the decider must not import, because it has no clock, no randomness, no IO and no log.
var impure = []string{"time", "math/rand", "math/rand/v2", "crypto/rand", "os", "io", "net", "log",
	"log/slog", "database/sql", "sync"}

// behindAdapters are modules that only the named folders may import, so that they can be replaced in one place.
var behindAdapters = map[string][]string{
	"github.com/mark3labs/mcp-go":  {"mcp/wire", "mcp/client"},
	"modernc.org/sqlite":           {"eventstore/sqlite"},
	"github.com/EventStore/":       {"eventstore/kurrentdb", "eventstore/kurrentdb/double", "cmd/bimstream/bench"},
	"google.golang.org/grpc":       {"eventstore/kurrentdb", "eventstore/kurrentdb/double"},
	"github.com/tidwall/rtree":     {"projections"},
	"codeberg.org/go-pdf/fpdf":     {"projections/drawings/pdf"},
	"github.com/xuri/excelize":     {"projections/tables/xlsx"},
	"github.com/coreos/go-oidc":    {"mcp/httpd"},
	"github.com/prometheus/":       {"mcp/httpd"},
	"github.com/coreos/go-systemd": {"cmd/bimstream"},
	"golang.org/x/image":           {"projections/drawings/paper", "projections/drawings/png"},
}

// TestImportsPointDown checks that packages import only the packages that the tables above allow. It reads the source
// files itself, because a test that called the go command would use its cache.
func TestImportsPointDown(t *testing.T) {
	root := os.DirFS("../..")
	seen := map[string]bool{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || name == "out" || name == "bin") {
			return fs.SkipDir
		}
		if d.IsDir() || path.Ext(name) != ".go" {
			return nil
		}
		top, _, _ := strings.Cut(name, "/")
		seen[top] = true
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		checkImports(t, name, top, text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for top := range mayImport {
		if !seen[top] {
			t.Errorf("the table has %s, the tree has no Go file there", top)
		}
	}
}

func checkImports(t *testing.T, name, top string, text []byte) {
	t.Helper()
	allowed, known := mayImport[top]
	if !known {
		t.Errorf("%s: no folder %s in the table of the house", name, top)
		return
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	isTest := strings.HasSuffix(name, "_test.go")
	for _, spec := range file.Imports {
		imported := strings.Trim(spec.Path.Value, `"`)
		if ours, ok := strings.CutPrefix(imported, module); ok {
			other, _, _ := strings.Cut(ours, "/")
			if other != top && !slices.Contains(allowed, other) {
				t.Errorf("%s imports %s: %s may import %v", name, ours, top, allowed)
			}
		}
		if lower, ours := strings.CutPrefix(imported, module); ours && !isTest {
			own, other := slices.Index(floors, path.Dir(name)), slices.Index(floors, lower)
			if own >= 0 && strings.HasPrefix(lower, "domain") && other < 0 || own >= 0 && other >= own {
				t.Errorf("%s imports %s, which is no lower floor", name, lower)
			}
		}
		if top == "domain" && !isTest && slices.Contains(impure, imported) {
			t.Errorf("%s imports %s: the decider is pure", name, imported)
		}
		for adapted, folders := range behindAdapters {
			if strings.HasPrefix(imported, adapted) && !isTest && !slices.Contains(folders, path.Dir(name)) {
				t.Errorf("%s imports %s: only %v may", name, imported, folders)
			}
		}
	}
}

// TestEveryPackageHasADoor checks that each package has a doc.go that describes its contents and what to read first.
func TestEveryPackageHasADoor(t *testing.T) {
	root := os.DirFS("../..")
	folders := map[string]bool{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && name != "." && name != ".ci" && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if err == nil && path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") {
			folders[path.Dir(name)] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder := range folders {
		if _, err := fs.Stat(root, path.Join(folder, "doc.go")); err != nil {
			t.Errorf("%s has no doc.go", folder)
		}
	}
}
