//go:build linux

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestASheetNamesWhoApproved checks the field "Approved by" in a title block. It must name the person who approved the
// change that made the drawn revision. It must name nobody before the request, and nobody between the approval and the
// execution. The same holds for past states and issued sets. After a later change that needed no approval, it must name
// nobody.
func TestASheetNamesWhoApproved(t *testing.T) {
	t.Parallel()
	g := newGoverned(t)
	sheet := func(s *server, at any) string {
		t.Helper()
		args := arguments{"model_id": g.h.Model, "views": []arguments{{"level_id": g.h.Ground, "scale": 100}}}
		if at != nil {
			args["at"] = at
		}
		var made struct {
			Path string `json:"path"`
		}
		s.must("create_sheet", args, &made)
		return approvedBy(t, made.Path)
	}
	expect := func(when, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: the sheet is approved by %q, not %q", when, got, want)
		}
	}
	expect("nothing was asked for", sheet(g.ann, nil), "-")
	id := g.asks("delete_element", g.deletion())
	expect("asked for", sheet(g.ann, nil), "-")
	g.approve(id, "delete 5")
	expect("granted and not done", sheet(g.ann, nil), "-")
	if a := g.withApproval("delete_element", g.deletion(), id); !a.Success {
		t.Fatal(a.Text)
	}
	approved := g.ann.where(g.h.Model).Revision
	expect("done", sheet(g.ann, nil), "ann")
	folder := t.TempDir()
	mustRun(t, "issue", folder, "--data", g.data)
	plans, err := filepath.Glob(filepath.Join(folder, "*.svg"))
	if err != nil || len(plans) == 0 {
		t.Fatalf("no sheets: %v", err)
	}
	for _, plan := range plans {
		expect("issued: "+filepath.Base(plan), approvedBy(t, plan), "ann")
	}
	g.ann.do("create_level", arguments{"model_id": g.h.Model, "name": "Between", "elevation": 1500})
	expect("after a change that needed nobody", sheet(g.ann, nil), "-")
	expect("as it was approved", sheet(serveAll(t, g.data, g.annIs), approved), "ann")
}

// approvedBy returns the text under "Approved by" in a sheet: the next text in the order of the file.
func approvedBy(t *testing.T, path string) string {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, m := range regexp.MustCompile(`<text[^>]*>([^<]*)</text>`).FindAllSubmatch(file, -1) {
		texts = append(texts, string(m[1]))
	}
	i := slices.Index(texts, "Approved by")
	if i < 0 || i+1 == len(texts) {
		t.Fatalf("%s has no field for it: %s", path, strings.Join(texts, " | "))
	}
	return texts[i+1]
}
