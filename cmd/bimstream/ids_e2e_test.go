package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/ifc/bcf"
	"github.com/bimstream/bimstream/ifc/ids/check"
)

const idsFolder = "../../testdata/ids/"

// TestCheckIDSOfTheModelAndOfItsExport checks that a document gives the same report on the model and on its own export,
// in every schema and for an earlier revision.
func TestCheckIDSOfTheModelAndOfItsExport(t *testing.T) {
	folder := t.TempDir()
	data, exported := filepath.Join(folder, "data"), filepath.Join(folder, "house.ifc")
	mustRun(t, "demo", "--data", data)
	for document, form := range map[string][]string{"house.ids": {"--schema", "IFC4"},
		"tower.ids": {"--schema", "IFC2X3"}, "everything.ids": {"--schema", "IFC4X3_ADD2"}} {
		for _, at := range [][]string{nil, {"--at", "61"}} {
			form := append(form, at...)
			mustRun(t, append([]string{"export", "--data", data, exported}, form...)...)
			live, _, code := run(t, append([]string{"check-ids", idsFolder + document, "--json", "--max", "0",
				"--data", data}, form...)...)
			file, _, code2 := run(t, "check-ids", idsFolder+document, exported, "--json", "--max", "0")
			if live != file || code != code2 || live == "" {
				t.Errorf("%s, %v: the model and its export differ (%d and %d)\n%.2000s",
					document, form, code, code2, live)
			}
		}
	}
}

func TestCheckIDSOfTheHouse(t *testing.T) {
	folder := t.TempDir()
	page := filepath.Join(folder, "report.html")
	mustRun(t, "demo", "--data", folder)
	out, stderr, code := run(t, "check-ids", idsFolder+"house.ids", "--data", folder, "--json", "--html", page)
	var r check.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != 1 || r.Status != check.Fail {
		t.Fatalf("%v, ends with %d, %s: %s", err, code, r.Status, stderr)
	}
	var got []string
	for _, s := range r.Specifications {
		got = append(got, string(s.Status))
	}
	if want := "pass pass fail pass pass pass fail fail pass pass pass fail"; strings.Join(got, " ") != want {
		t.Errorf("%v instead of %s", got, want)
	}
	html, err := os.ReadFile(page)
	if err != nil || !strings.Contains(string(html), "3. Walls are as high as a storey: fail") ||
		!strings.Contains(string(html), "&#34;2.8&#34;") {
		t.Errorf("the page: %v\n%.500s", err, html)
	}
}

// TestCheckIDSWritesTopics checks that the failures are also written as topics: one for each requirement, with the
// failing elements selected.
func TestCheckIDSWritesTopics(t *testing.T) {
	folder := t.TempDir()
	topics := filepath.Join(folder, "report.bcf")
	mustRun(t, "demo", "--data", folder)
	out, _, _ := run(t, "check-ids", idsFolder+"house.ids", "--data", folder, "--json", "--bcf", topics)
	var r check.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(topics)
	if err != nil {
		t.Fatal(err)
	}
	archive, _, err := bcf.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, s := range r.Specifications {
		for _, q := range s.Requirements {
			for _, f := range q.Failures {
				want = append(want, f.GlobalID)
			}
		}
	}
	for _, topic := range archive.Topics {
		if len(topic.Comments) == 0 && !strings.Contains(topic.Description, "no element is applicable") ||
			topic.Title == "" || topic.Status != "Open" {
			t.Errorf("topic %+v", topic)
		}
		for _, v := range topic.Viewpoints {
			for _, c := range v.Selection {
				got = append(got, c.IfcGUID)
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("selected are %v, failing %v", got, want)
	}
}

func TestFaultyIDSIsInvalidAndRefused(t *testing.T) {
	folder := t.TempDir()
	text, err := os.ReadFile(idsFolder + "house.ids")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		old, new, says string
		status         int
	}{
		{"IFCDOOR", "IfcDoor", `103 IFC2X3 has no class "IfcDoor" (did you mean IFCDOOR?)`, 16},
		{"<entity>", `<entity kind="x">`, "306 entity has no attribute kind", 8},
	} {
		faulty := filepath.Join(folder, "faulty.ids")
		if err := os.WriteFile(faulty, []byte(strings.Replace(string(text), c.old, c.new, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		out, _, code := run(t, "audit-ids", faulty)
		if code != c.status || !strings.Contains(out, c.says) {
			t.Errorf("audit-ids ends with %d: %s", code, out)
		}
		out, _, code = run(t, "check-ids", "--json", faulty, "../../testdata/ifc/bodies.ifc")
		var r check.Report
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != 2 ||
			r.Status != check.Invalid || len(r.Audit) == 0 {
			t.Errorf("check-ids: %v, ends with %d: %.500s", err, code, out)
		}
	}
}

// TestCheckIDSTellsWhatItCouldNotJudge checks that the exit status distinguishes a model that fails from a file that
// could not be read.
func TestCheckIDSTellsWhatItCouldNotJudge(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for what, args := range map[string][]string{
		"no such document": {filepath.Join(folder, "none.ids"), "../../testdata/ifc/bodies.ifc"},
		"no such model":    {idsFolder + "house.ids", filepath.Join(folder, "none.ifc")},
		"no model":         {idsFolder + "house.ids", idsFolder + "house.ids"},
		"an empty store":   {idsFolder + "house.ids", "--data", folder},
		"no such folder":   {idsFolder + "house.ids", "../../testdata/ifc/bodies.ifc", "--html", folder + "/a/b.html"},
	} {
		out, stderr, code := run(t, append([]string{"check-ids"}, args...)...)
		if code != notChecked || !strings.Contains(stderr, "bimstream: ") {
			t.Errorf("%s: ends with %d, %s%s", what, code, out, stderr)
		}
	}
}
