package main

import "testing"

// TestARailingOfOneBranchStandsOnTheFloorThatTheOtherRaised puts a railing on a floor on one branch and raises the
// floor on the other. After the merge the railing stands on the raised floor; after an undo it is at its old place.
func TestARailingOfOneBranchStandsOnTheFloorThatTheOtherRaised(t *testing.T) {
	t.Parallel()
	for _, raised := range []string{"main", "opt"} {
		s := serveAll(t, t.TempDir())
		s.must("create_model", arguments{"name": "Terrace"}, nil)
		s.must("create_level", arguments{"name": "Ground", "elevation": 0}, nil)
		s.must("create_floor", arguments{"level_id": "Ground", "name": "Deck", "thickness": 200,
			"boundary": [][]int{{0, 0}, {6000, 0}, {6000, 4000}, {0, 4000}}}, nil)
		s.must("create_branch", arguments{"name": "opt"}, nil)
		fenced := map[string]string{"main": "opt", "opt": "main"}[raised]
		s.must("modify_parameter", arguments{"branch": raised, "element_id": "Deck", "parameter_name": "offset",
			"value": 150}, nil)
		s.must("create_railing", arguments{"branch": fenced, "name": "Fence", "host_id": "Deck", "height": 1000,
			"path": [][]int{{0, 0}, {6000, 0}}}, nil)
		var merged struct {
			Automatic []struct {
				Name, Action, Facet string
			} `json:"automatic"`
		}
		s.must("merge_branch", arguments{"source": "opt"}, &merged)
		told := false
		for _, a := range merged.Automatic {
			told = told || a.Name == "Fence" && a.Action == "followed" && a.Facet == "param.path"
		}
		if !told {
			t.Errorf("raised on %s: it is not said that the fence follows: %+v", raised, merged)
		}
		foot := func(want float64) {
			t.Helper()
			var fence struct {
				Params struct {
					Path [][]float64 `json:"path"`
				} `json:"params"`
			}
			s.must("get_element", arguments{"element_id": "Fence"}, &fence)
			if p := fence.Params.Path; len(p) != 2 || p[0][2] != want || p[1][2] != want {
				t.Errorf("raised on %s: the fence stands along %v, wanted at %v", raised, p, want)
			}
		}
		foot(150)
		if raised == "opt" {
			s.must("undo", arguments{}, nil)
			foot(0)
		}
	}
}
