package main

import (
	"path/filepath"
	"testing"
)

// TestWholesOfAnotherProgram checks a stair, a curtain wall, a railing and a fitting of another program through the
// server. Schedules, clashes and takeoffs treat them as their categories, their parts are shown, and they are exported
// in their classes and imported unchanged.
func TestWholesOfAnotherProgram(t *testing.T) {
	t.Parallel()
	folder, err := filepath.Abs(filepath.Join("..", "..", "testdata", "ifc"))
	if err != nil {
		t.Fatal(err)
	}
	s := serveFrom(t, t.TempDir(), folder)
	var first, second importAnswer
	s.must("import_ifc", arguments{"file": filepath.Join(folder, "foreign-wholes.ifc"), "name": "First"}, &first)
	ids := map[string]string{}
	for category, count := range map[string]int{"stair": 1, "curtain_wall": 1, "railing": 2,
		"duct_fitting": 1, "roof": 1} {
		var found struct {
			Total    int
			Elements []struct {
				ID       string   `json:"element_id"`
				VolumeM3 *float64 `json:"volume_m3"`
			}
		}
		s.must("query_elements", arguments{"model_id": first.ModelID, "categories": []string{category}}, &found)
		if found.Total != count || found.Elements[0].VolumeM3 == nil || *found.Elements[0].VolumeM3 <= 0 {
			t.Errorf("%s: %+v", category, found)
			continue
		}
		ids[category] = found.Elements[0].ID
	}
	var stair struct {
		Params     map[string]struct{ Parts []any }
		Parts      []struct{ Name, IfcClass string }
		PartsTotal int    `json:"total"`
		NextCursor string `json:"next_cursor"`
	}
	s.must("get_element", arguments{"model_id": first.ModelID, "element_id": ids["stair"], "limit": 2}, &stair)
	if stair.PartsTotal != 3 || len(stair.Parts) != 2 || stair.NextCursor == "" ||
		len(stair.Params["fixed"].Parts) != 0 || len(stair.Params) != 1 {
		t.Errorf("the stair is %+v", stair)
	}
	var clashes struct{ Total int }
	s.must("clash_detection", arguments{"model_id": first.ModelID, "source_category": "curtain_wall",
		"target_category": "furniture"}, &clashes)
	if clashes.Total != 1 {
		t.Errorf("%d clashes of the curtain wall with the chair in it", clashes.Total)
	}
	s.must("export_ifc", arguments{"schema": "IFC4", "file_name": "again.ifc", "model_id": first.ModelID}, nil)
	s.must("import_ifc", arguments{"file": "again.ifc", "name": "Second"}, &second)
	for category, id := range ids {
		if got, want := s.elementText(second.ModelID, id), s.elementText(first.ModelID, id); got != want {
			t.Errorf("%s was\n%s\nis\n%s", category, want, got)
		}
	}
}
