package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAddingACategory adds the category of docs/adding.md to the program with only the blocks of that page. It checks
// that the program then creates, moves, copies, exports and imports elements of the category. It fails if a category
// takes more than the page allows: at most one new file in domain, one in ifc, and rows.
func TestAddingACategory(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "adding.md"))
	if err != nil {
		t.Fatal(err)
	}
	added := additionsOf(t, string(page))
	checkAdditions(t, added)
	binary := buildWith(t, root, added)
	s, err := launch(t, environment(), binary, "mcp", "all", "--tools", "full", "--data", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	s.checkAddedCategory(t)
}

// addition is a block of the page: a new file, or lines to insert after a line of a file.
type addition struct {
	file  string // slash-separated, from the root of the repository
	after string // part of the line before the text; "" for a new file
	text  string
}

// additionsOf returns the blocks of a page whose first line names a file.
func additionsOf(t *testing.T, page string) []addition {
	t.Helper()
	const fence = "```"
	var out []addition
	for rest := page; ; {
		_, block, found := strings.Cut(rest, "\n"+fence+"go ")
		if !found {
			return out
		}
		head, body, _ := strings.Cut(block, "\n")
		text, behind, closed := strings.Cut(body, "\n"+fence)
		if !closed {
			t.Fatalf("the block %q has no end", head)
		}
		file, after, _ := strings.Cut(head, " after ")
		out = append(out, addition{file, after, text + "\n"})
		rest = behind
	}
}

// checkAdditions checks the additions against the limits for a category.
func checkAdditions(t *testing.T, added []addition) {
	t.Helper()
	files := map[string]int{}
	for _, a := range added {
		top, _, _ := strings.Cut(a.file, "/")
		if a.after == "" {
			files[top]++
		} else if lines := strings.Count(a.text, "\n"); lines > 3 {
			t.Errorf("%d lines go into %s: that is more than a row", lines, a.file)
		}
	}
	if len(files) != 2 || files["domain"] != 1 || files["ifc"] != 1 {
		t.Errorf("a category takes new files in %v, not one in domain and one in ifc", files)
	}
}

// buildWith builds the program with additions that are not in the repository, and returns its path.
func buildWith(t *testing.T, root string, added []addition) string {
	t.Helper()
	folder := t.TempDir()
	texts := map[string]string{}
	for _, a := range added {
		text, known := texts[a.file]
		if !known && a.after != "" {
			have, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(a.file)))
			if err != nil {
				t.Fatal(err)
			}
			text = string(have)
		}
		texts[a.file] = a.insertedInto(t, text)
	}
	replace := map[string]string{}
	for file, text := range texts {
		copied := filepath.Join(folder, strings.ReplaceAll(file, "/", "-"))
		if err := os.WriteFile(copied, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, filepath.FromSlash(file))] = copied
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list, name := filepath.Join(folder, "overlay.json"), filepath.Join(folder, "bimstream")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", list, "-o", name, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the additions of the page do not suffice: %v\n%s", err, out)
	}
	return name
}

// insertedInto returns a text with the addition after the first line that contains the given part.
func (a addition) insertedInto(t *testing.T, text string) string {
	t.Helper()
	if a.after == "" {
		return a.text
	}
	i := strings.Index(text, a.after)
	if i < 0 {
		t.Fatalf("%s has no line with %q: bring docs/adding.md up to date", a.file, a.after)
	}
	end := i + strings.Index(text[i:], "\n") + 1
	return text[:end] + a.text + text[end:]
}

// checkAddedCategory checks a server that supports chimneys.
func (s *server) checkAddedCategory(t *testing.T) {
	t.Helper()
	var model struct {
		ModelID string `json:"model_id"`
	}
	s.must("create_model", arguments{"name": "Chimneys"}, &model)
	level := s.make("create_level", arguments{"model_id": model.ModelID, "name": "Ground", "elevation": 0})
	chimney := s.make("create_chimney", arguments{"model_id": model.ModelID, "level_id": level,
		"location": []int{1000, 2000}, "width": 600, "depth": 400, "height": 5000})
	s.do("move_element", arguments{"model_id": model.ModelID, "element_ids": []string{chimney},
		"delta": []int{500, 0, 100}, "rotation": 90})
	copied := s.do("copy_element", arguments{"model_id": model.ModelID, "element_ids": []string{chimney},
		"to_location": []int{9000, 2000, 0}})
	s.checkChimney(model.ModelID, chimney, "1500,2000", 100)
	s.checkChimney(model.ModelID, copied.Created[0].ElementID, "9000,2000", 0)
	for _, schema := range []string{"IFC2X3", "IFC4", "IFC4X3_ADD2"} {
		var imported importAnswer
		file := schema + ".ifc"
		s.must("export_ifc", arguments{"model_id": model.ModelID, "schema": schema, "file_name": file}, nil)
		s.must("import_ifc", arguments{"file": file, "name": schema}, &imported)
		for _, id := range []string{chimney, copied.Created[0].ElementID} {
			if got, want := s.elementText(imported.ModelID, id), s.elementText(model.ModelID, id); got != want {
				t.Errorf("%s: a chimney was\n%s\nis\n%s", schema, want, got)
			}
		}
	}
}

// checkChimney checks a chimney's location, its offset in millimetres, and its rotation.
func (s *server) checkChimney(model, id, location string, offset float64) {
	s.t.Helper()
	var e struct {
		Category string
		Params   struct {
			Location []float64
			Offset   float64
			Rotation float64
		}
	}
	a := s.must("get_element", arguments{"model_id": model, "element_id": id}, &e)
	at := fmt.Sprintf("%g,%g", e.Params.Location[0], e.Params.Location[1])
	if e.Category != "chimney" || at != location || e.Params.Offset != offset || e.Params.Rotation != 90 {
		s.t.Errorf("the chimney is %s", a.Text)
	}
}
