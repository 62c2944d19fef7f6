package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestATrussGoesOutAsOneThing makes two columns and a beam parts of a truss, exports them, and imports the file again.
// The truss is only an id that they share, and no element of the model. The columns and the beam must be parts of one
// truss again, and other programs must see it too.
func TestATrussGoesOutAsOneThing(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	s.must("create_model", arguments{"name": "Hall"}, nil)
	s.must("create_level", arguments{"name": "Ground", "elevation": 0}, nil)
	section := arguments{"shape": "rectangle", "width": 200, "depth": 200}
	for name, x := range map[string]int{"West": 0, "East": 6000} {
		s.must("create_column", arguments{"level_id": "Ground", "name": name, "location": []int{x, 0}, "height": 4000,
			"profile": section}, nil)
	}
	s.must("create_beam", arguments{"level_id": "Ground", "name": "Chord", "start": []int{0, 0, 4000},
		"end": []int{6000, 0, 4000}, "profile": section}, nil)
	const truss = "3d1c5f0e-8f5a-4f0f-9d5e-0b1c5a9e7711"
	s.must("modify_parameter", arguments{"element_ids": []string{"West", "East", "Chord"},
		"parameter_name": "assembly_id", "value": truss}, nil)
	for _, schema := range []string{"IFC2X3", "IFC4", "IFC4X3"} {
		var file struct {
			Path string `json:"path"`
		}
		s.must("export_ifc", arguments{"model_id": "Hall", "schema": schema}, &file)
		text, err := os.ReadFile(file.Path)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "IFCELEMENTASSEMBLY("); n != 1 {
			t.Errorf("%s: %d assemblies", schema, n)
		}
		mustRun(t, "verify-ifc", file.Path)
		s.must("import_ifc", arguments{"file": filepath.Base(file.Path), "name": schema}, nil)
		for _, part := range []string{"West", "East", "Chord"} {
			a := s.must("get_element", arguments{"model_id": schema, "element_id": part}, nil)
			if !strings.Contains(string(a.Text), truss) {
				t.Errorf("%s: %s is no part of the truss: %s", schema, part, a.Text)
			}
		}
	}
}
