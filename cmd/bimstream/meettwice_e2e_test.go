package main

import "testing"

// TestAnArcAndItsChordAreJoinedAtBothEnds joins an arc and its chord, undoes it, joins them on a branch that is merged,
// and imports the exported file into another model. They have either both joins or none, each time.
func TestAnArcAndItsChordAreJoinedAtBothEnds(t *testing.T) {
	t.Parallel()
	s := serveAll(t, t.TempDir())
	s.must("create_model", arguments{"name": "Apse"}, nil)
	s.must("create_level", arguments{"name": "Ground", "elevation": 0}, nil)
	s.must("create_wall", arguments{"level_id": "Ground", "name": "Chord", "height": 3000, "thickness": 200,
		"start": []int{-3000, 0}, "end": []int{3000, 0}}, nil)
	s.must("create_wall", arguments{"level_id": "Ground", "name": "Bow", "height": 3000, "thickness": 300,
		"start": []int{3000, 0}, "end": []int{-3000, 0}, "mid": []int{0, 3000}}, nil)
	joined := func(where arguments, want int) {
		t.Helper()
		var bow struct {
			Joins []struct {
				Part, Type string
			} `json:"joins"`
		}
		where["element_id"] = "Bow"
		s.must("get_element", where, &bow)
		if len(bow.Joins) != want || want == 2 && bow.Joins[0].Part == bow.Joins[1].Part {
			t.Errorf("%v: %+v, want %d joins", where, bow.Joins, want)
		}
	}
	both := []string{"Chord", "Bow"}
	s.must("join_elements", arguments{"element_ids": both}, nil)
	joined(arguments{}, 2)
	s.must("undo", arguments{}, nil)
	joined(arguments{}, 0)
	s.must("create_branch", arguments{"name": "opt"}, nil)
	s.must("join_elements", arguments{"element_ids": both, "branch": "opt"}, nil)
	joined(arguments{"branch": "opt"}, 2)
	s.must("merge_branch", arguments{"source": "opt"}, nil)
	joined(arguments{}, 2)
	var exported struct {
		Path string `json:"path"`
	}
	s.must("export_ifc", arguments{"schema": "IFC4"}, &exported)
	s.must("import_ifc", arguments{"file_name": exported.Path, "name": "Again"}, nil)
	joined(arguments{"model_id": "Again"}, 2)
}
