package arrivals

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWhoseAFileIs(t *testing.T) {
	models := []Model{
		{ID: "1", Name: "Architecture", Files: []string{"ARC-week-1.ifc", "ARC-week-2.ifc"}},
		{ID: "2", Name: "Frame", Files: []string{"structure_2026-11-02.ifc"}},
		{ID: "3", Name: "Pipes", Files: []string{"mep.ifc"}},
		{ID: "4", Name: "Pipes of the yard", Files: []string{"mep v2.ifc"}},
		{ID: "5", Name: "Site"},
	}
	for file, want := range map[string]string{
		"ARC-week-3.ifc": "1", "arc_w12.IFC": "1", "ARC.ifc": "1", "structure_2026-11-09.ifc": "2", "Frame 3.ifc": "2",
		"mep.ifc": "3", "MEP_7.ifc": "34", "Site.ifc": "", "roof.ifc": "", "2026.ifc": "",
	} {
		got := ""
		for _, m := range Of(file, models) {
			got += m.ID
		}
		if got != want {
			t.Errorf("%s is of %q, want %q", file, got, want)
		}
	}
	for file, want := range map[string]string{"ARC Week 3 (final).ifc": "arc-week-3-final", "Ü.ifc": "delivery",
		strings.Repeat("a", 80) + ".ifc": strings.Repeat("a", longestName)} {
		if got := nameOf(file); got != want {
			t.Errorf("the delivery of %s is %q, want %q", file, got, want)
		}
	}
}

// office answers calls in place of the tools.
type office struct {
	models []Model
	calls  []string
	said   []string
}

func (o *office) call(_ context.Context, tool string, a map[string]any) (json.RawMessage, error) {
	o.calls = append(o.calls, strings.TrimSpace(fmt.Sprint(tool, " ", filepath.Base(fmt.Sprint(a["file"])), " ",
		a["delivery"])))
	switch {
	case tool == "merge_branch":
		return nil, &Refused{"MERGE_CONFLICT", "2 conflicts are open"}
	case a["delivery"] == "arc-2":
		return nil, &Refused{"ALREADY_EXISTS", "there is a branch of this name"}
	}
	digest, err := digestOf(fmt.Sprint(a["file"]))
	if err != nil {
		return nil, err
	}
	base := filepath.Base(fmt.Sprint(a["file"]))
	if a["delivery"] == nil {
		o.models = append(o.models, Model{ID: base, Name: fmt.Sprint(a["name"]), Files: []string{base},
			Digests: []string{digest}})
		return json.RawMessage(`{"elements":7}`), nil
	}
	i := slices.IndexFunc(o.models, func(m Model) bool { return m.ID == a["model_id"] })
	o.models[i].Files, o.models[i].Digests = append(o.models[i].Files, base), append(o.models[i].Digests, digest)
	return json.RawMessage(`{"branch":"delivery/arc-2-2","delivery":{"lines":["1 moved"]}}`), nil
}

func (o *office) watch(folder string) *Watch {
	return &Watch{Folder: folder, Call: o.call, Models: func(context.Context) ([]Model, error) { return o.models, nil },
		Say: func(format string, values ...any) { o.said = append(o.said, fmt.Sprintf(format, values...)) }}
}

func TestFilesAreTakenOnceAndWhenTheyAreComplete(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := new(office)
	w := o.watch(folder)
	w.New, w.Merge = true, true
	look := func(whole bool, want ...string) {
		t.Helper()
		o.calls = nil
		if err := w.look(t.Context(), whole); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(o.calls, want) {
			t.Errorf("calls %q, want %q", o.calls, want)
		}
	}
	write("ARC 1.ifc", "first")
	write("notes.txt", "no model")
	look(false) // it may not be complete yet
	look(false, "import_ifc ARC 1.ifc <nil>")
	look(false)
	write("ARC 2.ifc", "sec")
	look(false)
	write("ARC 2.ifc", "second")
	look(false) // it has grown
	look(false, "import_ifc ARC 2.ifc arc-2", "import_ifc ARC 2.ifc arc-2-2", "merge_branch <nil> <nil>")
	if !slices.Contains(o.said, "  1 moved") || !slices.Contains(o.said,
		"  not merged: MERGE_CONFLICT: 2 conflicts are open") {
		t.Errorf("said %q", o.said)
	}
	// a later watcher takes nothing twice, but takes an old file under a new name
	w = o.watch(folder)
	look(true)
	write("ARC 3.ifc", "first")
	look(true, "import_ifc ARC 3.ifc arc-3")
}
