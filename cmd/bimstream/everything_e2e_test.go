package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/merge"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/projections"
)

// TestEverythingIsBuiltAndExported builds a scene with an element of every category that a tool creates. It exports the
// scene and replays it to the same bytes, and the files must satisfy the rules in every schema.
func TestEverythingIsBuiltAndExported(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "everything")
	out := mustRun(t, "demo", "--script", filepath.Join("..", "..", "testdata", "scripts", "everything.jsonl"),
		"--data", data)
	for _, want := range []string{"byte for byte everything.ifc", " curtain_wall ", " railing ", " footing ",
		" ceiling ", " furniture ", " sanitary ", " pipe_fitting "} {
		if !strings.Contains(out, want) {
			t.Errorf("the run does not print %q:\n%s", want, out)
		}
	}
	for _, schema := range []string{"IFC2X3", "IFC4", "IFC4X3_ADD2"} {
		file := filepath.Join(data, schema+".ifc")
		mustRun(t, "export", "--data", data, "--schema", schema, file)
		mustRun(t, "verify-ifc", file)
		copied := filepath.Join(t.TempDir(), schema)
		mustRun(t, "import", file, "--data", copied)
		if text := differences(t, onlyModel(t, copied), onlyModel(t, data)); text != "" {
			t.Errorf("%s: the import of the export is another model: %s", schema, text)
		}
	}
}

// onlyModel returns the model of a store that holds one.
func onlyModel(t *testing.T, data string) *modelstate.Model {
	t.Helper()
	store, err := sqlite.Open(data, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	live := projections.NewLive(store)
	models, err := live.Models(context.Background())
	if err != nil || len(models) != 1 {
		t.Fatalf("%d models: %v", len(models), err)
	}
	v, err := live.View(context.Background(), models[0].ID, projections.MainBranch)
	if err != nil {
		t.Fatal(err)
	}
	return v.Model
}

// differences returns the differences of two models: elements, types, materials, joins, connections.
func differences(t *testing.T, got, want *modelstate.Model) string {
	t.Helper()
	var ids []modelstate.ID
	for _, m := range []*modelstate.Model{got, want} {
		m.Each(func(e *modelstate.Element) bool { ids = append(ids, e.ID); return true })
		for _, x := range m.Types() {
			ids = append(ids, x.ID)
		}
		for _, x := range m.Materials() {
			ids = append(ids, x.ID)
		}
	}
	slices.Sort(ids)
	if d := merge.Diff(want, got, slices.Compact(ids)); d.Len() > 0 {
		return clip([]byte(asJSON(t, d)))
	}
	for _, pair := range [][2]any{{got.Joins(), want.Joins()}, {got.Connections(), want.Connections()}} {
		if a, b := asJSON(t, pair[0]), asJSON(t, pair[1]); a != b {
			return clip([]byte(a + " instead of " + b))
		}
	}
	return ""
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
